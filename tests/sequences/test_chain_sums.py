"""Sums and maxima over all strings of a chain, against enumeration."""

import itertools

import numpy as np
import pytest

from mlcompanion.sequences import chain_maxima, chain_sums, viterbi
from mlcompanion.sequences.chain_sums import sums_of_strings


def enumerated(places, trans):
    """All strings and their scores."""
    m, k = places.shape
    strings = np.array(list(itertools.product(range(k), repeat=m)))
    scores = places[np.arange(m), strings].sum(axis=1)
    scores += trans[np.arange(m - 1), strings[:, :-1], strings[:, 1:]].sum(axis=1)
    return strings, scores


@pytest.mark.parametrize("scale", [0.1, 3.0, 400.0, 1e5])
@pytest.mark.parametrize("m", [1, 2, 5])
def test_sums_are_those_of_all_strings(scale, m):
    rng = np.random.default_rng(m)
    places = scale * rng.normal(size=(m, 3))
    trans = scale * rng.normal(size=(m - 1, 3, 3))
    strings, scores = enumerated(places, trans)
    log_z = np.logaddexp.reduce(scores)
    found = chain_sums(places, trans)
    slack = 1e-13 * max(1.0, np.abs(scores).max())
    assert found.log_z == pytest.approx(log_z, abs=10 * slack)
    chances = np.exp(scores - log_z)
    single = np.zeros((m, 3))
    pairs = np.zeros((m - 1, 3, 3))
    for string, chance in zip(strings, chances):
        single[np.arange(m), string] += chance
        pairs[np.arange(m - 1), string[:-1], string[1:]] += chance
    np.testing.assert_allclose(found.single, single, atol=100 * slack)
    np.testing.assert_allclose(found.pairs, pairs, atol=100 * slack)
    both = np.logaddexp.reduce(found.forward + found.backward, axis=1)
    np.testing.assert_allclose(both, log_z, atol=10 * slack)


def test_a_path_that_underflows_beside_another_still_counts():
    # symbol 1 is 2000 behind at the first place, and the only way to the reward of the second
    places = np.array([[0.0, -2000.0], [0.0, 3000.0]])
    trans = np.array([[0.0, -5000.0], [0.0, 0.0]])
    found = chain_sums(places, trans)
    assert found.log_z == pytest.approx(1000.0, abs=1e-9)
    np.testing.assert_allclose(found.single, [[0, 1], [0, 1]], atol=1e-12)


def test_one_matrix_stands_for_all_steps():
    rng = np.random.default_rng(1)
    places = rng.normal(size=(6, 4))
    trans = rng.normal(size=(4, 4))
    one = chain_sums(places, trans)
    many = chain_sums(places, np.repeat(trans[None], 5, axis=0))
    np.testing.assert_allclose(one.pairs, many.pairs, rtol=1e-12)
    assert chain_maxima(places, trans).best == pytest.approx(
        chain_maxima(places, np.repeat(trans[None], 5, axis=0)).best
    )


@pytest.mark.parametrize("seed", range(5))
def test_maxima_are_those_of_all_strings(seed):
    rng = np.random.default_rng(seed)
    places = rng.normal(size=(5, 3))
    trans = rng.normal(size=(4, 3, 3))
    strings, scores = enumerated(places, trans)
    found = chain_maxima(places, trans)
    assert found.best == pytest.approx(scores.max(), rel=1e-13)
    want = [[scores[strings[:, i] == s].max() for s in range(3)] for i in range(5)]
    np.testing.assert_allclose(found.single, want, rtol=1e-12)
    path = viterbi(places[0], trans, places=places[1:])
    np.testing.assert_array_equal(found.single.argmax(axis=1), path)


def test_products_are_the_square_of_the_labels_a_step():
    places = np.zeros((7, 4))
    trans = np.zeros((4, 4))
    assert chain_sums(places, trans).products == (6 * 16, 6 * 16)
    assert chain_maxima(places, trans).products == (6 * 16, 6 * 16)


@pytest.mark.parametrize("scale", [1.0, 80.0, 1000.0])
def test_many_strings_add_up(scale):
    rng = np.random.default_rng(2)
    lengths = [3, 1, 5]
    ends = np.cumsum(lengths)
    places = 1e4 + scale * rng.normal(size=(ends[-1], 3))
    trans = scale * rng.normal(size=(3, 3)) - 200
    single = np.empty_like(places)
    pairs = np.empty((3, 3))
    total = sums_of_strings(places, ends, trans, single, pairs)
    alone = [chain_sums(part, trans) for part in np.split(places, ends[:-1])]
    assert total == pytest.approx(sum(one.log_z for one in alone), rel=1e-13)
    np.testing.assert_allclose(single, np.concatenate([one.single for one in alone]), atol=1e-10)
    np.testing.assert_allclose(pairs, sum(one.pairs.sum(axis=0) for one in alone), atol=1e-10)


@pytest.mark.parametrize("call", [chain_sums, chain_maxima])
def test_shapes_that_disagree_are_named(call):
    with pytest.raises(ValueError, match=r"trans must have shape \(2, 2\)"):
        call(np.zeros((3, 2)), np.zeros((3, 3)))
    with pytest.raises(ValueError, match=r"trans must have shape \(2, 2, 2\)"):
        call(np.zeros((3, 2)), np.zeros((3, 2, 2)))
    with pytest.raises(ValueError, match="places contains NaN or infinity"):
        call([[0.0, -np.inf]], np.zeros((2, 2)))
    with pytest.raises(ValueError, match="places must have at least one column"):
        call(np.zeros((3, 0)), np.zeros((0, 0)))
