def test_one_case_a_target(study):
    assert [case["seed"] for case in study.cases(**study.SIZES["default"])] == list(range(20))


def test_a_row_compares_both_models(study):
    row = study.run({"seed": 4})[0]
    assert 0 <= row["net"] < row["ker"] < 1
