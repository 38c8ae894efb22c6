"""A countable mixture out of an uncountable class: the greedy cover of Theorem 12.

Ryabko (2011), section 7: equations 4 to 6 (the sets), 11 (what the cover buys), 12 (the mixture).
"""

import itertools
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_list, check_real

from .base import check_measure
from .divergence import MOST_WORDS
from .mixtures import Mixture

__all__ = ["CountableMixture", "Cover", "greedy_countable_mixture", "greedy_cover"]


class Cover(NamedTuple):
    """Sets in the order in which they were taken, and what each added.

    ``chosen`` holds their numbers, ``gains`` the mass that was not covered before; never growing.
    """

    chosen: np.ndarray
    gains: np.ndarray


class CountableMixture(NamedTuple):
    """A Bayes mixture over the chosen measures, and the cover that chose them."""

    mixture: Mixture
    cover: Cover


def greedy_cover(sets, mass):
    """Take again and again the set that covers most of the mass that is not covered yet.

    Parameters
    ----------
    sets : array_like of bool, shape (M, cells)
    mass : array_like, shape (cells,)
        Not negative.

    Returns
    -------
    Cover
        Ends when no set adds mass; a tie is the first set.

    Notes
    -----
    O(M cells) for all rounds together: what a set would add is lowered by the cells that went.
    The k-th gain is ``sum(mass) / k`` at most (the step before equation 13).
    """
    sets = check_array(sets, "sets", ndim=2, dtype=bool, min_rows=1)
    mass = check_array(mass, "mass", shape=sets.shape[1:], low=0)
    open_cells = mass > 0
    gains = sets @ mass
    n_open = sets @ open_cells.astype(float)
    chosen = []
    taken = []
    while n_open.max() > 0:
        # a set without open cells may keep a gain of rounding
        best = int(np.argmax(np.where(n_open > 0, gains, -1.0)))
        new = sets[best] & open_cells
        chosen.append(best)
        taken.append(mass[new].sum())
        gains -= sets[:, new] @ mass[new]
        n_open -= sets[:, new].sum(axis=1)
        open_cells &= ~new
    return Cover(np.array(chosen, dtype=np.int64), np.array(taken))


def greedy_countable_mixture(measures, rho, n, delta=None, parents=None):
    """Choose few members of a class whose mixture predicts, at time n, what ``rho`` predicts.

    A measure's set holds the words that it gives at least ``1/n`` of rho's probability, and of
    which its parent keeps ``2^-delta`` (equations 4 to 6). The greedy cover takes sets until none
    adds rho-mass; the mixture weighs the k-th parent by ``1 / (k (k + 1))``.

    Parameters
    ----------
    measures : list of Measure
        Measures that ``rho`` is known to predict.
    rho : Measure
    n : int
        At most 2^16 words.
    delta : float, optional
        Not negative; without it, or without parents, the second condition holds always.
    parents : list of Measure, optional
        Member of the class that predicts each measure; default the measure itself.

    Returns
    -------
    CountableMixture
        On a word of the k-th set the mixture has at least ``w_k 2^-delta rho / n`` (equation 11).

    Notes
    -----
    O(M m^n n) time, O(M m^n) memory for M measures.
    """
    measures = check_list(measures, "measures")
    m = check_measure(rho, "rho").n_symbols
    measures = [check_measure(mu, "measures", m) for mu in measures]
    n = check_count(n, "n", low=1)
    if n * np.log2(m) > np.log2(MOST_WORDS):
        raise ValueError(f"n must leave at most {MOST_WORDS} words, got {n}")
    words = np.array(list(itertools.product(range(m), repeat=n)))
    log_rho = _log_table([rho], words)[0]
    log_mu = _log_table(measures, words)
    sets = (log_mu >= log_rho - np.log2(n)) & (log_mu > -np.inf)
    if parents is not None:
        parents = check_list(parents, "parents", min_length=len(measures))
        parents = [check_measure(mu, "parents", m) for mu in parents]
        if len(parents) != len(measures):
            raise ValueError(f"parents must hold {len(measures)} measures, got {len(parents)}")
        if delta is not None:
            delta = check_real(delta, "delta", low=0)
            sets &= _log_table(parents, words) >= log_mu - delta
    elif delta is not None:
        check_real(delta, "delta", low=0)
    cover = greedy_cover(sets, np.exp2(log_rho))
    members = [(parents or measures)[k] for k in cover.chosen]
    if not members:
        raise ValueError("measures must give some word at least 1/n of rho's probability")
    return CountableMixture(Mixture(members), cover)


def _log_table(measures, words):
    return np.array([[mu.logprob(word) for word in words] for mu in measures])
