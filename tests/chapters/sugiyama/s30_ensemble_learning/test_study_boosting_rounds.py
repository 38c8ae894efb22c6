import pytest

from mlcompanion_chapters.sugiyama.s30_ensemble_learning.studies import boosting_rounds as study


def test_cases_differ():
    cases = study.cases(**study.SIZES["default"])
    assert len({tuple(case.items()) for case in cases}) == len(cases) == 631


@pytest.mark.parametrize(
    ("check", "key"),
    [("population", "pop_dev"), ("step", "theta_dev"), ("update, listing", "half_dev")],
)
def test_a_case(check, key):
    assert 0 <= study.run({"check": check, "seed": 777})[key] < 1e-4
