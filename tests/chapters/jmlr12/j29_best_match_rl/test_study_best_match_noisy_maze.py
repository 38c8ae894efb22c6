from mlcompanion_chapters.jmlr12.j29_best_match_rl import dyna_runs


def test_cases_hold_the_lines_of_the_table(study):
    cases = study.cases(**study.SIZES["default"])
    assert {case["learner"] for case in cases} >= set(dyna_runs.TABLE_3)


def test_a_case(study):
    row = study.run({"learner": "best-match", "threshold": 0.0, "runs": 1, "seed": 0})
    assert 0 < row["returns"][0] < 0.52
