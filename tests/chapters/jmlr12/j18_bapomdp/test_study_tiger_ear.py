def test_cases_are_batches_of_twenty_runs(study):
    cases = study.cases(**study.SIZES["default"])
    assert sum(case["runs"] for case in cases if case["filter"] == "Monte Carlo") == 1200
    assert len(cases) == 7 * 50 + 10 + 3 + 1


def test_a_case(study):
    case = {"agent": "learns", "filter": "most probable", "particles": 2}
    row = study.run({**case, "episodes": 20, "batch": 0, "runs": 2})
    assert row["model_error"][1] < row["model_error"][0] < 0.9
