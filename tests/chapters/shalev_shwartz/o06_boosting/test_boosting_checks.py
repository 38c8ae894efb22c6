"""Oracles keep their promise barely, and the checks fail where a step or a constant is wrong."""

import numpy as np
import pytest

from mlcompanion.convex import RelativeEntropy
from mlcompanion.ensemble import DualBooster, rounds_to_separate
from mlcompanion_chapters.shalev_shwartz.o06_boosting import boosting_checks as checks


@pytest.mark.parametrize("order", ["random", "spiteful"])
def test_oracle_edges_are_at_least_and_hardly_above_the_promise(order):
    run = checks.oracle_run(0.05, 400, 60, 0, order=order)
    assert run.edges.min() >= 0.05 - 1e-12
    assert np.median(run.edges) < 0.052


def test_real_oracle_has_the_promised_correlation():
    oracle = checks.SignOracle(0.1, 0, real=True)
    w = np.full(200, 1 / 200)
    values = oracle(w)
    assert 0.5 < np.abs(values).max() < 1
    assert 0.2 - 1e-12 <= w @ values < 0.22


def test_edges_of_an_interval_differ():
    edges = checks.oracle_run((0.05, 0.4), 300, 30, 0).edges
    assert 0.05 <= edges.min() < 0.15
    assert edges.max() > 0.3


@pytest.mark.parametrize("rule", ["adaboost", "gentle", "fixed"])
def test_bound_holds_and_half_the_step_crosses_it(rule):
    edge = {"edge": 0.05} if rule == "fixed" else {}
    run = checks.oracle_run(0.05, 500, 200, 0, rule=rule, **edge)
    assert checks.excess(run) <= 1e-9
    half = checks.oracle_run(0.05, 500, 200, 0, rule="fixed", edge=0.025)
    assert checks.excess(half, 0.05) > 0


def small_data():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (80, 2))
    return {"ring": (X, np.where((X**2).sum(axis=1) < 0.5, 1, -1))}


def test_stump_runs_are_the_estimator():
    X, y = small_data()["ring"]
    run = checks.stump_run(X, y, 12)
    assert run.edges == pytest.approx(DualBooster(n_rounds=12).fit(X, y).edges_)
    assert checks.stump_run(X, y, 12, flip=0.3).edges[5] != run.edges[5]


def test_correlation_after_a_step():
    run = checks.oracle_run((0.1, 0.3), 100, 20, 0, keep_weights=True)
    assert np.abs(checks.correlation_after(run)).max() < 1e-9  # AdaBoost: a coin
    gentle = checks.oracle_run((0.1, 0.3), 100, 20, 0, rule="gentle", keep_weights=True)
    p = 0.5 + gentle.edges
    a = gentle.alphas
    by_hand = (p * np.exp(-a) - (1 - p) * np.exp(a)) / (p * np.exp(-a) + (1 - p) * np.exp(a))
    assert checks.correlation_after(gentle) == pytest.approx(by_hand)


def test_training_errors_by_hand():
    run = checks.oracle_run(0.1, 50, 20, 0, order="spiteful", keep_weights=True)
    theta = np.log(run.weights[-1] * 50) + run.conjugates[-1]
    assert theta == pytest.approx(run.theta, abs=1e-9)
    assert checks.training_errors(run)[-1] == (run.theta > -1e-9).mean()


def test_spiteful_oracle_delays_and_the_theorem_ends_it():
    T = rounds_to_separate(0.1, 50)
    spite, kind = (
        checks.training_errors(checks.oracle_run(0.1, 50, 2 * T, 0, order=o, keep_weights=True))
        for o in ("spiteful", "random")
    )
    assert spite[T:].max() == 0
    assert np.flatnonzero(spite)[-1] > 5
    assert spite[:10].mean() >= kind[:10].mean() / 2


def test_rounds_until():
    run = checks.oracle_run(0.2, 100, 60, 0)
    T = checks.rounds_until(run, 0.1)
    assert run.exp_losses[int(T)] < 0.1 <= run.exp_losses[int(T) - 1]
    assert checks.rounds_until(run, 0.0) == np.inf


def test_lemma_slack_is_small_for_small_edges_and_a_longer_step_breaks_it(monkeypatch):
    assert 0 <= checks.lemma_slack(checks.SignOracle(0.05, 0), 300, 100, 10.0) <= 0.05
    assert checks.lemma_slack(checks.SignOracle((-0.2, 0.4), 1), 300, 100, 1.0) >= -1e-9
    monkeypatch.setattr(checks, "fixed_step", lambda theta, v, w, limit, psi: 3 * limit)
    assert checks.lemma_slack(checks.SignOracle(0.05, 0), 300, 100, 10.0) < 0


def test_primal_and_dual_meet():
    rng = np.random.default_rng(0)
    matrices = [rng.choice([-1.0, 1.0], (20, 3)) for _ in range(2)]
    found = checks.duality_check(matrices, (0.05, 5.0), 0)
    assert np.abs(found.gaps).max() <= 1e-5
    assert found.weak >= -1e-7


def test_coordinate_check_and_search():
    diff, n_capped, n_free = checks.coordinate_check(200, 0)
    assert diff <= 1e-5
    assert n_capped + n_free == 200
    assert min(n_capped, n_free) > 20
    V = np.random.default_rng(1).choice([-1.0, 1.0], (40, 3), p=[0.3, 0.7])
    weights = checks.scalar_search_weights(V, 0.01)
    assert np.abs(np.einsum("ti,it->t", weights[1:], V)).max() < 1e-6  # nothing left to gain
    assert weights[0] == pytest.approx(RelativeEntropy().link(np.zeros(40)))
