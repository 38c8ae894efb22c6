"""How well one measure predicts another, the hardest sequence, and the best chain in hindsight.

Ryabko (2011), section 2: the cumulative divergence of Definition 2, and Lemma 4.
"""

import itertools
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, rel_entr, xlogy

from mlcompanion._validation import check_count, check_in, check_list, check_real, check_rng

from .base import check_measure, check_word
from .chains import contexts

__all__ = ["KLEstimate", "adversary", "best_order_k_loss", "kl_cumulative"]

MOST_WORDS = 2**16


class KLEstimate(NamedTuple):
    """Cumulative divergence in bits, and its standard error (0 if it is exact).

    Both are floats, or arrays if several lengths were asked for.
    """

    bits: np.ndarray
    se: np.ndarray


def kl_cumulative(mu, rho, n, method="auto", n_paths=20, random_state=None):
    """Expected cumulative divergence ``d_n(mu, rho)`` of one-step predictions, in bits.

    Parameters
    ----------
    mu, rho : Measure
        Source and predictor.
    n : int or list of int
        Length, or several.
    method : {"auto", "words", "counts", "paths"}
        ``"words"``: exact, over all words (at most 2^16). ``"counts"``: exact, for two symbols and
        measures that know words by their counts. ``"paths"``: mean over ``n_paths`` samples of
        ``mu`` of the conditional divergences; the inner sum over the next symbol is exact, so that
        the spread is small. ``"auto"``: the first of counts, words, paths that is possible.
    n_paths : int
    random_state : int, Generator or None

    Returns
    -------
    KLEstimate

    Notes
    -----
    O(m^n n) for words, O(n) for counts, O(n_paths n) for paths, times the work of a prediction.
    """
    check_measure(mu, "mu")
    check_measure(rho, "rho", mu.n_symbols)
    lengths = check_list(n if np.ndim(n) else [n], "n")
    lengths = np.array([check_count(length, "n", low=1) for length in lengths])
    method = _method(
        check_in(method, "method", ("auto", "words", "counts", "paths")), mu, rho, lengths
    )
    n_paths = check_count(n_paths, "n_paths", low=2)
    rng = check_rng(random_state)
    if method == "paths":
        curves = [_path_divergence(mu, rho, mu.sample(lengths.max(), rng)) for _ in range(n_paths)]
        found = np.array(curves)[:, lengths - 1]
        bits = found.mean(axis=0)
        se = found.std(axis=0, ddof=1) / np.sqrt(n_paths)
    else:
        exact = _counts_divergence if method == "counts" else _words_divergence
        bits = exact(mu, rho, lengths)
        se = np.zeros(len(lengths))
    if np.ndim(n):
        return KLEstimate(bits, se)
    return KLEstimate(float(bits[0]), float(se[0]))


def _method(method, mu, rho, lengths):
    by_counts = mu.n_symbols == 2 and mu.exchangeable and rho.exchangeable
    by_counts = by_counts and hasattr(mu, "counts_logprob") and hasattr(rho, "counts_logprob")
    by_words = lengths.max() * np.log2(mu.n_symbols) <= np.log2(MOST_WORDS)
    if method == "counts" and not by_counts:
        raise ValueError("method 'counts' needs two symbols and two exchangeable measures")
    if method == "words" and not by_words:
        raise ValueError(
            f"method 'words' needs at most {MOST_WORDS} words, got n = {lengths.max()}"
        )
    if method != "auto":
        return method
    if by_counts:
        return "counts"
    if by_words:
        return "words"
    return "paths"


def _step_divergence(mu, rho, x):
    return rel_entr(mu.conditionals(x), rho.conditionals(x)).sum(axis=1) / np.log(2)


def _path_divergence(mu, rho, x):
    return np.cumsum(_step_divergence(mu, rho, x))


def _words_divergence(mu, rho, lengths):
    n = lengths.max()
    total = np.zeros(n)
    for word in itertools.product(range(mu.n_symbols), repeat=n):
        chance = 2.0 ** mu.logprob(word)
        if chance > 0:
            total += chance * _path_divergence(mu, rho, np.array(word))
    return total[lengths - 1]


def _counts_divergence(mu, rho, lengths):
    return np.array([_one_counts_divergence(mu, rho, n) for n in lengths])


def _one_counts_divergence(mu, rho, n):
    ones = np.arange(n + 1)
    counts = np.column_stack([n - ones, ones])
    choices = gammaln(n + 1) - gammaln(ones + 1) - gammaln(n - ones + 1)
    log_mu = mu.counts_logprob(counts)
    chance = np.exp2(log_mu + choices / np.log(2))  # of all words with these counts
    gap = np.zeros(n + 1)
    seen = chance > 0
    gap[seen] = log_mu[seen] - rho.counts_logprob(counts)[seen]
    return float((chance[seen] * gap[seen]).sum())


def adversary(rho, n, symbols=None):
    """The sequence that always takes the symbol which the predictor thinks least likely (Lemma 4).

    Parameters
    ----------
    rho : Measure
    n : int
    symbols : list of int, optional
        Choose among these only; default all. A tie is the first of them.

    Returns
    -------
    ndarray of int, shape (n,)

    Notes
    -----
    Among s symbols the least likely has probability 1/s at most: the predictor pays ``log2 s``
    bits for each, and more if it does not treat them alike.
    """
    check_measure(rho, "rho")
    n = check_count(n, "n", low=1)
    symbols = range(rho.n_symbols) if symbols is None else check_list(symbols, "symbols")
    allowed = np.array([check_count(a, "symbols", high=rho.n_symbols - 1) for a in symbols])
    x = np.empty(n, dtype=np.int64)
    stream = rho.stream()
    law = next(stream)
    for t in range(n):
        x[t] = allowed[np.argmin(law[allowed])]
        if t + 1 < n:
            law = stream.send(x[t])
    return x


def best_order_k_loss(x, k, n_symbols=2, low=0.0):
    """Bits that the best chain of order k, chosen after the fact, pays for a word.

    Parameters
    ----------
    x : array_like of int, shape (n,)
    k : int
        The first k symbols are free.
    n_symbols : int
    low : float
        Least probability of a symbol that the chain may have; with 0 the loss is the empirical
        conditional entropy, ``- sum N log2 (N / N_context)``. Positive for two symbols only.

    Returns
    -------
    float
    """
    m = check_count(n_symbols, "n_symbols", low=2)
    x = check_word(x, "x", m)
    k = check_count(k, "k")
    low = check_real(low, "low", low=0, high=0.5)
    if low and m > 2:
        raise ValueError(f"low must be 0 unless there are 2 symbols, got {low!r}")
    found, which = np.unique(contexts(x, k, m), return_inverse=True)
    counts = np.zeros((len(found), m))
    np.add.at(counts, (which, x[k:]), 1)
    shares = counts / counts.sum(axis=1, keepdims=True)
    # a coin's likelihood has one peak: if that is out of bounds, the nearer bound is best
    return 0.0 - float(xlogy(counts, np.clip(shares, low, 1 - low)).sum() / np.log(2))
