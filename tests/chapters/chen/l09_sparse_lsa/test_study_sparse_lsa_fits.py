def test_cases_run(study):
    cases = study.cases(**study.SIZES["default"])
    assert {case["experiment"] for case in cases} == {"density", "cell", "start", "stop"}
    few = [case for case in cases if case["D"] == 10 and case["corpus"] == "stories"]
    row = study.run(few[0])
    assert 4 < row["density"] < 6
    assert row["converged"]
