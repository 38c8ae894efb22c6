def test_a_row_has_three_curves(study):
    case = study.cases(1, 10)[0]
    row = study.run(case)
    assert {len(row[name]) for name in ("returns", "model_error", "belief_error")} == {1}
    assert 600 < row["updates"] < 1260
