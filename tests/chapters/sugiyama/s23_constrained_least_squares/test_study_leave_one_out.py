def test_rows_of_both_experiments(study):
    cases = study.cases(n_problems=4, n_times=1)
    assert [case["experiment"] for case in cases] == 4 * ["identity"] + ["time"]
    rows = [study.run(case) for case in cases[:4]]
    assert all(10 <= row["n"] <= 60 and row["difference"] < 1e-6 for row in rows)
    row = study.run({"experiment": "time", "n": 30, "seed": 0})
    assert row["refits_s"] > row["formula_s"] >= 0
