def test_seeds_are_new(study):
    assert study.cases(repeats=2) == [{"seed": 100}, {"seed": 101}]
