"""Label chains drawn from hidden Markov models, and conditional random fields on them.

They stand in for the two corpora of section 2.4.2. The inputs are symbols as unit vectors, so that
every string of m places has 2m - 1 features, all 0 or 1, as iterative scaling needs it.
"""

import numpy as np

from mlcompanion.classification.structured.bound_chain import ChainSurrogate
from mlcompanion.classification.structured.crf_fits import ChainLikelihood
from mlcompanion.optimize.majorising import Touch

__all__ = ["ChainProblem", "IterativeScaling", "chain_problem", "draw_chains"]

SPARSE = 0.3  # Dirichlet parameter of the rows of both tables


def draw_chains(n_labels, n_symbols, n_strings, length, rng):
    """Strings of labels, and their symbols as unit vectors, end to end.

    Parameters
    ----------
    n_labels, n_symbols, n_strings, length : int
    rng : Generator

    Returns
    -------
    rows : ndarray, shape (n_strings * length, n_symbols)
    codes : ndarray of int, shape (n_strings * length,)
    """
    moves = rng.dirichlet(np.full(n_labels, SPARSE), size=n_labels)
    emissions = rng.dirichlet(np.full(n_symbols, SPARSE), size=n_labels)
    codes = np.empty((n_strings, length), dtype=np.int64)
    for i in range(n_strings):
        codes[i, 0] = rng.integers(n_labels)
        for k in range(1, length):
            codes[i, k] = rng.choice(n_labels, p=moves[codes[i, k - 1]])
    flat = codes.ravel()
    symbols = [rng.choice(n_symbols, p=emissions[label]) for label in flat]
    return np.eye(n_symbols)[symbols], flat


class _Strings:
    """Strings of one length, as :class:`ChainLikelihood` reads them."""

    def __init__(self, rows, codes, length):
        self.rows = rows
        self.codes = codes
        self.ends = np.arange(length, len(rows) + 1, length)
        self.starts = self.ends - length


class ChainProblem:
    """The penalised likelihood of strings, for solvers and for the bound of rank 0."""

    def __init__(self, likelihood, merge):
        self.likelihood = likelihood
        self.surrogate = ChainSurrogate(likelihood, merge, diagonal=True)
        self.touch = self.surrogate.touch

    def value_and_gradient(self, theta):
        """By forward and backward sums."""
        return self.likelihood(theta)


class IterativeScaling:
    """Generalised iterative scaling with a ridge: each parameter alone, by Newton's method.

    The features of a string sum to C, so that the likelihood is bounded by a sum of terms, one a
    parameter, whose slope in the step is observed - expected e^{C step} - ridge (theta + step).
    """

    def __init__(self, likelihood, ridge, total):
        self.likelihood = likelihood
        self.ridge = ridge
        self.total = total
        self.observed = np.append(likelihood.observed.ravel(), likelihood.seen.ravel())

    def touch(self, theta):
        """Value, gradient, and the least point of the bound."""
        value, gradient = self.likelihood(theta)
        expected = np.maximum(gradient - self.ridge * theta + self.observed, 1e-300)
        step = np.zeros_like(theta)
        for _ in range(100):
            grown = expected * np.exp(self.total * step)
            slope = self.observed - grown - self.ridge * (theta + step)
            change = slope / (self.total * grown + self.ridge)
            step += np.clip(change, -1, 1)
            if abs(change).max() < 1e-12:
                break
        return Touch(value, gradient, theta + step)


def chain_problem(data, n_labels, length, lam, merge="join"):
    """The problem of one set of strings; the penalty is multiplied by their number.

    Parameters
    ----------
    data : tuple
        Of :func:`draw_chains`.
    n_labels, length : int
    lam : float
    merge : {"join", "sum"}

    Returns
    -------
    problem : ChainProblem
    scaling : IterativeScaling
    """
    rows, codes = data
    ridge = lam * len(rows) / length
    strings = _Strings(rows, codes, length)
    likelihood = ChainLikelihood(
        strings, n_labels, np.full(rows.shape[1], ridge), ridge, first_pair=False
    )
    scaling = IterativeScaling(likelihood, ridge, 2 * length - 1)
    return ChainProblem(likelihood, merge), scaling
