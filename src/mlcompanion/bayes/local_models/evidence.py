"""How likely labelled data are, parameters integrated out: inputs and responses apart."""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_flag

from .local_regressions import local_regressions
from .prior import LocalPrior, check_local_prior, regression_data

__all__ = ["LocalEvidence", "local_log_evidence"]


class LocalEvidence(NamedTuple):
    """Log evidences of clusters.

    Attributes
    ----------
    inputs : ndarray, shape (K,)
        Of the rows of each cluster.
    responses : ndarray, shape (K,)
        Of the responses of each cluster, given its rows.
    """

    inputs: np.ndarray
    responses: np.ndarray


def _of_variance(a0, b0, sizes, spreads):
    """What an inverse-gamma law's normalizer adds, and the powers of pi."""
    a = a0 + 0.5 * sizes
    gammas = gammaln(a) - gammaln(a0) - 0.5 * sizes * math.log(2 * math.pi)
    return gammas + a0 * np.log(b0) - a * np.log(spreads)


def normal_evidence(inputs, places, sizes):
    """Log evidence of the rows of the clusters in these places, of these sizes."""
    sizes = np.asarray(sizes, dtype=float)[:, None]
    terms = _of_variance(inputs.a0, inputs.spread0, sizes, inputs.spreads[places])
    terms += 0.5 * np.log(inputs.nu0 / (inputs.nu0 + sizes))  # of the mean
    return terms.sum(axis=1)


def evidence_of(model, places, sizes):
    """Both log evidences of the clusters in these places."""
    of_inputs = normal_evidence(model.inputs, places, sizes)
    log_dets = np.log(np.diagonal(model.roots[places], axis1=1, axis2=2)).sum(axis=1)
    log_det0 = np.log(np.diag(model.root0)).sum()
    of_noise = _of_variance(model.a0, model.b0, np.asarray(sizes, float), model.noises[places])
    return LocalEvidence(of_inputs, of_noise + log_det0 - log_dets)


def local_log_evidence(X, y, labels, prior=None, *, slope=True):
    """Log evidence of data whose clusters are given, inputs and responses apart.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
    labels : array_like of int, shape (n,)
    prior : LocalPrior or None
        None is ``LocalPrior()``.
    slope : bool
        Whether the local regressions have slopes, or a constant alone.

    Returns
    -------
    LocalEvidence
        One number for each label that occurs, in the labels' order.

    Raises
    ------
    ValueError
        If shapes do not match, a label is negative or ``prior`` is out of range.

    Notes
    -----
    Cost: O(n (d + q^2)), where q is d + 1 or 1. Source: Hannah, Blei and Powell (2011), Eqs. (8)
    and (9) with the parameters integrated out.

    Examples
    --------
    >>> parts = local_log_evidence([[0.0], [1.0]], [0.0, 1.0], [0, 0])
    >>> parts.inputs.round(3), parts.responses.round(3)
    (array([-3.365]), array([-2.943]))
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),))
    labels = check_array(labels, "labels", shape=(len(X),), dtype=int, low=0)
    prior = check_local_prior(LocalPrior() if prior is None else prior)
    data = regression_data(X, y, check_flag(slope, "slope"))
    _, places = np.unique(labels, return_inverse=True)
    sizes = np.bincount(places)
    model = local_regressions(data, places, prior, len(sizes))
    return evidence_of(model, np.arange(len(sizes)), sizes)
