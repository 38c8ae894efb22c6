"""Broken lines: the distance to them, and two principal curves that are broken lines.

The rivals of Ozertem and Erdogmus (2011), section 4.1: Hastie and Stuetzle (1989) alternate between
projecting on a curve and smoothing along it; Kégl and others (2000) add one vertex after another to
a straight segment and penalise sharp angles.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_count, check_real

__all__ = [
    "HastieStuetzleResult",
    "hastie_stuetzle",
    "nearest_on_segments",
    "polygonal_line",
    "polyline_pieces",
]


def polyline_pieces(curve):
    """The segments of a broken line, shape (n_vertices - 1, 2, n_features).

    Parameters
    ----------
    curve : array_like, shape (n_vertices, n_features)
        Vertices in order, two or more.
    """
    curve = check_array(curve, "curve", ndim=2, min_rows=2)
    return np.stack([curve[:-1], curve[1:]], axis=1)


def nearest_on_segments(Q, segments):
    """Nearest point of a set of straight segments to each query.

    Parameters
    ----------
    Q : array_like, shape (n_queries, n_features)
    segments : array_like, shape (n_segments, 2, n_features)
        Start and end of each; for a broken line see :func:`polyline_pieces`.

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
    best, share = _nearest(Q, segments)
    starts = segments[:, 0]
    along = segments[:, 1] - segments[:, 0]
    points = starts[best] + share[:, None] * along[best]
    length = np.linalg.norm(along, axis=1)
    offset = np.concatenate([[0], length.cumsum()[:-1]])
    position = offset[best] + share * length[best]
    return points, position, np.linalg.norm(Q - points, axis=1)


def _nearest(Q, segments):
    """Number of the nearest segment to each query, and how far along it (0 to 1) that is."""
    origin = segments.mean(axis=(0, 1))  # products of places far from zero would lose their digits
    Q = Q - origin
    starts = segments[:, 0] - origin
    along = segments[:, 1] - segments[:, 0]
    square = (along**2).sum(axis=1)
    inner = Q @ along.T - (starts * along).sum(axis=1)
    share = np.clip(np.divide(inner, square, out=np.zeros_like(inner), where=square > 0), 0, 1)
    from_start = ((Q[:, None] - starts) ** 2).sum(axis=2)
    gap_square = from_start - 2 * share * inner + share**2 * square
    # a vertex belongs to two segments: the first one, whatever rounding says
    rounding = 1e-13 * from_start.max(axis=1, keepdims=True)
    best = (gap_square <= gap_square.min(axis=1, keepdims=True) + rounding).argmax(axis=1)
    return best, share[np.arange(len(Q)), best]


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
    converged : bool
        Whether the last round changed that distance by less than a thousandth of it.
    """

    curve: np.ndarray
    points: np.ndarray
    distances: np.ndarray
    converged: bool = True


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
    X = X - center
    position = X @ np.linalg.svd(X, full_matrices=False)[2][0]
    distances = []
    for _ in range(check_count(max_iter, "max_iter", low=1)):
        order = np.argsort(position, kind="stable")
        curve = _local_lines(position[order], X[order], span)
        points, position, distance = nearest_on_segments(X, polyline_pieces(curve))
        distances.append((distance**2).mean())
        settled = len(distances) > 1 and bool(
            abs(distances[-2] - distances[-1]) <= 1e-3 * distances[-2]
        )
        if settled:
            break
    return HastieStuetzleResult(center + curve, center + points, np.array(distances), settled)


def _local_lines(t, values, span):
    """Local linear regression of ``values`` on the increasing ``t``, at every ``t``."""
    k = max(3, round(span * len(t)))
    # floors for places that repeat, in units of the curve
    length = max(np.ptp(t), np.finfo(float).tiny ** 0.25)
    gap = np.abs(t[:, None] - t)
    width = np.maximum(np.partition(gap, k - 1, axis=1)[:, k - 1 : k], 1e-12 * length)
    weight = np.clip(1 - (gap / width) ** 3, 0, None) ** 3  # tricube
    weight /= weight.sum(axis=1, keepdims=True)
    t_mean = weight @ t
    mean = weight @ values
    spread = weight @ t**2 - t_mean**2
    slope = (weight @ (t[:, None] * values) - t_mean[:, None] * mean) / np.maximum(
        spread, 1e-9 * length**2
    )[:, None]
    return mean + slope * (t - t_mean)[:, None]


def polygonal_line(X, penalty=0.13, *, max_segments=None, max_rounds=10):
    """Fit a broken line that grows by one vertex at a time: Kégl's polygonal line algorithm.

    Starts from the shortest segment of the first principal axis that holds all projections. Then
    alternates: assign each point to its nearest vertex or segment, move the vertices to minimise
    the mean squared distance plus a penalty on sharp angles and long ends; when that settles, halve
    the segment that has most points.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    penalty : float
        The paper's coefficient of the penalty on angles and ends; it is multiplied by
        ``k n^(-1/3) sqrt(distance) / radius`` with ``k`` segments.
    max_segments : int, optional
        Default half the number of points. Growth also stops at
        ``0.3 n^(1/3) radius / sqrt(distance)`` segments.
    max_rounds : int
        Alternations between assignment and vertices, for each number of segments.

    Returns
    -------
    ndarray, shape (n_segments + 1, n_features)
        Vertices in order.

    Raises
    ------
    ValueError
        If ``X`` has fewer than three rows or only one point, or a number is out of range.

    Notes
    -----
    All vertices move at once by L-BFGS, where the source moves one at a time by line searches.
    Cost O(n k d) an evaluation. Source: Kégl, Krzyżak, Linder and Zeger (2000), section 5.
    """
    X = check_array(X, "X", ndim=2, min_rows=3)
    penalty = check_real(penalty, "penalty", low=0)
    most = len(X) // 2 if max_segments is None else check_count(max_segments, "max_segments", low=1)
    max_rounds = check_count(max_rounds, "max_rounds", low=1)
    center = X.mean(axis=0)
    radius = np.linalg.norm(X - center, axis=1).max()
    if radius == 0:
        raise ValueError("X must hold different points")
    X = (X - center) / radius  # the search stops at a slope of its own size
    axis = np.linalg.svd(X, full_matrices=False)[2][0]
    scores = X @ axis
    vertices = np.outer([scores.min(), scores.max()], axis)
    while True:
        vertices, distance, best = _settle(X, vertices, penalty, max_rounds)
        # the source's bound on the number of segments: the better the fit, the more are allowed
        limit = 0.3 * np.cbrt(len(X)) / np.sqrt(max(distance, 1e-300))
        if len(vertices) - 1 >= min(limit, most):
            return center + radius * vertices
        length = np.linalg.norm(np.diff(vertices, axis=0), axis=1)
        counts = np.bincount(best, minlength=len(length))
        fullest = np.lexsort((length, counts))[-1]  # most points; of equals the longest
        middle = vertices[fullest : fullest + 2].mean(axis=0)
        vertices = np.insert(vertices, fullest + 1, middle, axis=0)


def _settle(X, vertices, penalty, max_rounds):
    """Alternate assignment and vertices; the line, its mean squared distance, nearest segments.

    The radius of ``X`` is 1.
    """
    before = np.inf
    for _ in range(max_rounds):
        best, share = _nearest(X, polyline_pieces(vertices))
        # the first segment ends at projections: that they lie beyond it would be rounding's choice
        inside = (share > 1e-9) & (share < 1 - 1e-9)
        distance = _squared_distance(vertices, X, best, share, inside)[0]
        # as in the source: grows with the segments, and relaxes as the line fits
        weight = penalty * (len(vertices) - 1) * np.sqrt(distance) / np.cbrt(len(X))

        def loss(flat, weight=weight, best=best, share=share, inside=inside):
            line = flat.reshape(-1, X.shape[1])
            far, far_slope = _squared_distance(line, X, best, share, inside)
            bent, bent_slope = _bending(line)
            return far + weight * bent, (far_slope + weight * bent_slope).ravel()

        options = {"maxiter": 15, "ftol": 1e-6}
        found = minimize(loss, vertices.ravel(), jac=True, method="L-BFGS-B", options=options)
        vertices = found.x.reshape(vertices.shape)
        if found.fun >= before * (1 - 1e-3):
            break
        before = found.fun
    return vertices, distance, best


def _squared_distance(vertices, X, best, share, inside):
    """Mean squared distance to the assigned vertices and lines, and its slope in the vertices."""
    start = vertices[best]
    along = vertices[best + 1] - vertices[best]
    square = np.maximum((along**2).sum(axis=1), 1e-300)
    place = ((X - start) * along).sum(axis=1) / square
    place = np.where(inside, place, share)  # at a vertex: 0 or 1, which makes it the nearest point
    gap = (X - start - place[:, None] * along) / len(X)
    slope = np.zeros_like(vertices)
    # place moves too, but the gap is orthogonal to the line: that term vanishes
    np.add.at(slope, best, -2 * (1 - place)[:, None] * gap)
    np.add.at(slope, best + 1, -2 * place[:, None] * gap)
    return len(X) * (gap**2).sum(), slope


def _bending(vertices):
    """Mean over the vertices of 1 + cos angle, of the squared length at the ends (of radius 1)."""
    steps = np.diff(vertices, axis=0)
    length = np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-12)
    unit = steps / length
    cosine = -(unit[:-1] * unit[1:]).sum(axis=1, keepdims=True)  # -1 where the line goes straight
    value = length[0] ** 2 + length[-1] ** 2 + (1 + cosine).sum()
    by_step = np.zeros_like(steps)
    # of the neighbour's unit vector the part across one's own, over one's length
    by_step[:-1] -= (unit[1:] + cosine * unit[:-1]) / length[:-1]
    by_step[1:] -= (unit[:-1] + cosine * unit[1:]) / length[1:]
    by_step[0] += 2 * steps[0]
    by_step[-1] += 2 * steps[-1]
    slope = np.zeros_like(vertices)
    slope[1:] += by_step  # a step is its end less its start
    slope[:-1] -= by_step
    return value.item() / len(vertices), slope / len(vertices)
