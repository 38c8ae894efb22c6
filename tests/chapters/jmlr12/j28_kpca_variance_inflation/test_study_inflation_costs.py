def test_cases_are_five_draws_of_four_sizes(study):
    assert len(study.cases(**study.SIZES["default"])) == 20


def test_a_small_case(study):
    assert study.run({"n": 10, "seed": 0})["gap"] < 1e-8
