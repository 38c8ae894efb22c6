r"""Difference of two densities, fitted directly by least squares.

Sugiyama (2016), section 39.1.3: no density is estimated, and no kernel has to be wide enough for
two estimates at once. The integral of the squared difference is the square of a distance.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from mlcompanion._validation import check_array, check_memory, check_real, check_rng
from mlcompanion.kernels import rbf_kernel
from mlcompanion.resampling import fold_splits

from .least_squares import KnownGram, check_candidates, fit_contrast, gaussian_overlap
from .mmd import median_distance

__all__ = ["DensityDifference", "difference_form", "lsdd"]

_WIDTHS = np.array([0.25, 0.5, 1.0, 2.0])  # of the median distance


@dataclass(frozen=True)
class DensityDifference:
    r"""What :func:`lsdd` returns: call it at points for the estimated difference.

    Attributes
    ----------
    l2 : float
        Integral of the squared difference, estimated as
        :math:`2\hat h^\top\hat\alpha-\hat\alpha^\top U\hat\alpha`: it keeps what the penalty takes
        from the first-order estimate.
    l2_plain : float
        :math:`\hat h^\top\hat\alpha`, equation (39.1); never larger.
    coef : ndarray, shape (b,)
        Weights of the kernels.
    centers : ndarray, shape (b, d)
    sigma, lam : float
        The width and the penalty chosen.
    cv_scores : ndarray, shape (S, L) or None
        Half the squared error up to a constant, by cross validation; None if there was nothing to
        choose.
    """

    l2: float
    l2_plain: float
    coef: np.ndarray
    centers: np.ndarray
    sigma: float
    lam: float
    cv_scores: np.ndarray | None

    def __call__(self, points):
        """The difference of the densities, first sample's less the second's.

        Parameters
        ----------
        points : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)

        Raises
        ------
        ValueError
            If the points are not finite, or have other columns than the samples.
        """
        points = check_array(points, "points", shape=(None, self.centers.shape[1]), min_rows=1)
        return rbf_kernel(points, self.centers, sigma=self.sigma) @ self.coef


def lsdd(X, Y, *, sigma=None, lam=None, centers=None, folds=5, random_state=None):
    r"""Difference of two densities by least squares, and their squared L2 distance.

    The model :math:`f_\alpha(x)=\sum_j\alpha_j\exp(-\|x-c_j\|^2/2\sigma^2)` is fitted to
    :math:`f=p-p'` by the integral of the squared error. The product of two kernels is integrated
    exactly (:func:`~mlcompanion.density.contrasts.gaussian_overlap`), the product with f is a
    difference of two sample means:

    .. math:: \hat\alpha=(U+\lambda I)^{-1}\hat h,\qquad
        \hat h_j=\tfrac1n\sum_i\psi_j(x_i)-\tfrac1{n'}\sum_{i'}\psi_j(x'_{i'})

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (n', d)
    sigma : float or array_like, shape (S,), optional
        Width of the kernels, in the units of the samples; of several the best by cross validation.
        Default: a quarter, half, one and two times the median distance between points.
    lam : float or array_like, shape (L,), optional
        Penalty, positive, in units of a volume like U. Default: 0.01, 0.1 and 1 times the median
        distance to the power d.
    centers : array_like, shape (b, d), optional
        Default: all points of both samples. (The listing takes the first sample's.)
    folds : int, splitter, or iterable of pairs (train, test)
        Of the cross validation, as in :func:`mlcompanion.resampling.fold_splits`; each sample is
        divided by itself.
    random_state : int, Generator or None
        Draws the folds.

    Returns
    -------
    DensityDifference

    Raises
    ------
    ValueError
        If a sample is empty or smaller than the number of folds, the samples are of unequal width,
        or a width or penalty is not positive or out of range.
    MemoryError
        If the kernels' values need more memory than the machine has.

    Notes
    -----
    Cost: O((n + n') b) and one decomposition, O(b^3), for each width, which serves every penalty
    and fold. Memory: O((n + n' + b) b). Source: Sugiyama (2016), section 39.1.3 and Fig. 39.1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> f = lsdd(rng.normal(0, 1, (200, 1)), rng.normal(1, 1, (200, 1)), random_state=0)
    >>> bool(abs(f.l2 - 0.125) < 0.05), bool(f([[-1.0]])[0] > 0 > f([[2.0]])[0])
    (True, True)
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Y = check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)
    d = X.shape[1]
    if centers is None:
        centers = np.concatenate([X, Y])
    else:
        centers = check_array(centers, "centers", shape=(None, d), min_rows=1).copy()
    sigmas = median_distance(X, Y) * _WIDTHS if sigma is None else sigma
    sigmas = check_candidates(sigmas, "sigma")
    for width in sigmas:
        check_volume(width, d)
    if lam is None:
        lam = np.array([0.01, 0.1, 1.0]) * median_distance(X, Y) ** d
    lams = check_candidates(lam, "lam")
    size = len(X) + len(Y) + 4 * len(centers)
    check_memory(8 * size * len(centers), f"{len(centers)} kernels (centers)")
    splits = None
    if len(sigmas) * len(lams) > 1:
        rng = check_rng(random_state)
        splits = [fold_splits(folds, part, random_state=rng) for part in (X, Y)]
        if len(splits[0]) != len(splits[1]):
            raise ValueError("folds must divide both samples into as many parts")
    fit = fit_contrast(_difference_problem(X, Y, centers, splits), sigmas, lams)
    plain = fit.target @ fit.coef
    both = 2 * plain - fit.coef @ fit.gram @ fit.coef
    return DensityDifference(
        max(float(both), 0.0),
        max(float(plain), 0.0),
        fit.coef,
        centers,
        fit.sigma,
        fit.lam,
        fit.cv_scores,
    )


def _difference_problem(X, Y, centers, splits):
    """The least squares problem of the difference, for the fit that all contrasts share."""

    def target(sigma):
        means = [rbf_kernel(centers, part, sigma=sigma).mean(axis=1) for part in (X, Y)]
        return means[0] - means[1]

    def folds(sigma):
        kept = []
        out = []
        for part, split in zip((X, Y), splits):
            K = rbf_kernel(centers, part, sigma=sigma)
            kept.append(K @ _shares(len(part), [train for train, _ in split]))
            out.append(K @ _shares(len(part), [test for _, test in split]))
        return kept[0] - kept[1], out[0] - out[1]

    return KnownGram(lambda sigma: gaussian_overlap(centers, sigma=sigma), target, folds)


def _shares(n, groups):
    """Weights that take the mean over each group of rows, a column each."""
    weights = np.zeros((n, len(groups)))
    for column, rows in zip(weights.T, groups):
        np.add.at(column, rows, 1 / len(rows))
    return weights


def check_volume(sigma, d):
    """Refuse a width whose kernels have no integral that is a number."""
    if not -700 < d * np.log(np.sqrt(np.pi) * sigma) < 700:
        raise ValueError(f"sigma = {sigma:g} is out of range in {d} dimensions")


def difference_form(points, sigma, lam):
    r"""Matrix of the squared L2 distance as a quadratic form of the samples' weights.

    With kernels at all points, and a point's weight :math:`z_i=1/n` in the first sample and
    :math:`-1/n'` in the second, :math:`\hat h=Kz`, and the estimate ``l2`` of :func:`lsdd` is
    :math:`z^\top Qz` with

    .. math:: Q=K(2B-BUB)K,\qquad B=(U+\lambda I)^{-1}

    Which point is from which sample stands in z alone: a permutation test fits nothing anew.

    Parameters
    ----------
    points : array_like, shape (N, d)
        Both samples.
    sigma : float
        Width of the kernels, positive.
    lam : float
        Penalty, positive.

    Returns
    -------
    ndarray, shape (N, N)
        Symmetric and positive semidefinite up to rounding.

    Raises
    ------
    ValueError
        If the points are not finite, a number is not positive, or the width is so far from one
        that the kernels' integrals are no numbers.
    MemoryError
        If the matrices need more memory than the machine has.
    numpy.linalg.LinAlgError
        If the penalty is lost in rounding.

    Notes
    -----
    Cost: O(N^3 + N^2 d); memory O(N^2). Source: Sugiyama (2016), section 39.1.3; the form is ours.

    Examples
    --------
    >>> points = np.array([[0.0], [1.0], [4.0], [5.0]])
    >>> z = np.array([0.5, 0.5, -0.5, -0.5])
    >>> of_form = z @ difference_form(points, 1.0, 0.1) @ z
    >>> bool(np.isclose(of_form, lsdd(points[:2], points[2:], sigma=1.0, lam=0.1).l2))
    True
    """
    points = check_array(points, "points", ndim=2, min_rows=1)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    lam = check_real(lam, "lam", low=0, open_low=True)
    check_volume(sigma, points.shape[1])
    check_memory(5 * 8 * len(points) ** 2, f"{len(points)} kernels (points)")
    K = rbf_kernel(points, sigma=sigma)
    U = gaussian_overlap(points, sigma=sigma)
    A = cho_solve(cho_factor(U + lam * np.eye(len(U)), lower=True), K)  # the fit for any weights
    form = 2 * K @ A - A.T @ U @ A
    return (form + form.T) / 2
