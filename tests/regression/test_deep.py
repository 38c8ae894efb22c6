"""Deep networks with several outputs: finite differences, closed forms, other solvers."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from mlcompanion.regression.networks import (
    layer_scores,
    network_gradients,
    random_layers,
    train_layers,
)

RNG = np.random.default_rng(22)
X = RNG.normal(size=(30, 4))
LAYERS = random_layers([4, 5, 3, 3], 1)
ONE_HOT = np.eye(3)[RNG.integers(3, size=30)]
OUTPUTS = RNG.normal(size=(30, 3))


@pytest.mark.parametrize(("loss", "y"), [("squared", OUTPUTS), ("cross-entropy", ONE_HOT)])
def test_gradient_is_that_of_the_loss(loss, y):
    _, gradients = network_gradients(LAYERS, X, y, loss=loss)
    for k, W in enumerate(LAYERS):
        numeric = np.empty_like(W)
        for index in np.ndindex(W.shape):
            ends = []
            for sign in (1, -1):
                moved = [V.copy() for V in LAYERS]
                moved[k][index] += sign * 1e-5
                ends.append(network_gradients(moved, X, y, loss=loss)[0])
            numeric[index] = (ends[0] - ends[1]) / 2e-5
        np.testing.assert_allclose(gradients[k], numeric, atol=1e-9)


def test_losses_are_their_definitions():
    scores = expit(np.column_stack([X, np.ones(30)]) @ LAYERS[0].T)
    scores = expit(np.column_stack([scores, np.ones(30)]) @ LAYERS[1].T)
    scores = np.column_stack([scores, np.ones(30)]) @ LAYERS[2].T
    np.testing.assert_allclose(layer_scores(LAYERS, X), scores, atol=1e-14)
    p = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    crossed = -np.mean(np.sum(ONE_HOT * np.log(p), axis=1))
    assert network_gradients(LAYERS, X, ONE_HOT, loss="cross-entropy")[0] == pytest.approx(crossed)
    squared = np.mean(np.sum((OUTPUTS - scores) ** 2, axis=1)) / 2
    assert network_gradients(LAYERS, X, OUTPUTS)[0] == pytest.approx(squared)


def test_a_matrix_of_one_row_is_a_vector_with_an_offset():
    last = RNG.normal(size=3)
    hidden = LAYERS[:2]
    loss, gradients = network_gradients([*hidden, last], X, OUTPUTS[:, 0])
    row = np.append(last, 0.0)[None]
    same, others = network_gradients([*hidden, row], X, OUTPUTS[:, :1])
    assert same == pytest.approx(loss)
    np.testing.assert_allclose(others[2][0, :-1], gradients[2])
    np.testing.assert_allclose(others[0], gradients[0])


def test_without_hidden_layers_it_is_softmax_regression():
    start = random_layers([4, 3], 0)
    run = train_layers(start, X, ONE_HOT, loss="cross-entropy", eta=0.5, n_steps=4000)
    peer = LogisticRegression(C=1e8, tol=1e-8, max_iter=5000).fit(X, ONE_HOT.argmax(axis=1))
    scores = layer_scores(run.layers, X)
    theirs = peer.decision_function(X)
    gap = (scores - scores.mean(axis=1, keepdims=True)) - theirs
    assert np.abs(gap).max() < 1e-2
    assert run.losses[-1] <= run.losses.min() + 1e-9


def test_momentum_zero_is_plain_descent():
    run = train_layers(LAYERS, X, OUTPUTS, eta=0.1, momentum=0.0, n_steps=1)
    _, gradients = network_gradients(LAYERS, X, OUTPUTS)
    for after, before, slope in zip(run.layers, LAYERS, gradients):
        np.testing.assert_allclose(after, before - 0.1 * slope, atol=1e-15)


def test_random_layers_have_the_variance_that_they_promise():
    (W,) = random_layers([300, 500], 0)
    assert W[:, :-1].std() == pytest.approx(np.sqrt(2 / 800), rel=0.02)
    assert not W[:, -1].any()


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda: network_gradients(LAYERS, X, OUTPUTS, loss="cross-entropy"), "y"),
        (lambda: network_gradients(LAYERS, X, 2 * ONE_HOT, loss="cross-entropy"), "y"),
        (lambda: network_gradients(LAYERS, X, OUTPUTS[:, :2]), "y"),
        (lambda: network_gradients(LAYERS, X, OUTPUTS, loss="hinge"), "loss"),
        (lambda: network_gradients([[1.0] * 4], X, np.ones(30), loss="cross-entropy"), "loss"),
        (lambda: train_layers(LAYERS, X, OUTPUTS, eta=0.0), "eta"),
        (lambda: train_layers(LAYERS, X, OUTPUTS, momentum=1.0), "momentum"),
        (lambda: train_layers([[1.0] * 4], 1e3 * X, np.ones(30), eta=9.0, n_steps=500), "eta"),
        (lambda: random_layers([3]), "widths"),
        (lambda: layer_scores(LAYERS, X[:, :2]), "layers"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
def test_bad_input_is_refused_by_name(call, word):
    with pytest.raises(ValueError, match=word):
        call()
