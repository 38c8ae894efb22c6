"""Scores of networks against sums over rows, entropies of joint tables, and least squares."""

from itertools import product

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from mlcompanion.graphical.classifiers import (
    edge_weights,
    family_score,
    log_odds_approximation,
    log_ratio_approximation,
    log_ratio_coefficients,
    network_score,
)
from mlcompanion.graphical.classifiers.approximations import ALPHA, BETA, LAMBDA, RHO

STATES = (2, 3, 4, 2)


@pytest.fixture
def rng():
    return np.random.default_rng(33)


def table(rng, n=400, classes=3):
    y = rng.integers(0, classes, n)
    X = np.column_stack([rng.integers(0, r, n) for r in STATES])
    X[:, 1] = (X[:, 2] + y + rng.choice(3, n, p=(0.6, 0.3, 0.1))) % 3
    X[:, 3] = (X[:, 0] + (rng.random(n) < 0.2 + 0.2 * y)) % 2
    return X, y


def law(parents, X, y, pseudo_count=0.0):
    """P(x, c) of the fitted network at each row and for each class, by counting rows."""
    classes = np.unique(y)
    joint = np.empty((len(X), len(classes)))
    for place, c in enumerate(classes):
        inside = y == c
        joint[:, place] = (inside.sum() + pseudo_count) / (len(y) + pseudo_count * len(classes))
        for i, above in enumerate(parents):
            for t, row in enumerate(X):
                same = inside & (X[:, list(above)] == row[list(above)]).all(axis=1)
                hits = (same & (X[:, i] == row[i])).sum() + pseudo_count
                joint[t, place] *= hits / (same.sum() + pseudo_count * STATES[i])
    return joint


PARENTS = [(2,), (2, 0), (), (0,)]


@pytest.mark.parametrize("pseudo_count", [0.0, 0.5])
def test_likelihoods_are_sums_over_rows(rng, pseudo_count):
    X, y = table(rng, 120)
    joint = law(PARENTS, X, y, pseudo_count)
    own = joint[np.arange(len(y)), y]
    with np.errstate(divide="ignore"):
        want = np.log2(own / joint.sum(axis=1)).sum()
    found = network_score(PARENTS, X, y, "cll", n_states=STATES, pseudo_count=pseudo_count)
    assert found == pytest.approx(want)
    if pseudo_count == 0:
        assert network_score(PARENTS, X, y, "ll") == pytest.approx(np.log2(own).sum())


def test_acll_is_the_sum_over_rows_of_both_logarithms(rng):
    X, y = table(rng, 3000, 2)
    joint = law(PARENTS, X, y)
    rows = np.arange(len(y))
    U, V = joint[rows, y], joint[rows, 1 - y]
    want = (ALPHA * np.log2(U) + BETA * np.log2(V)).sum()
    assert network_score(PARENTS, X, y, "acll") == pytest.approx(want)


def test_acll_pools_the_other_classes(rng):
    X, y = table(rng, 900)
    total = 0.0
    for c in range(3):
        inside = y == c
        own = law(PARENTS, X[inside], y[inside])[:, 0] * inside.mean()
        pooled = (1 - inside.mean()) * np.ones(inside.sum())
        for i, above in enumerate(PARENTS):
            for t, row in enumerate(X[inside]):
                same = ~inside & (X[:, list(above)] == row[list(above)]).all(axis=1)
                pooled[t] *= (same & (X[:, i] == row[i])).sum() / same.sum()
        total += (ALPHA * np.log2(own) + BETA * np.log2(pooled)).sum()
    assert network_score(PARENTS, X, y, "acll") == pytest.approx(total)


def test_acll_is_infinite_where_a_class_alone_has_a_cell():
    assert family_score([[[2, 1], [3, 0]]], "acll") == np.inf
    assert np.isfinite(family_score([[[2, 1], [3, 0]]], "acll", pseudo_count=0.5))
    assert family_score([[[2, 1], [0, 0]]], "acll") == np.inf  # no row at all in the other class
    X, y = [[0], [0], [0], [1]], [0, 0, 1, 1]
    assert network_score([()], X, y, "acll") == np.inf
    assert np.isfinite(network_score([()], X, y, "fcll"))


def test_fcll_adds_what_the_attribute_tells_of_the_class(rng):
    X, y = table(rng)
    n = len(y)
    for i, j in ((1, 2), (3, 0)):
        counts = np.zeros((STATES[j], 3, STATES[i]))
        np.add.at(counts, (X[:, j], y, X[:, i]), 1)
        joint = X[:, i] * 10 + X[:, j]
        bits = 1 / np.log(2)
        pair = mutual_info_score(joint, y) - mutual_info_score(X[:, j], y)  # I(C; X_i | X_j)
        ll = family_score(counts, "ll")
        want = (ALPHA + BETA) * ll - BETA * LAMBDA * n * pair * bits
        assert family_score(counts) == pytest.approx(want)
        assert family_score(counts, "fcll") > (ALPHA + BETA) * ll


def test_the_class_s_own_share_makes_fcll_comparable(rng):
    X, y = table(rng)
    shares = np.bincount(y) / len(y)
    entropy = -(shares * np.log2(shares)).sum() * len(y)
    families = 0.0
    for i in range(4):
        counts = np.zeros((1, 3, STATES[i]))
        np.add.at(counts, (0, y, X[:, i]), 1)
        families += family_score(counts)
    want = families - (ALPHA + BETA - BETA * LAMBDA) * entropy - BETA * len(y) * RHO
    assert network_score([()] * 4, X, y) == pytest.approx(want)


@pytest.mark.parametrize("score", ["ll", "fcll", "acll"])
def test_a_weight_is_what_the_edge_adds_to_the_score(rng, score):
    X, y = table(rng)
    W = edge_weights(X, y, score)
    alone = [()] * 4

    def value(parents):
        if score != "acll":
            return network_score(parents, X, y, score)
        return network_score(parents, X, y, score, pseudo_count=0.5)

    empty = value(alone)
    for i, j in product(range(4), repeat=2):
        if i != j:
            parents = [(i,) if child == j else () for child in range(4)]
            assert len(y) * W[i, j] == pytest.approx(value(parents) - empty, abs=1e-8)
    assert (np.diag(W) == 0).all()
    assert np.allclose(W, W.T) == (score != "acll")


def test_acll_without_pseudo_counts_is_symmetric(rng):
    X, y = table(rng, 3000)
    W = edge_weights(X, y, "acll", pseudo_count=0)
    np.testing.assert_allclose(W, W.T, atol=1e-12)


def test_a_share_mixes_two_informations(rng):
    X, y = table(rng)
    given = edge_weights(X, y, "ll")
    alone = edge_weights(X, y, 1.0)
    np.testing.assert_allclose(edge_weights(X, y, 0.3), 0.7 * given + 0.3 * alone, atol=1e-12)
    k = (ALPHA + BETA) - BETA * LAMBDA
    share = -BETA * LAMBDA / k
    assert share == pytest.approx(0.633, abs=5e-4)
    np.testing.assert_allclose(edge_weights(X, y), k * edge_weights(X, y, share), atol=1e-12)
    plain = mutual_info_score(X[:, 0], X[:, 3]) / np.log(2)
    assert given[0, 3] - alone[0, 3] == pytest.approx(plain)


def test_a_copy_weighs_less_than_nothing():
    y = np.repeat([0, 1], 50)
    x = np.where(np.arange(100) % 10 < 1, 1 - y, y)
    W = edge_weights(np.column_stack([x, x]), y)
    assert W[0, 1] < 0 < edge_weights(np.column_stack([x, x]), y, "ll")[0, 1]


def test_coefficients_are_those_of_least_squares():
    # the exact normal equations by Gauss-Legendre in the square root, where logarithms are tame
    t, w = np.polynomial.legendre.leggauss(200)
    t, w = (t + 1) / 2, w / 2
    u = 0.3 * t**4
    weight = w * 4 * t**3
    U, V = np.meshgrid(u, u, indexing="ij")
    ww = np.outer(weight, weight)
    design = np.stack([np.log2(U), np.log2(V), np.ones_like(U)], axis=-1).reshape(-1, 3)
    f = np.log2(U / (U + V)).ravel()
    root = np.sqrt(ww.ravel())
    fitted, *_ = np.linalg.lstsq(design * root[:, None], f * root)
    found = log_ratio_coefficients(0.3)
    np.testing.assert_allclose(found[:3], fitted, atol=1e-6)
    error = f - log_ratio_approximation(U, V, 0.3).ravel()
    assert found.mean == pytest.approx(ww.ravel() @ f, abs=1e-6)
    assert found.sigma == pytest.approx(np.sqrt(ww.ravel() @ error**2), abs=1e-6)


def test_log_odds_are_met_in_the_mean():
    t, w = np.polynomial.legendre.leggauss(400)
    u = (t + 1) / 2
    u, w = u**3 * (10 - 15 * u + 6 * u**2), w / 2 * 30 * u**2 * (1 - u) ** 2
    gap = log_odds_approximation(u) - np.log2(u / (1 - u))
    assert w @ gap == pytest.approx(0, abs=1e-5)
    assert w @ (gap * np.log2(u)) == pytest.approx(0, abs=1e-5)


def test_bad_networks_are_named():
    X, y = [[0, 1], [1, 0]], [0, 1]
    for parents, words in (
        ([(1,), (0,)], "no cycle"),
        ([(0,), ()], "other attributes"),
        ([()], "one entry an attribute"),
        ([(2,), ()], "parents\\[0\\]"),
    ):
        with pytest.raises(ValueError, match=words):
            network_score(parents, X, y)
    with pytest.raises(ValueError, match="column 1 has the code 3"):
        network_score([(), ()], [[0, 3], [1, 0]], y, n_states=[2, 2])
    with pytest.raises(ValueError, match="one label a row"):
        edge_weights(X, [0, 1, 1])
    assert log_ratio_coefficients(1.0).gamma == pytest.approx(np.pi**2 / (12 * np.log(2)) - 2)
