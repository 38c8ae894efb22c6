def test_a_case_gives_shares(study):
    found = study.run({"experiment": "methods", "set": "dublin", "k": 2, "seed": 0})
    assert all(0 < share <= 1.3 for share in found.values())


def test_maps_are_run_for_some_numbers_of_clusters(study):
    cases = study.cases(**study.SIZES["default"])
    assert {case["k"] for case in cases if case["experiment"] == "maps"} == {2, 6, 10}
    assert {case["k"] for case in cases if case["experiment"] == "methods"} == set(range(2, 11))
