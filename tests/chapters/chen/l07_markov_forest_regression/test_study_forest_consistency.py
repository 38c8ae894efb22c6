def test_pruning_needs_rows(study):
    few, many = (study.run({"n": n, "repeats": 5}) for n in (100, 3000))
    assert few["wrong"][1] >= many["wrong"][1]
    assert many["wrong_tree"] == 1


def test_sizes_are_those_of_the_claim(study):
    cases = study.cases(**study.SIZES["default"])
    assert [case["n"] for case in cases] == [100, 1000, 10_000, 100_000]
    assert {case["repeats"] for case in cases} == {500}
