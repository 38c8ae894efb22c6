def test_data_and_copies(study):
    sizes = study.SIZES["default"]
    cases = study.cases(**sizes)
    assert sum(case["experiment"] == "data" for case in cases) == 4 * sizes["repeats"]
    assert sum(case["experiment"] == "copies" for case in cases) == 4 * sizes["blocks"]


def test_a_start_on_the_data(study):
    found = study.run({"experiment": "data", "set": "dublin", "seed": 0})
    assert 0 < found["ours"] < 1
    assert 0 < found["tmse"] < 1
