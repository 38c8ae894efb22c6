r"""Mean distances between samples, and class shares from them: Sugiyama (2016), section 33.3.

The energy distance of two densities is the integral of
:math:`|\varphi_p(t)-\varphi_q(t)|^2`, the squared difference of their characteristic functions,
over :math:`c_d\|t\|^{d+1}`; and, with this weight, a combination of three mean distances.
"""

import numpy as np
from scipy.optimize import nnls
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_array, check_flag, check_square

__all__ = ["class_distances", "class_prior_energy", "energy_distance", "match_shares"]

_BLOCK = 2**20  # distances at a time


def energy_distance(X, Y, *, self_distances=True):
    r"""Energy distance between two samples (section 33.3.2).

    .. math:: D_E=2\,\mathbb E\|x-y\|-\mathbb E\|x-\tilde x\|-\mathbb E\|y-\tilde y\|

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (m, d)
    self_distances : bool
        Whether the zero distance of a sample to itself enters the means, as printed. With them the
        result is never negative; without them it is right on average. As a distance it keeps them
        by default; the shares of :func:`class_prior_energy`, which they bias, leave them out.

    Returns
    -------
    float
        In the units of the samples. (SciPy's function of this name returns a square root.)

    Raises
    ------
    ValueError
        If a sample is empty, or has one row only where self-distances are left out.

    Notes
    -----
    Cost: O((n + m) log(n + m)) in one dimension, where sorting suffices; else O((n + m)^2 d), with
    memory O(n + m).

    Examples
    --------
    >>> energy_distance([[0.0], [2.0]], [[1.0], [3.0]])
    1.0
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Y = check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)
    across = _mean_distance(X, Y)
    within = _mean_within(X, "X", self_distances) + _mean_within(Y, "Y", self_distances)
    distance = 2 * across - within
    # with distances to oneself it is a squared norm; without, an unbiased estimate may be negative
    return float(max(distance, 0.0) if self_distances else distance)


def _pair_sum(x):
    """Sum of the distances between all pairs of numbers: each gap as often as it is crossed."""
    gaps = np.diff(np.sort(x))
    below = np.arange(1, len(x))  # gap j has j points on its left and the rest on its right
    return gaps @ (below * (len(x) - below))


def _mean_distance(X, Y):
    """Mean distance between the rows of two samples."""
    if X.shape[1] == 1:
        x = X[:, 0]
        y = Y[:, 0]
        # pairs of the pooled sample are pairs within x, within y, and across
        pooled = _pair_sum(np.concatenate([x, y]))
        return (pooled - _pair_sum(x) - _pair_sum(y)) / (len(x) * len(y))
    rows = max(1, _BLOCK // len(Y))
    blocks = (cdist(X[i : i + rows], Y).sum() for i in range(0, len(X), rows))
    return sum(blocks) / (len(X) * len(Y))


def _mean_within(X, name, self_distances):
    """Mean distance between rows of one sample, with a row's distance to itself or without."""
    n = len(X)
    if check_flag(self_distances, "self_distances"):
        return _mean_distance(X, X)
    if n < 2:
        raise ValueError(f"{name} needs two rows where self_distances are left out, got one")
    if X.shape[1] == 1:
        return 2 * _pair_sum(X[:, 0]) / (n * (n - 1))
    return _mean_distance(X, X) * n / (n - 1)  # n zeros on the diagonal do not count


def class_distances(X, y, X_test, *, self_distances=False):
    r"""The mean distances from which class shares are estimated (section 33.3.2).

    Parameters
    ----------
    X : array_like, shape (n, d)
        Training inputs.
    y : array_like, shape (n,)
        Their classes.
    X_test : array_like, shape (n', d)
        Test inputs, without classes.
    self_distances : bool
        As in :func:`energy_distance`.

    Returns
    -------
    A : ndarray, shape (c, c)
        Mean distance between training inputs of two classes, in the order of the sorted labels.
    b : ndarray, shape (c,)
        Mean distance between the test inputs and the training inputs of a class.

    Raises
    ------
    ValueError
        If shapes do not match, a sample is empty, there is a single class, or a class has one row
        only where self-distances are left out.

    Notes
    -----
    Cost: O(n (n + n') d).
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    X_test = check_array(X_test, "X_test", shape=(None, X.shape[1]), min_rows=1)
    y = np.asarray(y)
    if y.shape != (len(X),):
        raise ValueError(f"y must hold a class for each of {len(X)} rows of X, got {y.shape}")
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise ValueError("y must hold classes, got a number that is not finite")
    classes = np.unique(y)
    if len(classes) < 2:
        raise ValueError(f"y must have at least two classes, got {len(classes)} class")
    parts = [X[y == label] for label in classes]
    A = np.empty((len(classes), len(classes)))
    for i, part in enumerate(parts):
        A[i, i] = _mean_within(part, f"class {classes[i]!r} of y", self_distances)
        for j in range(i):
            A[i, j] = A[j, i] = _mean_distance(part, parts[j])
    return A, np.array([_mean_distance(X_test, part) for part in parts])


def match_shares(A, b):
    r"""Class shares whose mixture is nearest to the test inputs by the energy distance.

    Minimises :math:`2\pi^\top b-\pi^\top A\pi` over shares :math:`\pi\ge0` that sum to one. For two
    classes in closed form. For more, the same function plus a constant is
    :math:`\pi^\top(b\mathbf 1^\top+\mathbf 1b^\top-A+s\mathbf 1\mathbf 1^\top)\pi=\|M\pi\|^2`; the
    point of the simplex where it is least is, up to its length, the solution of the non-negative
    least squares problem :math:`\min_{u\ge0}\|Mu\|^2+(\mathbf 1^\top u-1)^2`.

    Parameters
    ----------
    A : array_like, shape (c, c)
        Mean distances between classes, symmetric.
    b : array_like, shape (c,)
        Mean distances from the test inputs to the classes.

    Returns
    -------
    ndarray, shape (c,)

    Raises
    ------
    ValueError
        If ``A`` is not symmetric, shapes do not match, or a distance is negative.

    Notes
    -----
    Cost: O(c^3). Source: Sugiyama (2016), section 33.3.2; for c > 2 ours.

    Examples
    --------
    >>> match_shares([[1.0, 3.0], [3.0, 1.0]], [1.5, 2.5])
    array([0.75, 0.25])
    """
    A = check_square(A, "A", symmetric=True, low=0)
    b = check_array(b, "b", shape=(len(A),), low=0)
    if len(A) == 2:
        curvature = 2 * A[0, 1] - A[0, 0] - A[1, 1]  # the energy distance of the classes
        slope = A[0, 1] - A[1, 1] - b[0] + b[1]
        if curvature <= 0:  # the samples do not tell the classes apart
            share = 0.5 + 0.5 * np.sign(slope)
        else:
            share = min(1.0, max(0.0, slope / curvature))
        return np.array([share, 1 - share])
    scale = A.max() or 1.0
    form = (b[:, None] + b - A) / scale + 1.0
    values, vectors = np.linalg.eigh(form)
    M = np.sqrt(np.maximum(values, 0))[:, None] * vectors.T
    # a longer u trades one square for the other: its direction is the simplex's best point
    u = nnls(np.vstack([M, np.ones(len(A))]), np.append(np.zeros(len(A)), 1.0))[0]
    return u / u.sum()


def class_prior_energy(X, y, X_test, *, self_distances=False):
    """Shares of the classes among test inputs, from their distances to training inputs.

    The test inputs are taken for a mixture of the classes as they look in training; of all
    mixtures the one that is nearest by the energy distance counts.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Training inputs.
    y : array_like, shape (n,)
        Their classes.
    X_test : array_like, shape (n', d)
        Test inputs, without classes.
    self_distances : bool
        Whether the zero distance of a training input to itself enters the means, as printed. It
        makes rare classes look denser than they are, and biases the shares; so the default here is
        False, while that of :func:`energy_distance` is True, which keeps a distance above 0.

    Returns
    -------
    ndarray, shape (c,)
        In the order of the sorted labels.

    Raises
    ------
    ValueError
        As for :func:`class_distances`.

    Notes
    -----
    Cost: O(n (n + n') d). Source: Sugiyama (2016), section 33.3.2 and Fig. 33.13.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], ["low", "low", "high", "high"]
    >>> class_prior_energy(X, y, [[0.5], [0.0], [1.0], [4.5]]).round(2)  # high, low
    array([0.21, 0.79])
    """
    return match_shares(*class_distances(X, y, X_test, self_distances=self_distances))
