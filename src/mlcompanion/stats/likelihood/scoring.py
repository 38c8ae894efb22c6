"""Fisher's scoring: maximum likelihood by steps along the score (Sugiyama 2016, section 13.3).

A step is the score in units of the information (Fisher 1925), halved until the likelihood rises.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real

from .information import (
    SmoothModel,
    _check_information,
    _check_parameters,
    _mean_curvature,
    _mean_score,
    fisher_information,
    sample_information,
)
from .maximum_likelihood import log_density

__all__ = ["LikelihoodFit", "fisher_scoring"]

HALVINGS = 40  # of a step that lowers the likelihood
ROUNDING = 1e-12  # share of the log-likelihood that counts as no fall
SINGULAR = 1e-10  # least eigenvalue of an information in units of its diagonal


@dataclass(frozen=True)
class LikelihoodFit:
    """What scoring hands back.

    Attributes
    ----------
    parameters : ndarray, shape (b,)
        The estimate.
    information : ndarray, shape (b, b)
        Sample information at the estimate.
    covariance : ndarray, shape (b, b)
        Inverse information over n: about the covariance of the estimate. NaN where the likelihood
        has no curved peak.
    log_likelihood : float
    path : ndarray, shape (steps + 1, b)
        From the start to the estimate.
    standard_errors : ndarray, shape (b,)
        Square roots of the covariance's diagonal.
    """

    parameters: np.ndarray
    information: np.ndarray
    covariance: np.ndarray
    log_likelihood: float
    path: np.ndarray

    @property
    def standard_errors(self):
        """Square roots of the covariance's diagonal, shape (b,)."""
        return np.sqrt(np.diagonal(self.covariance))


def fisher_scoring(model, x, start, information="expected", tol=1e-8, max_iter=100):
    """Climb the likelihood by steps of inverse information times mean score.

    Parameters
    ----------
    model : SmoothModel
    x : array_like, shape (n,)
    start : float or array_like, shape (b,)
        Where the samples are possible. Of a likelihood with several peaks the start decides which
        one is found.
    information : {"expected", "sample"}
        Expected, Fisher's scoring: always uphill. Of the samples, Newton's method: fewer steps near
        a peak, none where the likelihood bends upwards.
    tol : float
        Stop when a step is shorter than so many standard errors.
    max_iter : int

    Returns
    -------
    LikelihoodFit

    Raises
    ------
    ValueError
        If the samples are impossible under ``start``, or the information is not positive definite.

    Warns
    -----
    ConvergenceWarning
        After ``max_iter`` steps, or where no shorter step raises the likelihood; and where the
        likelihood has no curved peak: it grows towards the edge of the parameters' range, as that
        of a coin that shows one side only, or without end, as that of a variance of equal samples.
        Then the last estimate comes without a covariance.

    Notes
    -----
    O(n b^2) a step; the expected information costs quadratures where the model does not know it. A
    step that lowers the likelihood is halved.

    Examples
    --------
    >>> from mlcompanion.stats.likelihood.smooth_models import CAUCHY
    >>> fit = fisher_scoring(CAUCHY, [1.2, 2.4, 1.9, 14.0], start=1.5)
    >>> print(f"{fit.parameters[0]:.2f}, standard error {fit.covariance[0, 0] ** 0.5:.2f}")
    1.91, standard error 0.54
    """
    check_instance(model, "model", SmoothModel)
    x = check_array(x, "x", ndim=1, min_rows=1)
    theta, law = _check_parameters(model, start, "start")
    check_in(information, "information", ("expected", "sample"))
    tol = check_real(tol, "tol", low=0, open_low=True)
    height = float(np.sum(log_density(law, x)))
    if height == -np.inf:
        raise ValueError("x is impossible under the model at start")
    path = [theta]
    converged = False
    curved = True
    for _ in range(check_count(max_iter, "max_iter", low=1)):
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = _mean_score(model, x, theta)  # step 1
        curved = bool(np.isfinite(slope).all())
        if not curved:
            break
        F = _information_at(model, x, theta, information)  # step 2
        curved = not _is_singular(F)
        if not curved:
            break
        step = np.linalg.solve(F, slope)  # step 3
        # the squared step in units of the standard errors
        converged = len(x) * slope @ step <= tol**2  # a step of tol standard errors
        if converged:
            break
        theta, new = _uphill(model, x, theta, step, height)  # step 4
        if new is None:
            break
        height = new
        path.append(theta)
    with np.errstate(divide="ignore", invalid="ignore"):
        F = _mean_curvature(model, x, theta)
    # judged once more at the end: with the sample's own curvature
    curved = curved and bool(np.diagonal(F).all()) and not _is_singular(F)
    if not curved:
        warnings.warn(f"fisher_scoring: the likelihood has no curved peak near {theta}; there are "
                      "no standard errors", ConvergenceWarning, stacklevel=2)  # fmt: skip
        return LikelihoodFit(theta, F, np.full_like(F, np.nan), height, np.array(path))
    if not converged:
        warnings.warn("fisher_scoring stopped before it converged", ConvergenceWarning,
                      stacklevel=2)  # fmt: skip
    F = _check_information(F)
    return LikelihoodFit(theta, F, np.linalg.inv(F) / len(x), height, np.array(path))


def _is_singular(F):
    """Whether an information leaves a direction of the parameters open, in any units of theirs."""
    F = np.asarray(F, dtype=float)
    size = np.sqrt(np.abs(np.diagonal(F)))
    if not (np.isfinite(F).all() and size.all()):
        return True
    return abs(np.linalg.eigvalsh(F / np.outer(size, size))[0]) <= SINGULAR


def _uphill(model, x, theta, step, height):
    """The first of the step, its half, its quarter... that does not lower the likelihood."""
    # a law may refuse a step that is too long: its height counts as minus infinity
    for _ in range(HALVINGS):
        new = _height(model, x, theta + step)
        if new >= height - ROUNDING * abs(height):
            return theta + step, new
        step = step / 2
    return theta, None


def _height(model, x, theta):
    """Log-likelihood; ``-inf`` for parameters that the law refuses."""
    try:
        law = model.law(*theta.tolist())
    except ValueError:
        return -np.inf
    return float(np.sum(log_density(law, x)))


def _information_at(model, x, theta, kind):
    if kind == "sample":
        return _check_information(sample_information(model, x, theta))
    if model.information is None:
        return _check_information(fisher_information(model, theta))
    return _check_information(model.information(*theta))
