from mlcompanion_chapters.shalev_shwartz.o08_email_categorization import email_runs


def test_cases_cover_all_experiments(study):
    cases = study.cases(**study.SIZES["default"])
    names = [case["experiment"] for case in cases]
    counts = {name: names.count(name) for name in set(names)}
    assert counts == {
        "table": 7, "interior": 8, "words": 5, "real": 2, "rises": 1, "bounds": 6, "special": 1,
        "first": 2,
    }  # fmt: skip
    assert len({str(case) for case in cases}) == len(cases)


def test_a_row_of_the_table_has_six_learners(study, monkeypatch):
    monkeypatch.setitem(email_runs.USERS, "few", (5, 60))
    monkeypatch.setattr(email_runs, "RATES", (1.0,))
    monkeypatch.setattr(email_runs, "MARGINS", (0.1,))
    row = study.run({"experiment": "table", "user": "few", "seeds": 2})
    assert len(row["rates"]) == len(row["spread"]) == 6
    assert row["c"] == [1.0] * 6
    assert study.run({"experiment": "first", "user": "few"})["first"] >= 1


def test_real_rows_are_shuffled(study):
    first, second = (study.shuffled("news", seed) for seed in (0, 1))
    assert first.data.shape == second.data.shape
    assert (first.target.sum(axis=0) == second.target.sum(axis=0)).all()
    assert (first.target != second.target).any()
