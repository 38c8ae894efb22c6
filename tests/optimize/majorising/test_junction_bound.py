"""The bound on a junction tree: against enumeration, above log Z, linear in length."""

from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import logsumexp

from mlcompanion.graphical.trees import JunctionTree, junction_tree
from mlcompanion.optimize.majorising import (
    LogLinearFactor,
    compute_bound,
    junction_tree_bound,
    loewner_join,
)


def random_tree(rng, d=3):
    """Factors of pairs along a random tree of variables, and some of single ones."""
    n = rng.integers(3, 7)
    states = rng.integers(2, 4, size=n)
    scopes = [(int(rng.integers(v)), v) for v in range(1, n)]
    scopes = [s if rng.random() < 0.5 else s[::-1] for s in scopes] + [(0,), (n - 1,)]
    return [
        LogLinearFactor(s, rng.normal(size=(*states[list(s)], d)), rng.normal(size=states[list(s)]))
        for s in scopes
    ]


def loop(rng, n=5, d=2):
    scopes = [(v, (v + 1) % n) for v in range(n)]
    return [LogLinearFactor(s, rng.normal(size=(2, 2, d))) for s in scopes]


def enumerated(factors):
    """Features and log weights of all states of all variables."""
    states = {v: n for f in factors for v, n in zip(f.scope, f.features.shape)}
    names = sorted(states)
    F, logs = [], []
    for values in product(*(range(states[v]) for v in names)):
        at = dict(zip(names, values))
        spots = [tuple(at[v] for v in f.scope) for f in factors]
        F.append(sum(f.features[s] for f, s in zip(factors, spots)))
        logs.append(sum(0 if f.log_weights is None else f.log_weights[s]
                        for f, s in zip(factors, spots)))  # fmt: skip
    return np.array(F), np.array(logs)


@pytest.mark.parametrize("merge", ["sum", "join"])
@pytest.mark.parametrize("make", [random_tree, loop])
def test_value_slope_and_bound(make, merge):
    rng = np.random.default_rng(0)
    for _ in range(15):
        factors = make(rng)
        F, logs = enumerated(factors)
        theta = rng.normal(size=F.shape[1])
        bound = junction_tree_bound(theta, factors, merge=merge)
        scores = F @ theta + logs
        log_z = logsumexp(scores)
        assert_allclose(bound.log_z, log_z)
        assert_allclose(bound.mu, np.exp(scores - log_z) @ F, atol=1e-10)
        for _ in range(30):
            move = rng.normal(size=len(theta)) * 10 ** rng.uniform(-2, 2)
            above = bound.log_z + move @ bound.mu + 0.5 * move @ bound.Sigma @ move
            assert logsumexp(scores + F @ move) <= above + 1e-9 * (1 + abs(above))


def test_join_is_never_the_larger():
    rng = np.random.default_rng(1)
    for _ in range(20):
        factors = random_tree(rng)
        theta = rng.normal(size=3)
        joined = junction_tree_bound(theta, factors, merge="join").Sigma
        summed = junction_tree_bound(theta, factors, merge="sum").Sigma
        assert np.trace(joined) <= np.trace(summed) * (1 + 1e-12)


def test_one_clique_is_algorithm_1():
    rng = np.random.default_rng(2)
    features = rng.normal(size=(2, 3, 4))
    theta = rng.normal(size=4)
    found = junction_tree_bound(theta, [LogLinearFactor((0, 1), features)])
    wanted = compute_bound(theta, features.reshape(6, 4))
    for got, want in zip(found, wanted):
        assert_allclose(got, want, atol=1e-12)


def test_work_is_linear_in_the_length():
    features = np.ones((2, 2, 1))
    chain = [LogLinearFactor((v, v + 1), features) for v in range(40)]
    visited = [junction_tree_bound([0.0], chain[:k]).n_configurations for k in (10, 20, 40)]
    assert visited == [40, 80, 160]


def test_loewner_join_lies_above_all():
    rng = np.random.default_rng(3)
    roots = rng.normal(size=(5, 4, 2))
    S = roots @ roots.transpose(0, 2, 1)
    M = loewner_join(S)
    assert min(np.linalg.eigvalsh(M - s).min() for s in S) >= -1e-12


@pytest.mark.parametrize("n", [4, 5, 8])
def test_a_loop_is_triangulated(n):
    tree = junction_tree([(v, (v + 1) % n) for v in range(n)])
    assert len(tree.cliques) == n - 2
    assert all(len(clique) == 3 for clique in tree.cliques)


def test_running_intersection_on_random_graphs():
    rng = np.random.default_rng(4)
    for _ in range(30):
        n = rng.integers(2, 9)
        scopes = [tuple(rng.choice(n, size=rng.integers(1, min(n, 3) + 1), replace=False).tolist())
                  for _ in range(n)]  # fmt: skip
        tree = junction_tree(scopes)
        assert tree.parents[-1] == -1
        assert all(parent > c for c, parent in enumerate(tree.parents[:-1]))
        for scope in scopes:
            assert any({*scope} <= {*clique} for clique in tree.cliques)
        for v in {v for scope in scopes for v in scope}:
            holds = [c for c, clique in enumerate(tree.cliques) if v in clique]
            # connected: every clique with v but one has a parent with v
            assert sum(tree.parents[c] not in holds for c in holds) == 1


def test_variables_apart_multiply():
    one = LogLinearFactor((0,), np.array([[0.0], [1.0]]))
    two = LogLinearFactor((7,), np.array([[0.0], [2.0]]))
    bound = junction_tree_bound([1.0], [one, two])
    assert_allclose(bound.log_z, np.log1p(np.e) + np.log1p(np.e**2))


_ONE = LogLinearFactor((0, 1), np.zeros((2, 2, 1)))


@pytest.mark.parametrize(
    ("factors", "word"),
    [
        ([], "factors"),
        ([LogLinearFactor((0, 0), np.zeros((2, 2, 1)))], "factors"),
        ([_ONE, LogLinearFactor((1,), np.zeros((3, 1)))], "states"),
        ([_ONE, LogLinearFactor((1,), np.zeros((2, 2)))], "features"),
        ([LogLinearFactor((0,), np.full((2, 1), np.nan))], "factors"),
        ([LogLinearFactor((0,), np.zeros((2, 1)), np.zeros(3))], "factors"),
    ],
)
def test_bad_factors_are_named(factors, word):
    with pytest.raises(ValueError, match=word):
        junction_tree_bound([0.0], factors)


def test_a_tree_without_the_clique_is_refused():
    with pytest.raises(ValueError, match="tree"):
        junction_tree_bound([0.0], [_ONE], JunctionTree(((0,), (1,)), (1, -1)))
