"""Checks of theorems and misprints: they pass, and a broken algorithm fails them."""

import numpy as np
import pytest

from mlcompanion.losses import Squared
from mlcompanion.sparse.stochastic_l1 import L1Problem
from mlcompanion_chapters.jmlr12.j22_stochastic_l1 import (
    formula_checks,
    misprints,
    theorem_checks,
)


def test_problems_lie_in_the_cube():
    kinds = [theorem_checks.random_problem(k)[0] for k in range(3)]
    assert all(np.abs(X).max() <= 1 for X in kinds)
    assert set(np.unique(kinds[0])) == {-1, 1}
    assert np.mean(kinds[1] == 0) > 0.7
    assert np.corrcoef(kinds[2].T)[0, 1] > 0.4


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
def test_minimisers_are_certified(loss):
    X, scores, lam = theorem_checks.random_problem(3, m=(20, 21), d=(10, 11))
    y = theorem_checks.targets(loss, scores)
    w, least, certified = theorem_checks.minimiser(loss, X, y, lam)
    assert certified
    problem = L1Problem(X, y, lam, theorem_checks.LOSSES[loss])
    assert problem.value(w) == pytest.approx(least, abs=1e-8)
    rng = np.random.default_rng(0)
    assert all(problem.value(w + 0.01 * rng.normal(size=len(w))) > least for _ in range(20))


def test_descent_holds_and_long_steps_rise():
    made = theorem_checks.descent_checks(0, 2)
    assert made["worst"] <= 1
    assert made["share"] == 1
    assert made["rises"] == 0
    assert made["rises_long"]


@pytest.mark.parametrize("part", ["one", "half", "two", "tight", "four"])
def test_guarantees_hold_on_one_problem(part):
    loss = "squared" if part in ("two", "tight", "four") else "logistic"
    made = theorem_checks.guarantee_checks(part, loss, 20, 2, steps=(100, 1000, 2000))
    assert 0 < made["worst"] <= 1
    assert len(made["gap"]) == 3


def test_a_step_is_the_minimum_and_a_wrong_one_is_seen(monkeypatch):
    assert theorem_checks.step_error(5) <= 2e-6
    long = {"squared": theorem_checks.LONG["squared"], "logistic": theorem_checks.LONG["logistic"]}
    right = theorem_checks.scd

    def longer(x, y, lam, kind, **options):
        return right(x, y, lam, long["squared" if isinstance(kind, Squared) else "logistic"],
                     **options)  # fmt: skip

    monkeypatch.setattr(theorem_checks, "scd", longer)
    assert theorem_checks.step_error(5) > 0.01


def test_formulas_of_the_proofs():
    error, failed = formula_checks.lemma7_checks(20)
    assert error < 1e-3
    assert failed == 0
    assert formula_checks.squared_constant(500) == pytest.approx(2, abs=1e-3)
    assert formula_checks.divergence_ratio(20) < 1e-6
    assert theorem_checks.lemma6_violations(60) == 0


def test_misprints():
    lemma = misprints.lemma5_checks((2, 3))
    assert 87 < lemma["first_fail"] < 700
    assert lemma["full"] <= 0
    assert lemma["early"] == lemma["right"] == 0
    counts = misprints.runtime_checks(misprints.logistic_problems((0, 2)))
    assert counts["ratio"][0] <= 1 < counts["ratio"][1]
    assert counts["ratio_right"] <= 1
    assert counts["first"] >= 2
