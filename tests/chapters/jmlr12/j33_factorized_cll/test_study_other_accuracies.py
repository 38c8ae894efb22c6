def test_a_case_gives_its_row(study):
    assert len(study.cases(**study.SIZES["default"])) == 19 * 8
    row = study.run({"experiment": "accuracy", "set": "corral", "split": 0, "learner": "3-NN"})
    assert row["tested"] == 128
    assert 0.6 < row["accuracy"] <= 1
