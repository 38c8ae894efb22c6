"""Broken lines: the distance to them, and the principal curve of Hastie and Stuetzle as one.

The baseline of Ozertem and Erdogmus (2011), figures 5 and 8: Hastie and Stuetzle (1989), which
alternates between projecting on a curve and smoothing along it.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["HastieStuetzleResult", "hastie_stuetzle", "nearest_on_segments"]


def nearest_on_segments(Q, segments):
    """Nearest point of a set of straight segments to each query.

    Parameters
    ----------
    Q : array_like, shape (n_queries, n_features)
    segments : array_like, shape (n_segments, 2, n_features)
        Start and end of each; for a polyline ``np.stack([curve[:-1], curve[1:]], axis=1)``.

    Returns
    -------
    points : ndarray, shape (n_queries, n_features)
    position : ndarray, shape (n_queries,)
        Arc length of the nearest point, counted along the segments in their order.
    distance : ndarray, shape (n_queries,)

    Notes
    -----
    Cost O(n_queries n_segments n_features).
    """
    Q = check_array(Q, "Q", ndim=2, min_rows=1)
    segments = check_array(segments, "segments", shape=(None, 2, Q.shape[1]), min_rows=1)
    starts, along = segments[:, 0], segments[:, 1] - segments[:, 0]
    square = (along**2).sum(axis=1)
    inner = Q @ along.T - (starts * along).sum(axis=1)
    share = np.clip(np.divide(inner, square, out=np.zeros_like(inner), where=square > 0), 0, 1)
    gap_square = ((Q[:, None] - starts) ** 2).sum(axis=2) - 2 * share * inner + share**2 * square
    best = gap_square.argmin(axis=1)
    share = share[np.arange(len(Q)), best]
    points = starts[best] + share[:, None] * along[best]
    offset = np.concatenate([[0], np.sqrt(square).cumsum()[:-1]])
    position = offset[best] + share * np.sqrt(square[best])
    return points, position, np.linalg.norm(Q - points, axis=1)


@dataclass(frozen=True)
class HastieStuetzleResult:
    """A principal curve in the sense of Hastie and Stuetzle.

    Attributes
    ----------
    curve : ndarray, shape (n_samples, n_features)
        Vertices in order.
    points : ndarray, shape (n_samples, n_features)
        The data projected on it.
    distances : ndarray of float
        Mean squared distance before every round.
    """

    curve: np.ndarray
    points: np.ndarray
    distances: np.ndarray


def hastie_stuetzle(X, span=0.2, max_iter=20):
    """Fit one smooth curve by alternating projection and smoothing.

    Starts from the first principal component. Each round smooths every coordinate against the arc
    length of the projections (local lines, tricube weights on the nearest ``span`` of the points),
    and projects on the broken line through the smoothed points.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    span : float
        Share of the points in each local fit, in (0, 1].
    max_iter : int

    Returns
    -------
    HastieStuetzleResult

    Notes
    -----
    Cost O(n^2 d) a round. Source: Hastie and Stuetzle (1989), the principal curve algorithm.
    """
    X = check_array(X, "X", ndim=2, min_rows=3)
    span = check_real(span, "span", low=0, high=1, open_low=True)
    center = X.mean(axis=0)
    position = (X - center) @ np.linalg.svd(X - center, full_matrices=False)[2][0]
    distances = []
    for _ in range(check_count(max_iter, "max_iter", low=1)):
        order = np.argsort(position, kind="stable")
        curve = _local_lines(position[order], X[order], span)
        points, position, distance = nearest_on_segments(
            X, np.stack([curve[:-1], curve[1:]], axis=1)
        )
        distances.append((distance**2).mean())
        if len(distances) > 1 and abs(distances[-2] - distances[-1]) <= 1e-3 * distances[-2]:
            break
    return HastieStuetzleResult(curve, points, np.array(distances))


def _local_lines(t, values, span):
    """Local linear regression of ``values`` on the increasing ``t``, at every ``t``."""
    k = max(3, round(span * len(t)))
    gap = np.abs(t[:, None] - t)
    width = np.maximum(np.partition(gap, k - 1, axis=1)[:, k - 1 : k], 1e-12)
    weight = np.clip(1 - (gap / width) ** 3, 0, None) ** 3
    weight /= weight.sum(axis=1, keepdims=True)
    t_mean, mean = weight @ t, weight @ values
    spread = weight @ t**2 - t_mean**2
    slope = (weight @ (t[:, None] * values) - t_mean[:, None] * mean) / np.maximum(
        spread, 1e-12 + 1e-9 * np.ptp(t) ** 2
    )[:, None]
    return mean + slope * (t - t_mean)[:, None]
