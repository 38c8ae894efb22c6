"""Paths against the learner's own weights, conversions against their definitions, exact risks."""

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.learning_theory import risk_certificate
from mlcompanion.losses import Hinge, ZeroOne
from mlcompanion.online import (
    DualAscent,
    DualAscentClassifier,
    LossScale,
    OnlineToBatch,
    Perceptron,
    RootScale,
    dual_ascent,
)
from mlcompanion.online.core.paths import average_hypothesis, hypothesis_path
from mlcompanion.online.learners.progressive_validation import progressive_validation

STREAM = make_noisy_separator(200, 5, flip=0.1, random_state=0)
X = STREAM.data
Y = STREAM.target.astype(float)
CONVERSIONS = ["last", "random", "average", "suffix", "validation", "vote"]


@pytest.mark.parametrize("complexity", [Euclidean(), Euclidean(2.0), Entropy(), PNorm(3)])
@pytest.mark.parametrize("scale", [RootScale(0.2), LossScale(1.0, 0.5)])
def test_path_is_what_the_learner_predicted_with(complexity, scale):
    learner = DualAscent(5, complexity, Hinge(), scale)
    weights = []
    for x, y in zip(X, Y):
        weights.append(learner.weights)
        learner.update(x, y)
    _, run = dual_ascent(X, Y, complexity, Hinge(), scale)
    path = hypothesis_path(X, run, complexity)
    np.testing.assert_allclose(path, weights, atol=1e-12)
    np.testing.assert_allclose(np.einsum("ti,ti->t", path, X), run.scores, atol=1e-12)
    for first in (0, 150):
        mean = average_hypothesis(X, run, complexity, first)
        np.testing.assert_allclose(mean, path[first:].mean(axis=0), atol=1e-12)


def base():
    return DualAscentClassifier(Euclidean(3.0), scale=RootScale(0.2), step="subgradient")


def rows_and_path():
    rows = np.column_stack([X, np.ones(len(X))])
    _, run = dual_ascent(rows, Y, Euclidean(3.0), Hinge(), RootScale(0.2))
    return rows, run, hypothesis_path(rows, run, Euclidean(3.0))


def weights(model):
    return np.r_[model.coef_[0], model.intercept_]


def test_conversions_are_their_definitions():
    rows, run, path = rows_and_path()
    fitted = {c: OnlineToBatch(base(), c, random_state=0).fit(X, Y) for c in CONVERSIONS}
    close = {"atol": 1e-12}
    np.testing.assert_allclose(weights(fitted["average"]), path.mean(axis=0), **close)
    np.testing.assert_allclose(weights(fitted["suffix"]), path[100:].mean(axis=0), **close)
    np.testing.assert_allclose(weights(fitted["last"]), weights(base().fit(X, Y)), **close)
    distance = np.abs(path - weights(fitted["random"])).max(axis=1)
    assert distance.min() < 1e-12
    votes = np.sign(rows @ path.T).mean(axis=1)
    np.testing.assert_allclose(fitted["vote"].decision_function(X), votes, **close)
    assert fitted["vote"].votes_.sum() == 200
    for name in ("average", "last", "vote"):
        assert fitted[name].online_loss_ == pytest.approx(run.losses.mean(), abs=1e-12)


def test_random_is_uniform_over_the_rounds_even_in_parts():
    _, _, path = rows_and_path()
    counts = np.zeros(4)
    for seed in range(400):
        model = OnlineToBatch(base(), "random", random_state=seed)
        model.start(X.shape[1], [-1, 1])
        for part in (slice(0, 30), slice(30, 130), slice(130, 200)):
            model.go_on(X[part], Y[part])  # partial_fit checks the rows and does this
        r = np.abs(path - weights(model)).max(axis=1).argmin()
        counts[r // 50] += 1
    assert np.sum((counts - 100) ** 2 / 100) < 16.3  # chi-squared, 3 degrees, 0.1 %


@pytest.mark.parametrize("conversion", ["last", "average", "vote"])
def test_parts_of_a_stream_are_the_stream(conversion):
    whole = OnlineToBatch(base(), conversion).fit(X, Y)
    parts = OnlineToBatch(base(), conversion)
    for start in range(0, 200, 40):
        part = slice(start, start + 40)
        parts.partial_fit(X[part], Y[part], classes=[-1, 1])
    np.testing.assert_allclose(weights(parts), weights(whole), atol=1e-12)
    np.testing.assert_allclose(parts.decision_function(X), whole.decision_function(X), atol=1e-12)
    assert parts.t_ == 200
    assert parts.online_loss_ == pytest.approx(whole.online_loss_, abs=1e-12)
    again = parts.fit(X, Y)
    np.testing.assert_allclose(weights(again), weights(whole), atol=1e-12)


def test_validation_restarts_and_chooses_on_fresh_rows():
    model = OnlineToBatch(base(), "validation", n_blocks=4, random_state=3).fit(X, Y)
    candidates, losses, chosen = model.validation_
    rows = np.column_stack([X, np.ones(len(X))])
    assert model.t_ == 160
    assert chosen == np.argmin(losses)
    for i, w in enumerate(candidates):
        block = slice(40 * i, 40 * (i + 1))
        _, run = dual_ascent(rows[block], Y[block], Euclidean(3.0), Hinge(), RootScale(0.2))
        path = hypothesis_path(rows[block], run, Euclidean(3.0))
        assert np.abs(path - w).max(axis=1).min() < 1e-12
        assert losses[i] == pytest.approx(Hinge().value(rows[160:] @ w, Y[160:]).mean(), abs=1e-12)
    np.testing.assert_allclose(weights(model), candidates[chosen])


def test_averaged_perceptron_is_the_peer_up_to_where_it_counts():
    """The peer averages ``w_2..w_{T+1}``, the thesis ``w_1..w_T`` with ``w_1 = 0``."""
    peer = SGDClassifier(
        loss="perceptron", penalty=None, alpha=1e-9, learning_rate="constant", eta0=1.0,
        average=True, fit_intercept=False, shuffle=False, max_iter=1, tol=None,
    ).fit(X, Y)  # fmt: skip
    perceptron = Perceptron(fit_intercept=False)
    mean = OnlineToBatch(perceptron, "average").fit(X, Y)
    last = OnlineToBatch(perceptron, "last").fit(X, Y)
    np.testing.assert_allclose(mean.coef_ * len(X) + last.coef_, peer.coef_ * len(X), atol=1e-9)


def test_progressive_validation_sees_no_example_twice():
    """One example at a time with the peer, in one call with ours: the same mistakes."""
    peer = SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, fit_intercept=False
    )
    losses = progressive_validation(Perceptron(fit_intercept=False), X, Y)
    assert np.array_equal(progressive_validation(peer, X, Y), losses)
    assert losses.sum() == Perceptron(fit_intercept=False).fit(X, Y).n_mistakes_
    rows, _, path = rows_and_path()
    hinge = progressive_validation(base(), X, Y, Hinge())
    fresh = [max(0, 1 - y * (w @ x)) for w, x, y in zip(path, rows, Y)]
    np.testing.assert_allclose(hinge, fresh, atol=1e-12)
    assert np.array_equal(losses, progressive_validation(Perceptron(False), X, Y, ZeroOne()))


def test_certificate():
    model = OnlineToBatch(base()).fit(X, Y)
    bound = 1 + 3 * np.sqrt(2)
    assert model.loss_bound_ == pytest.approx(bound)
    want = bound * risk_certificate(model.online_loss_ / bound, 200, 0.1)
    assert model.certificate(0.1) == pytest.approx(want)
    assert model.certificate(0.1, loss_bound=10) > want
    with pytest.raises(ValueError, match="average"):
        OnlineToBatch(base(), "last").fit(X, Y).certificate()
    with pytest.raises(ValueError, match="loss_bound"):
        OnlineToBatch(Perceptron()).fit(X, Y).certificate()


@parametrize_with_checks(
    [OnlineToBatch(), OnlineToBatch(conversion="vote"), OnlineToBatch(conversion="last")]
)
def test_estimator_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("conversion", {"conversion": "best"}),
        ("learner", {"learner": SGDClassifier()}),
        ("suffix", {"conversion": "suffix", "suffix": 0.0}),
        ("n_blocks", {"conversion": "validation", "n_blocks": 0}),
        ("n_blocks", {"conversion": "validation", "n_blocks": 500}),
        ("validation_fraction", {"conversion": "validation", "validation_fraction": 1.0}),
    ],
)
def test_bad_settings(name, setting):
    with pytest.raises((ValueError, TypeError), match=name):
        OnlineToBatch(**setting).fit(X, Y)


def test_bad_input():
    for name, call in (
        ("suffix", lambda: OnlineToBatch(conversion="suffix").partial_fit(X, Y)),
        ("binary classification", lambda: OnlineToBatch().fit(X, np.arange(200) % 3)),
        ("y ", lambda: progressive_validation(Perceptron(), X, Y + 1)),
        ("X ", lambda: hypothesis_path(X[:10], dual_ascent(X, Y)[1])),
        ("first", lambda: average_hypothesis(X, dual_ascent(X, Y)[1], first=200)),
    ):
        with pytest.raises(ValueError, match=name):
            call()
