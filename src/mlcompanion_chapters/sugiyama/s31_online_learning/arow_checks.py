r"""Sugiyama (2016), section 31.3: AROW's printed updates against a minimiser of (31.5).

The minimiser is told the criterion and its slope, no closed form: its unknowns are a mean and a
Cholesky factor. It decides between the signs of :math:`xx^\top/\lambda`, and whether a sample with
a margin above 1 may be skipped.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion.losses import Squared, SquaredHinge
from mlcompanion.online.learners import ArowEngine

from .normal_states import printed_kl, quadrature_kl, random_state

__all__ = ["arow_case", "identity_breaks", "precision_case", "printed_arow", "skip_case"]


def criterion(mean, root, state, lam, task):
    """(31.5) of a mean and the root of a covariance; the divergence by quadrature up to d = 2."""
    divergence = quadrature_kl if len(mean) <= 2 else printed_kl
    score = mean @ state.x
    short = max(0.0, 1 - state.y * score) if task == "classification" else state.y - score
    cost = 0.5 * short**2 + 0.5 * np.sum((root.T @ state.x) ** 2)
    return cost + lam * divergence(mean, root, state.mean, state.root)


def minimised(state, lam, task, *, mean_too=True):
    """Mean and covariance where (31.5) is least, by quasi-Newton steps from the old state.

    The unknowns are a mean and a Cholesky factor in the old law's own units.
    """
    d = len(state.mean)
    below = np.tril_indices(d, -1)
    n_means = d if mean_too else 0

    def unpack(z):
        mean = state.mean + state.root @ z[:d] if mean_too else state.mean
        inner = np.diag(np.exp(z[n_means : n_means + d]))
        inner[below] = z[n_means + d :]
        return mean, state.root @ inner

    def value(z):
        return criterion(*unpack(z), state, lam, task)

    def slope(z):
        """The gradient of (31.5) with the printed divergence, in the same unknowns."""
        mean, root = unpack(z)
        own = state.root.T @ state.x
        inner = np.linalg.solve(state.root, root)
        score = mean @ state.x
        short = state.y - score if task == "regression" else state.y * max(0.0, 1 - state.y * score)
        towards = np.outer(own, own @ inner) + lam * inner
        scale = np.diag(inner) * np.diag(towards) - lam
        by_mean = lam * z[:n_means] - short * own[:n_means]
        return np.concatenate([by_mean, scale, towards[below]])

    end = np.zeros(n_means + d + len(below[0]))
    for _ in range(3):  # a fresh start frees a search that the bend of the hinge misled
        end = minimize(value, end, method="BFGS", jac=slope, options={"gtol": 1e-9}).x
    mean, root = unpack(end)
    return mean, root @ root.T


def printed_arow(state, lam, task, update="always"):
    """Mean and covariance after the sample, by the library."""
    loss = SquaredHinge() if task == "classification" else Squared()
    learner = ArowEngine(len(state.x), loss, lam, "full", update == "always")
    learner.restart(state.mean, state.covariance)
    learner.update(state.x, state.y)
    return learner.weights, learner.covariance


def _relative(found, right):
    return float(np.linalg.norm(found - right) / np.linalg.norm(right))


def arow_case(task, d, lam, rng):
    """Relative deviations of the printed mean and covariance from the minimiser's."""
    state = random_state(rng, d, task, None if task == "regression" else "below")
    mean, covariance = minimised(state, lam, task)
    ours, ours_covariance = printed_arow(state, lam, task)
    return {
        "mean_err": _relative(ours, mean),
        "cov_err": _relative(ours_covariance, covariance),
    }


def precision_case(d, lam, rng):
    r"""Deviations of the minimiser's inverse covariance from both signs of :math:`xx^\top/\lambda`.

    Returns
    -------
    dict
        ``plus_err``, ``minus_err``, relative to the minimiser's inverse; ``share``: size of the
        change beside the old inverse.
    """
    state = random_state(rng, d, "regression")
    inverse = np.linalg.inv(minimised(state, lam, "regression", mean_too=False)[1])
    old = np.linalg.inv(state.covariance)
    change = np.outer(state.x, state.x) / lam
    return {
        "plus_err": _relative(old + change, inverse),
        "minus_err": _relative(old - change, inverse),
        "share": float(np.linalg.norm(change) / np.linalg.norm(old)),
    }


def identity_breaks(d, lam, rng):
    """Whether the printed inverse is negative somewhere, for an input longer than sqrt(lam)."""
    x = rng.normal(size=d)
    x = x / np.linalg.norm(x) * np.sqrt(lam) * (1.01 + rng.exponential())
    return int(np.linalg.eigvalsh(np.eye(d) - np.outer(x, x) / lam)[0] < 0)


def skip_case(d, lam, rng):
    """A margin above 1: the unchanged state beside the one with the covariance updated.

    The input is drawn until its uncertainty is 0.01 % of the passiveness: what is gained along a
    direction that is known already, is lost in rounding.

    Returns
    -------
    dict
        ``worse``: 1 if leaving the covariance costs more by 1e-9, relative; ``mean_err``,
        ``cov_err``: of the printed state from the minimiser's.
    """
    task = "classification"
    state = random_state(rng, d, task, "above")
    while np.sum((state.root.T @ state.x) ** 2) < 1e-4 * lam:
        state = random_state(rng, d, task, "above")
    _, covariance = printed_arow(state, lam, task)
    left = criterion(state.mean, state.root, state, lam, task)
    shrunk = criterion(state.mean, np.linalg.cholesky(covariance), state, lam, task)
    mean, best = minimised(state, lam, task)
    return {
        "worse": int(left - shrunk > 1e-9 * left),
        "mean_err": _relative(state.mean, mean),
        "cov_err": _relative(covariance, best),
    }
