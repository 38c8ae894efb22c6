def test_a_row_is_a_time(study):
    case = next(c for c in study.cases(1, (3,), (2,)) if c["task"] == "rock")
    row = study.run(case)
    assert 0 < row["decision"] < 1
    assert row["updates"] == 819
