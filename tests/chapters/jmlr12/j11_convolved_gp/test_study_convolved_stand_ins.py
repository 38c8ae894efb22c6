import pytest


def test_every_case_is_another(study):
    cases = study.cases(**study.SIZES["default"])
    assert len({tuple(sorted(case.items())) for case in cases}) == len(cases)


@pytest.mark.parametrize(
    "case",
    [
        {"experiment": "genes", "n": 3, "model": "blurred", "direction": 0},
        {"experiment": "many", "n": 4, "model": "pitc", "direction": 1},
        {"experiment": "schools", "n": 2, "model": "icm-2"},
        {"experiment": "schools", "n": 2, "model": "separate"},
        {"experiment": "ocean", "n": 30, "model": "slfm"},
        {"experiment": "ocean", "n": 30, "model": "dtc", "K": 5},
    ],
)
def test_a_small_case_has_its_row(study, case):
    row = study.run({"seed": 0, "steps": 2} | case)
    assert {"missed", "explained"} & row.keys()
