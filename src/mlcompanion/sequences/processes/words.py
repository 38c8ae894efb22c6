"""Famous sequences that no chance produced, to try predictors on.

They stand for the individual sequences of Ryabko (2011), Problem 3 and Theorem 15.
"""

import numpy as np

from mlcompanion._validation import check_count

__all__ = ["champernowne_bits", "fibonacci_word", "thue_morse"]


def thue_morse(n):
    """First n symbols of the Thue-Morse sequence: is the number of ones of t in binary odd?

    Parameters
    ----------
    n : int

    Returns
    -------
    ndarray of int, shape (n,)
    """
    n = check_count(n, "n")
    word = np.zeros(1, dtype=np.int64)
    while len(word) < n:
        word = np.concatenate([word, 1 - word])  # a further binary digit 1 turns the parity
    return word[:n].copy()


def fibonacci_word(n):
    """First n symbols of the Fibonacci word: 0, 01, 010, 01001, each the last two joined.

    Parameters
    ----------
    n : int

    Returns
    -------
    ndarray of int, shape (n,)
    """
    n = check_count(n, "n")
    before = np.array([0])
    word = np.array([0, 1])
    while len(word) < n:
        before, word = word, np.concatenate([word, before])
    return word[:n].astype(np.int64)


def champernowne_bits(n):
    """First n bits of 1, 10, 11, 100, ...: the binary numbers, written one after the other.

    Parameters
    ----------
    n : int

    Returns
    -------
    ndarray of int, shape (n,)
    """
    n = check_count(n, "n")
    parts = []
    total = 0
    number = 1
    while total < n:
        text = format(number, "b")
        parts.append(text)
        total += len(text)
        number += 1
    return np.frombuffer("".join(parts).encode(), dtype=np.uint8)[:n].astype(np.int64) - ord("0")
