"""Meters of rankings against scikit-learn's and against a count by hand."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, ndcg_score

from mlcompanion.text import average_precision, ndcg_at


@pytest.mark.parametrize("seed", range(5))
def test_both_agree_with_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    grades = rng.integers(0, 5, 20)
    scores = rng.normal(size=20)
    relevant = grades >= 3
    assert average_precision(relevant, scores) == pytest.approx(
        average_precision_score(relevant, scores)
    )
    for k in (1, 3, 50):
        theirs = ndcg_score([2.0**grades - 1], [scores], k=k)
        assert ndcg_at(grades, scores, k) == pytest.approx(theirs)


def test_what_was_not_retrieved_is_missed():
    grades = np.array([4, 0, 4, 0])
    scores = np.array([1.0, 3.0, 2.0, 0.0])
    retrieved = [False, True, True, True]
    assert average_precision(grades > 2, scores, retrieved=retrieved) == 0.5 / 2
    best = 15 + 15 / np.log2(3)
    assert ndcg_at(grades, scores, 3, retrieved=retrieved) == pytest.approx(15 / np.log2(3) / best)
    assert average_precision(grades > 2, scores, retrieved=[False] * 4) == 0.0


def test_a_query_without_relevant_pages_scores_nothing():
    assert average_precision([0, 0], [1.0, 2.0]) == 0.0
    assert ndcg_at([0, 0], [1.0, 2.0], 5) == 0.0


def test_equal_scores_stay_in_the_order_given():
    assert average_precision([0, 1], [1.0, 1.0]) == 0.5
