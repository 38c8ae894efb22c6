"""Data, tuples and judges of the comparison, by hand where that is possible."""

import numpy as np
import pytest

from mlcompanion_chapters.chen.l08_sparse_preferences import protocol, table_rows, words


@pytest.mark.parametrize("data", ["digits", "titles"])
def test_splits_do_not_overlap_and_tuples_are_of_their_classes(data):
    part = protocol.split(data, 0, 50)
    query, better, worse = part.tuples.T
    assert np.all(part.y[query] == part.y[better])
    assert np.all(part.y[query] != part.y[worse])
    query, better, worse = part.test_tuples.T
    assert np.all(part.y_test[query] == part.y_test[better])
    assert part.X.shape[1] == part.X_test.shape[1] == len(part.words)
    total = {"digits": 1797, "titles": 2524}[data]
    assert len(part.y) + len(part.y_test) == total


def test_the_identity_is_the_cosine():
    part = protocol.split("digits", 0, 50)
    scores = protocol.scores_of(part, None)
    np.testing.assert_allclose(np.diag(scores), 1)
    np.testing.assert_allclose(scores, part.X_test @ part.X_test.T, atol=1e-12)


def test_ties_are_counted_among_errors():
    scores = np.array([[0.0, 1.0, 1.0, 2.0]])
    tuples = np.array([[0, 1, 2], [0, 1, 3], [0, 3, 1]])
    assert table_rows.tie_share(scores, tuples) == 0.5


def test_class_bound_words_by_hand():
    X = np.zeros((12, 3))
    X[:6, 0] = 1  # always of class 0
    X[3:9, 1] = 1  # half and half
    X[6:10, 2] = 1  # too rare
    y = np.repeat([0, 1], 6)
    assert words.class_counts(X, y).tolist() == [[6, 3, 0], [0, 3, 4]]
    assert words.class_bound_words(X, y).tolist() == [0, 1]
