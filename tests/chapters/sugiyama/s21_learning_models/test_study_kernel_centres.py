def test_cases_cover_every_number_of_centres(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 50
    assert {case["b"] for case in cases} == {10, 30, 100, 200, 1000}


def test_more_centres_fit_better_and_few_are_too_few(study):
    few, some = (study.run({"b": b, "seed": 0})[0] for b in (3, 100))
    assert some["test_error"] < 0.05 < few["test_error"]
    assert few["fit_seconds"] > 0
