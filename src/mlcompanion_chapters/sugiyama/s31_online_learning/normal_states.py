"""Random normal laws of the weights, and the divergence of two of them from its definition.

Sugiyama (2016), section 31.3.1.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion.probability.distances import gaussian_kl

__all__ = ["State", "divergence_gap", "printed_kl", "quadrature_kl", "random_state"]

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(8)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


@dataclass(frozen=True)
class State:
    """A normal law of the weights, and a sample.

    Attributes
    ----------
    mean : ndarray, shape (d,)
    root : ndarray, shape (d, d)
        Lower triangular; the covariance is ``root @ root.T``.
    x : ndarray, shape (d,)
    y : float
    """

    mean: np.ndarray
    root: np.ndarray
    x: np.ndarray
    y: float

    @property
    def covariance(self):
        """The covariance of the weights."""
        return self.root @ self.root.T


def random_state(rng, d, task, margin=None):
    """A state with a covariance of condition up to 1000; ``margin`` says on which side of 1 it is.

    Parameters
    ----------
    rng : Generator
    d : int
    task : {"classification", "regression"}
    margin : {None, "below", "above"}

    Returns
    -------
    State
    """
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    sizes = 10 ** rng.uniform(0, 3, size=d) * 10 ** rng.uniform(-3, 0)
    root = np.linalg.cholesky(turn @ np.diag(sizes) @ turn.T)
    mean, x = rng.normal(size=(2, d))
    y = 3 * rng.normal() if task == "regression" else rng.choice([-1.0, 1.0])
    if margin is not None:
        wanted = 1 + rng.exponential() + 0.1 if margin == "above" else 0.9 - rng.exponential()
        mean = mean + y * (wanted - y * (mean @ x)) * x / (x @ x)
    return State(mean, root, x, float(y))


def quadrature_kl(mean, root, old_mean, old_root):
    """The divergence from its definition, by Gauss-Hermite quadrature in one or two dimensions."""
    d = len(mean)
    grid = np.stack(np.meshgrid(*[NODES] * d, indexing="ij"), -1).reshape(-1, d)
    weights = np.prod(np.stack(np.meshgrid(*[WEIGHTS] * d, indexing="ij"), -1), -1).ravel()
    points = mean + grid @ root.T
    old = np.linalg.solve(old_root, (points - old_mean).T).T
    log_new = -0.5 * np.sum(grid**2, 1) - np.sum(np.log(np.diag(root)))
    log_old = -0.5 * np.sum(old**2, 1) - np.sum(np.log(np.diag(old_root)))
    return weights @ (log_new - log_old)


def printed_kl(mean, root, old_mean, old_root):
    """The divergence by the formula of section 31.3.1."""
    mixed = np.linalg.solve(old_root, np.column_stack([root, mean - old_mean]))
    logs = 2 * np.sum(np.log(np.diag(old_root)) - np.log(np.diag(root)))
    return 0.5 * (logs + np.sum(mixed**2) - len(mean))


def divergence_gap(rng, d):
    """Relative deviation of the library's divergence from the quadrature, for one random pair."""
    new = random_state(rng, d, "regression")
    old = random_state(rng, d, "regression")
    exact = quadrature_kl(new.mean, new.root, old.mean, old.root)
    formula = gaussian_kl(new.mean, new.covariance, old.mean, old.covariance)
    return float(abs(formula - exact) / exact)
