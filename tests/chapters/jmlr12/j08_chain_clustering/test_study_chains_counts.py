def test_cases_of_a_draw(study):
    cases = study.cases(1)
    assert [case["experiment"] for case in cases].count("large") == 2
    assert [case["experiment"] for case in cases].count("wrong") == 27


def test_a_case(study):
    found = study.run({"experiment": "wrong", "k": 6, "length": 6, "seed": 0})
    assert min(found["hs"], found["ebc"], found["tmse"]) > 0.6
