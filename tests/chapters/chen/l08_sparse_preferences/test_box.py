"""The dial, and one weight's account against the library's steps."""

import numpy as np

from mlcompanion.prox import soft_threshold
from mlcompanion.text.preferences import preference_steps
from mlcompanion_chapters.chen.l08_sparse_preferences import box, protocol


def test_the_account_is_a_run_of_the_library():
    """Row 2 is empty: a tuple with it moves one weight of word 0, or none at all."""
    X = np.eye(3)
    X[2] = 0
    moves = {1.0: [0, 1, 2], -1.0: [0, 2, 1], 0.0: [2, 0, 1]}
    tuples = [moves[box.MEETINGS.get(t, 0.0)] for t in range(1, 41)]
    books = box.account(1)
    states = preference_steps(X, tuples, every=1, lam=0.3, C=0.5, T=1, start="zero")
    values = np.array([state.W.toarray()[0, 1] for state in states])
    np.testing.assert_allclose(books.true, values, atol=1e-12)
    np.testing.assert_allclose(books.swept, books.true, atol=1e-12)


def test_what_is_stored_less_what_is_owed_is_the_truth():
    books = box.account(10)
    np.testing.assert_allclose(soft_threshold(books.stored, books.owed), books.true, atol=1e-12)
    assert np.any(books.true == 0)
    assert np.any(books.swept != books.true)


def test_the_dial_removes_and_the_refit_adds_nothing():
    part = protocol.split("digits", 0, 500)
    found = box.dial(part, (-4.0, -2.5))
    assert found[-4.0, False][2] > found[-2.5, False][2]
    for log_lam in (-4.0, -2.5):
        assert not np.any((found[log_lam, True][0] != 0) & (found[log_lam, False][0] == 0))
