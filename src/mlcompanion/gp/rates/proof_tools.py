"""Two tools of the proofs, in normal models with unit covariance.

Source: van der Vaart and van Zanten (2011), Lemmas 12 and 14.
"""

import numpy as np
from scipy.special import logsumexp, ndtr

from mlcompanion._validation import check_array, check_real

__all__ = ["ball_test_error", "log_evidence_ratio"]


def ball_test_error(distance):
    r"""Larger error of the test between a point and a ball that begins halfway to its centre.

    The test asks whether the data lie further than a quarter of the way along the line to the
    centre; no test errs less in the worst case.

    Parameters
    ----------
    distance : float or array_like
        From the point to the centre, in standard deviations; not negative.

    Returns
    -------
    float or ndarray
        :math:`\Phi(-t/4)`, at most :math:`e^{-t^2/32}`.

    Raises
    ------
    ValueError
        If a distance is negative.

    Notes
    -----
    Source: Lemma 12, whose printed bound :math:`e^{-t^2/8}` is too small from t = 4 on.
    """
    distance = check_array(distance, "distance", low=0)
    return ndtr(-distance / 4)[()]


def log_evidence_ratio(y, theta0, atoms, weights=None):
    r"""Log of :math:`\int p_\theta/p_{\theta_0}\,d\Pi(\theta)` for a prior on atoms.

    Parameters
    ----------
    y : array_like, shape (r, n) or (n,)
        Observations, one a row, with unit noise.
    theta0 : array_like, shape (n,)
        The truth.
    atoms : array_like, shape (m, n)
        The means that the prior knows.
    weights : array_like, shape (m,), optional
        Their prior probabilities; default equal.

    Returns
    -------
    float, or ndarray of shape (r,)

    Raises
    ------
    ValueError
        On shapes that differ, or weights that are negative or all zero.

    Notes
    -----
    Cost: O(r m n). Source: Lemma 14.
    """
    y = check_array(y, "y")
    if y.ndim not in (1, 2):
        raise ValueError(f"y must have 1 or 2 dimensions, got shape {y.shape}")
    theta0 = check_array(theta0, "theta0", shape=(y.shape[-1],), min_rows=1)
    atoms = check_array(atoms, "atoms", shape=(None, len(theta0)), min_rows=1)
    if weights is None:
        weights = np.full(len(atoms), 1 / len(atoms))
    weights = check_array(weights, "weights", shape=(len(atoms),), low=0)
    total = check_real(float(weights.sum()), "sum of weights", low=0, open_low=True)
    away = atoms - theta0
    with np.errstate(divide="ignore"):
        log_weights = np.log(weights / total)
    # log of the ratio of two normal densities: <y - theta0, away> - |away|² / 2
    exponent = (y - theta0) @ away.T - 0.5 * np.einsum("ij,ij->i", away, away)
    return logsumexp(exponent + log_weights, axis=-1)[()]
