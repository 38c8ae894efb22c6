"""A stream on which steps that shrink too fast lose more than Theorems 5 and 7 allow.

A quarter of the rounds pull to and fro, so that the metric grows and the point stays; then all pull
one way. A metric without the root, whose steps fall like 1/t, hardly moves any more.
"""

import numpy as np

from mlcompanion.prox import Penalty

from .regret import Boxed, Setting, Streams, comparators, excess, play, turned

__all__ = ["turning_row"]


def turning_row(matrix, update, eta, delta, T=2000):
    """Pairs of a run and a comparator on this stream, and how often a regret passes its bound.

    Parameters
    ----------
    matrix : {"diag", "full"}
        In 20 dimensions within the box, or in 10 without a domain, plain and turned.
    update : {"fobos", "rda"}
    eta, delta : float
    T : int

    Returns
    -------
    dict
        ``n_checked``, ``viol``.
    """
    d = 20 if matrix == "diag" else 10
    rounds = np.arange(T)
    pull = np.where(rounds < T // 4, (-1.0) ** rounds, 1.0)
    stream = Streams(np.tile(pull[:, None], (1, 1, d)), np.array(["linear"]))
    boxed = Boxed(Penalty()) if matrix == "diag" else None
    if matrix == "full":
        rows = np.concatenate([stream.yz, turned(stream, 0).yz])
        stream = Streams(rows, np.tile(stream.kinds, 2))
    setting = Setting(update, boxed, eta, matrix, delta)
    path, _ = play(stream, setting)
    # The slopes are the rows, whatever is played: their sums need not be asked of the learner.
    if matrix == "diag":
        traces = np.linalg.norm(stream.yz, axis=1).sum(axis=1)
    else:
        traces = np.linalg.svd(stream.yz, compute_uv=False).sum(axis=1)
    run = path, np.tile(traces, (T, 1))
    points = comparators(stream, T, boxed, 50, np.random.default_rng(0))
    found = excess(stream, run, T, setting, points)
    return {"n_checked": found.size, "viol": int((found > 1e-9).sum())}
