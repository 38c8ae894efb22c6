r"""One fit for ratios, differences and dependences of densities: a sum of Gaussian kernels.

Whatever is to be modelled, a ratio (Sugiyama 2016, section 33.2.4), a difference (39.1.3), what
labels tell about points (37.4) or the slope of that (35.5), by
:math:`f_\alpha=\sum_j\alpha_j\psi_j`: its squared error is, up to a constant, twice

.. math:: J(\alpha)=\tfrac12\alpha^\top G\alpha-h^\top\alpha

with a matrix G and a vector h of means over samples, and with :math:`\tfrac\lambda2\|\alpha\|^2`
added the minimum is :math:`(G+\lambda I)^{-1}h`. Where the error is an integral over the whole
space, G is known: :func:`gaussian_overlap`.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.linalg import eigh
from scipy.linalg.lapack import dposv

from mlcompanion._validation import check_array, check_real, check_square
from mlcompanion.linalg import squared_distances

__all__ = [
    "ContrastFit",
    "KnownGram",
    "fit_contrast",
    "gaussian_overlap",
    "penalized_solutions",
]

#: A decomposition costs as much as about so many Cholesky factors.
_FACTORS = 7


class ContrastFit(NamedTuple):
    """A fit of Gaussian kernels by least squares.

    Parameters
    ----------
    coef : ndarray, shape (b,)
        Weights of the kernels.
    sigma, lam : float
        The width and the penalty chosen.
    cv_scores : ndarray, shape (S, L) or None
        J by cross validation, smaller is better; None if there was nothing to choose.
    gram : ndarray, shape (b, b)
        G at the width chosen.
    target : ndarray, shape (b,)
        h at the width chosen.
    """

    coef: np.ndarray
    sigma: float
    lam: float
    cv_scores: np.ndarray | None
    gram: np.ndarray
    target: np.ndarray


def gaussian_overlap(X, Y=None, *, sigma):
    r"""Integral of the product of two Gaussian kernels, for each pair of their centres.

    .. math:: U(c,c')=\int e^{-\|x-c\|^2/2\sigma^2}e^{-\|x-c'\|^2/2\sigma^2}\,dx
        =(\pi\sigma^2)^{d/2}\,e^{-\|c-c'\|^2/4\sigma^2}

    Parameters
    ----------
    X : array_like, shape (n, d)
        Centres.
    Y : array_like, shape (m, d), optional
        Other centres; default: ``X``.
    sigma : float
        Width of both kernels, in the units of the centres.

    Returns
    -------
    ndarray, shape (n, m)

    Raises
    ------
    ValueError
        If the columns differ, a value is not finite, or ``sigma`` is not positive.

    Notes
    -----
    Cost: O(n m d). Source: Sugiyama (2016), section 39.1.3.

    Examples
    --------
    >>> bool(np.isclose(gaussian_overlap([[3.0]], sigma=2.0)[0, 0], 2 * np.pi**0.5))
    True
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Y = X if Y is None else check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    height = (math.pi * sigma**2) ** (X.shape[1] / 2)
    return height * np.exp(squared_distances(X, Y) / (-4 * sigma**2))


def penalized_solutions(G, h, lams):
    r"""Minima of :math:`\frac12\alpha^\top G\alpha-h^\top\alpha+\frac\lambda2\|\alpha\|^2`.

    Parameters
    ----------
    G : array_like, shape (b, b)
        Symmetric and positive semidefinite; only its upper triangle is read.
    h : array_like, shape (b,) or (b, F)
        One vector or several, a column each.
    lams : array_like, shape (L,)
        Penalties, positive.

    Returns
    -------
    ndarray, shape (L, b) or (L, b, F)

    Raises
    ------
    ValueError
        If a penalty is not positive or the shapes do not match.
    numpy.linalg.LinAlgError
        If G with a penalty is not positive definite up to rounding.

    Notes
    -----
    Cost: O(b^3 + L F b^2): a few penalties by a Cholesky factor each, more of them from one
    decomposition into eigenvectors. Memory: O(b^2 + L b F).
    """
    h = check_array(h, "h", ndim=2 if np.ndim(h) == 2 else 1, min_rows=1)
    G = check_square(G, "G", size=len(h))
    lams = check_array(lams, "lams", ndim=1, min_rows=1, low=0, open_low=True)
    if len(lams) <= _FACTORS:
        return np.stack([_by_cholesky(G, h, lam) for lam in lams])
    values, vectors = eigh(G, lower=False, driver="evd", check_finite=False)
    lowest = values[0] + lams.min()
    if lowest <= np.finfo(float).eps * abs(values[-1]):
        _refuse(lams.min())
    turned = vectors.T @ h
    shifted = values + lams[:, None]
    scaled = turned / (shifted if h.ndim == 1 else shifted[:, :, None])
    return scaled @ vectors.T if h.ndim == 1 else vectors @ scaled


def _by_cholesky(G, h, lam):
    shifted = G.copy(order="F")
    shifted.flat[:: len(h) + 1] += lam
    _, solution, failed = dposv(shifted, h, overwrite_a=True)
    if failed:
        _refuse(lam)
    return solution


def _refuse(lam):
    raise np.linalg.LinAlgError(f"lam = {lam:g} is lost in rounding: take a larger one")


class KnownGram:
    """A problem for :func:`fit_contrast` whose matrix is known: only its vector needs samples.

    Parameters
    ----------
    gram : callable
        Of a width: G, shape (b, b).
    target : callable
        Of a width: h from all samples, shape (b,).
    folds : callable
        Of a width: a pair of arrays of shape (b, F), h from the samples that each fold keeps and
        from those that it leaves out. Called only where there is something to choose.

    Notes
    -----
    All folds share G, so that one decomposition a width serves every penalty and every fold.
    """

    def __init__(self, gram, target, folds):
        self.gram = gram
        self.target = target
        self.folds = folds

    def moments(self, sigma):
        """G and h of all samples.

        Parameters
        ----------
        sigma : float

        Returns
        -------
        tuple of ndarray, shapes (b, b) and (b,)
        """
        return self.gram(sigma), self.target(sigma)

    def errors(self, sigma, lams):
        """J on the samples left out, a mean over the folds.

        Parameters
        ----------
        sigma : float
        lams : array_like, shape (L,)

        Returns
        -------
        ndarray, shape (L,)
        """
        G = self.gram(sigma)
        kept, out = self.folds(sigma)
        coefs = penalized_solutions(G, kept, lams)
        square = np.einsum("lbf,lbf->lf", coefs, G @ coefs)
        linear = np.einsum("lbf,bf->lf", coefs, out)
        return np.mean(square / 2 - linear, axis=1)


def fit_contrast(problem, sigmas, lams):
    """Choose a width and a penalty by cross validation, and fit with them.

    Parameters
    ----------
    problem : object
        With ``moments(sigma)``, the pair (G, h) of all samples, and ``errors(sigma, lams)``, J on
        samples left out for each penalty: :class:`KnownGram`, or
        :class:`~mlcompanion.density.contrasts.RatioProblem`.
    sigmas : array_like, shape (S,)
        Widths, positive.
    lams : array_like, shape (L,)
        Penalties, positive.

    Returns
    -------
    ContrastFit

    Raises
    ------
    ValueError
        If a width or a penalty is not positive.
    numpy.linalg.LinAlgError
        If a penalty is lost in rounding.

    Notes
    -----
    Nothing is held out if there is one width and one penalty.
    Cost: that of ``errors`` for each width, and of one solution, O(b^3).
    """
    sigmas = check_candidates(sigmas, "sigma")
    lams = check_candidates(lams, "lam")
    scores = None
    best = 0
    if len(sigmas) * len(lams) > 1:
        scores = np.array([problem.errors(sigma, lams) for sigma in sigmas])
        best = scores.argmin()
    sigma = float(sigmas[best // len(lams)])
    lam = float(lams[best % len(lams)])
    G, h = problem.moments(sigma)
    coef = penalized_solutions(G, h, [lam])[0]
    return ContrastFit(coef, sigma, lam, scores, G, h)


def check_candidates(values, name):
    """A number or several of them, all positive, as an array."""
    return check_array(np.atleast_1d(values), name, ndim=1, min_rows=1, low=0, open_low=True)
