"""The lower bound and the errata in the formulas, against SciPy's densities and its optimizer."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp
from scipy.stats import multivariate_normal

from mlcompanion.density.mixtures import (
    MixtureParameters,
    em_lower_bound,
    m_step,
    responsibilities,
)

from .clouds import random_mixture, sample_from

__all__ = ["bound_pairs", "ellipse_spread", "old_mean_case", "weight_slope_case"]


def library_terms(X, weights, means, covariances):
    """Logarithms of w N(x; mu, Sigma), by SciPy; shape (n, m)."""
    logs = [
        multivariate_normal.logpdf(X, mean, S).reshape(len(X))
        for mean, S in zip(means, covariances)
    ]
    return np.log(weights) + np.column_stack(logs)


def nearby(rng, theta, size):
    """Another mixture, whose parameters differ by about ``size``."""
    m, d = theta.means.shape
    weights = theta.weights * np.exp(size * rng.normal(size=m))
    turn = np.eye(d) + size * rng.normal(size=(m, d, d)) / d
    covariances = turn @ theta.covariances @ turn.transpose(0, 2, 1)
    means = theta.means + size * rng.normal(size=(m, d))
    return MixtureParameters(weights / weights.sum(), means, covariances + 1e-3 * np.eye(d))


def differences(X, eta, theta, step=1e-5):
    """Central differences of log L and of the bound, by SciPy: logits, means, covariances."""
    weights, means, covariances = theta
    m, d = means.shape
    ups_and_downs = []  # each parameter moved up, and moved down
    base = library_terms(X, weights, means, covariances)
    for k in range(m):
        moved = []
        for sign in (1, -1):
            w = weights * np.exp(sign * step * np.eye(m)[k])
            moved.append(base - np.log(weights) + np.log(w / w.sum()))
        ups_and_downs.append(moved)
        rows, columns = np.tril_indices(d)
        for a in range(d + len(rows)):
            moved = []
            for sign in (1, -1):
                mean = means[k].copy()
                S = covariances[k].copy()
                if a < d:
                    mean[a] += sign * step
                else:
                    r = rows[a - d]
                    c = columns[a - d]
                    S[r, c] += sign * step * (1 if r == c else 0.5)
                    S[c, r] = S[r, c]
                logs = base.copy()
                logs[:, k] = library_terms(X, weights[k], [mean], [S])[:, 0]
                moved.append(logs)
            ups_and_downs.append(moved)
    logs = np.array(ups_and_downs)  # (parameter, up or down, sample, component)
    log_likelihood = logsumexp(logs, axis=3).sum(axis=2)
    bound = (eta * logs).sum(axis=(2, 3))
    return tuple((value[:, 0] - value[:, 1]) / (2 * step) for value in (log_likelihood, bound))


def bells_beside(rng, here, size, count):
    """For each component of a mixture, ``count`` others that differ by about ``size``."""
    made = [nearby(rng, here, size) for _ in range(count)]
    means = np.array([theta.means for theta in made])
    return means.swapaxes(0, 1), np.array([theta.covariances for theta in made]).swapaxes(0, 1)


def bound_pairs(seed, n_pairs=200):
    """Pairs of parameters on one set of samples: bound, log L, and their slopes where they touch.

    The other parameters put together components whose densities SciPy gives once: eight beside
    each of the current ones, near and less near, and eight far ones.

    Returns
    -------
    dict
        ``above``, ``loose``: counts of pairs; ``touch``, ``slope_dev``: relative differences at the
        current parameters; ``pairs``.
    """
    rng = np.random.default_rng([seed, 157])
    d = 1 + seed % 4
    m = (2, 3, 5)[seed % 3]
    here = random_mixture(rng, m, d, far=1.5)
    X = sample_from(here, 20, rng)
    here = nearby(rng, here, 0.5)
    logs = library_terms(X, *here)
    level = logsumexp(logs, axis=1).sum()
    eta = np.exp(logs - logsumexp(logs, axis=1)[:, None])
    eta = eta / eta.sum(axis=1, keepdims=True)
    slopes = differences(X, eta, here)
    kinds = [bells_beside(rng, here, size, 4) for size in (0.1, 0.4)]
    far = random_mixture(rng, 4 * m, d, far=1.5)
    kinds.append((far.means.reshape(m, 4, d), far.covariances.reshape(m, 4, d, d)))
    means, covariances = (np.concatenate(parts, axis=1) for parts in zip(*kinds))
    terms = [library_terms(X, 1.0, *bells) for bells in zip(means, covariances)]
    bounds = np.empty(n_pairs)
    logs = np.empty((n_pairs, len(X), m))
    for pair in range(n_pairs):
        chosen = rng.integers(4, size=m) + 4 * (pair % 3)
        weights = rng.dirichlet(np.full(m, 2.0))
        picked = np.arange(m), chosen
        there = MixtureParameters(weights, means[picked], covariances[picked])
        bounds[pair] = em_lower_bound(there, eta, X)
        logs[pair] = np.log(weights) + np.column_stack([terms[k][:, chosen[k]] for k in range(m)])
    log_likelihoods = logsumexp(logs, axis=2).sum(axis=1)  # one call for all pairs
    gaps = (log_likelihoods - bounds) / np.abs(log_likelihoods)
    return {
        "above": int(np.sum(gaps < -1e-9)),
        "loose": int(np.sum(gaps > 1e-6)),
        "touch": abs(em_lower_bound(here, eta, X) - level) / abs(level),
        "slope_dev": np.abs(slopes[0] - slopes[1]).max() / np.abs(slopes[0]).max(),
        "pairs": n_pairs,
    }


def weight_slope_case(seed):
    """The derivative in the logits, corrected and printed, against central differences."""
    rng = np.random.default_rng([seed, 159])
    m = (2, 3, 5)[seed % 3]
    theta = random_mixture(rng, m, 2)
    X = sample_from(theta, 50, rng)
    logits = rng.normal(size=m)
    densities = library_terms(X, np.ones(m), theta.means, theta.covariances)

    def log_likelihood(g):
        return (logsumexp(densities + g, axis=1) - logsumexp(g)).sum()

    step = 1e-5 * np.eye(m)
    want = [(log_likelihood(logits + s) - log_likelihood(logits - s)) / 2e-5 for s in step]
    eta = np.exp(densities + logits - logsumexp(densities + logits, axis=1)[:, None])
    total = np.exp(logits).sum()
    right = eta.sum(axis=0) - len(X) * np.exp(logits) / total
    printed = eta.sum(axis=0) - len(X) * logits / total
    return {
        "right_dev": np.abs(right - want).max() / len(X),
        "printed_dev": np.abs(printed - want).max() / len(X),
    }


def best_bell(X, shares, mean, S):
    """The mean and covariance that maximise the weighted log-density, by a general optimizer.

    The bound is a sum over components, so that each can be maximised by itself.
    """
    d = X.shape[1]
    rows, columns = np.tril_indices(d)
    on_diagonal = rows == columns

    def unpacked(free):
        L = np.zeros((d, d))
        L[rows, columns] = np.where(on_diagonal, np.exp(free[d:]), free[d:])
        return free[:d], L

    def negative(free):
        centre, L = unpacked(free)
        z = np.linalg.solve(L, (X - centre).T)
        value = shares @ (0.5 * np.sum(z**2, axis=0) + free[d:][on_diagonal].sum())
        pulled = np.linalg.solve(L.T, shares * z)
        in_factor = -(pulled @ z.T)[rows, columns]
        in_factor = np.where(on_diagonal, in_factor * L[rows, columns] + shares.sum(), in_factor)
        return value, np.r_[-pulled.sum(axis=1), in_factor]

    L = np.linalg.cholesky(S)
    corner = L[rows, columns]
    start = np.r_[mean, np.where(on_diagonal, np.log(np.abs(corner)), corner)]
    centre, L = unpacked(
        minimize(negative, start, jac=True, method="BFGS", options={"gtol": 1e-6}).x
    )
    return centre, L @ L.T


def old_mean_case(seed):
    """Covariances of the M-step with new means and with old ones, against the optimizer."""
    rng = np.random.default_rng([seed, 164])
    m = (2, 3)[seed % 2]
    X = sample_from(random_mixture(rng, m, 2), 60, rng)
    common = np.cov(X.T, bias=True)
    means = X[rng.choice(len(X), m, replace=False)]
    theta = MixtureParameters(np.full(m, 1 / m), means, np.array([common] * m))
    eta, _ = responsibilities(X, theta)
    new = m_step(X, eta)
    gaps = X[:, None] - theta.means
    old = np.einsum("il,ila,ilb->lab", eta, gaps, gaps) / eta.sum(axis=0)[:, None, None]
    new_dev = []
    old_dev = []
    for k in range(m):
        best = best_bell(X, eta[:, k], theta.means[k], common)[1]
        size = np.linalg.norm(best)
        new_dev.append(np.linalg.norm(new.covariances[k] - best) / size)
        old_dev.append(np.linalg.norm(old[k] - best) / size)
    terms = [library_terms(X, new.weights, new.means, S) for S in (new.covariances, old)]
    return {
        "new_dev": max(new_dev),
        "old_dev": float(np.mean(old_dev)),
        "loss": np.sum(eta * (terms[0] - terms[1])),
    }


def ellipse_spread(n_points=100):
    """Largest over smallest squared Mahalanobis distance along the drawn curves, diag(4, 1)."""
    angles = np.linspace(0, 2 * np.pi, n_points)
    S = np.diag([4.0, 1.0])
    values, vectors = np.linalg.eigh(S)
    found = {}
    for name, axes, sides in (
        ("printed", vectors.T, values),
        ("right", vectors, np.sqrt(values)),
    ):
        curve = axes @ np.array([np.cos(angles) * sides[0], np.sin(angles) * sides[1]])
        squares = np.sum(curve * np.linalg.solve(S, curve), axis=0)
        found[name] = squares.max() / squares.min()
    return found
