"""Many classes: textbook Perceptron, dual steps by a scalar optimiser, the bound."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from sklearn.datasets import load_digits
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.online import FixedScale, MistakeScale, MulticlassDualAscent
from mlcompanion.online.bounds.mistakes import perceptron_bound
from mlcompanion.online.structured.margin_ascent import MarginAscent

RNG = np.random.default_rng(0)
X = RNG.standard_normal((200, 5))
Y = (X @ RNG.standard_normal((5, 4)) + 0.3 * RNG.standard_normal((200, 4))).argmax(axis=1)


def perceptron():
    return MulticlassDualAscent(
        scale=FixedScale(), step="subgradient", conservative=True, fit_intercept=False
    )


def test_conservative_subgradient_is_the_multiclass_perceptron():
    W = np.zeros((4, 5))
    mistakes = 0
    for x, y in zip(X, Y):
        scores = W @ x
        right = scores[y]
        scores[y] = -np.inf
        rival = scores.argmax()
        if scores[rival] >= right:
            W[y], W[rival], mistakes = W[y] + x, W[rival] - x, mistakes + 1
    model = perceptron().fit(X, Y)
    assert np.array_equal(model.coef_, W)
    assert model.n_mistakes_ == mistakes == model.mistakes_.sum()


def test_coordinate_step_is_the_maximum_of_the_dual():
    rng = np.random.default_rng(1)
    for _ in range(30):
        ascent = MarginAscent(3, FixedScale(rng.uniform(0.5, 4)))
        theta = rng.standard_normal(3)
        ascent.theta[:] = theta
        a = rng.standard_normal(3)
        rho = rng.uniform(0, 3)
        c = ascent.inverse_rate
        best = minimize_scalar(
            lambda v, t=theta, a=a, r=rho, c=c: ((t + v * a) ** 2).sum() / (2 * c) - r * v,
            bounds=(0, 1),
            method="bounded",
            options={"xatol": 1e-12},
        ).x
        step = ascent.climb(a, rho).steps[0]
        assert -step == pytest.approx(best, abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5), st.floats(0, 0.4))
def test_corollary_5_carries_over(seed, k, noise):
    """Mistakes against random comparators, with X the largest distance of two feature vectors."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((60, 4))
    W = rng.standard_normal((k, 4))
    y = (x @ W.T).argmax(axis=1)
    wrong = rng.random(60) < noise
    y[wrong] = rng.integers(k, size=wrong.sum())
    model = perceptron().partial_fit(x, y, classes=np.arange(k))
    kept = model.mistakes_
    radius = np.sqrt(2) * np.linalg.norm(x[kept], axis=1).max(initial=0.0)
    for size in (0.01, 0.1, 1.0, 10.0):
        U = size * (W + 0.2 * rng.standard_normal(W.shape))
        scores = x[kept] @ U.T
        right = np.take_along_axis(scores, y[kept, None], axis=1)
        np.put_along_axis(scores, y[kept, None], -np.inf, axis=1)
        loss = np.maximum(0, 1 - right[:, 0] + scores.max(axis=1)).sum()
        assert model.n_mistakes_ <= perceptron_bound(loss, np.linalg.norm(U), radius) + 1e-9


def test_self_tuned_learner_beats_the_perceptron_on_digits():
    digits = load_digits()
    order = np.random.default_rng(0).permutation(len(digits.data))
    data = digits.data[order]
    target = digits.target[order]
    data = data / np.linalg.norm(data, axis=1, keepdims=True)
    model = MulticlassDualAscent(scale=MistakeScale(1000.0), fit_intercept=False)
    model.fit(data, target)
    assert model.n_mistakes_ < perceptron().fit(data, target).n_mistakes_
    assert model.mistakes_[1000:].mean() < model.mistakes_[:300].mean()


def test_partial_fit_is_fit_and_classes_are_kept():
    model = MulticlassDualAscent()
    model.partial_fit(X[:1], Y[:1], classes=[0, 1, 2, 3]).partial_fit(X[1:], Y[1:])
    np.testing.assert_allclose(model.coef_, MulticlassDualAscent().fit(X, Y).coef_, atol=1e-15)
    with pytest.raises(ValueError, match="outside classes"):
        model.partial_fit(X[:1], [7])
    with pytest.raises(ValueError, match="classes must stay"):
        model.partial_fit(X, Y, classes=[0, 1])
    with pytest.raises(ValueError, match="margin"):
        MulticlassDualAscent(margin=0.0).fit(X, Y)


@parametrize_with_checks([MulticlassDualAscent(n_epochs=10)])
def test_estimator_contract(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("error")
def test_many_classes_are_announced_without_a_word():
    model = MulticlassDualAscent().partial_fit(X[:1], Y[:1], classes=np.arange(40))
    assert model.coef_.shape == (40, X.shape[1])
