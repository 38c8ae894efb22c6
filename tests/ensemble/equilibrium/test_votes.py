"""Weights of votes: the programs against HiGHS in full, LP-AdaBoost, and arc-gv."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.datasets import load_breast_cancer

from mlcompanion.datasets import load_pima
from mlcompanion.ensemble import DualBooster, arc_gv_step, best_margin, boost
from mlcompanion.ensemble.equilibrium import (
    BinnedStump,
    CompleteTree,
    LPAdaBoost,
    emargin,
    improve_margins,
    lp_weights,
    merge_votes,
    signed_votes,
)


def votes_of(data, n_rounds=60, weak=None):
    model = DualBooster(n_rounds=n_rounds, weak=weak or BinnedStump()).fit(data.data, data.target)
    return signed_votes(model, data.data, data.target), model.alphas_


def test_merging_keeps_the_vote():
    V, alphas = votes_of(load_pima(), 100)
    merged = merge_votes(V, alphas)
    np.testing.assert_allclose(merged.V @ merged.weights, V @ alphas, atol=1e-10)
    np.testing.assert_allclose(V @ merged.spread(merged.weights, 100), V @ alphas, atol=1e-10)
    assert (merged.weights > 0).all()
    assert merged.V.shape[1] < 100
    gram = merged.V.T @ merged.V / len(V)
    np.fill_diagonal(gram, 0)
    assert np.abs(gram).max() < 1


def test_opposite_classifiers_cancel():
    h = np.array([1.0, -1.0, 1.0])
    merged = merge_votes(np.column_stack([h, -h, [1, 1, -1]]), [0.5, 0.3, 0.2])
    assert merged.columns.tolist() == [0, 2]
    np.testing.assert_allclose(merged.weights, [0.2, 0.2])
    only = merge_votes(np.column_stack([h, -h]), [0.2, 0.6])
    assert only.signs.tolist() == [-1]
    with pytest.raises(ValueError, match="cancel"):
        merge_votes(np.column_stack([h, -h]), [0.3, 0.3])


@pytest.mark.parametrize("weak", [BinnedStump(), CompleteTree(depth=2)])
@pytest.mark.parametrize("batch", [5, 200])
def test_growing_the_program_ends_at_its_optimum(weak, batch):
    for data in (load_pima(), load_breast_cancer()):
        V, alphas = votes_of(data, 60, weak)
        merged = merge_votes(V, alphas)
        want, _, hardest = best_margin(merged.V)
        beta, margin = lp_weights(V, alphas, batch=batch)
        assert margin == pytest.approx(want, abs=1e-9)
        assert np.abs(beta).sum() == pytest.approx(1)
        assert (V @ beta).min() == pytest.approx(margin, abs=1e-12)
        assert merged.V.mean(axis=0) @ best_margin(merged.V)[1] <= (V @ beta).mean() + 1e-9
        # a certificate of its own: no vote does better against the hardest examples
        assert (hardest @ merged.V).max() == pytest.approx(margin, abs=1e-9)


def test_of_tied_votes_the_one_with_the_largest_mean_is_taken():
    h = np.array([1.0, 1.0, -1.0, 1.0])
    near = np.array([-1.0, 1.0, 1.0, 1.0])  # opposite of h on two examples
    # with equal weights both are silent on two examples; the third is never right where both err
    V = np.column_stack([h, near, [1.0, -1.0, 1.0, -1.0], [1.0, -1.0, 1.0, 0.0]])
    beta, margin = lp_weights(V, merge=False)
    value, _, _ = best_margin(V)
    assert margin == pytest.approx(value, abs=1e-9)
    full = linprog(
        -V.mean(axis=0), A_ub=-V, b_ub=np.full(4, -value), A_eq=np.ones((1, 4)), b_eq=[1.0]
    )
    assert (V @ beta).mean() == pytest.approx(-full.fun, abs=1e-8)


def test_unmerged_votes_that_cannot_separate_say_nothing():
    V, alphas = votes_of(load_pima(), 100)
    assert merge_votes(V, alphas).V.shape[1] < V.shape[1]
    _, merged = lp_weights(V, alphas)
    _, raw = lp_weights(V, alphas, merge=False)
    assert merged < 0
    assert raw == pytest.approx(0, abs=1e-9)


def test_improvement_solves_the_program_with_slacks():
    rng = np.random.default_rng(0)
    V = rng.choice([-1.0, 1.0], size=(30, 12))
    alpha = rng.dirichlet(np.ones(12))
    found = improve_margins(V, alpha)
    n, T = V.shape
    full = linprog(
        np.r_[np.zeros(T), -np.ones(n)],
        A_ub=np.column_stack([-V, np.eye(n)]),
        b_ub=-V @ alpha,
        A_eq=np.r_[np.ones(T), np.zeros(n)][None],
        b_eq=[1.0],
        method="highs",
    )
    assert found.raised == pytest.approx(-full.fun, abs=1e-7)
    assert (V @ found.weights - V @ alpha).min() > -1e-9


def test_improvement_finds_a_wasted_classifier():
    V = np.array([[1.0, -1.0], [1.0, 1.0], [1.0, -1.0]])
    found = improve_margins(V, [0.5, 0.5])
    np.testing.assert_allclose(found.weights, [1, 0])
    assert found.raised == pytest.approx(2.0)
    assert improve_margins(V, [2.0, 0.0]).raised == 0


def test_lp_adaboost_has_the_larger_least_margin():
    data = load_breast_cancer()
    V, alphas = votes_of(data, 100)
    model = LPAdaBoost().fit(data.data, data.target)
    assert model.least_margin_ > (V @ alphas).min() / alphas.sum() + 0.01
    signs = np.where(data.target == 1, 1, -1)
    scores = model.decision_function(data.data)
    assert (signs * scores).min() == pytest.approx(model.least_margin_)
    assert np.abs(scores).max() <= 1 + 1e-12
    # the equilibrium margin stands above the least margin
    assert emargin(signs * scores, np.log(6000)).margin >= model.least_margin_


def test_a_perfect_stump_stops_the_booster():
    X = np.arange(10.0)[:, None]
    y = np.arange(10) >= 5
    for rule in ("adaboost", "arc-gv"):
        model = DualBooster(rule, weak=BinnedStump()).fit(X, y)
        assert model.n_rounds_ == 1
        assert model.score(X, y) == 1
    assert LPAdaBoost().fit(X, y).least_margin_ == 1


def test_signed_votes_refuses_other_classes():
    X = np.arange(10.0)[:, None]
    model = DualBooster(weak=BinnedStump()).fit(X, np.arange(10) >= 4)
    with pytest.raises(ValueError, match="y must hold classes"):
        signed_votes(model, X, np.arange(10))


def test_arc_gv_step():
    margins = np.array([0.2, 0.1, 0.6])
    w = np.array([0.5, 0.3, 0.2])
    v = np.array([1.0, 1.0, -1.0])
    want = 0.5 * np.log(1.6 / 0.4) - 0.5 * np.log(1.1 / 0.9)
    assert arc_gv_step(margins, 1.0, v, w, 10.0) == pytest.approx(want)
    assert arc_gv_step(np.zeros(3), 0.0, v, w, 10.0) == pytest.approx(np.arctanh(0.6))
    assert arc_gv_step(2 * margins, 2.0, v, w, 10.0) == pytest.approx(want)
    assert arc_gv_step(np.full(3, 0.7), 1.0, v, w, 10.0) == 0  # no edge beyond the least margin
    assert arc_gv_step(-np.ones(3), 1.0, v, w, 1.0) == 1  # no bound but the limit


def test_arc_gv_comes_to_the_largest_least_margin():
    """On all columns of a game, where AdaBoost may stay below it."""
    rng = np.random.default_rng(5)
    y = np.ones(12)
    V = rng.choice([-1.0, 1.0], p=[0.35, 0.65], size=(12, 15))
    value, *_ = best_margin(V)
    assert value > 0

    def weak(w):
        return V[:, np.argmax(w @ V)]

    run = boost(weak, y, rule="arc-gv", n_rounds=5000)
    least = -run.theta.max() / run.alphas.sum()
    assert value - 0.01 < least <= value + 1e-9
    assert run.inverse_rate == 1.0
