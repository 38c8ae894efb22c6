"""The dynamic program against plain enumeration, its work counted, and a bound along a pass.

Shalev-Shwartz (2007), Section 9.4 and Theorem 7.
"""

from functools import cache
from itertools import combinations, pairwise

import numpy as np

from mlcompanion._validation import check_count, check_rng
from mlcompanion.datasets import make_utterances
from mlcompanion.online.alignment import (
    SpeechFeatures,
    align_dp,
    alignment_score,
    alignment_scores,
)
from mlcompanion.online.alignment.dynamic_program import METHODS, NO_TRIPLE, AlignmentScores, fill

from .speech_runs import weights_after

__all__ = ["bound_along", "enumerated", "envelope_case", "exact_case", "work"]


@cache
def _every_alignment(K, T):
    """All rising starts of K events in T frames, and the lengths before and of each."""
    starts = np.array(list(combinations(range(T), K)))
    ends = np.full((len(starts), 1), T)
    lengths = np.diff(np.hstack([np.full_like(ends, -1), starts, ends]), axis=1)
    return starts, lengths


def enumerated(triple, longest):
    """Best score of all alignments of a table of three-point scores, each looked up.

    Parameters
    ----------
    triple : ndarray, shape (K, T, L + 1, L + 1)
        Of event i at a frame, by the lengths before it and of it.
    longest : int

    Returns
    -------
    float
        Minus infinity if there is none.
    """
    K, T = triple.shape[:2]
    starts, lengths = _every_alignment(K, T)
    short = lengths.max(axis=1) <= longest
    starts = starts[short]
    lengths = lengths[short]
    totals = triple[np.arange(K), starts, lengths[:, :-1], lengths[:, 1:]].sum(axis=1)
    return float(totals.max(initial=-np.inf))


def exact_case(seed):
    """One random instance of Figure 9.1: gaps of value and alignment, and whether L binds."""
    rng = check_rng(seed)
    K = int(rng.integers(1, 5))
    T = int(rng.choice([6, 14]))
    least = -(-(T + 1) // (K + 1))  # K events and the lead must fill the signal
    L = int(rng.integers(least, T + 1))
    triple = rng.normal(size=(K, T, T + 1, T + 1))
    if seed % 3 == 0:
        triple = np.rint(triple)
    own = triple[:, :, : L + 1, : L + 1]
    best = enumerated(own, L)
    found = align_dp(alignment_scores(np.zeros((K, T)), L, triple=own))
    bounds = (-1, *found.starts, T)
    lengths = [b - a for a, b in pairwise(bounds)]
    again = sum(own[i, found.starts[i], lengths[i], lengths[i + 1]] for i in range(K))
    binds = L < T and enumerated(triple, T) > best + 1e-9
    return abs(found.score - best), abs(again - best), binds


def envelope_case(seed):
    """Relative gaps of the envelope against the full scan on one random instance."""
    rng = check_rng(seed)
    K = int(rng.integers(2, 9))
    T = int(rng.integers(3 * K, 12 * K))
    L = int(rng.integers(-(-T // K), T + 1))
    draw = [rng.normal(size=shape) for shape in ((K, T), (K, L + 1), K)]
    if seed % 3 == 0:
        draw = [np.rint(2 * values) for values in draw]
    rate = np.ones(K) if seed % 3 == 0 else rng.uniform(0.05, 1, K)
    parts = alignment_scores(draw[0], L, length=draw[1], bend=draw[2], rate=rate)
    scan = align_dp(parts)
    hull = align_dp(parts, method="envelope")
    again = alignment_score(parts, hull.starts)
    scale = 1 + abs(scan.score)
    return abs(hull.score - scan.score) / scale, abs(again - scan.score) / scale


def work(K, T, L, method="scan"):
    """What the program scores, counted inside it; whether the events can fill the signal or not.

    Parameters
    ----------
    K, T, L : int
        Events, frames, largest length.
    method : {"scan", "envelope"}

    Returns
    -------
    int
    """
    K = check_count(K, "K", low=1)
    rng = check_rng(0)
    rate = rng.uniform(0.05, 0.2, K)
    parts = AlignmentScores(
        rng.normal(size=(K, T)), np.zeros((K, T + 1)), rng.normal(size=(K, L + 1)), -np.ones(K),
        rate, NO_TRIPLE,
    )  # fmt: skip
    back = np.empty((K, T + 1, L + 1), np.int16)
    return int(fill(parts, 1, True, METHODS[method], back)[1])


def bound_along(seed, U, m=50, n_random=20):
    """Summed cost of a pass minus the bound of Theorem 7, and how loose the bound is.

    Fixed weights are the run's last and averaged ones and random ones, at five lengths; their loss
    is against the run's own predictions.

    Returns
    -------
    viol : float
        Largest excess over all prefixes and weights.
    ratio : float
        Smallest bound over the summed cost, at the end.
    """
    made = make_utterances(m, random_state=seed)
    features = SpeechFeatures.estimate(*made[:3], free_start=False)
    tables = [features.tables(x, e) for x, e in zip(made.signals, made.events)]
    last, average, costs = weights_after(features, tables, made.starts, range(1, m + 1), U)
    # the weights of each round: zero first, then those after the round before
    used = np.vstack([np.zeros(features.size), last[:-1]])
    directions = np.array([
        features.phi(x, y) - features.phi(x, features.predict(w, x))
        for w, x, y in zip(used, tables, made.starts)
    ])  # fmt: skip
    rng = check_rng(seed)
    fixed = np.vstack([last[-1], average[-1], rng.normal(size=(n_random, features.size))])
    fixed /= np.linalg.norm(fixed, axis=1)[:, None]
    radius = np.maximum.accumulate(np.linalg.norm(directions, axis=1))
    viol = -np.inf
    ratio = np.inf
    for u in fixed:
        for share in (0.01, 0.1, 0.3, 0.6, 1.0):
            gains = directions @ (share * np.sqrt(2 * U) * u)
            losses = np.cumsum(np.where(costs > 0, np.maximum(0.0, costs - gains), 0.0))
            # Theorem 7 as printed
            bounds = losses + radius * np.sqrt(8 * U * losses) + 8 * radius**2 * U
            viol = max(viol, float((np.cumsum(costs) - bounds).max()))
            ratio = min(ratio, float(bounds[-1] / costs.sum()))
    return viol, ratio
