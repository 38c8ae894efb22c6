from mlcompanion_chapters.chen.l07_markov_forest_regression.studies import forest_regions


def test_both_trees_run_on_the_same_cases(study):
    assert study.cases(**study.SIZES["paper"]) == forest_regions.cases(runs=100)


def test_a_row_speaks_of_partition_and_edges(study):
    row = study.run({"n": 1000, "seed": 0})
    assert row["leaves"] >= 1
    assert 0 <= row["precision 22"] <= 1
