"""Autoencoders against finite differences, the listing line by line, and by what they must do."""

import warnings

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.reduction.unfolding import (
    Autoencoder,
    KLActivation,
    L1Activation,
    TiedWeights,
    autoencoder_gradients,
)
from mlcompanion.reduction.unfolding.tied import is_short

RNG = np.random.default_rng(36)
D, M = 5, 3
W, B, C = RNG.normal(size=(M, D)), RNG.normal(size=D), RNG.normal(size=M)
X = RNG.random((9, D))
BITS = (X > 0.5).astype(float)


@parametrize_with_checks([Autoencoder(2, max_iter=20), Autoencoder(3, batch_size=4, max_iter=5)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def flat(weights):
    return np.concatenate([np.ravel(w) for w in weights])


def unflat(theta):
    return theta[: M * D].reshape(M, D), theta[M * D : M * D + D], theta[M * D + D :]


@pytest.mark.parametrize("loss", ["squared", "cross-entropy"])
@pytest.mark.parametrize("sparsity", [None, L1Activation(0.7), KLActivation(0.3, 0.2)])
@pytest.mark.parametrize("target", [None, BITS])
def test_gradient_is_that_of_the_loss(loss, sparsity, target):
    options = {"loss": loss, "sparsity": sparsity, "target": target}
    _, gradient = autoencoder_gradients(X, W, B, C, **options)

    def value(theta):
        return autoencoder_gradients(X, *unflat(theta), **options)[0]

    theta = flat((W, B, C))
    up, down = (
        np.array([value(theta + s * 1e-5 * e) for e in np.eye(len(theta))]) for s in (1, -1)
    )
    np.testing.assert_allclose(flat(gradient), (up - down) / 2e-5, atol=1e-8)
    rough = approx_fprime(theta, value)
    np.testing.assert_allclose(flat(gradient), rough, atol=1e-5)


def test_losses_are_their_definitions():
    Z = 1 / (1 + np.exp(-X @ W.T - C))
    Y = 1 / (1 + np.exp(-Z @ W - B))
    crossed = -np.mean(np.sum(X * np.log(Y) + (1 - X) * np.log(1 - Y), axis=1))
    squared = np.mean(np.sum((X - Y) ** 2, axis=1)) / 2
    assert autoencoder_gradients(X, W, B, C)[0] == pytest.approx(crossed, rel=1e-12)
    assert autoencoder_gradients(X, W, B, C, loss="squared")[0] == pytest.approx(squared)


def test_cross_entropy_keeps_its_digits_where_a_sigmoid_has_none():
    value, gradient = autoencoder_gradients([[1.0]], [[0.0]], [-800.0], [0.0])
    assert value == pytest.approx(800.0)
    assert gradient.b == pytest.approx([-1.0])


def test_penalties_are_their_definitions():
    Z = RNG.random((6, 4))
    means = Z.mean(axis=0)
    want = 0.3 * np.sum(0.2 * np.log(0.2 / means) + 0.8 * np.log(0.8 / (1 - means)))
    assert KLActivation(0.3, 0.2).value(Z) == pytest.approx(want)
    assert L1Activation(0.3).value(Z) == pytest.approx(0.3 * means.sum())
    twice = np.vstack([Z, Z])
    for penalty in (KLActivation(0.3, 0.2), L1Activation(0.3)):
        assert penalty.value(twice) == pytest.approx(penalty.value(Z))
        assert np.isfinite(penalty.slope(np.zeros((3, 2)))).all()
        assert np.isfinite(penalty.value(np.ones((3, 2))))


def listing(x, W0, b0, c0, e, steps, squared):
    """Fig. 36.10 line by line: columns are images, sums over them; where it stops."""
    n = x.shape[1]
    done = 0
    while done < steps:
        done += 1
        Z = 1 / (1 + np.exp(-W0 @ x - np.tile(c0[:, None], (1, n))))
        Y = 1 / (1 + np.exp(-W0.T @ Z - np.tile(b0[:, None], (1, n))))
        nb = (Y - x) * Y * (1 - Y) if squared else Y - x
        nc = (W0 @ nb) * Z * (1 - Z)
        W1 = W0 - e * (Z @ nb.T + nc @ x.T)
        b1 = b0 - e * nb.sum(axis=1)
        c1 = c0 - e * nc.sum(axis=1)
        norms = np.linalg.norm(W1 - W0, 2) + np.linalg.norm(b1 - b0) + np.linalg.norm(c1 - c0)
        W0, b0, c0 = W1, b1, c1
        if norms < 0.02:
            break
    return W0, b0, c0, done


@pytest.mark.parametrize("loss", ["squared", "cross-entropy"])
def test_training_is_the_listing(loss):
    rng = np.random.default_rng(5)
    start = rng.standard_normal((M, D)), rng.standard_normal(D), rng.random(M)
    model = Autoencoder(
        M, loss=loss, learning_rate=0.1, init="unit", tol=0.02, max_iter=3000, limits=(0, 1),
        random_state=5,
    ).fit(BITS)  # fmt: skip
    *weights, steps = listing(BITS.T, *start, 0.1 / len(BITS), 3000, loss == "squared")
    np.testing.assert_allclose(model.components_, weights[0], atol=1e-11)
    np.testing.assert_allclose(model.intercept_visible_, weights[1], atol=1e-11)
    np.testing.assert_allclose(model.intercept_hidden_, weights[2], atol=1e-11)
    # the listing leaves before it takes the short step over, which is one step more here
    assert model.n_iter_ == steps
    assert model.converged_ == (steps < 3000)


@pytest.mark.parametrize("tol", [0.1, 1.0, 2.0, 2.9, 3.1, 9.0])
def test_a_step_is_short_by_its_largest_singular_value(tol):
    steps = TiedWeights(np.diag([1.0, 0.9]), np.array([1.0]), np.array([1.0]))
    assert is_short(steps, tol) == (tol > 3)


def test_batches_see_every_row_once_and_lower_the_loss():
    model = Autoencoder(4, batch_size=4, max_iter=300, learning_rate=1.0, random_state=0).fit(BITS)
    assert model.loss_path_[-1] < 0.2 * model.loss_path_[0]
    once = Autoencoder(2, batch_size=2, max_iter=1, random_state=0).fit(BITS)
    whole = Autoencoder(2, batch_size=100, max_iter=1, random_state=0).fit(BITS)
    assert not np.allclose(once.components_, whole.components_)


def test_columns_come_back_in_their_units():
    scaled = BITS * [1, 2, 3, 4, 5] + 1e6
    options = {"learning_rate": 1.0, "max_iter": 2000, "random_state": 0}
    plain = Autoencoder(4, **options).fit(BITS)
    moved = Autoencoder(4, **options).fit(scaled)
    np.testing.assert_allclose(moved.transform(scaled), plain.transform(BITS), atol=1e-7)
    back = (moved.reconstruct(scaled) - 1e6) / [1, 2, 3, 4, 5]
    np.testing.assert_allclose(back, plain.reconstruct(BITS), atol=1e-7)
    constant = np.column_stack([BITS, np.full(9, 0.1)])
    assert np.all(Autoencoder(2, max_iter=5).fit(constant).reconstruct(constant)[:, -1] >= 0.1)


def test_the_hidden_layer_takes_raw_columns():
    raw = 3 + 7 * X
    model = Autoencoder(2, max_iter=50, random_state=0).fit(raw)
    layer = model.hidden_layer()
    Z = 1 / (1 + np.exp(-(raw @ layer[:, :-1].T + layer[:, -1])))
    np.testing.assert_allclose(Z, model.transform(raw), atol=1e-12)


def test_the_penalty_brings_activations_down():
    options = {"learning_rate": 0.5, "max_iter": 2000, "random_state": 0}
    plain = Autoencoder(8, **options).fit(BITS)
    sparse = Autoencoder(8, sparsity=KLActivation(1.0, 0.1), **options).fit(BITS)
    assert abs(sparse.transform(BITS).mean() - 0.1) < 0.05
    assert plain.transform(BITS).mean() > 0.2


def test_a_spent_default_budget_warns():
    with pytest.warns(ConvergenceWarning, match="Autoencoder"):
        Autoencoder(2, tol=0.0, random_state=0).fit(BITS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not Autoencoder(2, tol=0.0, max_iter=3, random_state=0).fit(BITS).converged_


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"loss": "hinge"}, "loss"),
        ({"sparsity": 0.1}, "sparsity"),
        ({"limits": (0.2, 0.8)}, "X"),
        ({"limits": (1.0, 0.0)}, "limits"),
        ({"init": "zero"}, "init"),
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"n_components": 0}, "n_components"),
        ({"batch_size": 0}, "batch_size"),
    ],
)
def test_bad_input_is_refused_by_name(options, word):
    with pytest.raises((ValueError, TypeError), match=word):
        Autoencoder(**{"n_components": 2, "max_iter": 2, **options}).fit(X)


def test_targets_of_the_cross_entropy_lie_between_0_and_1():
    with pytest.raises(ValueError, match="target"):
        autoencoder_gradients(X, W, B, C, target=X + 1)
    with pytest.raises(ValueError, match="X"):
        autoencoder_gradients(X + 1, W, B, C)
    autoencoder_gradients(X + 1, W, B, C, loss="squared")
