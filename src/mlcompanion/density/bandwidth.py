"""Bandwidths of Gaussian kernel density estimates: leave-one-out likelihood and neighbours.

Ozertem and Erdogmus (2011): section 4.1.1 (leave-one-out maximum likelihood, used for every result
of the paper), section 3.1.3 (widths from neighbours, against outliers).
"""

import warnings

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.spatial import cKDTree
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import (
    check_array,
    check_count,
    check_covariances,
    check_in,
    check_real,
)

__all__ = [
    "knn_bandwidth",
    "knn_covariances",
    "knn_weight_bandwidth",
    "loo_log_likelihood",
    "loo_ml_bandwidth",
]

_NEGLIGIBLE = -40.0  # a kernel e^-40 times the largest is below rounding


@njit
def isotropic_loo_log_densities(X, variances, scale):
    """Log-density at every row from all other rows, with covariances ``scale^2 variances_j I``."""
    n, width = X.shape
    columns = np.ascontiguousarray(X.T)  # the innermost loop runs over points: it vectorizes
    shift = -0.5 * width * np.log(2 * np.pi * scale * scale * variances)
    # exponents of all bumps at row i
    factor = -0.5 / (scale * scale * variances)
    exponents = np.empty(n)
    result = np.empty(n)
    for i in range(n):
        exponents[:] = 0.0
        for c in range(width):
            for j in range(n):
                gap = columns[c, j] - columns[c, i]
                exponents[j] += gap * gap
        for j in range(n):
            exponents[j] = shift[j] + factor[j] * exponents[j]
        exponents[i] = -np.inf  # leave one out: its own bump is not counted
        result[i] = _log_sum(exponents) - np.log(n - 1)
    return result


@njit
def full_loo_log_densities(X, precisions, log_norms, scale):
    """The same with covariances ``scale^2 P_j^-1``; ``log_norms`` belong to ``scale = 1``."""
    n, width = X.shape
    exponents = np.empty(n)
    result = np.empty(n)
    for i in range(n):
        for j in range(n):
            form = 0.0
            for a in range(width):
                for b in range(width):
                    form += (X[i, a] - X[j, a]) * precisions[j, a, b] * (X[i, b] - X[j, b])
            exponents[j] = log_norms[j] - width * np.log(scale) - 0.5 * form / (scale * scale)
        exponents[i] = -np.inf
        result[i] = _log_sum(exponents) - np.log(n - 1)
    return result


@njit
def _log_sum(exponents):
    top = exponents.max()
    total = 0.0
    for e in exponents:
        if e - top > _NEGLIGIBLE:
            total += np.exp(e - top)
    return top + np.log(total)  # the largest bump is 1: far points do not underflow


def _rows(X):
    """Checked rows in the layout that the compiled loops know: one signature, compiled once."""
    return plain_layout(check_array(X, "X", ndim=2, min_rows=2))


def _loo_function(X, shape):
    """Return ``scale -> leave-one-out log-densities`` for kernels of the given shape."""
    n, width = X.shape
    spread = np.ones(n) if shape is None else check_covariances(shape, "shape", X.shape)
    if spread.ndim == 1:
        variances = spread**2
        return lambda scale: isotropic_loo_log_densities(X, variances, scale), spread
    log_det = np.linalg.slogdet(spread)[1]
    precisions = np.ascontiguousarray(np.linalg.inv(spread))
    log_norms = -0.5 * (width * np.log(2 * np.pi) + log_det)
    typical = np.exp(log_det / (2 * width))
    return lambda scale: full_loo_log_densities(X, precisions, log_norms, scale), typical


def loo_log_likelihood(X, scale, shape=None):
    r"""Leave-one-out log-likelihood of a Gaussian kernel density estimate.

    .. math:: \sum_i\log\frac1{n-1}\sum_{j\ne i}N(x_i;\,x_j,\ \text{scale}^2\,\text{shape}_j)

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    scale : float
        The bandwidth, if ``shape`` is None; else a factor on all kernels.
    shape : None, array_like (n_samples,) or (n_samples, n_features, n_features)
        Widths or covariances of the kernels before scaling; default the unit ball.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If there are fewer than two rows, or ``scale`` or ``shape`` is not positive.

    Notes
    -----
    Cost O(n^2 d), for covariances O(n^2 d^2). Source: section 4.1.1.
    """
    X = _rows(X)
    scale = check_real(scale, "scale", low=0, open_low=True)
    return float(_loo_function(X, shape)[0](scale).sum())


def loo_ml_bandwidth(X, shape=None, *, grid=None):
    """The scale with the largest leave-one-out likelihood.

    A logarithmic grid finds the highest peak, a bounded search refines it.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    shape : None, array_like (n_samples,) or (n_samples, n_features, n_features)
        As in :func:`loo_log_likelihood`.
    grid : array_like, optional
        Increasing candidate scales; default 16 from a tenth of the median distance to the nearest
        neighbour up to the spread of the data.

    Returns
    -------
    float
        The bandwidth, if ``shape`` is None; else the factor on all kernels.

    Raises
    ------
    ValueError
        If all rows are equal, or ``grid`` is not positive and increasing.

    Warns
    -----
    ConvergenceWarning
        If rows have copies and the likelihood is largest at the low end of the grid.

    Notes
    -----
    Cost O(n^2 d) for each of about 30 evaluations, memory O(n d). If every row occurs twice, the
    likelihood grows without bound as the scale shrinks, and the low end of the grid is returned.
    Source: section 4.1.1.
    """
    X = _rows(X)
    log_densities, typical = _loo_function(X, shape)
    if grid is None:
        # the first neighbour is the row itself; useful widths lie between gaps and the spread
        nearest = cKDTree(X).query(X, k=2)[0][:, 1]
        spread = np.sqrt(X.var(axis=0).sum())
        if spread == 0:
            raise ValueError("X has no spread: all rows are equal")
        gap = np.median(nearest[nearest > 0]) if (nearest > 0).any() else 1e-3 * spread
        width = np.exp(np.log(typical).mean())
        grid = np.geomspace(0.1 * gap, 2 * spread, 16) / width
    grid = check_array(grid, "grid", ndim=1, min_rows=2, low=0, open_low=True)
    if not (np.diff(grid) > 0).all():
        raise ValueError("grid must be increasing")

    def loss(log_scale):
        return -log_densities(np.exp(log_scale)).sum()

    points = np.log(grid)
    # the likelihood may have several peaks: the grid finds the one that a search would miss
    losses = np.array([loss(p) for p in points])
    best = int(losses.argmin())
    copies = len(X) - len(np.unique(X, axis=0))
    if best == 0 and copies:
        warnings.warn(
            f"loo_ml_bandwidth: {copies} row(s) of X are copies, and the likelihood grows without "
            "bound as the scale shrinks; leave out copies or give a bandwidth",
            ConvergenceWarning,
            stacklevel=2,
        )
    # between the neighbours of the best grid point lies its peak
    ends = points[max(best - 1, 0)], points[min(best + 1, len(points) - 1)]
    found = minimize_scalar(loss, bounds=ends, method="bounded", options={"xatol": 1e-4})
    return float(np.exp(found.x if found.fun <= losses[best] else points[best]))


def _neighbours(X, k, name="X"):
    """Distances to and indices of the ``k`` nearest other rows (default ``n^(1/4)``, rounded)."""
    X = check_array(X, name, ndim=2, min_rows=2)
    n = len(X)
    k = max(1, round(n**0.25)) if k is None else check_count(k, "k", low=1, high=n - 1)
    distances, indices = cKDTree(X).query(X, k=k + 1)
    return X, distances[:, 1:], indices[:, 1:]


def knn_bandwidth(X, k=None, *, reduce="mean"):
    """Widths proportional to the distance to the nearest neighbours: wide where data are sparse.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    k : int, optional
        Neighbours; default the paper's ``n_samples ** (1/4)``, rounded.
    reduce : {"mean", "median"}
        Of the distances to the ``k`` neighbours.

    Returns
    -------
    ndarray, shape (n_samples,)
        Widths in the units of ``X``; use them as ``shape`` of :func:`loo_ml_bandwidth`, which finds
        the constant of proportionality. Rows with ``k`` copies get the least positive width.

    Notes
    -----
    Cost O(n k log n) in low dimension. Source: section 3.1.3, method (i).
    """
    _, distances, _ = _neighbours(X, k)
    widths = getattr(np, check_in(reduce, "reduce", ("mean", "median")))(distances, axis=1)
    if not (widths > 0).any():
        raise ValueError("X has too many equal rows: every distance to the neighbours is zero")
    return np.where(widths > 0, widths, widths[widths > 0].min())


def knn_weight_bandwidth(X, weights, k=None):
    """Widths inversely proportional to the weight of the nearest neighbours.

    The paper names the sum of the neighbours' weights as an alternative to distances and leaves the
    form open; we divide the mean weight by it.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    weights : array_like, shape (n_samples,)
        Positive weights of a weighted density estimate.
    k : int, optional
        As in :func:`knn_bandwidth`.

    Returns
    -------
    ndarray, shape (n_samples,)
        Relative widths, 1 where the neighbours have average weight.

    Notes
    -----
    Source: section 3.1.3, method (ii).
    """
    X, _, neighbours = _neighbours(X, k)
    weights = check_array(weights, "weights", shape=(len(X),), low=0, open_low=True)
    return weights.mean() / weights[neighbours].mean(axis=1)


def knn_covariances(X, k=None, *, shrinkage=0.1):
    """Covariances of the nearest neighbours around each point: kernels elongated with the data.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    k : int, optional
        Neighbours; default ``max(2 n_features, n_samples ** (1/2))``, rounded.
    shrinkage : float
        Share of the mean eigenvalue in each covariance, in (0, 1]; it keeps them invertible.

    Returns
    -------
    ndarray, shape (n_samples, n_features, n_features)
        Second moments of the neighbours around the point, shrunk towards a multiple of the
        identity; use them as ``shape`` of :func:`loo_ml_bandwidth`.

    Notes
    -----
    The paper uses data-dependent covariances without saying how they are built; this construction
    is ours. Cost O(n k d^2). Source: section 4.1.1, method (ii).
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    n, width = X.shape
    shrinkage = check_real(shrinkage, "shrinkage", low=0, high=1, open_low=True)
    k = min(n - 1, max(2 * width, round(n**0.5))) if k is None else k
    _, _, neighbours = _neighbours(X, k)
    gaps = X[neighbours] - X[:, None]
    # about the point itself, not about the neighbours' mean: the kernel sits on the point
    moments = np.einsum("nka,nkb->nab", gaps, gaps) / gaps.shape[1]
    size = np.trace(moments, axis1=1, axis2=2) / width
    size = np.where(size > 0, size, size[size > 0].min() if (size > 0).any() else 1.0)
    return (1 - shrinkage) * moments + shrinkage * size[:, None, None] * np.eye(width)
