"""Windows and mini-updates against the engine, an SVM solver and the bound."""

from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Hinge
from mlcompanion.online import (
    FixedScale,
    LipschitzScale,
    LossScale,
    MiniUpdateClassifier,
    MistakeScale,
    RootScale,
    best_in_hindsight,
    dual_ascent,
)
from mlcompanion.online.bounds.mistakes import aggressive_bound, comparator_losses
from mlcompanion.online.core.any_ascent import hinge_dual, mixed_ascent
from mlcompanion.online.core.regret import hindsight_objective
from mlcompanion.online.learners.mini_updates import MiniAscent

STREAM = make_noisy_separator(120, 6, flip=0.1, random_state=2)
X = STREAM.data
Y = STREAM.target.astype(float)


@pytest.mark.parametrize("gamma", [0.3, 1.0])
@pytest.mark.parametrize("c", [None, 2.0])
def test_without_extra_updates_it_is_the_engine(gamma, c):
    scale = MistakeScale(5.0) if c is None else FixedScale(c)
    _, run = dual_ascent(X, Y, loss=Hinge(gamma), scale=scale, step="coordinate", trace_dual=True)
    model = MiniUpdateClassifier(5.0, gamma, inverse_rate=c, fit_intercept=False).fit(X, Y)
    np.testing.assert_allclose(model.alpha_, -run.steps * Y, atol=1e-12)
    np.testing.assert_allclose(model.dual_path_, run.duals, atol=1e-12)
    np.testing.assert_allclose(model.run_.scores, run.scores, atol=1e-12)


def test_all_variables_is_a_support_vector_machine_every_round():
    c = 3.0
    model = MiniUpdateClassifier(window=None, inverse_rate=c, tol=1e-9, fit_intercept=False)
    for stop in (40, 80, 120):
        model.partial_fit(X[stop - 40 : stop], Y[stop - 40 : stop], classes=[-1, 1])
        w = best_in_hindsight(X[:stop], Y[:stop], Hinge(), l2=c)
        primal = hindsight_objective(w, X[:stop], Y[:stop], Hinge(), l2=c)
        assert model.dual_path_[-1] == pytest.approx(primal, abs=1e-6)
    peer = SVC(kernel="linear", C=1 / c, tol=1e-8)
    peer.fit(np.column_stack([X, np.zeros(len(X))]), Y)  # has an intercept: a lower optimum
    assert (
        c * (0.5 * peer.coef_ @ peer.coef_.T).item()
        + np.maximum(
            0, 1 - Y * peer.decision_function(np.column_stack([X, np.zeros(len(X))]))
        ).sum()
        <= model.dual_path_[-1] + 1e-6
    )


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(0, 5),
    st.sampled_from([1, 2, 7, None]),
    st.floats(0.1, 50.0),
)
def test_dual_path_rises_and_theorem_6_holds(seed, n_mini, window, U):
    stream = make_noisy_separator(60, 4, flip=0.2, random_state=seed)
    x = 2 * stream.data
    y = stream.target.astype(float)
    model = MiniUpdateClassifier(
        U, n_mini=n_mini, window=window, fit_intercept=False, random_state=seed
    ).fit(x, y)
    assert ((model.alpha_ >= 0) & (model.alpha_ <= 1)).all()
    assert np.all(np.diff(model.dual_path_) >= -1e-10)
    last = hinge_dual(model.alpha_, x, y, model.run_.scales[-1])
    assert model.dual_path_[-1] == pytest.approx(last, abs=1e-9)
    u = np.sqrt(2 * U) * stream.coef * np.linspace(0, 1, 20)[:, None]
    bound = aggressive_bound(comparator_losses(u, x, y), 2.0, U)
    assert np.all(model.n_mistakes_ <= bound + 1e-9)


def test_from_the_same_state_more_updates_gain_more():
    """The newest variable, then the window of two, of ten, then all: each climbs as high."""
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(len(X))
        x = X[order]
        y = Y[order]
        base = MiniAscent(6, FixedScale(2.0), margin=1.0, n_mini=1, random_state=seed)
        base.run(x[:60], y[:60])
        ends = []
        for window in (1, 2, 10, None):
            learner = deepcopy(base)
            learner.n_mini = 0
            learner.window = window or 61
            ends.append(learner.run(x[60:61], y[60:61]).duals[0])
        assert np.all(np.diff(ends) >= -1e-9), ends


def test_budget_is_kept_and_costs_dual_value():
    free = MiniUpdateClassifier(50.0, n_mini=3, random_state=0).fit(X, Y)
    tight = MiniUpdateClassifier(50.0, n_mini=3, budget=10, random_state=0).fit(X, Y)
    assert np.count_nonzero(tight.alpha_) <= 10 < np.count_nonzero(free.alpha_)
    theta = (tight.alpha_ * Y) @ np.column_stack([X, np.ones(len(X))])
    np.testing.assert_allclose(tight.engine_.theta, theta, atol=1e-9)
    assert tight.dual_path_[-1] < free.dual_path_[-1]


def test_partial_fit_is_fit():
    whole = MiniUpdateClassifier(10.0, n_mini=2, window=3).fit(X, Y)
    parts = MiniUpdateClassifier(10.0, n_mini=2, window=3)
    for half in (slice(0, 50), slice(50, None)):
        parts.partial_fit(X[half], Y[half], classes=[-1, 1])
    np.testing.assert_allclose(parts.coef_, whole.coef_, atol=1e-12)
    np.testing.assert_allclose(parts.dual_path_, whole.dual_path_, atol=1e-12)


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"U": 0.0}, "U"),
        ({"margin": -1.0}, "margin"),
        ({"n_mini": -1}, "n_mini"),
        ({"window": 0}, "window"),
        ({"budget": 0}, "budget"),
        ({"inverse_rate": 0.0}, "inverse_rate must"),
    ],
)
def test_bad_parameters_are_refused(wrong, name):
    with pytest.raises(ValueError, match=name):
        MiniUpdateClassifier(**wrong).fit(X, Y)


@parametrize_with_checks([MiniUpdateClassifier(n_mini=2, n_epochs=10)])
def test_estimator_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "scale",
    [FixedScale(2.0), RootScale(0.5), LipschitzScale(2.0, 1.5), LossScale(2, 1), LossScale(1, 3),
     MistakeScale(3.0)],
    ids=repr,
)  # fmt: skip
def test_without_extra_updates_every_scale_is_followed(scale):
    engine = MiniAscent(X.shape[1], scale, margin=0.7, n_mini=0)
    run = engine.run(X, Y)
    options = {"scale": scale, "step": "coordinate", "trace_dual": True}
    _, expected = dual_ascent(X, Y, loss=Hinge(0.7), **options)
    for name in ("scores", "losses", "mistakes", "steps", "scales", "duals"):
        np.testing.assert_allclose(getattr(run, name), getattr(expected, name), atol=1e-9)


def test_labels_are_signs():
    engine = MiniAscent(X.shape[1], FixedScale(1.0), margin=1.0, n_mini=0)
    with pytest.raises(ValueError, match="y must hold only"):
        engine.run(X, 2 * Y)
    with pytest.raises(ValueError, match="y must hold only"):
        dual_ascent(X, 2 * Y)
    with pytest.raises(ValueError, match="y must hold only"):
        mixed_ascent(X, 2 * Y, 1.0)
    with pytest.raises(ValueError, match="y must hold only"):
        comparator_losses(np.zeros((1, X.shape[1])), X, 2 * Y)
