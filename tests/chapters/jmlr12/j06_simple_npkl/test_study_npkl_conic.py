"""The cases of the study."""

import pytest


def test_each_case_stands_once(study):
    for size in ("default", "paper"):
        cases = study.cases(**study.SIZES[size])
        keys = [tuple(sorted((key, str(value)) for key, value in case.items())) for case in cases]
        assert len(set(keys)) == len(keys)


def test_small_cases(study):
    pytest.importorskip("cvxpy")
    assert study.run({"experiment": "closed", "n": 6, "seed": 0})["difference"] < 1e-5
    row = study.run({"experiment": "slack", "seed": 0})
    assert row["used"] < 0.9
