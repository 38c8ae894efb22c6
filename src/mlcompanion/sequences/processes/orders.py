"""Predictors that count: Krichevsky and Trofimov's rule in contexts, and the mixture over orders.

Cited by Ryabko (2011), section 2 and Theorem 15: Krichevsky (1993) for one order, B. Ryabko (1984)
for the mixture, which also learns every stationary process (B. Ryabko, 1988).
"""

import numpy as np
from scipy.special import gammaln

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_in, check_real

from .base import Measure, check_counts, check_word, log2

__all__ = ["KT", "RMeasure"]


class RMeasure(Measure):
    """Mixture over orders of counting predictors: one predictor for every finite memory.

    ``R = sum_k w_k KT_k``, where ``KT_k`` has after each context of k symbols the law
    ``(N_a + 1/2) / (N + m/2)``, and the uniform law while fewer than k symbols are past.

    Parameters
    ----------
    k_max : int
        Largest order.
    n_symbols : int
    weights : {"inverse", "logarithmic"}
        Prior of the orders, brought to sum 1: ``1 / ((k + 1)(k + 2))``, or
        ``1 / log2(k + 2) - 1 / log2(k + 3)``.
    pseudo_count : float
        What each symbol is worth before it is seen: 1/2; Laplace's rule has 1.

    Notes
    -----
    O(k_max + m) operations a symbol and order on a trie of contexts: time O(n k_max m), memory of
    the contexts that occurred, O(n k_max m) at most. The loss exceeds that of order k by
    ``-log2 w_k`` bits at most.
    """

    def __init__(self, k_max=8, n_symbols=2, weights="inverse", pseudo_count=0.5):
        self.k_max = check_count(k_max, "k_max")
        self.n_symbols = check_count(n_symbols, "n_symbols", low=2)
        self.weights = check_in(weights, "weights", ("inverse", "logarithmic"))
        self.pseudo_count = check_real(pseudo_count, "pseudo_count", low=0, open_low=True)
        k = np.arange(self.k_max + 1)
        if weights == "inverse":
            prior = 1 / ((k + 1.0) * (k + 2))
        else:
            prior = 1 / np.log2(k + 2) - 1 / np.log2(k + 3)
        self.prior = prior / prior.sum()

    def _log_prior(self):
        return log2(self.prior) * np.log(2)

    def stream(self):
        """Generator of the laws of the next symbol."""
        m = self.n_symbols
        depth = len(self.prior) - 1
        scores = self._log_prior()
        laws = np.empty((depth + 1, m))
        # path[k]: node of the context of length k in the trie of contexts
        path = np.zeros(depth + 1, dtype=np.int64)
        recent = np.zeros(depth, dtype=np.int64)
        n_recent = 0
        used = 0
        counts = np.zeros((64, m))
        child = np.zeros((64, m), dtype=np.int64)
        while True:
            if used + depth >= len(child):  # a symbol adds a node an order at most
                counts = doubled(counts, depth)
                child = doubled(child, depth)
            used = find_path(recent, n_recent, child, path, used)
            symbol = yield mixed_law(path, n_recent, counts, self.pseudo_count, scores, laws)
            learn(path, n_recent, counts, laws, scores, recent, symbol)
            n_recent = min(n_recent + 1, depth)

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m)."""
        x = check_word(x, "x", self.n_symbols)
        return run_orders(x, self._log_prior(), self.pseudo_count, self.n_symbols)[0]

    def posterior(self, x):
        """Weights of the orders before each symbol and after the last, shape (n + 1, k_max + 1)."""
        x = check_word(x, "x", self.n_symbols)
        return run_orders(x, self._log_prior(), self.pseudo_count, self.n_symbols)[1]


class KT(RMeasure):
    """Krichevsky and Trofimov's predictor of one order: count what followed the same context.

    Parameters
    ----------
    order : int
        Symbols of a context, k.
    n_symbols : int
    pseudo_count : float
        1/2; Laplace's rule has 1.

    Notes
    -----
    The mixture with all its weight on one order. Of order 0 it is a mixture of all coins, with a
    Dirichlet prior; its loss exceeds that of the best coin by ``(m - 1)/2 log2 n + O(1)`` bits.
    """

    def __init__(self, order=0, n_symbols=2, pseudo_count=0.5):
        order = check_count(order, "order")
        super().__init__(order, n_symbols, pseudo_count=pseudo_count)
        self.order = order
        self.prior = np.eye(order + 1)[order]
        self.exchangeable = order == 0

    def counts_logprob(self, counts):
        """Base-2 logarithm of the probability of one word with these counts, for order 0.

        Parameters
        ----------
        counts : array_like, shape (..., m)

        Returns
        -------
        ndarray, shape (...)

        Notes
        -----
        The closed form: a ratio of Gamma functions, Krichevsky and Trofimov's integral.
        """
        if self.order:
            raise ValueError(f"counts tell the probability for order 0 only, got {self.order}")
        counts = check_counts(counts, self.n_symbols)
        a = self.pseudo_count
        total = self.pseudo_count * self.n_symbols
        terms = (gammaln(counts + a) - gammaln(a)).sum(axis=-1)
        return (terms + gammaln(total) - gammaln(counts.sum(axis=-1) + total)) / np.log(2)


@njit
def doubled(array, extra):
    """An array with at least twice as many rows, the new ones 0."""
    larger = np.zeros((2 * len(array) + extra, array.shape[1]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


@njit
def find_path(recent, n_recent, child, path, used):
    """Nodes of the contexts of length 0, 1, ..., the latest symbol first; make those that lack."""
    path[0] = 0
    for k in range(n_recent):
        node = path[k]
        symbol = recent[k]
        if child[node, symbol] == 0:  # 0 is the root, which is nobody's child
            used += 1
            child[node, symbol] = used
        path[k + 1] = child[node, symbol]
    return used


@njit
def mixed_law(path, n_recent, counts, pseudo, scores, laws):
    """Fill the law of every order; return their mixture under the posterior ``e^scores``."""
    m = counts.shape[1]
    for k in range(len(laws)):
        for a in range(m):
            laws[k, a] = 1.0 / m  # stays where the past is too short
        if k <= n_recent:
            # Krichevsky and Trofimov's rule
            node = counts[path[k]]
            total = node.sum() + m * pseudo
            for a in range(m):
                laws[k, a] = (node[a] + pseudo) / total
    weights = np.exp(scores - scores.max())
    law = np.zeros(m)
    for k in range(len(laws)):
        for a in range(m):
            law[a] += weights[k] * laws[k, a]
    # weights are relative to the largest: divided by their sum here
    return law / weights.sum()


@njit
def learn(path, n_recent, counts, laws, scores, recent, symbol):
    """Bayes' rule for the orders, one count in every context, and the past moves on by one."""
    for k in range(len(laws)):
        scores[k] += np.log(laws[k, symbol])
    for k in range(n_recent + 1):
        counts[path[k], symbol] += 1.0
    for k in range(len(recent) - 1, 0, -1):
        recent[k] = recent[k - 1]
    if len(recent):
        recent[0] = symbol


@njit
def run_orders(x, log_prior, pseudo, m):
    """Laws along a word, shape (n, m), and posterior over orders, shape (n + 1, depth + 1)."""
    depth = len(log_prior) - 1
    laws = np.empty((depth + 1, m))
    path = np.zeros(depth + 1, dtype=np.int64)
    recent = np.zeros(depth, dtype=np.int64)
    n_recent = 0
    used = 0
    counts = np.zeros((64, m))
    child = np.zeros((64, m), dtype=np.int64)
    scores = log_prior.copy()
    mixed = np.empty((len(x), m))
    posterior = np.empty((len(x) + 1, depth + 1))
    for t in range(len(x)):
        if used + depth >= len(child):
            counts = doubled(counts, depth)
            child = doubled(child, depth)
        used = find_path(recent, n_recent, child, path, used)
        mixed[t] = mixed_law(path, n_recent, counts, pseudo, scores, laws)
        weights = np.exp(scores - scores.max())
        posterior[t] = weights / weights.sum()
        learn(path, n_recent, counts, laws, scores, recent, x[t])
        n_recent = min(n_recent + 1, depth)
    weights = np.exp(scores - scores.max())
    posterior[len(x)] = weights / weights.sum()
    return mixed, posterior
