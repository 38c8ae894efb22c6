"""The cases of the study."""


def test_each_case_stands_once(study):
    for size in ("default", "paper"):
        cases = study.cases(**study.SIZES[size])
        keys = [tuple(sorted((key, str(value)) for key, value in case.items())) for case in cases]
        assert len(set(keys)) == len(keys)


def test_a_case_of_each_kind(study):
    for case in (
        {"experiment": "table", "set": "spiral", "seed": 0},
        {"experiment": "wrong", "share": 0.2, "seed": 0},
        {"experiment": "wine", "C": 0.1, "k": 5, "scaled": 1, "seed": 0},
    ):
        assert study.run(case)["ll"] > 20
