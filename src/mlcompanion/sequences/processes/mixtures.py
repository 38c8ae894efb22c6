"""Bayes mixtures over countably many measures, and over whole grids of chains.

Ryabko (2011): Theorem 8 (v), Theorem 12, Theorem 14 (mixture over a dense countable set) and
Theorem 15 (chains with rational parameters).
"""

import itertools

import numpy as np
from scipy.special import logsumexp, xlogy

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_list

from .base import Measure, check_counts, check_law, check_measure, check_word, log2
from .chains import contexts

__all__ = ["GridMixture", "Mixture", "conditional_tv", "markov_grid"]


def log2_sum(scores, axis):
    """Logarithm of a sum of powers of 2; of nothing but zeros it is minus infinity."""
    with np.errstate(divide="ignore"):
        return logsumexp(scores * np.log(2), axis=axis) / np.log(2)


def power_weights(scores):
    """Weights proportional to ``2^scores`` along the last axis; uniform if all scores are -inf."""
    # with all scores at minus infinity nothing is known: uniform
    top = scores.max(axis=-1, keepdims=True)
    shifted = np.where(np.isneginf(top), 0.0, scores - np.where(np.isneginf(top), 0.0, top))
    weights = np.exp2(shifted)
    return weights / weights.sum(axis=-1, keepdims=True)


class Mixture(Measure):
    """Bayes mixture ``sum_k w_k mu_k`` of measures; its predictions weigh them by the posterior.

    Parameters
    ----------
    measures : list of Measure
        K measures over the same alphabet.
    weights : array_like, shape (K,), optional
        Positive; brought to sum 1. Default ``1 / (k (k + 1))``, k = 1, 2, ...

    Notes
    -----
    O(K) beside the members' own work for each symbol. Weights are kept as logarithms and no member
    is ever dropped: so the loss exceeds that of each member by ``-log2 w_k`` at most, on any word.
    """

    def __init__(self, measures, weights=None):
        self.measures = check_list(measures, "measures")
        m = check_measure(self.measures[0], "measures").n_symbols
        self.measures = [check_measure(mu, "measures", m) for mu in self.measures]
        k = np.arange(1, len(self.measures) + 1)
        weights = 1 / (k * (k + 1.0)) if weights is None else weights
        weights = check_array(weights, "weights", shape=(len(k),), low=0, open_low=True)
        self.n_symbols = m
        self.weights = weights / weights.sum()
        self.exchangeable = all(mu.exchangeable for mu in self.measures)

    def stream(self):
        """Generator of the laws of the next symbol."""
        streams = [mu.stream() for mu in self.measures]
        laws = np.array([next(stream) for stream in streams])
        scores = np.log(self.weights)
        while True:
            top = scores.max()
            weights = np.exp(scores - top) if top > -np.inf else np.full(len(scores), 1.0)
            law = weights @ laws
            symbol = yield law / law.sum()  # the weights need no sum of their own
            scores = scores + log2(laws[:, symbol]) * np.log(2)
            laws = np.array([stream.send(symbol) for stream in streams])

    def _laws_and_scores(self, x):
        """Members' laws (K, n, m), and log-weights before each symbol and after all (n+1, K)."""
        laws = np.array([mu.conditionals(x) for mu in self.measures])
        gains = log2(laws[:, np.arange(len(x)), x]).T
        # scores before each symbol: prior, then the gains so far
        scores = np.vstack([log2(self.weights), gains])
        return laws, np.cumsum(scores, axis=0)

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m); memory O(K n m)."""
        x = check_word(x, "x", self.n_symbols)
        laws, scores = self._laws_and_scores(x)
        return np.einsum("nk,knm->nm", power_weights(scores[:-1]), laws)

    def posterior(self, x):
        """Weights of the members before each symbol and after the last, shape (n + 1, K)."""
        x = check_word(x, "x", self.n_symbols)
        return power_weights(self._laws_and_scores(x)[1])

    def logprob(self, x):
        """Base-2 logarithm of the probability of a word."""
        parts = np.array([mu.logprob(x) for mu in self.measures])
        return float(log2_sum(log2(self.weights) + parts, axis=0))

    def counts_logprob(self, counts):
        """Base-2 logarithm of the probability of one word with these counts, of coins' mixtures.

        Parameters
        ----------
        counts : array_like, shape (..., m)

        Returns
        -------
        ndarray, shape (...)
        """
        if not self.exchangeable:
            raise ValueError("counts tell the probability only if every member is exchangeable")
        counts = check_counts(counts, self.n_symbols)
        parts = np.array([mu.counts_logprob(counts) for mu in self.measures])
        prior = log2(self.weights).reshape((-1,) + (1,) * (parts.ndim - 1))
        return log2_sum(prior + parts, axis=0)


def conditional_tv(mixture, x, member):
    """Total variation between the futures that a mixture and one of its members expect.

    For members that are singular to each other (different coins, say) all of the future of
    ``mu_j`` lies where the others have probability 0. So the distance is one minus the posterior
    weight of ``mu_j``; for another mixture of the same members half the absolute difference of the
    posterior weights.

    Parameters
    ----------
    mixture : Mixture
        Its members must be singular to each other; this is not checked.
    x : array_like of int, shape (n,)
    member : int or array_like, shape (K,)
        Number j of a member, or the prior weights of another mixture.

    Returns
    -------
    ndarray, shape (n + 1,)
        ``v(member, mixture, x_1 .. x_t)`` of Definition 1 for t = 0 .. n.
    """
    if not isinstance(mixture, Mixture):
        raise TypeError(f"mixture must be a Mixture, got {mixture!r}")
    x = check_word(x, "x", mixture.n_symbols)
    K = len(mixture.measures)
    if np.ndim(member) == 0:
        member = np.eye(K)[check_count(member, "member", high=K - 1)]
    prior = check_law(member, "member", 1, shape=(K,))
    scores = mixture._laws_and_scores(x)[1]
    # posterior under the other prior: its logarithm in place of the old one
    other = power_weights(scores - log2(mixture.weights) + log2(prior))
    return np.abs(other - power_weights(scores)).sum(axis=1) / 2


class GridMixture(Measure):
    """Equal mixture of all chains of one order whose rows come from a list of laws.

    The list of J laws has ``J^(m^k)`` chains. Under equal weights the rows of different contexts
    are independent, before and after data: the mixture is one mixture of J laws a context, and
    costs O(J) a symbol however many chains there are.

    Parameters
    ----------
    laws : array_like, shape (J, m)
    order : int
        k; the first k symbols are uniform.

    Notes
    -----
    O(J) time a symbol, O(m^k J) memory. Equal to :class:`Mixture` over ``Markov(..., "uniform")``.
    """

    def __init__(self, laws, order=1):
        self.laws = check_law(laws, "laws", ndim=2)
        self.order = check_count(order, "order")
        self.n_symbols = self.laws.shape[1]
        self.exchangeable = self.order == 0

    @property
    def log_size(self):
        """Base-2 logarithm of the number of chains."""
        return self.n_symbols**self.order * float(np.log2(len(self.laws)))

    def stream(self):
        """Generator of the laws of the next symbol."""
        m = self.n_symbols
        gains = log2(self.laws) * np.log(2)
        scores = np.zeros((m**self.order, len(gains)))
        context = 0
        # while fewer than k symbols are past, the next one is uniform
        for _ in range(self.order):
            symbol = yield np.full(m, 1 / m)
            context = context * m + symbol
        while True:
            symbol = yield grid_law(scores[context], self.laws)
            learn_row(scores[context], gains, symbol)
            # the context's oldest digit falls off
            context = (context * m + symbol) % len(scores)

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m)."""
        x = check_word(x, "x", self.n_symbols)
        # scores[context, j]: log weight of law j in a context
        found = contexts(x, self.order, self.n_symbols)
        out = np.full((len(x), self.n_symbols), 1 / self.n_symbols)
        scores = np.zeros((self.n_symbols**self.order, len(self.laws)))
        run_grid(
            x[self.order :],
            found,
            self.laws,
            log2(self.laws) * np.log(2),
            scores,
            out[self.order :],
        )
        return out

    def counts_logprob(self, counts):
        """Base-2 logarithm of the probability of one word with these counts, for order 0.

        Parameters
        ----------
        counts : array_like, shape (..., m)

        Returns
        -------
        ndarray, shape (...)
        """
        if self.order:
            raise ValueError(f"counts tell the probability for order 0 only, got {self.order}")
        return self._row_logprob(check_counts(counts, self.n_symbols))

    def _row_logprob(self, counts):
        scores = xlogy(counts[..., None, :], self.laws).sum(axis=-1) / np.log(2)
        return log2_sum(scores, axis=-1) - np.log2(len(self.laws))

    def logprob(self, x):
        """Base-2 logarithm of the probability of a word; O(n + m^k J) by the counts of moves."""
        x = check_word(x, "x", self.n_symbols)
        m = self.n_symbols
        # counts of moves suffice: rows of different contexts are independent
        moves = contexts(x, self.order, m) * m + x[self.order :]
        counts = np.bincount(moves, minlength=m ** (self.order + 1)).reshape(-1, m)
        free = min(self.order, len(x)) * np.log2(m)  # the first symbols are uniform
        return float(self._row_logprob(counts).sum() - free)


@njit
def grid_law(scores, laws):
    """Mixture of laws with natural log-weights; the uniform law if none is possible."""
    law = np.zeros(laws.shape[1])
    top = scores.max()
    if top == -np.inf:
        return np.full(len(law), 1.0 / len(law))
    for j in range(len(scores)):
        weight = np.exp(scores[j] - top)
        for a in range(len(law)):
            law[a] += weight * laws[j, a]
    return law / law.sum()


@njit
def learn_row(scores, gains, symbol):
    """Bayes' rule for the laws of one context."""
    for j in range(len(scores)):
        scores[j] += gains[j, symbol]


@njit
def run_grid(x, found, laws, gains, scores, out):
    """Fill the laws along a word whose contexts were found."""
    for t in range(len(x)):
        row = scores[found[t]]
        out[t] = grid_law(row, laws)
        learn_row(row, gains, x[t])


def markov_grid(order, m, n_symbols=2):
    """Equal mixture of all chains of an order whose probabilities are multiples of ``1/m``.

    Theorem 15's rational parameters, denominators up to a bound.

    Parameters
    ----------
    order : int
    m : int
        Denominator.
    n_symbols : int

    Returns
    -------
    GridMixture
    """
    order = check_count(order, "order")
    m = check_count(m, "m", low=1)
    size = check_count(n_symbols, "n_symbols", low=2)
    # m units on so many symbols: choose the bars among units and bars
    cuts = itertools.combinations(range(m + size - 1), size - 1)
    # stars and bars: the gaps count multiples of 1/m
    edges = np.array([(-1, *cut, m + size - 1) for cut in cuts])
    return GridMixture((np.diff(edges, axis=1) - 1) / m, order)
