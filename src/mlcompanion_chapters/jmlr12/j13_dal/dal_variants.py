"""One solver for many problems: other losses and penalties, and a free intercept.

The combinations of Tomioka, Suzuki and Sugiyama (2011), sections 3 and 4 and Tables 1 and 2, and
the rule of section 7.1.4.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.datasets import load_khan
from mlcompanion.losses import HyperbolicSecant, Logistic, MultinomialLogit, Squared
from mlcompanion.optimize import DataFit, fista
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1, GroupNorm, RowNorm, TraceNorm

from .dal_races import sign_problem

__all__ = ["Variant", "bias_steps", "four_problems"]

GAP = 1e-8


class Variant(NamedTuple):
    """A solved problem: its name, the run, what was found in words.

    ``ahead`` is by how much the run's objective exceeds that of 300 steps of FISTA, relatively;
    NaN where FISTA was not run.
    """

    name: str
    run: object
    found: str
    ahead: float


def _ahead(A, y, loss, penalty, run):
    """Objective of the run over that of FISTA, minus 1."""
    slow = fista(DataFit(A, y, loss), penalty, np.zeros(A.shape[1]), max_iter=300)
    return run.path[-1].objective / slow.objective.min() - 1


def _groups(rng):
    """Six of a hundred groups of five act; squared loss."""
    groups = np.repeat(np.arange(100), 5)
    A = rng.standard_normal((150, 500))
    acting = rng.choice(100, 6, replace=False)
    w = np.where(np.isin(groups, acting), rng.standard_normal(500), 0)
    y = A @ w + 0.3 * rng.standard_normal(150)
    penalty = GroupNorm(groups, 0.1 * GroupNorm(groups, 1.0).dual_norm(A.T @ y))
    run = dal(A, y, Squared(), penalty, tol=GAP)
    kept = np.unique(groups[run.w != 0])
    found = f"{np.isin(acting, kept).sum()} of 6 groups, {np.sum(~np.isin(kept, acting))} too many"
    return Variant("group lasso", run, found, _ahead(A, y, Squared(), penalty, run))


def _rank(rng):
    """A matrix of rank 2 from fewer numbers than it has entries; squared loss."""
    low = rng.standard_normal((15, 2)) @ rng.standard_normal((2, 15))
    A = rng.standard_normal((180, 225))
    y = A @ low.ravel() + 0.1 * rng.standard_normal(180)
    lam = 0.03 * np.linalg.norm((A.T @ y).reshape(15, 15), 2)
    run = dal(A, y, Squared(), TraceNorm(lam), shape=(15, 15), tol=GAP)
    plain = np.linalg.lstsq(A, y, rcond=None)[0].reshape(15, 15)
    off = [np.linalg.norm(W - low) / np.linalg.norm(low) for W in (run.w, plain)]
    rank = np.linalg.matrix_rank(run.w, tol=1e-6)
    found = f"rank {rank}, error {off[0]:.0%} (least squares {off[1]:.0%})"
    return Variant("trace norm", run, found, np.nan)


def _classes():
    """Four kinds of tumours, a gene in for all of them or for none; free intercepts."""
    khan = load_khan()
    loss = MultinomialLogit(4)
    mean = khan.data.mean(axis=0)
    scale = khan.data.std(axis=0)
    run = dal((khan.data - mean) / scale, khan.target - 1.0, loss, RowNorm(2.0), bias=True, tol=GAP)
    scores = (khan.test_data - mean) / scale @ run.w + run.b
    right = int(np.sum(loss.probabilities(scores).argmax(axis=1) + 1 == khan.test_target))
    found = f"{right} of 20 test tumours, {np.any(run.w, axis=1).sum()} of 2308 genes"
    return Variant("many classes", run, found, np.nan)


def _heavy_tails(rng):
    """Ten of 400 coefficients are 1, noise from Student's law with three degrees of freedom."""
    A = rng.standard_normal((150, 400))
    w = np.where(np.arange(400) < 10, 1.0, 0.0)
    y = A @ w + 0.3 * rng.standard_t(3, size=150)
    loss = HyperbolicSecant()
    penalty = L1(0.2 * np.abs(A.T @ loss.derivative(np.zeros(150), y)).max())
    run = dal(A, y, loss, penalty, tol=GAP)
    kept = np.count_nonzero(run.w[:10])
    more = np.count_nonzero(run.w[10:])
    found = f"{kept} of 10 coefficients, {more} too many"
    return Variant("secant", run, found, _ahead(A, y, loss, penalty, run))


def four_problems(seed=0):
    """Group lasso, trace norm, many classes and hyperbolic secant, to a relative gap of 1e-8.

    Returns
    -------
    list of Variant
    """
    rng = check_rng(seed)
    return [_groups(rng), _rank(rng), _classes(), _heavy_tails(rng)]


def bias_steps(seed, shift, growth):
    """Outer steps of DAL with a free intercept on columns of mean ``shift``, to a gap of 1e-7.

    Parameters
    ----------
    seed : int
    shift : float
    growth : float
        Factor of the intercept's proximity parameter while the constraint improves too little.

    Returns
    -------
    int
    """
    small = sign_problem(64, 512, seed, 0.05)
    A = small.A + shift
    lam = 0.05 * np.abs(A.T @ (small.y - small.y.mean())).max()
    run = dal(A, small.y, Logistic(), L1(lam), bias=True, bias_growth=growth, tol=1e-7,
              eta0="conservative")  # fmt: skip
    return run.n_iter
