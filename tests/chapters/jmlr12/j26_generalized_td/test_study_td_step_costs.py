def test_cases_are_five_draws_of_each_size(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 60
    assert {case["m"] for case in cases} == {50, 100, 200, 400}


def test_a_case(study):
    assert study.run({"method": "td", "m": 50, "seed": 0})["step"] > 0
