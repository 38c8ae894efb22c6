"""Closed-form evidences of all subsets of a few points, and the exact posterior of their labels.

Written out from the normal-Wishart normalizers, without the library that is under test.
"""

from itertools import product

import numpy as np
from scipy.special import gammaln, logsumexp

__all__ = [
    "canonical_sizes",
    "exact_log_evidence",
    "label_log_joints",
    "log_normalizer",
    "posterior_parts",
    "set_log_evidence",
]


def posterior_parts(X, beta0, W0, nu0):
    """Parameters (beta, h, V, nu) of the normal-Wishart law after rows ``X``; centre 0."""
    n = len(X)
    total = X.sum(axis=0)
    beta = beta0 + n
    V = np.linalg.inv(W0) + X.T @ X - np.outer(total, total) / beta
    return beta, total / beta, V, nu0 + n


def log_normalizer(beta, V, nu):
    """Log of the integral of the normal-Wishart kernel in d dimensions; also of many laws."""
    d = V.shape[-1]
    gammas = sum(gammaln((nu - j) / 2) for j in range(d)) + d * (d - 1) / 4 * np.log(np.pi)
    return (
        gammas
        + nu * d / 2 * np.log(2)
        - nu / 2 * np.linalg.slogdet(V)[1]
        + d / 2 * np.log(2 * np.pi / beta)
    )


def set_log_evidence(X, beta0, W0, nu0):
    """Log probability density of rows that share one component."""
    return subset_log_evidences(X, beta0, W0, nu0, np.ones((1, len(X))))[0]


def subset_log_evidences(X, beta0, W0, nu0, inside=None):
    """Log evidence of subsets of the rows, ``inside[s, i]`` 1 if row i is in subset s.

    By default of all 2^n: bit i of the number of a subset says whether row i is in.
    """
    n, d = X.shape
    if inside is None:
        inside = (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(float)
    sizes = inside.sum(axis=1)
    totals = inside @ X
    beta = beta0 + sizes
    between = totals[:, :, None] * totals[:, None] / beta[:, None, None]
    V = np.linalg.inv(W0) + np.einsum("si,ia,ib->sab", inside, X, X) - between
    before = log_normalizer(beta0, np.linalg.inv(W0), nu0)
    return log_normalizer(beta, V, nu0 + sizes) - before - sizes * d / 2 * np.log(2 * np.pi)


def label_log_joints(X, m, alpha0=1.0, beta0=1.0, W0=None, nu0=3.0):
    """All m^n labellings, and the log joint probability of each with the rows."""
    n, d = X.shape
    W0 = np.eye(d) if W0 is None else W0
    of_subset = subset_log_evidences(X, beta0, W0, nu0)
    labels = np.array(list(product(range(m), repeat=n)))
    logs = np.full(len(labels), gammaln(m * alpha0) - gammaln(n + m * alpha0))
    for k in range(m):
        inside = labels == k
        sizes = inside.sum(axis=1)
        logs += of_subset[inside @ (1 << np.arange(n))]
        logs += gammaln(sizes + alpha0) - gammaln(alpha0)
    return labels, logs


def exact_log_evidence(X, m, **prior):
    """Log marginal likelihood: the sum over all labellings."""
    return logsumexp(label_log_joints(X, m, **prior)[1])


def canonical_sizes(labels):
    """How many components hold points, for each row of labels."""
    ordered = np.sort(labels, axis=1)
    return 1 + np.count_nonzero(np.diff(ordered, axis=1), axis=1)
