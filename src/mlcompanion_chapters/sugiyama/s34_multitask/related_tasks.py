"""Sugiyama (2016), chapter 34: the data of its figures, learned apart, together and all in one.

Six tasks whose two classes are turned step by step (Fig. 34.1), three noisy curves over the same
inputs (Fig. 34.6), and two groups of tasks whose similarities are to be found (Fig. 34.3).
"""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from mlcompanion._validation import check_array, check_rng
from mlcompanion.datasets import make_sinc_trend, make_turned_tasks
from mlcompanion.kernels import rbf_kernel
from mlcompanion.prox import TraceNorm
from mlcompanion.regression import MultitaskRidge
from mlcompanion.regression.tasks.multitask import (
    MultioutputRidge,
    learn_similarity,
    multitask_weights,
    task_penalty,
)
from mlcompanion.sparse.multitask.row_norms import TaskLeastSquares

__all__ = [
    "WAYS",
    "ListingRun",
    "curve_errors",
    "curve_fits",
    "draw_curves",
    "found_groups",
    "learn_apart_and_together",
    "mean_errors",
    "trace_norm_listing",
    "trace_norm_runs",
    "turned_angles",
    "turned_error_rates",
]

#: Ways to learn several tasks.
WAYS = ("multi", "single", "pooled")


def turned_angles(span=18.0, n_tasks=6):
    """Angles in radians of tasks that are turned in equal steps up to ``span`` degrees."""
    return np.radians(span) * np.arange(1, n_tasks + 1) / n_tasks


def turned_error_rates(coef, means):
    r"""Share of each task's points on the wrong side of its line, exactly.

    Parameters
    ----------
    coef : array_like, shape (T, 3)
        The sign of ``coef[t] @ (x1, x2, 1)`` is the class; all zeros decide by a coin.
    means : array_like, shape (T, 2)
        The classes are normal with unit covariance around plus and minus these, equally frequent.

    Returns
    -------
    ndarray, shape (T,)
    """
    coef = check_array(coef, "coef", shape=(None, 3))
    means = check_array(means, "means", shape=(len(coef), 2))
    size = np.linalg.norm(coef[:, :2], axis=1)
    along = np.sum(coef[:, :2] * means, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        margins = (along + coef[:, 2]) / size, (along - coef[:, 2]) / size
    return np.where(size > 0, (ndtr(-margins[0]) + ndtr(-margins[1])) / 2, 0.5)


def learn_apart_and_together(data, gamma=1.0, lam=0.01):
    """Parameters of six tasks pulled together, learned alone, and as if they were one.

    Parameters
    ----------
    data : TurnedTasks
    gamma : float
        Similarity of every pair for the first way.
    lam : float
        Penalty of each task; one model for all has their sum, the limit of large similarities.

    Returns
    -------
    dict
        ``"multi"``, ``"single"`` and ``"pooled"``: arrays of shape (T, 3).
    """
    T = len(data.means)
    K = data.X @ data.X.T
    ways = {"multi": task_penalty(gamma, lam, T), "single": lam * np.eye(T)}
    coef = {way: multitask_weights(K, data.y, data.task, C) @ data.X for way, C in ways.items()}
    one_task = np.zeros_like(data.task)
    pooled = multitask_weights(K, data.y, one_task, [[T * lam]]) @ data.X
    return coef | {"pooled": np.tile(pooled, (T, 1))}


def mean_errors(repeats=300, span=18.0, gamma=1.0, per_class=1):
    """Error rates, mean over the tasks, on ``repeats`` data sets with seeds 0, 1, ...

    Returns
    -------
    dict
        An array of shape (repeats,) for each of ``WAYS``.
    """
    errors = {way: [] for way in WAYS}
    for seed in range(repeats):
        data = make_turned_tasks(turned_angles(span), per_class, seed)
        for way, coef in learn_apart_and_together(data, gamma).items():
            errors[way].append(turned_error_rates(coef, data.means).mean())
    return {way: np.array(values) for way, values in errors.items()}


class ListingRun(NamedTuple):
    """What :func:`trace_norm_listing` returns.

    ``coef``, shape (T, 3), steps, whether it stopped, and the share of its step in the largest safe
    one, 2 / L.
    """

    coef: np.ndarray
    n_iter: int
    stopped: bool
    share: float


def trace_norm_listing(data, random_state=None, *, step=0.1, lam=4.0, tol=1e-3, max_iter=1000):
    """Fig. 34.9: proximal gradient steps of fixed length from a random start.

    It stops when the largest singular value of a step is below ``tol``.
    """
    smooth = TaskLeastSquares(data.X, data.y, data.task)
    norm = TraceNorm(lam)
    Theta = check_rng(random_state).normal(size=smooth.moments.shape)
    stopped = False
    for t in range(1, max_iter + 1):  # noqa: B007
        new = norm.prox(Theta - step * smooth.value_and_gradient(Theta)[1], step)
        stopped = bool(np.linalg.norm(new - Theta, 2) < tol)
        Theta = new
        if stopped:
            break
    return ListingRun(Theta.T, t, stopped, step * smooth.lipschitz() / 2)


def trace_norm_runs(repeats=300):
    """Error rate, rank, steps, stop and step share of the listing on the data of Fig. 34.2.

    Returns
    -------
    dict of ndarray, shape (repeats,)
    """
    found = {name: [] for name in ("error", "rank", "n_iter", "stopped", "share")}
    for seed in range(repeats):
        data = make_turned_tasks(random_state=seed)
        run = trace_norm_listing(data, 10_000 + seed)
        sizes = np.linalg.svd(run.coef, compute_uv=False)
        rank = np.count_nonzero(sizes > 1e-8 * sizes[0])
        error = turned_error_rates(run.coef, data.means).mean()
        for name, value in zip(found, (error, rank, run.n_iter, run.stopped, run.share)):
            found[name].append(value)
    return {name: np.array(values) for name, values in found.items()}


def draw_curves(n_samples=30, noise=0.5, random_state=None):
    """Inputs and three noisy outputs, each 0.1 above the one before: Fig. 34.6.

    Returns
    -------
    x : ndarray, shape (n_samples,)
    Y : ndarray, shape (n_samples, 3)
    """
    base = make_sinc_trend(n_samples, noise=0.0)
    levels = base.clean[:, None] + 0.1 * np.arange(1, 4)
    return base.x, levels + noise * check_rng(random_state).normal(size=levels.shape)


def curve_fits(x, Y, gamma, lam=0.1, new=None):
    """Predictions at ``new`` inputs of kernel models exp(-(x - x')^2), pulled together."""
    K = _bumps(x, x)
    return MultioutputRidge(gamma, lam).fit(K, Y).predict(K if new is None else _bumps(new, x))


def _bumps(new, x):
    """Values exp(-(new - x)^2)."""
    return rbf_kernel(np.reshape(new, (-1, 1)), np.reshape(x, (-1, 1)), sigma=np.sqrt(0.5))


def curve_errors(repeats=200, gamma=10.0):
    """Root mean square error to the noise-free curves at 1,000 inputs.

    Returns
    -------
    dict
        ``"multi"``, ``"single"`` (similarity 0) and ``"pooled"`` (the mean of the outputs, fitted
        once): arrays of shape (repeats,).
    """
    new = make_sinc_trend(1000, noise=0.0)
    truth = new.clean[:, None] + 0.1 * np.arange(1, 4)
    errors = {way: [] for way in WAYS}
    x, _ = draw_curves(random_state=0)
    K = _bumps(x, x)
    K_new = _bumps(new.x, x)
    together = MultioutputRidge(gamma, 0.1)
    alone = MultioutputRidge(0.0, 0.1)
    for seed in range(repeats):
        _, Y = draw_curves(random_state=seed)
        fits = {
            "multi": together.fit(K, Y).coef_.T,
            "single": alone.fit(K, Y).coef_.T,
            "pooled": alone.fit(K, Y.mean(axis=1)).coef_[:, None],
        }
        for way, weights in fits.items():
            errors[way].append(np.sqrt(np.mean((K_new @ weights - truth) ** 2)))
    return {way: np.array(values) for way, values in errors.items()}


def found_groups(repeats=50, eta=1.0, kappa=4.0, per_class=3):
    """Two groups of three tasks, at 0 and 90 degrees; learn who resembles whom.

    Parameters
    ----------
    repeats : int
    eta, kappa : float
        As for :func:`learn_similarity`, which begins with all similarities 1.
    per_class : int
        Samples of each class in each task.

    Returns
    -------
    dict of ndarray, shape (repeats,)
        ``converged``, ``rounds``, ``within`` and ``between`` (mean similarities of tasks of one and
        of different groups), ``learned`` and ``fixed`` (error rates; similarities 1)
    """
    group = np.repeat([0, 1], 3)
    same = (group[:, None] == group) & ~np.eye(6, dtype=bool)
    other = group[:, None] != group
    rows = []
    for seed in range(repeats):
        data = make_turned_tasks(group * np.pi / 2, per_class, seed)
        run = learn_similarity(data.X, data.y, data.task, eta=eta, kappa=kappa, lam=0.1)
        fixed = MultitaskRidge(1.0, 0.1).fit(data.X, data.y, data.task).coef_
        errors = [turned_error_rates(coef, data.means).mean() for coef in (run.coef, fixed)]
        means = run.gamma[same].mean(), run.gamma[other].mean()
        rows.append((run.converged, run.n_iter, *means, *errors))
    names = ("converged", "rounds", "within", "between", "learned", "fixed")
    return dict(zip(names, np.array(rows).T))
