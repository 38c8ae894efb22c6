def test_cases_are_the_lines_of_the_table_and_two_starts(study):
    cases = study.cases(**study.SIZES["default"])
    best = [case for case in cases if case["learner"] == "bm-20"]
    assert {case["start"] for case in best} == {"anywhere", "valley"}
    assert sum(case["runs"] for case in best if case["start"] == "valley") == 1000
    assert len({case["learner"] for case in cases}) == 10


def test_a_case(study):
    row = study.run({"learner": "bm-5", "start": "valley", "runs": 2, "seed": 0})
    assert len(row["mean"]) == 2
    assert all(-1000 <= value < -80 for value in row["mean"])
