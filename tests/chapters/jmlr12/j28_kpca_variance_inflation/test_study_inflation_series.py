def test_cases_are_twenty_draws_of_five_levels(study):
    assert len(study.cases(**study.SIZES["default"])) == 100


def test_a_case(study):
    row = study.run({"noise": 0.04, "seed": 0})
    assert row["raw"] <= 0.25
