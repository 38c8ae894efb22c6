def test_five_splits_of_three_sets(study):
    assert len(study.cases(**study.SIZES["default"])) == 15


def test_a_split_of_the_titles(study):
    row = study.run({"data": "titles", "seed": 1, "steps": 400})
    assert len(row["map6"]) == len(row["err6"]) == len(row["dens6"]) == 6
    assert len(row["flr"]) == len(row["dlr"]) == len(row["spa"]) == 20
    assert row["spa"][-1] == row["err6"][4]
    assert row["added"] == 0
    # the density of a diagonal is one over the number of words
    assert row["dens6"][0] >= row["dens6"][1]
