def test_a_step_is_timed_for_every_method(study):
    cases = study.cases(**study.SIZES["default"])
    growth = [case for case in cases if case["experiment"] == "growth"]
    assert {case["D"] for case in growth} == {8, 16, 32}
    row = study.run({"method": "dtc", "D": 3, "N": 10, "K": 4, "repeats": 1})
    assert row["step"] > 0
