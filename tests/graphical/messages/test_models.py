"""Chains, loops, rings, grids, groups and clusters against brute force over all joint states."""

from itertools import pairwise as neighbours
from itertools import product

import numpy as np
import pytest

from mlcompanion.graphical.messages import (
    TropicalMatrix,
    brute_max_marginal,
    chain_map,
    cluster_messages,
    cluster_score,
    grid_map,
    group_max_marginal,
    loop_map,
    ring_map,
    second_order_map,
)
from mlcompanion.graphical.messages.grids import directed_edges, resort
from mlcompanion.graphical.messages.second_order import loop_score
from mlcompanion.sequences import viterbi

WAYS = [{}, {"early_stop": True}, {"method": "naive"}]


def best_of(score, n_nodes, n_states):
    """The best joint state by going through all."""
    states = list(product(range(n_states), repeat=n_nodes))
    values = [score(s) for s in states]
    return states[int(np.argmax(values))], max(values)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shared", [True, False])
def test_chain(way, shared):
    rng = np.random.default_rng(0)
    unary = rng.random((5, 4))
    pairwise = rng.random((4, 4)) if shared else rng.random((4, 4, 4))
    moves = np.broadcast_to(pairwise, (4, 4, 4))

    def score(s):
        return unary[np.arange(5), s].sum() + sum(moves[t, s[t], s[t + 1]] for t in range(4))

    states, value = best_of(score, 5, 4)
    found = chain_map(unary, pairwise, **way)
    assert tuple(found.states) == states
    assert found.value == pytest.approx(value)


@pytest.mark.parametrize("semiring", ["min-sum", "max-product"])
def test_chain_in_other_semirings(semiring):
    rng = np.random.default_rng(1)
    unary = rng.random((4, 3))
    pairwise = rng.random((3, 3))

    def score(s):
        terms = [*unary[np.arange(4), s], *(pairwise[a, b] for a, b in neighbours(s))]
        return np.prod(terms) if semiring == "max-product" else -np.sum(terms)

    states, value = best_of(score, 4, 3)
    found = chain_map(unary, pairwise, semiring)
    assert tuple(found.states) == states
    assert abs(found.value) == pytest.approx(abs(value))


def test_chain_is_viterbis_to_the_last_bit():
    rng = np.random.default_rng(2)
    for n in (2, 33, 200):
        unary = rng.normal(size=(12, n))
        pairwise = rng.normal(size=(n, n))
        naive = chain_map(unary, pairwise, method="naive")
        ready = TropicalMatrix(pairwise.T)
        for found in (chain_map(unary, pairwise), chain_map(unary, ready)):
            np.testing.assert_array_equal(
                found.states, viterbi(unary[0], pairwise, places=unary[1:])
            )
            assert found.value == naive.value
            assert found.n_products < naive.n_products == 11 * n * n or n == 2


def test_a_ready_matrix_must_fit():
    with pytest.raises(ValueError, match="sorted for min-sum"):
        chain_map(np.zeros((3, 2)), TropicalMatrix(np.eye(2), "min-sum"))
    with pytest.raises(ValueError, match="square"):
        chain_map(np.zeros((3, 2)), TropicalMatrix(np.zeros((2, 3))))
    with pytest.raises(ValueError, match="far"):
        second_order_map(np.zeros((3, 2)), np.eye(2), TropicalMatrix(np.eye(3)))
    assert chain_map([[1.0, 3.0]], np.eye(2)).states.tolist() == [1]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("n_nodes", [1, 2, 3, 5])
def test_second_order_chain(way, n_nodes):
    rng = np.random.default_rng(n_nodes)
    unary = rng.random((n_nodes, 4))
    near, far = rng.random((2, 4, 4))

    def score(s):
        one = sum(near[a, b] for a, b in neighbours(s))
        return unary[np.arange(n_nodes), s].sum() + one + sum(far[a, b] for a, b in zip(s, s[2:]))

    states, value = best_of(score, n_nodes, 4)
    for prior in (far, TropicalMatrix(far.T)):
        found = second_order_map(unary, near, prior, **way)
        assert tuple(found.states) == states
        assert found.value == pytest.approx(value)


@pytest.mark.parametrize("way", WAYS)
def test_loop_finds_a_clear_optimum_and_sends_equal_messages(way):
    rng = np.random.default_rng(4)
    near, far = rng.random((2, 5, 3, 3))
    truth = rng.integers(0, 3, 5)
    for t in range(5):
        near[t, truth[t], truth[(t + 1) % 5]] += 1.5
        far[t, truth[t], truth[(t + 2) % 5]] += 1.5
    states, value = best_of(lambda s: loop_score(near, far, np.array(s)), 5, 3)
    assert states == tuple(truth)
    found = loop_map(near, far, 4, **way)
    assert tuple(found.states) == states
    assert found.value == pytest.approx(value)
    plain = loop_map(near, far, 4, method="naive")
    np.testing.assert_allclose(found.beliefs, plain.beliefs, atol=1e-12)


def test_first_messages_of_a_loop_are_max_marginals():
    """A loop whose last variables are bound to nothing is a chain, where beliefs are exact."""
    rng = np.random.default_rng(5)
    near, far = rng.random((2, 6, 3, 3))
    for t in (4, 5):
        near[t] = 0
        far[t] = 0
    found = loop_map(near, far, 3)
    assert found.converged
    assert not loop_map(near, far, 1).converged
    values = np.full((3, 3), -np.inf)
    for s in product(range(3), repeat=6):
        values[s[1], s[2]] = max(values[s[1], s[2]], loop_score(near, far, np.array(s)))
    beliefs = found.beliefs[1]
    np.testing.assert_allclose(beliefs - beliefs.max(), values - values.max(), atol=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("n_nodes", [3, 4, 6])
def test_ring(way, n_nodes):
    rng = np.random.default_rng(n_nodes)
    pairwise = rng.random((n_nodes, 3, 3))

    def score(s):
        return sum(pairwise[t, s[t], s[(t + 1) % n_nodes]] for t in range(n_nodes))

    states, value = best_of(score, n_nodes, 3)
    found = ring_map(pairwise, **way)
    assert tuple(found.states) == states
    assert found.value == pytest.approx(value)


def grid_best(unary, pairwise):
    height, width, size = unary.shape

    def score(s):
        s = np.array(s).reshape(height, width)
        places = np.take_along_axis(unary, s[..., None], axis=2).sum()
        return places + pairwise[s[:-1], s[1:]].sum() + pairwise[s[:, :-1], s[:, 1:]].sum()

    return best_of(score, height * width, size)


@pytest.mark.parametrize("way", [*WAYS, {"adaptive": True}])
@pytest.mark.parametrize("shape", [(1, 5), (5, 1)])
def test_a_grid_without_loops_is_exact(way, shape):
    rng = np.random.default_rng(7)
    unary = rng.random((*shape, 3))
    pairwise = rng.random((3, 3))
    states, value = grid_best(unary, pairwise)
    found = grid_map(unary, pairwise, 6, random_state=0, **way)
    assert tuple(found.states.ravel()) == states
    assert found.value == pytest.approx(value)
    assert found.beliefs.max(axis=2).argmax() >= 0


def plain_grid(unary, pairwise, n_iter, seed):
    """Loopy belief propagation with a dictionary of messages."""
    height, width, _ = unary.shape
    rng = np.random.default_rng(seed)
    moves = ((1, 0), (0, 1), (-1, 0), (0, -1))
    edges = directed_edges(height, width)
    came = {}
    for _ in range(n_iter):
        for row, column, direction in rng.permutation(edges):
            down, right = moves[direction]
            to = (row + down, column + right)
            total = unary[row, column].copy()
            for (other, node), sent in came.items():
                if node == (row, column) and other != to:
                    total = total + sent
            scores = pairwise if direction < 2 else pairwise.T
            sent = (total[:, None] + scores).max(axis=0)
            came[(row, column), to] = sent - sent.max()
    beliefs = unary.copy()
    for (_, node), sent in came.items():
        beliefs[node] += sent
    return beliefs


@pytest.mark.parametrize("way", [*WAYS, {"adaptive": True}, {"adaptive": True, "early_stop": True}])
def test_grid_sends_the_messages_of_plain_belief_propagation(way):
    rng = np.random.default_rng(8)
    unary = rng.random((3, 4, 5))
    pairwise = rng.random((5, 5))
    found = grid_map(unary, pairwise, 3, random_state=11, **way)
    np.testing.assert_allclose(found.beliefs, plain_grid(unary, pairwise, 3, 11), atol=1e-12)
    assert not found.converged
    assert found.n_messages == 3 * len(directed_edges(3, 4)) == 3 * 2 * (2 * 4 + 3 * 3)
    if way.get("method") == "naive":
        assert found.n_products == found.n_messages * 25


def test_insertion_brings_an_order_up_to_date():
    rng = np.random.default_rng(9)
    values = rng.random(50)
    order = np.argsort(-values).astype(np.int32)
    assert resort(values, order) == 0
    values[order[3]], values[order[4]] = values[order[4]], values[order[3]]
    assert resort(values, order) == 1
    np.testing.assert_array_equal(order, np.argsort(-values))
    assert resort(-values, order) == -1
    np.testing.assert_array_equal(order, np.argsort(values))


def random_factors(rng, scopes, size=3):
    return [(scope, rng.random((size,) * len(scope))) for scope in scopes]


def einsum_best(factors, target):
    """All joint states by adding up with NumPy's broadcasting, max over the rest."""
    n = max(max(scope) for scope, _ in factors) + 1
    sizes = {name: s for scope, array in factors for name, s in zip(scope, array.shape)}
    total = np.zeros([sizes.get(v, 1) for v in range(n)])
    for scope, array in factors:
        for index in np.ndindex(*total.shape):
            total[index] += array[tuple(index[v] for v in scope)]
    rest = tuple(v for v in range(n) if v not in target)
    kept = [v for v in range(n) if v in target]
    return total.max(axis=rest).transpose([kept.index(v) for v in target])


CASES = [
    # scopes, groups, target
    ([(0, 1), (0, 2), (1, 2)], [[0], [1], [2]], (0, 1)),
    ([(0, 1), (1, 2), (2, 3), (3, 0)], [[0], [1, 2], [3]], (1, 0)),
    ([(0, 1, 2), (0, 3, 4), (1, 3, 4), (2, 5)], [[0], [1], [2, 3]], (0, 1)),
    ([(0, 1), (0, 2), (0, 3), (1, 2, 3)], [[0], [1, 2], [3]], (0,)),
    ([(0, 1), (1, 2), (3, 4)], [[0], [1], [2]], (0, 1)),
    ([(2, 0), (1, 0), (2, 1, 0)], [[2], [1], [0]], (1, 2)),
    ([(0, 1), (0, 2), (1, 2)], [[0, 1, 2], [], []], (2,)),
]


@pytest.mark.parametrize(("scopes", "groups", "target"), CASES)
def test_groups_are_brute_force(scopes, groups, target):
    factors = random_factors(np.random.default_rng(10), scopes)
    wanted = einsum_best(factors, target)
    np.testing.assert_allclose(brute_max_marginal(factors, target).values, wanted, rtol=1e-13)
    for early_stop in (False, True):
        found = group_max_marginal(factors, groups, target, early_stop=early_stop)
        np.testing.assert_allclose(found.values, wanted, rtol=1e-13)


def test_groups_within_groups():
    """A ring of five: the long arc is taken apart again."""
    scopes = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
    factors = random_factors(np.random.default_rng(11), scopes)
    ends = [*factors, ((1, 4), np.zeros((3, 3)))]
    split = [[0], [4], [[5], [1], [[], [2], [3]]]]
    found = group_max_marginal(ends, split, (0, 1))
    np.testing.assert_allclose(found.values, einsum_best(factors, (0, 1)), rtol=1e-13)


def test_groups_are_checked():
    factors = random_factors(np.random.default_rng(12), [(0, 1), (0, 2), (1, 2)])
    for groups, target in [([[0], [1], [1]], (0,)), ([[0], [1]], (0,)), ([[0], [1, 2]], (0,))]:
        with pytest.raises(ValueError, match="groups"):
            group_max_marginal(factors, groups, target)
    # a target that the first group does not know is right all the same, only not faster
    found = group_max_marginal(factors, [[0], [1], [2]], (2,))
    np.testing.assert_allclose(found.values, einsum_best(factors, (2,)), rtol=1e-13)
    with pytest.raises(ValueError, match="variable 0"):
        brute_max_marginal([((0,), [1.0]), ((0,), [1.0, 2.0])], (0,))


@pytest.mark.parametrize("way", WAYS)
def test_cluster_messages_and_score(way):
    rng = np.random.default_rng(13)
    ij = rng.normal(size=(3, 4))
    jk = rng.normal(size=(4, 5))
    ik = rng.normal(size=(3, 5))
    found = cluster_messages(ij, jk, ik, **way)
    others = {
        "ij": ik[:, None, :] + jk[None, :, :],
        "jk": ij[:, :, None] + ik[:, None, :],
        "ik": ij[:, :, None] + jk[None, :, :],
    }
    out = {"ij": 2, "jk": 0, "ik": 1}
    for name, own in (("ij", ij), ("jk", jk), ("ik", ik)):
        wanted = -2 / 3 * own + others[name].max(axis=out[name]) / 3
        np.testing.assert_allclose(getattr(found, name), wanted, rtol=1e-12)
    total = ij[:, :, None] + jk[None] + ik[:, None, :]
    wanted = ij.max() + jk.max() + ik.max() - total.max()
    assert cluster_score(ij, jk, ik, **way) == pytest.approx(wanted)
    # what a message takes from the edge's score keeps the sum of all max-marginals in balance
    assert wanted >= 0
