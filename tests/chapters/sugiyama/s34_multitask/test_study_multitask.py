def test_rows_of_all_experiments(study):
    cases = study.cases(repeats=1, n_minima=1, n_features=1)
    names = ["forms"] * 4 + ["sylvester"] * 3 + ["minima", "features"]
    assert [case["experiment"] for case in cases] == names
    forms = study.run({"experiment": "forms", "T": 4, "n": 10, "seed": 0})
    equation = study.run({"experiment": "sylvester", "T": 3, "seed": 0})
    assert max(forms["difference"], equation["difference"]) < 1e-8
    assert min(forms["param_s"], forms["sample_s"], equation["eigen_s"]) > 0
    assert study.run(cases[7])["op"] < 1 + 1e-6
