"""What every process measure answers: a law of the next symbol for every past.

Ryabko (2011), section 2: a probability measure on infinite sequences over ``0 .. m - 1`` is a
source of data and a predictor at once. All logarithms have base 2: losses are bits.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_rng

__all__ = ["Measure", "check_law", "check_word", "log2"]


def log2(values):
    """Logarithm of base 2; that of 0 is minus infinity, without a warning."""
    with np.errstate(divide="ignore"):
        return np.log2(values)


def check_word(x, name, n_symbols):
    """Return ``x`` as a word over ``0 .. n_symbols - 1``, or say what is wrong with it."""
    return check_array(x, name, ndim=1, dtype=np.int64, low=0, high=n_symbols - 1)


def check_counts(counts, n_symbols):
    """Return counts of the symbols, shape (..., m), or say what is wrong with them."""
    counts = check_array(counts, "counts", low=0)
    if counts.ndim == 0 or counts.shape[-1] != n_symbols:
        raise ValueError(f"counts must have {n_symbols} columns, got shape {counts.shape}")
    return counts


def check_law(p, name, least=2, **options):
    """Return rows of probabilities that sum to 1, or say what is wrong with them."""
    p = check_array(p, name, low=0, high=1, min_rows=1, **options)
    if p.ndim == 0 or p.shape[-1] < least:
        raise ValueError(f"{name} needs at least {least} probabilities, got shape {p.shape}")
    off = np.abs(p.sum(axis=-1) - 1)
    if (off > 1e-9).any():
        raise ValueError(f"{name} must sum to 1 over the last axis, it is off by {off.max():.2g}")
    return p / p.sum(axis=-1, keepdims=True)


def check_measure(value, name, n_symbols=None):
    """Return ``value`` if it is a measure (over that many symbols), or raise."""
    check_instance(value, name, Measure)
    if n_symbols is not None and value.n_symbols != n_symbols:
        raise ValueError(f"{name} must have {n_symbols} symbols, got {value.n_symbols}")
    return value


class Measure:
    """A process measure; a subclass gives :meth:`stream`, and :meth:`conditionals` if it is faster.

    Attributes
    ----------
    n_symbols : int
        Size m of the alphabet ``0 .. m - 1``.

    Notes
    -----
    After a past of probability 0 the law is uniform: nothing else is defined, and no loss depends
    on it, as it is infinite already.
    """

    n_symbols = 2
    exchangeable = False

    def stream(self):
        """Generator of the laws of the next symbol; ``send`` the symbol that came.

        Yields
        ------
        ndarray, shape (m,)
            Read it, and do not write into it.
        """
        raise NotImplementedError

    def conditionals(self, x):
        """Laws of every symbol of a word, given what stands before it.

        Parameters
        ----------
        x : array_like of int, shape (n,)

        Returns
        -------
        ndarray, shape (n, m)
        """
        x = check_word(x, "x", self.n_symbols)
        laws = np.empty((len(x), self.n_symbols))
        stream = self.stream()
        law = next(stream)
        for t, symbol in enumerate(x):
            laws[t] = law
            if t + 1 < len(x):
                law = stream.send(symbol)
        return laws

    def cond(self, past):
        """Law of the symbol that follows a past, shape (m,)."""
        past = check_word(past, "past", self.n_symbols)
        return self.conditionals(np.append(past, 0))[-1].copy()  # the last law sees the past only

    def losses(self, x):
        """Bits that each symbol costs, ``-log2 P(x_t | x_1 .. x_{t-1})``, shape (n,)."""
        x = check_word(x, "x", self.n_symbols)
        # 0 - x: a sure symbol costs 0, not -0
        return 0.0 - log2(self.conditionals(x)[np.arange(len(x)), x])

    def logprob(self, x):
        """Base-2 logarithm of the probability of a word."""
        return 0.0 - float(self.losses(x).sum())

    def sample(self, n, random_state=None):
        """Draw the first ``n`` symbols.

        Parameters
        ----------
        n : int
        random_state : int, Generator or None

        Returns
        -------
        ndarray of int, shape (n,)
        """
        n = check_count(n, "n")
        draws = check_rng(random_state).random(n)
        x = np.empty(n, dtype=np.int64)
        stream = self.stream()
        law = next(stream)
        for t in range(n):
            steps = np.cumsum(law)
            # times the sum: rounding cannot lead past the last symbol
            x[t] = np.searchsorted(steps, draws[t] * steps[-1], side="right")
            if t + 1 < n:
                law = stream.send(x[t])
        return x
