r"""Quadratic mutual information of a projection and an output, and its derivative (35.4).

.. math:: \mathrm{QMI}=\tfrac12\iint f(z,y)^2\,dz\,dy,\qquad f(z,y)=p(z,y)-p(z)p(y),\quad z=Tx

Neither density is estimated. The difference f, and apart from it the slopes of f along each
coordinate of z, are fitted by Gaussian kernels in closed form: one matrix serves all of them
(Sugiyama 2016, section 35.4.2).
"""

from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_array, check_count, check_memory, check_real
from mlcompanion.density.contrasts import KnownGram, gaussian_overlap, penalized_solutions
from mlcompanion.kernels import rbf_kernel
from mlcompanion.resampling import fold_splits

from .directions import centred_rows

__all__ = ["QMISlope", "qmi_derivative", "qmi_held_out_errors"]


class QMISlope(NamedTuple):
    """What :func:`qmi_derivative` returns.

    Attributes
    ----------
    value : float
        Information of the samples' densities, each smoothed by a Gaussian of the kernels' width, in
        one over the units of z and y: exact for these, never negative.
    fitted : float
        Estimate from the least squares fit of f itself. It falls where y is a function of z: all
        kernels then stand on a curve, and none where f is negative.
    gradient : ndarray, shape (m, d)
        Estimated derivative by the embedding matrix.
    """

    value: float
    fitted: float
    gradient: np.ndarray


class QMIModel:
    """Samples and kernels' centres, with all that does not change with the projection.

    Parameters
    ----------
    X : ndarray, shape (n, d)
        Centred.
    Y : ndarray, shape (n, q)
    centers : ndarray of int, shape (b,)
        Rows that carry a kernel.
    widths : (float, float)
        Of z and of y.
    lam : float
    """

    def __init__(self, X, Y, centers, widths, lam):
        self.X = X
        self.centers = X[centers]
        self.h, self.h_y = widths
        self.lam = lam
        squares = cdist(Y, Y[centers], "sqeuclidean")
        R = np.exp(-squares / (2 * self.h_y**2))
        # f is a difference: kernels of the pairs (z_i, y_i) less those of all pairs (z_i, y_i')
        self.contrast = R - R.mean(axis=0)
        # integral of two kernels' product: its part in y
        self.U_y = gaussian_overlap(Y[centers], sigma=self.h_y)
        self.centred_y = centred_twice(self.U_y) / normalizer(Y.shape[1], self.h_y)

    def at(self, T):
        """Estimate the information and its derivative at an embedding matrix; m × d."""
        n = len(self.X)
        Z = self.X @ T.T
        centers = self.centers @ T.T
        # 1. weights of the samples in the slopes of each kernel
        M = np.exp(-cdist(centers, Z, "sqeuclidean") / (2 * self.h**2))
        M *= self.contrast.T
        sums = M.sum(axis=1)
        moments = M @ self.X
        # 2. v: for the difference itself, and for its slope along each coordinate of z
        v = sums / n
        slopes = (moments @ T.T - sums[:, None] * centers) / (n * self.h**2)
        # 3. one factor of U + lam I solves for all
        U_z = gaussian_overlap(centers, sigma=self.h)
        U = self.U_y * U_z
        alpha = penalized_solutions(U, np.column_stack([v, slopes]), [self.lam])[0]
        fitted = alpha[:, 0] @ v - alpha[:, 0] @ U @ alpha[:, 0] / 2
        # 4. of densities smoothed by the kernels: a mean over pairs of the centred overlaps
        value = np.vdot(U_z, self.centred_y) / normalizer(len(T), self.h) / (2 * U.size)
        return QMISlope(float(value), float(fitted), alpha[:, 1:].T @ moments / n)


def normalizer(dimension, width):
    """What turns the overlap of two Gaussian kernels into that of two normal densities."""
    return (2 * np.pi * width**2) ** dimension


def centred_twice(K):
    """The matrix less the means of its rows and of its columns, plus its mean."""
    rows = K.mean(axis=1)
    return K - rows[:, None] - rows + rows.mean()


def checked_output(y, n):
    """The output as a matrix of n rows."""
    Y = check_array(y, "y")
    Y = Y[:, None] if Y.ndim == 1 else Y
    return check_array(Y, "y", shape=(n, None))


def checked_widths(h, h_y):
    """Both widths; that of the projection serves for the output as well."""
    h = check_real(h, "h", low=0, open_low=True)
    return h, h if h_y is None else check_real(h_y, "h_y", low=0, open_low=True)


def qmi_derivative(X, y, T, *, h=1.0, h_y=None, lam=0.1):
    r"""Estimate how much a projection tells of the output, and where to turn it for more.

    The slope :math:`\partial f/\partial z^{(\ell)}` is modelled by
    :math:`g_\alpha(z,y)=\sum_j\alpha_je^{-\|z-z_j\|^2/2h^2-\|y-y_j\|^2/2h_y^2}`. Its squared error
    needs no density: by parts, only means of kernels remain, so that

    .. math::
        \hat\alpha_\ell&=(U+\lambda I)^{-1}\hat v_\ell,\\
        \hat v_{\ell j}&=\tfrac1{nh^2}\sum_iK_{ij}\big(R_{ij}-\tfrac1n\sum_{i'}R_{i'j}\big)
        (z_i^{(\ell)}-z_j^{(\ell)})

    with kernels K of z and R of y, and integrals U of the products of two kernels.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,) or (n, q)
        For classes, a column of zeros and ones a class.
    T : array_like, shape (m, d)
        Embedding matrix.
    h : float
        Width of the kernels in z, in the units of ``X``.
    h_y : float, optional
        Width in y, in its units; default ``h``.
    lam : float
        Penalty, positive.

    Returns
    -------
    QMISlope

    Raises
    ------
    ValueError
        If shapes do not match or an argument is out of range.

    Notes
    -----
    The value is half the Hilbert-Schmidt independence criterion with Gaussian kernels of width
    :math:`\sqrt2h`: of smoothed densities the two are one.
    Cost: O(n² (m + d + q) + n³), of which the n³ is one Cholesky factor. Memory: five n × n
    matrices. The factor ½ is in this definition; some leave it out. Source: Sugiyama (2016),
    section 35.4.2, equation (35.5). The second sum of the printed vector measures distances to
    :math:`z_{i'}` where it must be :math:`z_j`, as the listing has it.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.uniform(-3, 3, size=(200, 2))
    >>> y = np.sin(X[:, 0])
    >>> good, bad = (qmi_derivative(X, y, [T]).value for T in ([1, 0], [0, 1]))
    >>> bool(good > 5 * bad)
    True
    """
    X, Y, T = _samples(X, y, T)
    lam = check_real(lam, "lam", low=0, open_low=True)
    everyone = np.arange(len(X))
    return QMIModel(centred_rows(X)[0], Y, everyone, checked_widths(h, h_y), lam).at(T)


def _samples(X, y, T):
    X = check_array(X, "X", ndim=2, min_rows=2)
    check_memory(40 * len(X) ** 2, f"kernels between {len(X)} rows")
    T = check_array(T, "T", shape=(None, X.shape[1]), min_rows=1)
    return X, checked_output(y, len(X)), T


def qmi_held_out_errors(X, y, T, widths, lams, *, folds=5, random_state=None):
    r"""Error of the estimated slopes on samples left out, for each width and penalty.

    .. math:: J=\sum_\ell\tfrac12\hat\alpha_\ell^\top U\hat\alpha_\ell
        -\hat\alpha_\ell^\top\hat v_\ell^{\text{held out}}

    which is half the integrated squared error up to a constant: smaller is better. All samples
    carry a kernel; those that are kept decide its weight.

    Parameters
    ----------
    X, y, T
        As for :func:`qmi_derivative`; the embedding matrix stays as it is.
    widths : array_like, shape (H,)
        Candidates for the width, of z and of y.
    lams : array_like, shape (L,)
        Candidates for the penalty.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.

    Returns
    -------
    ndarray, shape (H, L)
        Means over the folds. Errors of different widths are compared with each other, as all
        estimate the same slopes.

    Raises
    ------
    ValueError
        If shapes do not match or a candidate is not positive.

    Notes
    -----
    Cost: O(H n³): a decomposition a width serves every penalty and every fold; see
    :class:`mlcompanion.density.contrasts.KnownGram`. Source: Sugiyama (2016), section 35.4.2.
    """
    X, Y, T = _samples(X, y, T)
    widths = check_array(widths, "widths", ndim=1, min_rows=1, low=0, open_low=True)
    lams = check_array(lams, "lams", ndim=1, min_rows=1, low=0, open_low=True)
    if isinstance(folds, int):
        check_count(folds, "folds", low=2, high=len(X))
    splits = fold_splits(folds, X, random_state=random_state)
    Z = centred_rows(X)[0] @ T.T
    both = np.column_stack([Z, Y])

    def target(rows, sigma):
        return _slopes(Z[rows], Y[rows], Z, Y, sigma)

    def folds_of(sigma):
        pairs = [(target(kept, sigma), target(out, sigma)) for kept, out in splits]
        return [np.column_stack(side) for side in zip(*pairs)]

    everyone = np.arange(len(X))
    problem = KnownGram(
        lambda sigma: gaussian_overlap(both, sigma=sigma),
        lambda sigma: target(everyone, sigma),
        folds_of,
    )
    # a column a fold and coordinate: their mean is that over the folds, divided by m
    return len(T) * np.array([problem.errors(sigma, lams) for sigma in widths])


def _slopes(Z, Y, z_centers, y_centers, h):
    """The vectors v, one column a coordinate of z, from samples (Z, Y)."""
    R = rbf_kernel(Y, y_centers, sigma=h)
    M = rbf_kernel(Z, z_centers, sigma=h) * (R - R.mean(axis=0))
    return (M.T @ Z - M.sum(axis=0)[:, None] * z_centers) / (len(Z) * h**2)
