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
    """Log of the integral of the normal-Wishart kernel in d dimensions."""
    d = len(V)
    gammas = sum(gammaln((nu - j) / 2) for j in range(d)) + d * (d - 1) / 4 * np.log(np.pi)
    return (
        gammas
        + nu * d / 2 * np.log(2)
        - nu / 2 * np.linalg.slogdet(V)[1]
        + d / 2 * np.log(2 * np.pi / beta)
    )


def set_log_evidence(X, beta0, W0, nu0):
    """Log probability density of rows that share one component."""
    before = log_normalizer(beta0, np.linalg.inv(W0), nu0)
    beta, _, V, nu = posterior_parts(X, beta0, W0, nu0)
    n, d = X.shape
    return log_normalizer(beta, V, nu) - before - n * d / 2 * np.log(2 * np.pi)


def subset_log_evidences(X, beta0, W0, nu0):
    """Log evidence of every subset of the rows; bit i of the index says whether row i is in."""
    n = len(X)
    found = np.zeros(2**n)
    for subset in range(1, 2**n):
        rows = [i for i in range(n) if subset >> i & 1]
        found[subset] = set_log_evidence(X[rows], beta0, W0, nu0)
    return found


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
