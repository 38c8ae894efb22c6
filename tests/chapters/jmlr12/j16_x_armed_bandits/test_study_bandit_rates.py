def test_cases_are_all_horizons_dimensions_and_dissimilarities(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 3 * 3 * 2
    assert {case["n"] for case in cases} == {2**k for k in range(16, 19)}
    assert len(study.cases(**study.SIZES["paper"])) == 7 * 3 * 2


def test_a_row_has_a_regret_a_repeat(study):
    row = study.run({"n": 2000, "dimension": 2, "known": True, "repeats": 3})
    low = study.run({"n": 2000, "dimension": 2, "known": False, "repeats": 3})
    assert len(row["regret"]) == 3
    assert 0 < max(row["regret"]) < min(low["regret"])
