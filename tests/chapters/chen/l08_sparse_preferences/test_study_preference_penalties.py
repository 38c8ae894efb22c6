def test_every_seed_has_all_questions(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 5 * (2 + 4 + 7 + 3)


def test_zeros_of_a_large_penalty(study):
    row = study.run({"what": "zeros", "seed": 0, "C": 2.0})
    assert 0 < row["density"] < 1
