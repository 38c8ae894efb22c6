def test_every_kind_of_case_gives_its_row(study):
    cases = study.cases(seeds=1, trees=3)
    assert len(cases) == 19 * 8 + 10 + 19
    row = study.run(next(c for c in cases if c["set"] == "corral"))
    assert 0.8 < row["accuracy"] < 1
    assert row["tested"] == 128
    row = study.run({"experiment": "cuts", "set": "iris"})
    assert row["tested"] == 150
    assert abs(row["accuracy"] - row["with_all"]) < 0.1
    row = study.run({"experiment": "agreement", "set": "corral", "trees": 5})
    assert -1 <= row["rho_fcll"] <= 1
