def test_cases_cover_the_three_experiments(study):
    cases = study.cases(**study.SIZES["default"])
    counts = [
        sum(case["experiment"] == name for case in cases) for name in ("kernel", "rise", "end")
    ]
    assert counts == [100, 20, 200]


def test_only_the_control_rises(study, monkeypatch):
    monkeypatch.setattr(study, "BLOCK", 3)
    row = study.run({"experiment": "rise", "seed": 0})
    assert max(row["plain"], row["sparse"]) <= 1e-9
    assert row["control"] > 1e-6


def test_ends_are_compared_with_independent_minima(study, monkeypatch):
    case = {"experiment": "end", "seed": 0}
    row = study.run(case)
    assert max(abs(row[name]) for name in ("huber", "absolute", "penalised")) < 1e-3
    right = study.irls
    monkeypatch.setattr(study, "irls", lambda *a, **o: right(*a, **(o | {"max_iter": 1})))
    assert max(study.run(case).values()) > 1e-3
