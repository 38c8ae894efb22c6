"""Sources with a law of their own: coins, chains of any memory, hidden chains, single sequences.

Ryabko (2011), Definition 3 (degenerate, i.i.d., finite-memory measures).
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_in, check_rng

from .base import Measure, check_counts, check_law, check_word, log2

__all__ = ["HMM", "IID", "Degenerate", "Markov"]


class IID(Measure):
    """Independent symbols, each with the same law.

    Parameters
    ----------
    p : array_like, shape (m,)
        Probabilities of the m symbols; sum 1.
    """

    exchangeable = True

    def __init__(self, p):
        self.p = check_law(p, "p", ndim=1)
        self.n_symbols = len(self.p)

    def stream(self):
        """Generator of the laws of the next symbol: always ``p``."""
        while True:
            yield self.p

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m)."""
        return np.tile(self.p, (len(check_word(x, "x", self.n_symbols)), 1))

    def sample(self, n, random_state=None):
        """Draw the first ``n`` symbols, all at once."""
        rng = check_rng(random_state)
        return rng.choice(self.n_symbols, size=check_count(n, "n"), p=self.p)

    def counts_logprob(self, counts):
        """Base-2 logarithm of the probability of one word with these counts.

        Parameters
        ----------
        counts : array_like, shape (..., m)

        Returns
        -------
        ndarray, shape (...)
        """
        counts = check_counts(counts, self.n_symbols)
        terms = counts * np.where(counts > 0, log2(self.p), 0.0)  # 0 log 0 is 0
        return terms.sum(axis=-1)


class Degenerate(Measure):
    """All probability on one sequence.

    Parameters
    ----------
    t : array_like of int, shape (n,)
        The sequence, as far as it is needed: longer words are refused.
    n_symbols : int
    """

    def __init__(self, t, n_symbols=2):
        self.n_symbols, self.t = check_sequence(t, n_symbols)

    def stream(self):
        """Generator of the laws of the next symbol: sure of it while the past agrees."""
        unit = np.eye(self.n_symbols)
        on = True
        for symbol in self.t:
            came = yield unit[symbol] if on else np.full(self.n_symbols, 1 / self.n_symbols)
            on = on and came == symbol
        raise ValueError(f"t must be as long as the word that is predicted, got {len(self.t)}")

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m)."""
        x, t = check_prefix(x, self.t, self.n_symbols)
        laws = np.eye(self.n_symbols)[t]
        laws[~still_on_track(x, t)] = 1 / self.n_symbols
        return laws


def check_sequence(t, n_symbols):
    """Return the size of the alphabet and the sequence ``t`` over it."""
    size = check_count(n_symbols, "n_symbols", low=2)
    t = check_array(t, "t", ndim=1, min_rows=1, dtype=np.int64, low=0, high=size - 1)
    return size, t.copy()


def check_prefix(x, t, n_symbols):
    """Return a word and as much of the sequence ``t``, which must be as long."""
    x = check_word(x, "x", n_symbols)
    if len(x) > len(t):
        raise ValueError(f"x must have at most the {len(t)} symbols of t, got {len(x)}")
    return x, t[: len(x)]


def still_on_track(x, t):
    """Whether everything *before* each place agrees with the sequence ``t``."""
    agreed = np.cumprod(x == t, dtype=np.int64)  # 1 until the first difference
    return np.append(1, agreed[:-1])[: len(x)].astype(bool)


class Markov(Measure):
    """A chain whose next symbol depends on the last k.

    Parameters
    ----------
    P : array_like, shape (m,) * k + (m,)
        ``P[a_1, .., a_k, b]``: probability of b after ``a_1 .. a_k``, the last of them ``a_k``.
        The order k is the number of axes less one; a vector is a coin.
    start : {"stationary", "uniform"}
        Law of the first k symbols.

    Raises
    ------
    ValueError
        If rows do not sum to 1, or if there are several stationary laws.

    Notes
    -----
    O(1) per symbol; the stationary law of the contexts takes O(m^(3k)) once.
    """

    def __init__(self, P, start="stationary"):
        P = check_array(P, "P", low=0, high=1)
        m = P.shape[-1] if P.ndim else 0
        if P.ndim == 0 or P.shape != (m,) * P.ndim:
            raise ValueError(f"P must have axes of equal length, got shape {P.shape}")
        self.P = check_law(P, "P")
        self.start = check_in(start, "start", ("stationary", "uniform"))
        self.n_symbols = m
        self.order = P.ndim - 1
        self.exchangeable = self.order == 0
        self.rows = self.P.reshape(-1, m)  # a context is a number in base m, oldest symbol first
        n_contexts = len(self.rows)
        uniform = np.full(n_contexts, 1 / n_contexts)
        if start == "stationary":
            self.context_law = stationary_law(self.rows)
        else:
            self.context_law = uniform

    def stream(self):
        """Generator of the laws of the next symbol."""
        m = self.n_symbols
        size = len(self.rows)
        block = self.context_law
        context = 0
        for _ in range(self.order):  # what is left of the first block, one symbol at a time
            parts = block.reshape(m, -1)
            total = parts.sum()
            symbol = yield parts.sum(axis=1) / total if total > 0 else np.full(m, 1 / m)
            block = parts[symbol]
            context = context * m + symbol
        while True:
            symbol = yield self.rows[context]
            context = (context * m + symbol) % size  # the oldest digit falls off

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m)."""
        x = check_word(x, "x", self.n_symbols)
        k = min(self.order, len(x))
        laws = np.empty((len(x), self.n_symbols))
        laws[:k] = Measure.conditionals(self, x[:k]) if k else laws[:0]
        laws[k:] = self.rows[contexts(x, self.order, self.n_symbols)]
        return laws

    def sample(self, n, random_state=None):
        """Draw the first ``n`` symbols, O(n m)."""
        n = check_count(n, "n")
        rng = check_rng(random_state)
        first = rng.choice(len(self.rows), p=self.context_law)
        x = np.empty(self.order + n, dtype=np.int64)
        for back in range(self.order):
            # the newest symbol is the last digit
            x[self.order - 1 - back] = first // self.n_symbols**back % self.n_symbols
        walk(x, self.order, first, np.cumsum(self.rows, axis=1), rng.random(n))
        return x[:n]


@njit
def walk(x, at, context, steps, draws):
    """Fill ``x`` from a place on, given cumulated rows and uniform draws."""
    size, m = steps.shape
    for t in range(len(draws)):
        symbol = 0
        # inversion; the last symbol takes what rounding leaves
        while symbol < m - 1 and draws[t] * steps[context, m - 1] >= steps[context, symbol]:
            symbol += 1
        x[at + t] = symbol
        context = (context * m + symbol) % size


def contexts(x, k, m):
    """Numbers, in base m, of the k symbols before the places ``k .. n - 1``, shape (n - k,)."""
    found = np.zeros(max(len(x) - k, 0), dtype=np.int64)
    for back in range(k):
        found = found * m + x[back : back + len(found)]
    return found


def stationary_law(rows):
    """Stationary law of the contexts of a chain, from ``rows`` of shape (m^k, m)."""
    size, m = rows.shape
    if size == 1:
        return np.ones(1)
    moves = np.zeros((size, size))
    for symbol in range(m):
        after = (np.arange(size) * m + symbol) % size
        np.add.at(moves, (np.arange(size), after), rows[:, symbol])
    return stationary_of_moves(moves, "P")


def stationary_of_moves(moves, name):
    """Stationary law of a transition matrix, or say that there are several."""
    size = len(moves)
    # invariant and of sum 1; the rank tells whether there is a single one
    system = np.vstack([moves.T - np.eye(size), np.ones(size)])
    sides = np.append(np.zeros(size), 1.0)
    law, _, rank, _ = np.linalg.lstsq(system, sides, rcond=None)
    if rank < size:
        raise ValueError(f"{name} has several stationary laws: give the start instead")
    return np.clip(law, 0.0, None) / np.clip(law, 0.0, None).sum()


class HMM(Measure):
    """A hidden chain that puts out one symbol in each state.

    Parameters
    ----------
    transitions : array_like, shape (s, s)
    emissions : array_like, shape (s, m)
    start : array_like, shape (s,), optional
        Law of the first state; default the stationary one.

    Notes
    -----
    The forward filter takes O(s^2) per symbol.
    """

    def __init__(self, transitions, emissions, start=None):
        self.transitions = check_law(transitions, "transitions", 1, ndim=2)
        s = len(self.transitions)
        if self.transitions.shape != (s, s):
            raise ValueError(f"transitions must be square, got {self.transitions.shape}")
        self.emissions = check_law(emissions, "emissions", shape=(s, None))
        self.n_symbols = self.emissions.shape[1]
        if start is None:
            self.start = stationary_of_moves(self.transitions, "transitions")
        else:
            self.start = check_law(start, "start", 1, shape=(s,))

    def stream(self):
        """Generator of the laws of the next symbol: the filter, step by step."""
        state = self.start
        while True:
            symbol = yield state @ self.emissions
            state = filter_step(state, self.emissions[:, symbol], self.transitions)

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m)."""
        x = check_word(x, "x", self.n_symbols)
        return filter_laws(x, self.start, self.transitions, self.emissions)

    def losses(self, x):
        """Bits that each symbol costs, ``-log2 P(x_t | x_1 .. x_{t-1})``, shape (n,)."""
        x = check_word(x, "x", self.n_symbols)
        return 0.0 - log2(filter_probabilities(x, self.start, self.transitions, self.emissions))

    def states(self, x):
        """Laws of the hidden state *before* each symbol and after the last, shape (n + 1, s)."""
        x = check_word(x, "x", self.n_symbols)
        laws = np.empty((len(x) + 1, len(self.start)))
        laws[0] = self.start
        for t, symbol in enumerate(x):
            laws[t + 1] = filter_step(laws[t], self.emissions[:, symbol], self.transitions)
        return laws


@njit
def advance(state, likelihood, transitions, moved):
    """Write the law of the next hidden state into ``moved``; return the symbol's probability.

    After a symbol of probability 0 the law is uniform.
    """
    moved[:] = 0.0
    total = 0.0
    for i in range(len(state)):
        seen = state[i] * likelihood[i]
        total += seen
        for j in range(len(state)):
            moved[j] += seen * transitions[i, j]
    if total <= 0.0:
        moved[:] = 1.0 / len(state)
    else:
        moved /= total
    return total


@njit
def filter_step(state, likelihood, transitions):
    """Law of the next hidden state; the uniform one after what has probability 0."""
    moved = np.empty(len(state))
    advance(state, likelihood, transitions, moved)
    return moved


@njit
def filter_laws(x, start, transitions, emissions):
    """Predictive laws of a hidden chain along a word."""
    laws = np.zeros((len(x), emissions.shape[1]))
    likelihoods = emissions.T.copy()  # a row a symbol
    state = start.copy()
    moved = np.empty(len(start))
    for t in range(len(x)):
        for i in range(len(state)):
            for a in range(emissions.shape[1]):
                laws[t, a] += state[i] * emissions[i, a]
        advance(state, likelihoods[x[t]], transitions, moved)
        state, moved = moved, state  # no new array a symbol
    return laws


@njit
def filter_probabilities(x, start, transitions, emissions):
    """Probability of each symbol of a word given its past, without the laws of the others."""
    probabilities = np.empty(len(x))
    likelihoods = emissions.T.copy()
    state = start.copy()
    moved = np.empty(len(start))
    for t in range(len(x)):
        probabilities[t] = advance(state, likelihoods[x[t]], transitions, moved)
        state, moved = moved, state
    return probabilities
