"""The cases of the study."""

import pytest


def test_each_case_stands_once(study):
    seeds = [case["seed"] for case in study.cases(**study.SIZES["default"])]
    assert len(set(seeds)) == len(seeds) == 10


def test_an_instance(study):
    pytest.importorskip("cvxpy")
    row = study.run({"seed": 0})
    assert row["used"] < 0.9
    assert row["short"] > 10 * row["tol"]
