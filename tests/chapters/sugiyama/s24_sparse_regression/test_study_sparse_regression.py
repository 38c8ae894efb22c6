def test_cases_cover_every_design_and_penalty(study):
    cases = study.cases(**study.SIZES["default"])
    problems = [case for case in cases if case["experiment"] == "admm"]
    assert len(problems) == 200
    assert len(cases) == 400
    met = {(case["design"], case["lam"]) for case in problems}
    assert len(met) == len(study.DESIGNS) * len(study.LAMS)


def test_admm_is_compared_with_a_certified_minimum(study, monkeypatch):
    cases = {case["design"]: case for case in study.cases(n_problems=8, n_data_sets=0)[3:6]}
    row = study.run(cases["kernel"])
    assert row["certified"]
    assert abs(row["excess"]) < 1e-9
    assert row["kkt"] < 1e-6
    assert abs(study.run(cases["differences"])["excess"]) < 1e-9
    right = study.admm_lasso
    monkeypatch.setattr(study, "admm_lasso", lambda A, y, lam, **o: right(A, y, 1.1 * lam, **o))
    assert study.run(cases["kernel"])["excess"] > 1e-6
    assert study.run(cases["kernel"])["kkt"] > 0.05
    assert study.run(cases["differences"])["excess"] > 1e-6


def test_grouping_counts_kept_inputs(study):
    row = study.run({"experiment": "grouping", "seed": 1})
    assert all(len(counts) == 5 and max(counts) <= 3 for counts in row.values())
    assert min(row["both"][:2]) >= 2, "both active groups are found"
