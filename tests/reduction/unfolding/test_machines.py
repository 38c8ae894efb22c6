"""Boltzmann machines against the enumeration of all states, integrals and sampling."""

import itertools

import numpy as np
import pytest
from sklearn.neural_network import BernoulliRBM
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.reduction.unfolding import (
    RBM,
    contrastive_divergence,
    free_energy,
    rbm_gradient,
    rbm_log_likelihood,
)

RNG = np.random.default_rng(4)


@parametrize_with_checks([RBM(3), RBM(2, visible="gaussian", cd=2, batch_size=None)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def machine(d, m, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, d)), rng.normal(size=d), rng.normal(size=m)


def states(n):
    return np.array(list(itertools.product([0.0, 1.0], repeat=n)))


def joint(W, b, c):
    """Probabilities of all pairs of states, by the definition of the energy."""
    X, Z = states(W.shape[1]), states(len(W))
    energy = np.array([[-b @ x - c @ z - z @ W @ x for z in Z] for x in X])
    q = np.exp(-energy)
    return X, Z, q / q.sum()


@pytest.mark.parametrize(("d", "m"), [(4, 3), (3, 5), (1, 1), (6, 6)])
def test_likelihood_is_the_marginal_of_all_states(d, m):
    weights = machine(d, m)
    X, _, q = joint(*weights)
    np.testing.assert_allclose(np.exp(rbm_log_likelihood(X, *weights)), q.sum(axis=1), rtol=1e-11)


@pytest.mark.parametrize(("d", "m"), [(4, 3), (3, 5)])
def test_gradient_is_that_of_the_likelihood(d, m):
    weights = machine(d, m)
    data = (RNG.random((7, d)) < 0.5).astype(float)
    gradient = rbm_gradient(data, *weights)
    for place, (array, slope) in enumerate(zip(weights, gradient)):
        numeric = np.empty_like(array)
        for index in np.ndindex(array.shape):
            ends = []
            for sign in (1, -1):
                moved = [w.copy() for w in weights]
                moved[place][index] += sign * 1e-5
                ends.append(rbm_log_likelihood(data, *moved).mean())
            numeric[index] = (ends[0] - ends[1]) / 2e-5
        np.testing.assert_allclose(slope, numeric, atol=1e-9)


def test_the_gaussian_density_integrates_to_one_and_its_gradient_is_right():
    weights = machine(2, 3, 1)

    side = np.linspace(-12, 12, 241)
    grid = np.array(list(itertools.product(side, side)))
    density = np.exp(rbm_log_likelihood(grid, *weights, visible="gaussian"))
    # sums over a fine grid are exact to all digits for a smooth density that ends inside
    assert density.sum() * (side[1] - side[0]) ** 2 == pytest.approx(1, abs=1e-8)
    data = RNG.normal(size=(6, 2))
    slope = rbm_gradient(data, *weights, visible="gaussian")
    moved = weights[0].copy()
    moved[1, 0] += 1e-6
    ends = [
        rbm_log_likelihood(data, W, *weights[1:], visible="gaussian").mean()
        for W in (weights[0], moved)
    ]
    assert slope.W[1, 0] == pytest.approx((ends[1] - ends[0]) / 1e-6, abs=1e-5)


def test_free_energy_is_minus_the_log_of_the_sum_over_hidden_states():
    W, b, c = machine(4, 3)
    X = states(4)
    want = [-np.log(sum(np.exp(b @ x + c @ z + z @ W @ x) for z in states(3))) for x in X]
    np.testing.assert_allclose(free_energy(X, W, b, c), want, rtol=1e-12)


def expected_divergence(data, W, b, c, k):
    """Mean of contrastive divergence, from the matrix of transitions between all states."""

    def sigmoid(s):
        return 1 / (1 + np.exp(-s))

    X, Z = states(W.shape[1]), states(len(W))
    up = np.array([[np.prod(np.where(z == 1, p, 1 - p)) for z in Z] for p in sigmoid(X @ W.T + c)])
    down = np.array([[np.prod(np.where(x == 1, p, 1 - p)) for x in X] for p in sigmoid(Z @ W + b)])
    codes = (data @ 2.0 ** np.arange(len(b))[::-1]).astype(int)
    law = np.bincount(codes, minlength=len(X)) / len(data)
    end = law @ np.linalg.matrix_power(up @ down, k)
    H = sigmoid(X @ W.T + c)
    return (H * (law - end)[:, None]).T @ X, (law - end) @ X, (law - end) @ H


@pytest.mark.parametrize("k", [1, 3])
def test_contrastive_divergence_has_the_mean_that_it_should(k):
    weights = machine(3, 2, 3)
    data = (np.random.default_rng(1).random((10, 3)) < 0.5).astype(float)
    many = np.tile(data, (40_000, 1))
    got = contrastive_divergence(many, *weights, n_steps=k, random_state=0)
    for found, want in zip(got, expected_divergence(data, *weights, k)):
        np.testing.assert_allclose(found, want, atol=5e-3)  # five standard errors of 400,000


def test_many_steps_come_to_the_gradient():
    weights = machine(3, 2, 3)
    data = (np.random.default_rng(1).random((10, 3)) < 0.5).astype(float)
    exact = rbm_gradient(data, *weights)
    for far, want in zip(expected_divergence(data, *weights, 200), exact):
        np.testing.assert_allclose(far, want, atol=1e-10)


def test_gaussian_units_are_drawn_about_their_means():
    W, b, c = machine(3, 2, 3)
    data = np.zeros((200_000, 3))
    got = contrastive_divergence(data, W, b, c, visible="gaussian", random_state=0)
    hidden = 1 / (1 + np.exp(-c))
    np.testing.assert_allclose(got.b, -(hidden @ W + b), atol=0.02)


def test_training_finds_a_law_that_it_can_represent():
    rng = np.random.default_rng(0)
    kinds = np.array([[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]])
    flips = rng.random((600, 6)) < 0.05
    data = np.abs(kinds[rng.integers(2, size=600)] - flips)
    model = RBM(3, n_iter=150, limits=(0, 1), random_state=0).fit(data)
    weights = model.components_, model.intercept_visible_, model.intercept_hidden_
    reached = rbm_log_likelihood(data, *weights).mean()
    codes = (data @ 2 ** np.arange(6)).astype(int)
    share = np.bincount(codes, minlength=64) / 600
    entropy = -np.sum(share[share > 0] * np.log(share[share > 0]))  # no law does better
    assert -entropy - 0.35 < reached < -entropy
    peer = BernoulliRBM(3, n_iter=150, random_state=0).fit(data)
    theirs = rbm_log_likelihood(
        data, peer.components_, peer.intercept_visible_, peer.intercept_hidden_
    ).mean()
    assert reached > theirs - 0.2


def test_transform_is_the_peers():
    peer = BernoulliRBM(4, n_iter=2, random_state=0)
    data = (RNG.random((50, 6)) < 0.3).astype(float)
    peer.fit(data)
    model = RBM(4, n_iter=1, limits=(0, 1), random_state=0).fit(data)
    model.components_ = peer.components_
    model.intercept_hidden_ = peer.intercept_hidden_
    np.testing.assert_allclose(model.transform(data), peer.transform(data), atol=1e-12)


def test_units_and_origin_of_numbers_change_nothing():
    data = RNG.normal(size=(80, 3))
    for options in ({"visible": "gaussian", "learning_rate": 0.01}, {}):
        plain = RBM(2, random_state=0, **options).fit(data)
        moved = RBM(2, random_state=0, **options).fit(1e3 * data + 1e6)
        np.testing.assert_allclose(
            moved.transform(1e3 * data + 1e6), plain.transform(data), atol=1e-6
        )


def test_a_tolerance_ends_it_and_the_hidden_layer_takes_raw_columns():
    data = (RNG.random((50, 6)) < 0.3).astype(float)
    assert RBM(2, n_iter=50, tol=100.0, random_state=0).fit(data).n_iter_ == 1
    model = RBM(2, visible="gaussian", random_state=0, learning_rate=0.01).fit(5 + data)
    layer = model.hidden_layer()
    Z = 1 / (1 + np.exp(-((5 + data) @ layer[:, :-1].T + layer[:, -1])))
    np.testing.assert_allclose(Z, model.transform(5 + data), atol=1e-12)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"visible": "ternary"}, "visible"),
        ({"cd": 0}, "cd"),
        ({"n_iter": 0}, "n_iter"),
        ({"learning_rate": -1.0}, "learning_rate"),
        ({"limits": (2.0, 3.0)}, "X"),
    ],
)
def test_bad_input_is_refused_by_name(options, word):
    with pytest.raises(ValueError, match=word):
        RBM(**{"n_components": 2, **options}).fit(RNG.random((9, 3)))


def test_what_is_too_large_or_no_probability_is_refused():
    with pytest.raises(ValueError, match="W has 17"):
        rbm_log_likelihood(np.zeros((1, 17)), *machine(17, 17))
    with pytest.raises(ValueError, match="W has 17"):
        rbm_gradient(np.zeros((1, 2)), *machine(2, 17), visible="gaussian")
    with pytest.raises(ValueError, match="X"):
        free_energy([[2.0, 0.0]], *machine(2, 2))
    assert np.isfinite(rbm_log_likelihood(np.zeros((1, 300)), *machine(300, 2))).all()
