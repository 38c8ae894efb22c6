"""Tuples from labels: against a list of all tuples, and against counts."""

from collections import Counter

import numpy as np
import pytest

from mlcompanion.text.preferences import sample_tuples


def test_every_tuple_is_equally_likely():
    y = np.array(["b", "a", "b", "c", "b", "a"])
    rows = range(len(y))
    every = {
        (q, b, w) for q in rows for b in rows for w in rows
        if q != b and y[q] == y[b] and y[q] != y[w]
    }  # fmt: skip
    drawn = Counter(map(tuple, sample_tuples(y, 26_000, random_state=0).tolist()))
    assert set(drawn) == every
    assert len(every) == 26
    # 1,000 expected of each, with a deviation of 31
    assert max(abs(count - 1000) for count in drawn.values()) < 130


def test_a_class_of_one_row_is_never_the_query():
    tuples = sample_tuples([0, 0, 1, 1, 2], 500, random_state=1)
    assert 4 not in tuples[:, :2]
    assert 4 in tuples[:, 2]


def test_the_same_seed_draws_the_same():
    y = np.arange(30) % 4
    assert np.array_equal(sample_tuples(y, 50, 3), sample_tuples(y, 50, 3))


@pytest.mark.parametrize(
    ("y", "message"), [([1, 1, 1], "two classes"), ([1, 2, 3], "two rows"), ([0.1, 0.2], "y")]
)
def test_no_tuples_no_answer(y, message):
    with pytest.raises(ValueError, match=message):
        sample_tuples(y, 5)
