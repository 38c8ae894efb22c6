"""Viterbi and the features of chains against enumeration."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.sequences import ChainFeatures, viterbi

ALL = np.array(list(product(range(3), repeat=6)))


def total(init, trans, strings):
    return init[strings[:, 0]] + sum(
        trans[i, strings[:, i], strings[:, i + 1]] for i in range(len(trans))
    )


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6))
def test_viterbi_is_exact(seed):
    rng = np.random.default_rng(seed)
    init = rng.standard_normal(3)
    trans = rng.standard_normal((5, 3, 3))
    scores = total(init, trans, ALL)
    order = np.argsort(-scores)
    best = viterbi(init, trans)
    assert np.array_equal(best, ALL[order[0]])
    assert np.array_equal(viterbi(init, trans, other_than=best), ALL[order[1]])
    assert np.array_equal(viterbi(init, trans, other_than=ALL[order[5]]), best)


def test_the_strings_may_have_one_symbol_or_one_place():
    assert viterbi([1.0, 3.0, 2.0], np.empty((0, 3, 3))).tolist() == [1]
    assert viterbi([1.0, 3.0, 2.0], np.empty((0, 3, 3)), other_than=[1]).tolist() == [2]
    assert viterbi([1.0], np.zeros((3, 1, 1))).tolist() == [0] * 4


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6))
def test_features_scores_and_augmented_search_agree(seed):
    rng = np.random.default_rng(seed)
    features = ChainFeatures(3, 2)
    w = rng.standard_normal(features.size)
    x = rng.standard_normal((6, 2))
    y = ALL[seed % 729]
    direct = np.array([w @ features.phi(x, z) for z in ALL])
    places, trans = features.scores(w, x)
    np.testing.assert_allclose(
        total(places[0], trans + places[1:, None, :], ALL), direct, atol=1e-12
    )
    assert np.array_equal(viterbi(places[0], trans + places[1:, None, :]), features.predict(w, x))
    assert np.array_equal(features.predict(w, x), ALL[direct.argmax()])
    raised = direct + (y != ALL).sum(axis=1)  # (5.23)
    raised[(y == ALL).all(axis=1)] = -np.inf
    assert np.array_equal(features.worst_rival(w, x, y), ALL[raised.argmax()])
