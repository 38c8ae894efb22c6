"""What the study of the climbs runs for one of its cases.

A case is a dictionary with the name of its experiment and its setting; a function returns one row.
"""

from itertools import islice
from math import comb

import numpy as np
from scipy.special import logsumexp

from mlcompanion.datasets import make_two_bells
from mlcompanion.density.mixtures import (
    MixtureParameters,
    em_rounds,
    mixture_gradients,
    mixture_log_likelihood,
    plain_ascent,
    start_from_means,
)

from .clouds import random_mixture, random_shares, sample_from

__all__ = ["EXPERIMENTS", "STEPS", "best_of", "n_levels"]

STEPS = tuple(10.0 ** np.arange(-6, -0.9, 0.5).round(1))
NEAR = 0.1  # of EM's log-likelihood
STILL = 1e-8
ENOUGH = 100_000


def last_state(states, stops):
    """The last state of a run of EM that ``stops(old, new)``, and whether it ended regular."""
    old = next(states)
    for new in islice(states, ENOUGH):
        if stops(old, new):
            return new, True
        old = new
    return old, False


def step_sizes(case):
    """Plain gradient ascent with eleven steps, and EM, from one start on one data set."""
    X = make_two_bells(random_state=case["seed"]).data
    rng = np.random.default_rng([case["seed"], 1])
    start = start_from_means(X, X[rng.choice(len(X), 2, replace=False)])
    path = [state.log_likelihood for state in islice(em_rounds(X, start), 5000)]
    row = {"em": path[-1], "em_fall": -min(np.diff(path).min(), 0.0)}
    row["em_rounds"] = int(np.argmax(np.array(path) >= path[-1] - NEAR))
    best = -np.inf
    for k, step in enumerate(STEPS):
        near = plain_ascent(X, start, step, case["limit"], path[-1] - NEAR)
        taken = len(near.log_likelihoods) - 1
        row[f"steps_{k}"] = taken if near.converged else case["limit"]
        best = max(best, near.log_likelihoods.max())
        if near.converged and taken < 2000:  # does it climb past EM from there?
            further = plain_ascent(X, near.theta, step, 10 * taken, path[-1] + 10 * NEAR)
            best = max(best, further.log_likelihoods.max())
        if k == len(STEPS) - 1:
            falls = np.diff(near.log_likelihoods) < -1e-9 * abs(path[-1])
            row["over"] = int(near.left or falls.any())
            row["left"] = int(near.left)
    row["best"] = best
    return row


def n_levels(values, gap=0.5):
    """How many of these numbers differ from each other by more than ``gap``, from the top down."""
    levels = []
    for value in sorted(values, reverse=True):
        if not levels or levels[-1] - value > gap:
            levels.append(value)
    return len(levels)


def best_of(values, k):
    """The expected largest of k of these numbers, drawn without replacement."""
    ordered = np.sort(values)
    n = len(ordered)
    chances = np.array([comb(i, k - 1) for i in range(n)], dtype=float) / comb(n, k)
    return float(chances @ ordered)


def restarts(case):
    """EM from fifty random starts on one data set."""
    X = make_two_bells(random_state=case["seed"]).data
    ends = []
    for start in range(case["starts"]):
        eta = random_shares(len(X), case["m"], [case["seed"], start])
        state, regular = last_state(
            em_rounds(X, eta), lambda a, b: b.log_likelihood - a.log_likelihood < STILL
        )
        if regular:
            ends.append(state.log_likelihood)
    return {
        "runs": case["starts"],
        "singular": case["starts"] - len(ends),
        "distinct": n_levels(ends),
        "one": float(np.mean(ends)),
        "best_of_10": best_of(ends, 10),
        "low": min(ends),
        "high": max(ends),
    }


def free(theta):
    """Logits, means and Cholesky factors in one vector."""
    factors = np.linalg.cholesky(theta.covariances)
    rows, columns = np.tril_indices(factors.shape[1])
    parts = (np.log(theta.weights), theta.means.ravel(), factors[:, rows, columns].ravel())
    return np.concatenate(parts)


def bound_to(vector, m, d):
    """The mixture of a vector of free parameters."""
    weights = np.exp(vector[:m] - vector[:m].max())
    factors = np.zeros((m, d, d))
    rows, columns = np.tril_indices(d)
    factors[:, rows, columns] = vector[m + m * d :].reshape(m, -1)
    means = vector[m : m + m * d].reshape(m, d)
    return MixtureParameters(weights / weights.sum(), means, factors @ factors.transpose(0, 2, 1))


def slope(X, vector, m, d):
    """Gradient of the log-likelihood in the free parameters."""
    theta = bound_to(vector, m, d)
    in_logits, in_means, in_covariances = mixture_gradients(X, theta)
    in_factors = 2 * in_covariances @ np.linalg.cholesky(theta.covariances)
    rows, columns = np.tril_indices(d)
    return np.concatenate([in_logits, in_means.ravel(), in_factors[:, rows, columns].ravel()])


def leading_direction(X, at, m, d, step=1e-5):
    """Eigenvector of the largest eigenvalue of the numerical second derivatives."""
    columns = []
    for unit in np.eye(len(at)):
        ahead = slope(X, at + step * unit, m, d)
        columns.append((ahead - slope(X, at - step * unit, m, d)) / (2 * step))
    H = np.array(columns)
    return np.linalg.eigh(0.5 * (H + H.T))[1][:, -1]


def levels(X, vectors, m, d):
    """Log-likelihoods at many vectors of free parameters, in the plane and at once."""
    logits = vectors[:, :m]
    means = vectors[:, m : m + m * d].reshape(-1, m, 1, d)
    corners = vectors[:, m + m * d :].reshape(-1, m, 3, 1)  # L_11, L_21, L_22
    first = (X[:, 0] - means[..., 0]) / corners[:, :, 0]
    second = (X[:, 1] - means[..., 1] - corners[:, :, 1] * first) / corners[:, :, 2]
    log_det = np.log(np.abs(corners[:, :, 0] * corners[:, :, 2]))
    logs = logits[:, :, None] - log_det - np.log(2 * np.pi) - 0.5 * (first**2 + second**2)
    return logsumexp(logs, axis=1).sum(axis=1) - len(X) * logsumexp(logits, axis=1)


def can_rise(X, theta, rng, n_directions):
    """Whether a small step from here raises the log-likelihood by more than 1e-9 of its size."""
    m, d = theta.means.shape
    at = free(theta)
    level = mixture_log_likelihood(X, theta)
    random = rng.normal(size=(n_directions, len(at)))
    random /= np.linalg.norm(random, axis=1, keepdims=True)
    directions = np.vstack([leading_direction(X, at, m, d), random])
    for length in (1e-3, -1e-3, 1e-2, -1e-2):
        for part in np.array_split(at + length * directions, 1 + n_directions // 100):
            if (levels(X, part, m, d) - level > 1e-9 * abs(level)).any():
                return True
    return False


def optimum(case):
    """EM to a vanishing gradient from one start; is its end a local maximum?"""
    rng = np.random.default_rng([case["seed"], case["m"], 7])
    X = make_two_bells(random_state=case["seed"]).data
    if case["data"] == "random":
        X = sample_from(random_mixture(rng, case["m"], 2), 150, rng)
    if case["start"] == "random":
        start = random_shares(len(X), case["m"], rng)
    else:
        start = start_from_means(X, np.tile(X[rng.integers(len(X))], (case["m"], 1)))

    def still(_, state):
        slopes = mixture_gradients(X, state.theta)
        steepest = max(np.abs(part).max() for part in slopes)
        return steepest < STILL * abs(state.log_likelihood)

    state, regular = last_state(em_rounds(X, start), still)
    rises = int(regular and can_rise(X, state.theta, rng, case["directions"]))
    return {"regular": int(regular), "rises": rises, "log_likelihood": state.log_likelihood}


EXPERIMENTS = {"steps": step_sizes, "restarts": restarts, "optimum": optimum}
