def test_one_size_at_a_time(study):
    assert len(study.cases(1)) == 16


def test_a_small_case(study):
    case = {"n": 200, "m": 20, "k": 2, "length": 4, "varied": "n", "seed": 0}
    found = study.run(case)
    assert found["round_s"] > 0
    assert found["swap_s"] > 0
