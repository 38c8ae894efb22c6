"""The searches find nothing where the theory holds, and something where it is broken."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j13_dal import dal_statements
from mlcompanion_chapters.jmlr12.j13_dal.dal_statements import (
    check_rates,
    growth_constant,
    huber_constants,
    rate_problem,
    secant_columns,
    squared_columns,
    zero_threshold,
)


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
def test_no_violation_on_any_kind_of_problem(seed):
    found = check_rates(seed)
    assert found[1:5] == (0, 0, 0, 0)
    assert found.checks >= 1000
    assert found.loose > 0
    assert found.steps >= 12


def test_nothing_to_test_is_no_pass(monkeypatch):
    problem = rate_problem(2)
    path = problem.run(tol=0.0, max_iter=2).path
    there = [step._replace(w=problem.best, objective=problem.least) for step in path]
    with pytest.raises(ValueError, match="rounding"):
        growth_constant(problem, there)
    tight = dal_statements._tight_run
    monkeypatch.setattr(  # gradients left inside that no tolerance allows
        dal_statements, "_tight_run",
        lambda *a: [step._replace(slope=np.inf) for step in tight(*a)],
    )  # fmt: skip
    with pytest.raises(ValueError, match="A4"):
        check_rates(2)


def test_a_broken_step_is_caught(monkeypatch):
    whole = dal_statements.RateProblem.run

    def loose(self, **options):
        run = whole(self, **options)
        path = [s._replace(eta=16 * s.eta) for s in run.path]  # a longer step was promised
        return run._replace(path=path)

    monkeypatch.setattr(dal_statements.RateProblem, "run", loose)
    monkeypatch.setattr(dal_statements, "_theorem_6", lambda *a: (0, 0))  # refuses such a run
    found = check_rates(1)
    assert found.viol4 > 0
    assert found.viol5 > 0


def test_the_minimum_is_not_undercut():
    problem = rate_problem(2)
    path = problem.run(tol=0.0, max_iter=8).path
    assert min(s.objective for s in path) >= problem.least * (1 - 1e-12)
    sigma, distance, solid = growth_constant(problem, path)
    gaps = np.array([s.objective for s in path]) - problem.least
    assert (gaps[solid] >= sigma * distance[solid] ** 2 * (1 - 1e-12)).all()


def test_half_is_the_threshold():
    assert not np.any([zero_threshold(seed) for seed in range(6)])


def test_misprints():
    printed, right = squared_columns()
    assert printed > 1
    assert right < 1e-6
    ratios, bend = secant_columns()
    assert ratios == pytest.approx([0.5, 0.5], abs=1e-6)
    assert bend == pytest.approx(1.0, abs=1e-6)
    best, printed, right = huber_constants([0.25, 0.5, 1.0, 2.0])
    np.testing.assert_allclose(best, right, atol=1e-6)
    np.testing.assert_allclose(best, [0.5, 0.5, 0.5, 0.375], atol=1e-6)
    assert printed[0] < 0
