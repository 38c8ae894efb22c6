"""The problems of Table 4.1, whole and by blocks, and what is checked of the theory."""

import numpy as np
import pytest

from mlcompanion.prox import GroupPenalty
from mlcompanion.sparse.cca import BallProblem, excessive_gap
from mlcompanion_chapters.chen.l04_structured_cca import chains, gap_checks


def test_a_chain_has_the_printed_groups():
    beta, penalty = chains.chain(20, 0.2)
    assert len(beta) == 18_100
    assert beta.sum() == 9000
    assert penalty.norm() == pytest.approx(0.2 * np.sqrt(2))
    np.testing.assert_array_equal(penalty.C.indices[1000:1003], [900, 901, 902])


@pytest.mark.parametrize(("n_groups", "gamma"), [(4, 0.3), (5, 2.0)])
def test_blocks_have_the_iterates_of_the_whole(n_groups, gamma):
    whole = excessive_gap(*chains.chain(n_groups, gamma))
    parts = excessive_gap(*chains.reduced_chain(n_groups, gamma))
    data = chains.blocks(n_groups)
    assert data.sizes.sum() == 900 * n_groups + 100
    assert whole.n_iter == parts.n_iter
    np.testing.assert_allclose(whole.primal, parts.primal, rtol=1e-10)
    spread = np.repeat(parts.v / np.sqrt(data.sizes), data.sizes)
    np.testing.assert_allclose(whole.v, spread, atol=1e-10)


def test_the_optimum_by_ridges_lies_in_the_certificate():
    run = excessive_gap(*chains.reduced_chain(20, 2.0), tol=1e-7)
    optimum = chains.reduced_optimum(20, 2.0)
    assert run.dual[-1] - 1e-6 <= optimum <= run.primal[-1] + 1e-6
    assert optimum == pytest.approx(4412.2477, abs=5e-5)


def test_no_point_of_the_ball_is_below_the_bound():
    beta, penalty = chains.chain(2, 1e-9, size=20, overlap=4)
    run = excessive_gap(beta, penalty)
    assert run.primal[-1] == pytest.approx(chains.lower_bound(beta.sum()), rel=1e-6)


def test_the_subgradient_method_reaches_its_target_on_blocks():
    value = excessive_gap(*chains.reduced_chain(4, 0.04)).primal[-1]
    run = chains.subgradient_run(4, 0.04, value)
    assert run.converged
    assert run.best <= 1.00001 * value


def test_searches_find_no_counterexample_but_the_control_does():
    found = gap_checks.searched(range(3), n_steps=60)
    assert found["worst"] <= 1
    assert found["late"] == 0
    assert max(found[name] for name in ("below", "weak", "above")) <= 1e-10
    assert found["half"] > 1
    assert found["broken"] > 0


def test_a_wrong_step_is_noticed(monkeypatch):
    """Without the step on the floor the bound and the condition break."""
    monkeypatch.setattr(BallProblem, "gradient_step", lambda self, alpha, v: alpha)
    found = gap_checks.searched(range(6), n_steps=60)
    assert found["below"] > 1e-10
    assert found["worst"] > 1


def test_closed_forms_and_trees():
    assert max(gap_checks.closed_form_errors(0)) < 1e-6
    found = gap_checks.tree_oracle(range(3))
    assert found["worst"] <= 1
    assert found["swapped"] >= 1


def test_smoothing_and_excessive_gap_are_counted_on_one_problem():
    beta, penalty = gap_checks.rate_problem(1)
    assert isinstance(penalty, GroupPenalty)
    counts = gap_checks.gap_counts(1)
    assert counts == sorted(counts)
    others = gap_checks.smoothing_counts(1)
    assert others == sorted(others)
    assert min(counts) > 3
    assert len(beta) == 328
