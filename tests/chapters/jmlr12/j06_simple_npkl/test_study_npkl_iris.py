"""The cases of the study."""


def test_each_case_stands_once(study):
    for size in ("default", "paper"):
        cases = study.cases(**study.SIZES[size])
        keys = [tuple(sorted((key, str(value)) for key, value in case.items())) for case in cases]
        assert len(set(keys)) == len(keys)


def test_a_case_of_each_kind(study):
    seen = set()
    for case in study.cases(repeats=1):
        if case["experiment"] not in seen:
            seen.add(case["experiment"])
            assert all(value >= 0 for value in study.run(case).values())
    assert seen == {"graph", "rank", "constant", "budget", "power"}
