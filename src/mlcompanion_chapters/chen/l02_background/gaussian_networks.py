r"""Experiments on sparse networks of normal variables: Chen (2013), section 2.4.

Random networks, conditional covariances computed without the inverse that they are compared with,
the graphical lasso against proximal gradient steps, and graphs found along a path of penalties.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.graphical import (
    edge_scores,
    graphical_lasso,
    graphical_lasso_kkt,
    graphical_lasso_objective,
    nonparanormal,
)
from mlcompanion.optimize import fista
from mlcompanion.prox import L1

__all__ = [
    "GaussianLikelihood",
    "compare_row_lassos",
    "conditional_covariances",
    "f1_along_path",
    "f1_of_cubes",
    "random_network",
    "share_of_pairs",
]


def random_network(p, n_edges, rng):
    """Precision matrix of a random connected graph: unit diagonal, positive definite.

    Parameters
    ----------
    p, n_edges : int
        At least p - 1 edges: a random tree and further pairs.
    rng : seed or Generator

    Returns
    -------
    precision : ndarray of shape (p, p)
    edges : set of (int, int)
    """
    rng = check_rng(rng)
    check_count(n_edges, "n_edges", low=p - 1, high=p * (p - 1) // 2)
    edges = {(int(rng.integers(k)), k) for k in range(1, p)}
    others = [(j, k) for k in range(p) for j in range(k) if (j, k) not in edges]
    more = rng.permutation(len(others))[: n_edges - len(edges)]
    edges |= {others[i] for i in more}
    theta = np.zeros((p, p))
    for j, k in edges:
        theta[j, k] = theta[k, j] = rng.choice([-1, 1]) * rng.uniform(0.5, 1.0)
    theta /= 1.1 * np.abs(np.linalg.eigvalsh(theta)).max()
    return theta + np.eye(p), edges


def conditional_covariances(covariances):
    """Covariance of each pair of variables given all the others, by Schur complements.

    Parameters
    ----------
    covariances : array_like of shape (n_matrices, p, p)

    Returns
    -------
    ndarray of shape (n_matrices, p, p)
        Symmetric; the diagonal is 0.
    """
    sigma = check_array(covariances, "covariances", ndim=3, min_rows=1)
    p = sigma.shape[1]
    out = np.zeros_like(sigma)
    for j in range(p):
        for k in range(j + 1, p):
            rest = [i for i in range(p) if i not in (j, k)]
            known = sigma[:, rest][:, :, rest]
            across = sigma[:, rest, k][..., None]
            explained = sigma[:, j, rest][:, None] @ np.linalg.solve(known, across)
            out[:, j, k] = out[:, k, j] = sigma[:, j, k] - explained[:, 0, 0]
    return out


def share_of_pairs(n_matrices=300, p=8, n_edges=12, seed=0):
    """Are pairs independent given all others exactly where there is no edge?

    Returns
    -------
    dict
        ``agree``: share of the pairs whose conditional covariance is below 1e-10 exactly if they
        are no edge; ``marginal``: share of the pairs without an edge that are correlated.
    """
    rng = check_rng(seed)
    networks = [random_network(p, n_edges, rng) for _ in range(n_matrices)]
    sigma = np.linalg.inv([theta for theta, _ in networks])
    joined = np.zeros(sigma.shape, dtype=bool)
    for found, (_, edges) in zip(joined, networks):
        found[tuple(np.transpose(list(edges)))] = True
    pairs = np.triu_indices(p, 1)
    joined = joined[:, *pairs]
    plain = sigma[:, *pairs]
    independent = np.abs(conditional_covariances(sigma)[:, *pairs]) < 1e-10
    return {
        "agree": float(np.mean(independent != joined)),
        "marginal": float(np.mean(np.abs(plain[~joined]) > 1e-6)),
    }


class GaussianLikelihood:
    r"""The smooth part :math:`\mathrm{tr}(S\Theta)-\log\det\Theta` for proximal gradient steps.

    Infinite off the cone of positive definite matrices. Its gradient has no Lipschitz constant on
    the whole cone: use it with ``backtracking``.
    """

    def __init__(self, S):
        self.S = check_array(S, "S", ndim=2, min_rows=1)

    def value(self, theta):
        """Negative log-likelihood, or infinity."""
        return graphical_lasso_objective(self.S, theta, 0.0)

    def value_and_gradient(self, theta):
        r"""Both; the gradient is :math:`S-\Theta^{-1}`."""
        inverse = np.linalg.inv(theta)
        return self.value(theta), self.S - 0.5 * (inverse + inverse.T)

    def lipschitz(self):
        """A scale for the search: the squared trace of S over its size."""
        return float((np.trace(self.S) / len(self.S)) ** 2)


def compare_row_lassos(seed, n, lam, p=20, n_edges=30):
    """Row lassos against accelerated proximal gradient steps on one sample.

    Returns
    -------
    dict
        ``kkt``: largest violation of the conditions for an optimum, relative to ``lam``; ``eig``:
        smallest eigenvalue; ``excess``: objective over that of the proximal steps, minus 1;
        ``zeros``: share of the off-diagonal entries that are zero.
    """
    rng = check_rng(seed)
    theta, _ = random_network(p, n_edges, rng)
    sample = rng.multivariate_normal(np.zeros(p), np.linalg.inv(theta), size=n)
    S = np.cov(sample.T, bias=True)
    found = graphical_lasso(S, lam, tol=1e-11).precision
    start = np.diag(1 / (np.diag(S) + lam))
    options = {"backtracking": True, "restart": True, "tol": 1e-7, "max_iter": 3000}
    other = fista(GaussianLikelihood(S), L1(lam), start, **options).w
    ours, theirs = (graphical_lasso_objective(S, m, lam) for m in (found, other))
    return {
        "kkt": graphical_lasso_kkt(S, found, lam) / lam,
        "eig": np.linalg.eigvalsh(found)[0],
        "excess": (ours - theirs) / abs(theirs),
        "zeros": np.mean(found[np.triu_indices(p, 1)] == 0),
    }


def f1_along_path(sample, edges, lams):
    """F1 score of the edges that the graphical lasso finds on correlations, at each penalty.

    Parameters
    ----------
    sample : array_like of shape (n_samples, p)
    edges : set of (int, int)
        The true ones, j < k.
    lams : sequence of float

    Returns
    -------
    ndarray of shape (n_lams,)
    """
    R = np.corrcoef(check_array(sample, "sample", ndim=2, min_rows=2).T)
    found = [graphical_lasso(R, lam, tol=1e-6).precision for lam in lams]
    true = np.zeros(R.shape)
    true[tuple(np.transpose(list(edges)))] = 1
    return edge_scores(found, true).f1


def f1_of_cubes(seed, n=200, p=10):
    """Best F1 score over 20 penalties for a chain of normal variables, each cubed.

    The chain has partial correlations 0.4 in the precision matrix, p - 1 edges.

    Returns
    -------
    (float, float)
        From the cubes, and from their nonparanormal scores.
    """
    theta = np.eye(p) - 0.4 * (np.eye(p, k=1) + np.eye(p, k=-1))
    chain = {(j, j + 1) for j in range(p - 1)}
    sample = check_rng(seed).multivariate_normal(np.zeros(p), np.linalg.inv(theta), size=n)
    views = (sample**3, nonparanormal(sample**3))
    raw, scores = (f1_along_path(Z, chain, np.geomspace(0.02, 0.6, 20)).max() for Z in views)
    return float(raw), float(scores)
