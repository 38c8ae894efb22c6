"""The heaviest words of a topic."""

import pytest

from mlcompanion.text import top_words

WORDS = ["ale", "bee", "cat", "dog"]


def test_words_by_size_whatever_the_sign():
    assert top_words([[0.1, -3.0, 2.0, 0.2]], WORDS, 2) == [["bee", "cat"]]


def test_words_of_weight_zero_are_not_told():
    assert top_words([[0, 0, 1, 0], [0, 0, 0, 0]], WORDS) == [["cat"], []]


def test_equal_words_keep_their_order():
    assert top_words([[1, 2, 1, 2]], WORDS, 3) == [["bee", "dog", "ale"]]


def test_one_word_a_column():
    with pytest.raises(ValueError, match="words"):
        top_words([[1.0, 2.0]], WORDS)
