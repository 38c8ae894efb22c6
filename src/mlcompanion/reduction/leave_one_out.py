r"""Projections of training points as if each had been left out, from one decomposition.

A point that trains pulls the directions towards itself; a new one does not, and its projections are
smaller. What a new point would get, each training point tells when it is left out. Abrahamsen and
Hansen (2011), section 2: exactly by N decompositions, or approximately by equation 1. Taking out a
point changes the scatter by rank one, so the exact answer also follows from one decomposition.
"""

import numpy as np
from scipy.linalg import eigh
from scipy.optimize import linear_sum_assignment

from mlcompanion._validation import check_array, check_count, check_in, check_real, check_square
from mlcompanion.kernels import center_gram

from .downdate import downdated_directions, prepared_poles

__all__ = ["loo_projections", "orthogonal_factors", "perpendicular_norms"]

_ROUNDING = np.finfo(float).eps
_SPARE = 2  # components beyond those asked for, that may change places with them


def _decompose(K):
    """Eigenpairs with variance of the centred matrix, descending."""
    values, vectors = eigh(center_gram(K), check_finite=False)
    # the matrix before centring says how much of it may be rounding
    floor = 8 * len(K) * _ROUNDING * max(values[-1], np.abs(K).max())
    kept = values > floor
    kept[0] = False  # the constant vector's
    return values[kept][::-1], vectors[:, kept][:, ::-1]


def _inverse_diagonal(values, vectors):
    r"""Squared distances from the others' affine hull, :math:`1/g_n`; 0 inside it."""
    n = len(vectors)
    g = np.square(vectors) @ (1 / values)
    # a point has a part in the null space, beside the constant vector, if others span it
    inside = 1 - 1 / n - np.square(vectors).sum(axis=1) > 1e-9
    with np.errstate(divide="ignore"):
        return np.where(inside | (g == 0), 0.0, 1 / g)


def _geometric(values, vectors, q):
    """Equation 1: the full sample's directions, and the point without what it spans alone."""
    n = len(vectors)
    lost = _inverse_diagonal(values, vectors)[:, None] / values[:q]
    # the others' mean lies 1/(n - 1) of the point's distance behind the common one
    shrink = n / (n - 1) - lost
    return vectors[:, :q] * np.sqrt(values[:q]) * shrink


def _matched(overlaps, projections, q):
    """The projection on the direction nearest to each of the first ``q``, with its sign."""
    found = np.zeros(q)
    strength = np.square(overlaps[:q])
    if strength.size:
        rows, columns = linear_sum_assignment(-strength)
        signs = np.where(overlaps[rows, columns] < 0, -1.0, 1.0)
        found[rows] = signs * projections[columns]
    return found


def _exact(values, vectors, q):
    """Every point's projections from the roots of its rank-one change."""
    n = len(vectors)
    unit = np.sqrt(values[0])
    rows = vectors * (np.sqrt(values) / unit)
    poles = prepared_poles(values)
    wanted = min(q + _SPARE, len(values))
    found = np.zeros((n, q))
    for i, row in enumerate(rows):
        kept, directions = downdated_directions(poles, row, n / (n - 1), wanted)
        directions = directions[:, kept]
        found[i] = _matched(directions, n / (n - 1) * (row @ directions), q)
    return unit * found


def _refit(K, vectors, values, q):
    """Every point's projections from a decomposition of its own: the definition."""
    n = len(K)
    full = vectors[:, :q] / np.sqrt(values[:q])
    found = np.zeros((n, q))
    for i in range(n):
        others = np.delete(np.arange(n), i)
        part = K[np.ix_(others, others)]
        own_values, own = _decompose(part)
        own = own[:, : q + _SPARE] / np.sqrt(own_values[: q + _SPARE])
        new = (K[i, others] - part.mean(axis=0)) @ own
        found[i] = _matched(full.T @ K[:, others] @ own, new, q)
    return found


def loo_projections(K, n_components, *, method="exact"):
    r"""Projections of each point on the principal directions of all others.

    The n-th row belongs to principal components, with their mean, of the other N - 1 points.
    Components change places and signs between two samples: each is matched to that of the full
    sample which it overlaps most.

    Parameters
    ----------
    K : array_like, shape (N, N)
        Inner products of the points, or a kernel between them; it is centred here. For PCA of rows
        ``X`` far from zero take off their mean first.
    n_components : int
        Number q of components, at most N - 2.
    method : {"exact", "geometric", "refit"}
        "exact": the roots of each rank-one change. "geometric": equation 1, training projections
        times the shrink factor :math:`\frac N{N-1}-\frac1{\lambda_kg_n}`, where
        :math:`g_n=(\tilde K^+)_{nn}`. "refit": N decompositions, the same numbers as "exact".

    Returns
    -------
    ndarray, shape (N, q)
        0 where the other points have no such direction.

    Raises
    ------
    ValueError
        If ``K`` is not symmetric or has fewer than three rows, or no direction has variance.

    See Also
    --------
    mlcompanion.regression.loo_residuals : The same idea for a linear fit.

    Notes
    -----
    Cost: O(N³) for one decomposition and O(N² q) for the rest ("geometric": O(N q)); "refit" O(N⁴).
    Source: Abrahamsen and Hansen (2011), section 2 and equation 1, whose shrink factor is
    :math:`1-1/(\lambda_kg_n)` with a common mean.

    Examples
    --------
    Of pure noise nothing is learned: new points have hardly any variance.

    >>> noise = np.random.default_rng(0).normal(size=(20, 5000))
    >>> loo_projections(noise @ noise.T, 1, method="geometric").std() < 0.1 * 5000**0.5
    np.True_
    """
    K = check_square(K, "K", symmetric=True)
    if len(K) < 3:
        raise ValueError(f"K needs at least 3 rows, got shape {K.shape}")
    q = check_count(n_components, "n_components", low=1, high=len(K) - 2)
    check_in(method, "method", ("exact", "geometric", "refit"))
    values, vectors = _decompose(K)
    if not len(values):
        raise ValueError("K: no direction has variance")
    # an eigenvector's sign is arbitrary: the largest entry is made positive, on any machine
    places = np.abs(vectors).argmax(axis=0)
    vectors *= np.sign(vectors[places, np.arange(len(values))])
    with_variance = min(q, len(values))
    if method == "geometric":
        found = _geometric(values, vectors, with_variance)
    elif method == "exact":
        found = _exact(values, vectors, with_variance)
    else:
        found = _refit(K, vectors, values, with_variance)
    return np.pad(found, ((0, 0), (0, q - with_variance)))


def perpendicular_norms(X):
    r"""Distance of each point from the affine hull of all others.

    What a left-out point loses when it is projected: with the pseudo-inverse of the centred matrix
    of inner products, :math:`\|x_n^\perp\|^2=1/(\tilde G^+)_{nn}`.

    Parameters
    ----------
    X : array_like, shape (N, D)

    Returns
    -------
    ndarray, shape (N,)
        In the units of the data; 0 for a point that the others span.

    Raises
    ------
    ValueError
        If there are fewer than two rows.

    Notes
    -----
    Cost: O(N² D + N³) for all points together. Source: Abrahamsen and Hansen (2011), section 2.

    Examples
    --------
    >>> perpendicular_norms([[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]]).round(6)
    array([1.897367, 1.897367, 3.      ])
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    rows = X - X.mean(axis=0)
    unit = np.abs(rows).max(initial=0.0) or 1.0
    values, vectors = _decompose((rows / unit) @ (rows / unit).T)
    if not len(values):
        return np.zeros(len(X))
    return unit * np.sqrt(_inverse_diagonal(values, vectors))


def orthogonal_factors(X, sigma):
    r"""Factor by which a Gaussian kernel of a left-out point falls: its lost part alone.

    :math:`k(x_n,x)=e^{-\|x_n^\perp\|^2/2\sigma^2}k(x_n^\parallel,x)` for every point x that the
    others span: one factor common to all.

    Parameters
    ----------
    X : array_like, shape (N, D)
    sigma : float
        Width of the kernel, in the units of the data; positive.

    Returns
    -------
    ndarray, shape (N,)
        Between 0 and 1. Training projections times it imitate those of left-out points.

    Notes
    -----
    Cost: that of :func:`perpendicular_norms`. Exact before centring, approximate after it. Source:
    Abrahamsen and Hansen (2011), section 3; the caption of their Figure 4 has the sign wrong.

    Examples
    --------
    >>> orthogonal_factors([[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]], 3.0).round(3)
    array([0.819, 0.819, 0.607])
    """
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return np.exp(-np.square(perpendicular_norms(X) / sigma) / 2)
