"""The bound on a chain: as the general junction tree's, with sums of strings as its value."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from mlcompanion.graphical.trees import JunctionTree
from mlcompanion.optimize.majorising import LogLinearFactor, chain_bound, junction_tree_bound
from mlcompanion.sequences import ChainFeatures, chain_sums


def chain_factors(x, k):
    """The chain as factors: its first place alone, then pairs with the inputs of the later one."""
    m, b = x.shape
    d = k * b + k * k
    first = np.zeros((k, d))
    for s in range(k):
        first[s, s * b : (s + 1) * b] = x[0]
    factors = [LogLinearFactor((0,), first)]
    for i in range(1, m):
        pairs = np.zeros((k, k, d))
        for r in range(k):
            for s in range(k):
                pairs[r, s, s * b : (s + 1) * b] = x[i]
                pairs[r, s, k * b + r * k + s] = 1
        factors.append(LogLinearFactor((i - 1, i), pairs))
    return factors


def line(m):
    """The tree whose root is the first place by itself, as the sweep takes it."""
    cliques = tuple((i - 1, i) for i in range(m - 1, 0, -1))
    return JunctionTree((*cliques, (0,)), (*range(1, m), -1))


@pytest.mark.parametrize("merge", ["join", "sum"])
@pytest.mark.parametrize(("m", "k"), [(1, 3), (2, 2), (5, 3)])
def test_is_the_junction_trees(m, k, merge):
    rng = np.random.default_rng(m)
    x = rng.normal(size=(m, 2))
    theta = rng.normal(size=k * 2 + k * k)
    found = chain_bound(theta, x, k, merge=merge)
    wanted = junction_tree_bound(theta, chain_factors(x, k), line(m), merge=merge)
    assert_allclose(found.log_z, wanted.log_z)
    assert_allclose(found.mu, wanted.mu, atol=1e-12)
    # a join of matrices that share a part is that part and the join of the rest
    assert_allclose(found.Sigma, wanted.Sigma, atol=1e-9)


def test_value_and_slope_are_the_sums_of_strings():
    rng = np.random.default_rng(0)
    features = ChainFeatures(4, 3)
    theta, x = rng.normal(size=features.size), rng.normal(size=(7, 3))
    bound = chain_bound(theta, x, 4)
    sums = chain_sums(*features.scores(theta, x))
    assert_allclose(bound.log_z, sums.log_z)
    assert_allclose(bound.mu[:12].reshape(4, 3), sums.single.T @ x, atol=1e-10)
    assert_allclose(bound.mu[12:].reshape(4, 4), sums.pairs.sum(axis=0), atol=1e-10)


@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize("merge", ["join", "sum"])
def test_lies_above(merge, diagonal):
    rng = np.random.default_rng(1)
    features = ChainFeatures(3, 2)
    for _ in range(10):
        theta, x = rng.normal(size=features.size), rng.normal(size=(rng.integers(1, 7), 2))
        bound = chain_bound(theta, x, 3, merge=merge, diagonal=diagonal)
        Sigma = np.diag(bound.Sigma) if diagonal else bound.Sigma
        for _ in range(30):
            move = rng.normal(size=features.size) * 10 ** rng.uniform(-2, 2)
            above = bound.log_z + move @ bound.mu + 0.5 * move @ Sigma @ move
            log_z = chain_sums(*features.scores(theta + move, x)).log_z
            assert log_z <= above + 1e-9 * (1 + abs(above))


def test_a_diagonal_is_above_its_matrix():
    rng = np.random.default_rng(2)
    theta, x = rng.normal(size=12), rng.normal(size=(4, 1))
    full = chain_bound(theta, x, 3, merge="sum").Sigma
    above = np.diag(chain_bound(theta, x, 3, merge="sum", diagonal=True).Sigma)
    assert np.linalg.eigvalsh(above - full).min() >= -1e-10


@pytest.mark.parametrize(
    ("changes", "word"),
    [({"theta": [0.0]}, "theta"), ({"n_labels": 0}, "n_labels"), ({"merge": "max"}, "merge"),
     ({"x": np.zeros((0, 1))}, "x"), ({"x": np.zeros((2, 0))}, "x")],
)  # fmt: skip
def test_bad_input_is_named(changes, word):
    arguments = {"theta": np.zeros(6), "x": np.zeros((2, 1)), "n_labels": 2} | changes
    with pytest.raises(ValueError, match=word):
        chain_bound(**arguments)
