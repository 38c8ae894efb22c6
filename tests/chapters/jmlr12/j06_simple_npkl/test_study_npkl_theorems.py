"""The cases of the study."""


def test_each_case_stands_once(study):
    for size in ("default", "paper"):
        cases = study.cases(**study.SIZES[size])
        keys = [tuple(sorted((key, str(value)) for key, value in case.items())) for case in cases]
        assert len(set(keys)) == len(keys)
