"""Chains that pay, with features, for the tests of value estimates."""

import numpy as np

from mlcompanion.rl import MRP
from mlcompanion.rl.td import laplacian_basis

GAMMA = 0.95
TRUTH = np.array([-2.0, 1.0, 1.5])


def walk(n=5):
    """A walk that stays at the ends half of the time."""
    P = np.zeros((n, n))
    states = np.arange(n)
    P[states, np.maximum(states - 1, 0)] += 0.5
    P[states, np.minimum(states + 1, n - 1)] += 0.5
    return P


def faithful(n=5):
    """A walk whose values the features can represent, and the features."""
    Phi = laplacian_basis(n, 3)
    return MRP(walk(n), (np.eye(n) - GAMMA * walk(n)) @ Phi @ TRUTH), Phi


def random_chain(seed, n=6, m=2):
    rng = np.random.default_rng(seed)
    P = 0.5 * np.eye(n) + 0.5 * rng.dirichlet(np.ones(n), size=n)
    return MRP(P, rng.normal(size=(n, n))), rng.normal(size=(n, m))
