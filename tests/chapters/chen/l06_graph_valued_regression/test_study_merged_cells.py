def test_a_case_of_each_kind_gives_its_row(study):
    kinds = {c["experiment"]: c for c in study.cases(share=0.01)}
    assert set(kinds) == {"covariances", "means", "siblings"}
    found = study.run(kinds["covariances"])
    assert found["ratio"] >= 1 - 1e-6
    assert found["apart"] < 1e-6
    assert study.run(kinds["means"])["right"] == 0
    assert 0 <= study.run({**kinds["siblings"], "n": 500})["share"] <= 1
