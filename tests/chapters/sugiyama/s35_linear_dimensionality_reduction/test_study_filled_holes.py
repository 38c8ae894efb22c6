def test_cases_are_those_of_the_claims(study):
    cases = study.cases(**study.SIZES["default"])
    assert sum(case["experiment"] == "holes" for case in cases) == 50
    assert sum(case["experiment"] == "steps" for case in cases) == 20


def test_a_draw_of_each(study):
    row = study.run({"experiment": "holes", "seed": 3})
    assert row["trace"] < row["svd"]
    assert row["factors"] > 0
    row = study.run({"experiment": "steps", "seed": 3})
    assert row["listing"] > row["fast"]
