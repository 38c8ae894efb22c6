"""The cases of the study."""


def test_each_case_stands_once(study):
    for size in ("default", "paper"):
        cases = study.cases(**study.SIZES[size])
        keys = [tuple(sorted((key, str(value)) for key, value in case.items())) for case in cases]
        assert len(set(keys)) == len(keys)


def test_a_case_of_each_kind(study):
    for case in (
        {"experiment": "answers", "count": 40, "seed": 0},
        {"experiment": "standard", "set": "wine", "seed": 0},
        {"experiment": "room", "set": "iris", "seed": 0},
    ):
        row = study.run(case)
        assert all(0 <= row[name] <= 100 for name in ("ll", "constant"))
