def test_a_row_speaks_of_partition_cuts_and_edges(study):
    row = study.run({"n": 1000, "seed": 0})
    assert 0 <= row["f1 22"] <= 1
    assert len(row["features"]) == row["leaves"] - 1


def test_a_hundred_runs_at_each_size(study):
    cases = study.cases(**study.SIZES["default"])
    assert [case["n"] for case in cases].count(5000) == 100
    assert [case["n"] for case in cases].count(10_000) == 100
