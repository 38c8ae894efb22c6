from mlcompanion_chapters.jmlr12.j29_best_match_rl import limits


def test_cases_are_learners_processes_and_seeds(study):
    cases = study.cases(**study.SIZES["default"])
    assert sum(case["check"] == "contraction" for case in cases) == 50
    assert sum(case["check"] == "last" for case in cases) == 10 * 5 * len(limits.LAST_VISIT)
    assert sum(case["check"] == "sparse" for case in cases) == 10 * 5 * len(limits.SPARSE)


def test_a_case(study):
    row = study.run(study.cases(1, 1, 1)[-1])
    assert 0 < row["errors"][0] <= 1 + 1e-9
