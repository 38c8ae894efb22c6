"""Errors, precisions and related words against scikit-learn and counts by hand."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import average_precision_score, roc_auc_score

from mlcompanion.text.preferences import (
    mean_average_precision,
    pair_error,
    related_features,
    sample_tuples,
)


def test_precision_is_scikit_learns_query_by_query_with_ties():
    rng = np.random.default_rng(0)
    scores = rng.integers(0, 6, size=(40, 40)).astype(float)
    y = rng.integers(0, 4, 40)
    theirs = []
    for i in range(40):
        others = np.arange(40) != i
        theirs.append(average_precision_score(y[others] == y[i], scores[i, others]))
    assert mean_average_precision(scores, y) == pytest.approx(np.mean(theirs), abs=1e-14)
    order = rng.permutation(40)
    moved = mean_average_precision(scores[np.ix_(order, order)], y[order])
    assert moved == pytest.approx(np.mean(theirs), abs=1e-14)


def test_other_documents_than_the_queries():
    scores = np.array([[3.0, 2.0, 1.0], [1.0, 3.0, 2.0], [0.0, 0.0, 0.0]])
    # the third query has no document of its class
    assert mean_average_precision(scores, ["a", "b", "c"], ["a", "a", "b"]) == pytest.approx(0.75)


def test_error_is_one_minus_the_area_without_ties():
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(1, 60))
    y = np.arange(60) % 2
    every = [(0, b, w) for b in np.flatnonzero(y) for w in np.flatnonzero(y == 0)]
    assert pair_error(scores, every) == pytest.approx(1 - roc_auc_score(y, scores[0]))


def test_ties_are_errors():
    assert pair_error(np.zeros((5, 5)), sample_tuples([0, 0, 1, 1, 1], 20, 0)) == 1.0


def test_tuples_outside_are_refused():
    for bad in ([[2, 0, 1]], [[0, 3, 1]], [[0, 1, 3]], [[-1, 0, 1]]):
        with pytest.raises(ValueError, match="tuples"):
            pair_error(np.zeros((2, 3)), bad)


def test_shapes_are_refused_by_name():
    with pytest.raises(ValueError, match="y_documents must have shape"):
        mean_average_precision(np.zeros((2, 3)), [0, 1], [0, 1])
    with pytest.raises(ValueError, match="square"):
        mean_average_precision(np.zeros((2, 3)), [0, 1])
    with pytest.raises(ValueError, match="no query"):
        mean_average_precision(np.zeros((2, 2)), [0, 1])


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, sparse.coo_array])
def test_related_words_are_the_strongest_without_zeros(form):
    W = form(np.array([[0.5, -2.0, 0.5, 0.0], [0.0] * 4, [1.0] * 4, [0.0, 0.0, 0.0, 1.0]]))
    assert related_features(W, 0).tolist() == [1, 0, 2]
    assert related_features(W, 1).tolist() == []
    assert related_features(W, 2, k=2).tolist() == [0, 1]
    with pytest.raises(ValueError, match="i must"):
        related_features(W, 4)
