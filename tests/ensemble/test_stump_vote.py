"""A vote as staircases against the sum over its stumps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.ensemble.votes import StumpVote


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 30), st.integers(1, 3))
def test_staircases_are_the_sum_of_the_stumps(seed, b, d):
    rng = np.random.default_rng(seed)
    thresholds = rng.integers(-2, 3, b).astype(float)  # ties with each other and with the rows
    thresholds[rng.random(b) < 0.1] = -np.inf
    vote = StumpVote(rng.integers(0, d, b), thresholds, rng.normal(size=b), d)
    X = rng.integers(-3, 4, size=(20, d)).astype(float)
    want = np.zeros(20)
    for stump, weight, total in zip(vote.stumps(), vote.weights, vote.staged(X)):
        want += abs(weight) * stump(X)
        np.testing.assert_allclose(total, want, atol=1e-12)
    np.testing.assert_allclose(vote(X), want, atol=1e-12)
    np.testing.assert_allclose(vote.first(b // 2)(X) + rest(vote, b // 2)(X), want, atol=1e-12)


def rest(vote, b):
    return StumpVote(vote.axes[b:], vote.thresholds[b:], vote.weights[b:], vote.n_features)


def test_whole_weights_add_exactly():
    vote = StumpVote([0, 0, 1], [0.0, 1.0, 0.0], [1.0, -1.0, 1.0], 2)
    assert vote([[0.5, -1.0], [2.0, 1.0], [-1.0, -1.0]]).tolist() == [1.0, 1.0, -1.0]
    thresholds, levels = vote.stair(0)
    assert thresholds.tolist() == [0.0, 1.0]
    assert levels.tolist() == [0.0, 2.0, 0.0]


def test_what_is_refused():
    with pytest.raises(ValueError, match="axes"):
        StumpVote([0, 2], [0.0, 0.0], [1.0, 1.0], 2)
    with pytest.raises(ValueError, match="axes"):
        StumpVote([0.5], [0.0], [1.0], 2)
    with pytest.raises(ValueError, match="thresholds"):
        StumpVote([0], [np.inf], [1.0], 1)
    with pytest.raises(ValueError, match="X"):
        StumpVote([0], [0.0], [1.0], 2)(np.ones((3, 1)))
