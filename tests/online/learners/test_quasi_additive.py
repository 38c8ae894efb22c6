"""The quasi-additive family: textbook updates, links, invariances."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator, make_r_of_k
from mlcompanion.online import (
    FixedScale,
    Perceptron,
    PNormPerceptron,
    SelfTunedWinnow,
    Winnow,
    dual_ascent,
)

STREAM = make_noisy_separator(300, 7, flip=0.1, random_state=1)
X = STREAM.data
Y = STREAM.target.astype(float)
BARE = {"fit_intercept": False}


@pytest.mark.parametrize("c", [0.1, 1.0, 10.0])
def test_winnow_is_the_multiplicative_update(c):
    w = np.ones(7)
    mistakes = 0
    for x, y in zip(X, Y):
        if y * (w @ x) <= 0:
            # (5.5)
            w = w * np.exp(1 / c) ** (y * x)
            mistakes = mistakes + 1
    model = Winnow(c, balanced=False, **BARE).fit(X, Y)
    np.testing.assert_allclose(model.coef_[0], w / w.sum(), rtol=1e-12)
    assert model.n_mistakes_ == mistakes


@pytest.mark.parametrize("p", [2.0, 3.5, 8.0])
def test_p_norm_is_the_textbook_update(p):
    theta = np.zeros(7)
    mistakes = 0
    for x, y in zip(X, Y):
        size = np.linalg.norm(theta, p)
        w = np.sign(theta) * np.abs(theta) ** (p - 1) / size ** (p - 2) if size else theta  # (5.9)
        if y * (w @ x) <= 0:
            theta = theta + y * x
            mistakes = mistakes + 1
    size = np.linalg.norm(theta, p)
    w = np.sign(theta) * np.abs(theta) ** (p - 1) / size ** (p - 2)
    model = PNormPerceptron(p, **BARE).fit(X, Y)
    np.testing.assert_allclose(model.coef_[0] * (p - 1), w, rtol=1e-12)
    assert model.n_mistakes_ == mistakes


def test_self_tuned_winnow_is_figure_5_2():
    scaled = X * np.linspace(0.5, 3.0, len(X))[:, None]  # norms that grow within the stream
    theta = np.zeros(7)
    largest = 0.0
    mistakes = 0
    for x, y in zip(scaled, Y):
        largest = max(np.abs(x).max(), largest)
        c = largest * np.sqrt((mistakes + 1) / np.log(7))
        if y * (np.exp(theta / c) @ x) <= 0:
            theta = theta + y * x
            mistakes = mistakes + 1
    model = SelfTunedWinnow(balanced=False, **BARE).fit(scaled, Y)
    c = largest * np.sqrt((mistakes + 1) / np.log(7))
    w = np.exp(theta / c)
    assert model.n_mistakes_ == mistakes
    np.testing.assert_allclose(model.coef_[0], w / w.sum(), rtol=1e-12)


def test_balanced_winnow_has_weights_of_both_signs():
    model = Winnow(0.5, **BARE).fit(X, Y)
    twice = Winnow(0.5, balanced=False, **BARE).fit(np.column_stack([X, -X]), Y)
    np.testing.assert_allclose(model.coef_[0], twice.coef_[0, :7] - twice.coef_[0, 7:], atol=1e-15)
    np.testing.assert_allclose(model.decision_function(X), X @ model.coef_[0])
    assert (model.coef_ < 0).any()
    assert (model.coef_ > 0).any()


def test_p_two_is_the_perceptron():
    one = PNormPerceptron(2.0).fit(X, Y)
    two = Perceptron().fit(X, Y)
    assert np.array_equal(one.run_.mistakes, two.run_.mistakes)
    np.testing.assert_allclose(one.coef_, two.coef_, rtol=1e-12)


@pytest.mark.parametrize("geometry", [Euclidean(), PNorm(4)], ids=repr)
def test_predictions_do_not_depend_on_c(geometry):
    runs = [
        dual_ascent(X, Y, geometry, scale=FixedScale(c), conservative=True)[1].mistakes
        for c in (2.0**-7, 1.0, 2.0**7)
    ]
    assert np.array_equal(runs[0], runs[1])
    assert np.array_equal(runs[1], runs[2])


def test_winnow_depends_on_c():
    counts = {Winnow(c).fit(X, Y).n_mistakes_ for c in (0.01, 1.0, 100.0)}
    assert len(counts) > 1


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(-3, 3), min_size=2, max_size=6), st.sampled_from([2.0, 2.5, 6.0]))
def test_links_are_gradients_of_conjugates(theta, p):
    theta = np.array(theta)
    if np.abs(theta).max() < 0.1:
        theta = theta + 1.0
    for geometry in (Euclidean(), Entropy(), PNorm(p)):
        numeric = [
            (geometry.conjugate(theta + h) - geometry.conjugate(theta - h)) / 2e-5
            for h in 1e-5 * np.eye(len(theta))
        ]
        np.testing.assert_allclose(geometry.link(theta), numeric, atol=1e-6)


def test_winnow_needs_few_mistakes_where_few_bits_matter():
    stream = make_r_of_k(3000, 400, random_state=0)
    args = stream.data, stream.target
    assert SelfTunedWinnow(balanced=False, **BARE).fit(*args).n_mistakes_ < 0.5 * (
        Perceptron(**BARE).fit(*args).n_mistakes_
    )


@pytest.mark.parametrize("bad", [PNormPerceptron(1.5), Winnow(0.0), Winnow(np.nan)])
def test_bad_parameters_are_refused(bad):
    with pytest.raises(ValueError, match=r"p must|inverse_rate must"):
        bad.fit(X, Y)


def test_partial_fit_is_fit():
    for model in (PNormPerceptron(), Winnow(), SelfTunedWinnow()):
        whole = model.fit(X, Y).coef_.copy()
        parts = type(model)()
        for half in (slice(0, 150), slice(150, None)):
            parts.partial_fit(X[half], Y[half], classes=[-1, 1])
        np.testing.assert_allclose(parts.coef_, whole, atol=1e-15)


@parametrize_with_checks([PNormPerceptron(n_epochs=20), Winnow(n_epochs=20), SelfTunedWinnow()])
def test_estimator_contract(estimator, check):
    check(estimator)
