"""The compiled steps of Theorem 3's study against the library's bounds, on the same batches."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.special import logsumexp

from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.majorising.semistochastic import LogisticBounds, SoftmaxBounds
from mlcompanion_chapters.choromanska.r03_semistochastic_bound.stationarity import (
    PENALTY,
    gradient_slope,
    instance,
    sampled_steps,
    step_bias,
    whole_norm,
)


def drawn(places, uniforms):
    """The rows of a shuffle that stops early."""
    for t, u in enumerate(uniforms):
        other = t + int(u * (len(places) - t))
        places[[t, other]] = places[[other, t]]
    return places[: len(uniforms)].copy()


def hidden_value(model, w):
    scores = model.X @ w.reshape(-1, 4)
    own = model.owner[None] == model.codes[:, None]
    losses = logsumexp(scores, axis=1) - logsumexp(np.where(own, scores, -np.inf), axis=1)
    return losses.mean() + 0.5 * PENALTY * w @ w


@pytest.mark.parametrize("kind", ["logistic", "hidden"])
def test_steps_are_those_of_the_library(kind):
    model, start = instance(kind, 0)
    uniforms = np.random.default_rng(1).random((3, 40))
    W = start.copy()
    sampled_steps(model, W, uniforms, np.array([1.0, 0.5, 0.2]), PENALTY, np.arange(500))
    places = np.arange(500)
    w = start.ravel().copy()
    for row, length in zip(uniforms, (1.0, 0.5, 0.2)):
        rows = drawn(places, row[:20])
        curved = drawn(places, row[20:])
        if kind == "logistic":
            signs = 2.0 * model.codes - 1
            bounds = LogisticBounds(FiniteSum(model.X, signs, Logistic(), PENALTY))
            gradient, _ = bounds.gradient_at(w, rows)
        else:
            bounds = SoftmaxBounds(model.X, np.zeros(500, int), 4, PENALTY)
            part = model._replace(X=model.X[rows], codes=model.codes[rows])
            gradient = approx_fprime(w, lambda v, p=part: hidden_value(p, v), 1e-7)
        w = w - length * bounds.curvature_at(w, curved).solve(gradient)
    np.testing.assert_allclose(W.ravel(), w, rtol=1e-4, atol=1e-5)


def test_the_whole_gradient():
    model, W = instance("hidden", 3)
    slope = approx_fprime(W.ravel(), lambda v: hidden_value(model, v), 1e-7)
    assert whole_norm(model, W, PENALTY) == pytest.approx(np.linalg.norm(slope), rel=1e-4)


def test_falling_steps_fall_and_constant_ones_level_off():
    falling, _ = gradient_slope("logistic", 0, 1.0, True, 20_000)
    constant, _ = gradient_slope("logistic", 0, 0.1, False, 20_000)
    assert falling < -0.2
    assert abs(constant) < 0.1


def test_a_shared_batch_is_biased():
    bias = step_bias()
    assert bias["bias_independent"] < 1e-12
    assert bias["bias_shared"] > 0.01
