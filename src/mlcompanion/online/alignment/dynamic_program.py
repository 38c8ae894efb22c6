r"""The best alignment of known events with a signal, by dynamic programming.

Shalev-Shwartz (2007), Section 9.4 and Figure 9.1. Frames are numbered from 0, event i starts at
frame :math:`y_i` and ends where the next one starts; the last ends with the signal,
:math:`y_{K+1}=T`. A score that looks at three neighbouring starts is a score of two neighbouring
lengths at a place, so the state is (start, length before it).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_flag, check_in, check_instance

__all__ = [
    "Alignment",
    "AlignmentScores",
    "align_dp",
    "alignment_score",
    "alignment_scores",
    "fill",
]

SCAN = 0
ENVELOPE = 1
METHODS = {"scan": SCAN, "envelope": ENVELOPE}
NO_TRIPLE = np.empty((0, 0, 0, 0))


class AlignmentScores(NamedTuple):
    """What the starts of K events in T frames are worth; lengths are at most L frames.

    Attributes
    ----------
    start : ndarray, shape (K, T)
        Of event i starting at a frame.
    end : ndarray, shape (K, T + 1)
        Of event i ending before a frame, where the next one starts.
    length : ndarray, shape (K, L + 1)
        Of event i lasting so many frames.
    bend : ndarray, shape (K,)
        Weight of the squared change of rate from event i - 1 to event i; the first is not used.
    rate : ndarray, shape (K,)
        A frame's share of an event's usual length: the rate is this times the length.
    triple : ndarray, shape (K, T, L + 1, L + 1), or empty
        Of event i starting at a frame, with the length before it and its own; before the first
        event the length counts from the frame before the signal.
    """

    start: np.ndarray
    end: np.ndarray
    length: np.ndarray
    bend: np.ndarray
    rate: np.ndarray
    triple: np.ndarray


class Alignment(NamedTuple):
    """What :func:`align_dp` returns.

    Attributes
    ----------
    starts : ndarray of int, shape (K,)
    score : float
    n_scored : int
        Triples of neighbouring starts that were scored; for the envelope, lines handled.
    """

    starts: np.ndarray
    score: float
    n_scored: int


def alignment_scores(start, longest, *, end=None, length=None, bend=None, rate=None, triple=None):
    """Scores of which parts may be left out: those are worth nothing.

    Parameters
    ----------
    start : array_like, shape (K, T)
    longest : int
        Largest length L of an event, in frames.
    end, length, bend, rate, triple : array_like, optional
        See :class:`AlignmentScores`; rates are 1 by default.

    Returns
    -------
    AlignmentScores

    Raises
    ------
    ValueError
        On wrong shapes, values that are not finite, or rates that are not positive.
    """
    start = check_array(start, "start", ndim=2, min_rows=1)
    L = check_count(longest, "longest", low=1)
    K, T = start.shape
    parts = AlignmentScores(
        start,
        np.zeros((K, T + 1)) if end is None else end,
        np.zeros((K, L + 1)) if length is None else length,
        np.zeros(K) if bend is None else bend,
        np.ones(K) if rate is None else rate,
        NO_TRIPLE if triple is None else triple,
    )
    return AlignmentScores(*(part.copy() for part in _checked(parts, L)))


def _checked(scores, L=None):
    """The scores in plain layout, or say which part is wrong."""
    start = check_array(scores.start, "start", ndim=2, min_rows=1)
    K, T = start.shape
    end = check_array(scores.end, "end", shape=(K, T + 1))
    wide = None if L is None else L + 1
    length = check_array(scores.length, "length", shape=(K, wide))
    if length.shape[1] < 2:
        raise ValueError(f"length must have two columns at least, got shape {length.shape}")
    side = length.shape[1]
    bend = check_array(scores.bend, "bend", shape=(K,))
    rate = check_array(scores.rate, "rate", shape=(K,), low=0, open_low=True)
    triple = check_array(scores.triple, "triple", ndim=4)
    if triple.shape != NO_TRIPLE.shape:
        check_array(triple, "triple", shape=(K, T, side, side))
    return AlignmentScores(*map(plain_layout, (start, end, length, bend, rate, triple)))


@njit
def _scan_row(before, spans, pull, triple, top, arg):
    """For each length the best length before it, by trying all; O(L^2)."""
    bend, rate_before, rate = pull
    low_before, high_before, low, high = spans
    scored = 0
    for d in range(low, high + 1):
        top[d] = -np.inf
        arg[d] = -1
        for e in range(low_before, high_before + 1):
            change = rate * d - rate_before * e
            value = before[e] + bend * change * change
            if triple.size:
                value += triple[e, d]
            scored += 1
            if value > top[d]:  # the first of equals
                top[d] = value
                arg[d] = e
    return scored


@njit
def _envelope_row(before, spans, pull, top, arg):
    """The same without triples, by the upper envelope of lines; O(L).

    With z the rate before and x the rate now, ``A + b (x - z)^2`` is ``b x^2`` and the line
    ``A + b z^2 - 2 b z x``: over x one line a length before, in the order of their slopes.
    """
    bend, rate_before, rate = pull
    low_before, high_before, low, high = spans
    hull = np.empty(high_before - low_before + 1, np.int64)
    level = np.empty(len(hull))
    slope = np.empty(len(hull))
    n = 0
    steps = 0
    for j in range(high_before - low_before + 1):
        # slopes must rise: with a positive weight they fall in the length, so walk backwards
        e = low_before + j if bend <= 0 else high_before - j
        # nothing leads to this length
        if before[e] == -np.inf:
            steps += 1
            continue
        z = rate_before * e
        c = before[e] + bend * z * z
        m = -2.0 * bend * z
        while n > 0:
            steps += 1
            if m == slope[n - 1]:  # parallel: the higher one stays, the first of equals
                if c <= level[n - 1]:
                    break
                n -= 1
            # where n - 2 meets the new line, n - 1 has not yet risen above n - 2: it is never the
            # highest
            elif n > 1 and (c - level[n - 2]) * (slope[n - 1] - slope[n - 2]) >= (
                level[n - 1] - level[n - 2]
            ) * (m - slope[n - 2]):
                n -= 1  # nowhere above both its neighbours
            else:
                break
        if n > 0 and m == slope[n - 1]:
            continue
        hull[n] = e
        level[n] = c
        slope[n] = m
        n += 1
        steps += 1
    # x rises with d, so the best line only moves on along the envelope: O(L) in all
    at = 0
    for d in range(low, high + 1):
        steps += 1
        top[d] = -np.inf
        arg[d] = -1
        if n == 0:
            continue
        x = rate * d
        while at + 1 < n and level[at + 1] + slope[at + 1] * x > level[at] + slope[at] * x:
            at += 1
            steps += 1
        arg[d] = hull[at]
        change = x - rate_before * hull[at]  # again from the definition: squares cancel digits
        top[d] = before[hull[at]] + bend * change * change
    return steps


@njit
def fill(scores, shortest, free_start, method, back):
    """Run the recursion of Figure 9.1; return the last table and the work.

    Parameters
    ----------
    scores : AlignmentScores
        Checked.
    shortest : int
    free_start : bool
    method : int
    back : ndarray of int, shape (K, T + 1, L + 1)
        Is filled: the best length before event i, by the event's end and length.

    Returns
    -------
    best : ndarray, shape (T + 1, L + 1)
        By end and length of the last event; minus infinity where nothing leads.
    scored : int
    """
    K, T = scores.start.shape
    L = scores.length.shape[1] - 1
    best = np.full((T + 1, L + 1), -np.inf)
    # a start at frame t counts as a length of t + 1 before it, from the frame before the signal
    # D(0, t, 0) = 0: before the first event nothing was scored
    for t in range(min(L, T) if free_start else 1):
        best[t, t + 1] = 0.0
    top = np.empty(L + 1)
    arg = np.empty(L + 1, np.int64)
    scored = 0
    no_triple = np.empty((0, 0))
    for i in range(K):
        new = np.full((T + 1, L + 1), -np.inf)
        low_before = shortest if i > 0 else 1
        pull = (scores.bend[i], scores.rate[i - 1], scores.rate[i])
        if i == 0:
            pull = (0.0, 1.0, 1.0)  # before the first event there is no rate
        for t in range(T):
            low = shortest
            high = min(L, T - 1 - t)
            if i == K - 1:
                low = T - t  # the last event ends with the signal
                high = low if shortest <= low <= L else low - 1
            spans = (low_before, min(L, t + 1), low, high)
            if method == ENVELOPE:
                scored += _envelope_row(best[t], spans, pull, top, arg)
            else:
                triple = scores.triple[i, t] if scores.triple.size else no_triple
                scored += _scan_row(best[t], spans, pull, triple, top, arg)
            # the end and the length of this event are the next one's state
            for d in range(low, high + 1):
                gain = scores.start[i, t] + scores.end[i, t + d] + scores.length[i, d]
                new[t + d, d] = top[d] + gain
                back[i, t + d, d] = arg[d]
        best = new
    return best, scored


@njit
def _way_back(back, d):
    """Starts of all events, from the length of the last."""
    # from the end of the signal backwards: an end less the length is a start
    K = len(back)
    starts = np.empty(K, np.int64)
    end = back.shape[1] - 1
    for i in range(K - 1, -1, -1):
        starts[i] = end - d
        d = back[i, end, d]
        end = starts[i]
    return starts


def _check_room(K, T, L, shortest, free_start):
    """Say why no alignment exists."""
    least = (K - 1) * shortest + 1  # the last event starts inside of the signal
    least = max(least, K * shortest)
    if least > T:
        raise ValueError(f"start has {K} events, which need at least {least} frames, got {T}")
    most = K * L + (L - 1 if free_start else 0)
    if most < T:
        raise ValueError(
            f"start has {K} events of at most {L} frames, which end within {most} frames, got {T}"
        )


def align_dp(scores, *, shortest=1, free_start=True, method="scan"):
    r"""Find the starts with the largest score, (9.2), by the dynamic program of Figure 9.1.

    Parameters
    ----------
    scores : AlignmentScores
        See :func:`alignment_scores`.
    shortest : int
        Least length of an event: 1 as in the source; 0 lets notes of a chord start together.
    free_start : bool
        Whether the first event may start anywhere in the first L frames, as the source's
        initialisation says; else it starts with the signal.
    method : {"scan", "envelope"}
        The scan tries all pairs of lengths; the envelope knows no triples.

    Returns
    -------
    Alignment
        Of several best ones, one: the methods may choose differently.

    Raises
    ------
    ValueError
        If the events need more frames than there are, or cannot fill them.

    Notes
    -----
    Cost: O(K T L^2) for the scan and O(K T L) for the envelope, where K events have up to L of T
    frames; memory K T L small integers. Source: Section 9.4.

    Examples
    --------
    >>> import numpy as np
    >>> start = np.array([[1.0, 0, 0, 0, 0], [0, 0, 0, 3.0, 0]])
    >>> align_dp(alignment_scores(start, 4)).starts.tolist()
    [0, 3]
    """
    scores = _checked(check_instance(scores, "scores", AlignmentScores))
    method = METHODS[check_in(method, "method", set(METHODS))]
    free_start = check_flag(free_start, "free_start")
    K, T = scores.start.shape
    L = scores.length.shape[1] - 1
    shortest = check_count(shortest, "shortest", low=0, high=L)
    if method == ENVELOPE and scores.triple.size:
        raise ValueError("method must be 'scan' for scores with triples")
    _check_room(K, T, L, shortest, free_start)
    back = np.empty((K, T + 1, L + 1), np.int16 if L < 2**15 else np.int64)
    best, scored = fill(scores, shortest, free_start, method, back)
    d = int(np.argmax(best[T]))
    return Alignment(_way_back(back, d), float(best[T, d]), int(scored))


def alignment_score(scores, starts):
    """Score of given starts, from the definition (9.3); O(K).

    Parameters
    ----------
    scores : AlignmentScores
    starts : array_like of int, shape (K,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        On starts that are out of order, outside of the signal, or too far apart.
    """
    scores = _checked(check_instance(scores, "scores", AlignmentScores))
    K, T = scores.start.shape
    L = scores.length.shape[1] - 1
    y = check_array(starts, "starts", shape=(K,), dtype=int, low=0, high=T - 1)
    ends = np.append(y[1:], T)
    lengths = ends - y
    before = np.append(y[0] + 1, lengths[:-1])
    if lengths.min() < 0 or lengths.max() > L or before[0] > L:
        raise ValueError(f"starts must rise by at most {L} frames, got lengths {lengths.tolist()}")
    each = np.arange(K)
    total = scores.start[each, y] + scores.end[each, ends] + scores.length[each, lengths]
    rates = scores.rate * lengths
    total[1:] += scores.bend[1:] * np.diff(rates) ** 2
    if scores.triple.size:
        total += scores.triple[each, y, before, lengths]
    return float(total.sum())
