def test_a_case_of_each_kind_gives_its_row(study):
    cases = study.cases(**study.SIZES["default"])
    assert {c["experiment"] for c in cases} == {"rows", "exact"}
    row = study.run({"experiment": "exact", "n": 2000, "seed": 0})
    assert row["exact_risk"] <= row["greedy_risk"] + 1e-12
