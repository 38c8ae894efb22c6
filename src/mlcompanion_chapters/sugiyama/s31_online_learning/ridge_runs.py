"""AROW regression over several passes, and the ridge solution that it should reach.

Sugiyama (2016), section 31.3.3: recursive least squares.
"""

import numpy as np

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.losses import Squared
from mlcompanion.online.learners import ArowEngine
from mlcompanion.regression import gaussian_basis

__all__ = ["kernel_rows", "passes_beside_ridge", "random_rows", "ridge_around"]

WIDTH = 0.3


def kernel_rows(seed):
    """The listing of Fig. 31.9: kernel rows, outputs, and its normal random start."""
    x, y, _ = make_sinc_trend(50, 0.05, random_state=seed)
    return gaussian_basis(x, sigma=WIDTH), y, np.random.default_rng([seed, 9]).normal(size=50)


def random_rows(n, d, seed):
    """A Gaussian design, outputs with unit noise, and a normal random start."""
    rng = np.random.default_rng([n, d, seed])
    X = rng.normal(size=(n, d))
    return X, X @ rng.normal(size=d) + rng.normal(size=n), rng.normal(size=d)


def ridge_around(X, y, start, penalty):
    """The minimiser of squares plus a penalty on the distance from ``start``, by least squares."""
    d = X.shape[1]
    tall = np.vstack([X, np.sqrt(penalty) * np.eye(d)])
    return start + np.linalg.lstsq(tall, np.append(y - X @ start, np.zeros(d)), rcond=None)[0]


def passes_beside_ridge(X, y, start, lam, passes, rng):
    """The mean after some passes in two random orders, beside two ridge solutions.

    Returns
    -------
    dict
        Relative distances: ``dev`` from ridge at ``lam / passes``, ``order`` of the second order
        from the first, ``plain`` from ridge at ``lam``.
    """
    means = []
    for _ in range(2):
        learner = ArowEngine(X.shape[1], Squared(), lam, "full", True)
        learner.restart(start, np.eye(X.shape[1]))
        for _ in range(passes):
            order = rng.permutation(len(X))
            learner.run(X[order], y[order])
        means.append(learner.weights)
    shared = ridge_around(X, y, start, lam / passes)
    plain = ridge_around(X, y, start, lam)
    gaps = {
        "dev": max(np.linalg.norm(mean - shared) for mean in means) / np.linalg.norm(shared),
        "order": np.linalg.norm(means[0] - means[1]) / np.linalg.norm(means[0]),
        "plain": np.linalg.norm(means[0] - plain) / np.linalg.norm(plain),
    }
    return {name: float(gap) for name, gap in gaps.items()}
