def test_a_case_gives_its_row(study):
    assert len(study.cases(repeats=3)) == 3
    assert {"far_mi", "mis_q"} <= set(study.run(study.cases(repeats=1)[0]))
