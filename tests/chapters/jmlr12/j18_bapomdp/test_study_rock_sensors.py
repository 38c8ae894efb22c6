def test_a_row_has_three_curves(study):
    case = study.cases(1, 10)[1]
    row = study.run(case)
    assert {len(row[name]) for name in ("returns", "model_error", "belief_error")} == {1}
    # nine ways a step: five moves or samples, two readings of either rock
    assert row["updates"] == 9 + 81 + 729
