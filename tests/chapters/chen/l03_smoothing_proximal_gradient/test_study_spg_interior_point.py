def test_cases_are_the_table_and_further_draws(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({str(case) for case in cases}) == len(cases) == 12
    assert sum(case["groups"] == 50 for case in cases) == 2
    assert not any(case["fobos"] for case in cases if case["groups"] == 50)
    large = [case for case in study.cases(**study.SIZES["paper"]) if case["groups"] == 50]
    assert [case["fobos"] for case in large] == [case["variance"] == 1 for case in large]


def test_methods_are_compared_at_a_thousandth_of_the_certified_optimum(study, monkeypatch):
    monkeypatch.setattr(study, "STEPS", 3000)
    case = {"groups": 2, "n": 300, "gamma": 0.5, "variance": 1.0, "seed": 0, "fobos": True}
    row = study.run(case)
    assert row["gap_ipm"] <= 1e-6 * row["obj_ipm"]
    assert row["obj_spg"] <= study.GOAL * row["obj_ipm"]
    assert row["obj_fobos"] >= row["obj_ipm"] * (1 - 1e-6)
    assert len(row["t_spg"]) == len(row["t_setup"]) == 3
    assert row["it_fobos"] == study.STEPS or row["obj_fobos"] <= study.GOAL * row["obj_ipm"]
