from mlcompanion_chapters.jmlr12.j29_best_match_rl import dyna_runs


def test_cases_are_the_columns_of_the_table(study):
    cases = study.cases(**study.SIZES["default"])
    assert {case["column"] for case in cases} == set(dyna_runs.TABLE_1)
    assert sum(case["runs"] for case in cases) == 1000 * len(dyna_runs.TABLE_1)


def test_a_case(study):
    row = study.run({"column": "no noise, from 20", "runs": 2, "seed": 0})
    assert all(0 < value < 0.52 for value in row["jit"])
