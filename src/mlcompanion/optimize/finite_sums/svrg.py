r"""Stochastic variance-reduced gradients: one sample's gradient, corrected by a full one.

Choromanska (2014), section 1.1.3, item (v); Johnson and Zhang (2013).
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_rng
from mlcompanion.losses.formulas import loss_derivative

from .rows import (
    SMALLEST_SCALE,
    add_entries,
    add_row,
    caught_up_score,
    compiled,
    entries_score,
    row_score,
    row_slope,
    settle,
)
from .run import Watch
from .sag import single_step

__all__ = ["svrg"]


@njit
def _all_slopes(problem, w, mean):
    """Slopes of all samples at ``w``; their mean gradient goes to ``mean``, without the ridge."""
    n = len(problem.targets)
    slopes = np.empty(n)
    mean[:] = 0.0
    starts = problem.rows.indptr
    if len(starts):
        data = problem.rows.data
        places = problem.rows.indices
        targets = problem.targets
        for i in range(n):
            row = (starts[i], starts[i + 1])
            score = entries_score(data, places, row, w)
            slopes[i] = problem.share * loss_derivative(problem.loss, score, targets[i])
            add_entries(data, places, row, slopes[i] / n, mean)
        return slopes
    for i in range(n):
        slopes[i] = row_slope(problem, i, row_score(problem.rows, i, w))
        add_row(problem.rows, i, slopes[i] / n, mean)
    return slopes


@njit
def _svrg_dense(problem, order, step, w, slopes, mean):
    rows, lam = problem.rows, problem.lam
    for i in order:
        # the change of sample i's slope since the snapshot: it vanishes near the optimum, and the
        # noise too
        by = step * (row_slope(problem, i, row_score(rows, i, w)) - slopes[i])
        row = rows.dense[i]
        for j in range(len(w)):
            # the mean of the snapshot takes the place of what was subtracted, so the step is right
            # on average
            w[j] -= by * row[j] + step * (mean[j] + lam * w[j])


@njit
def _svrg_sparse(problem, order, step, v, slopes, mean):
    """The same over sparse rows: a coordinate makes up for missed steps when a row asks for it."""
    data = problem.rows.data
    places = problem.rows.indices
    starts = problem.rows.indptr
    targets = problem.targets
    # the iterate is w = scale * v - what a coordinate has missed, as in SAG
    scale = 1.0
    seen = np.zeros(len(v))
    moved = 0.0
    for i in order:
        row = (starts[i], starts[i + 1])
        score = scale * caught_up_score(data, places, row, v, mean, seen, moved)
        slope = problem.share * loss_derivative(problem.loss, score, targets[i])
        by = step * (slope - slopes[i])
        # the ridge first: what is added afterwards is in units of the new scale
        scale *= 1.0 - step * problem.lam
        add_entries(data, places, row, -by / scale, v)
        moved += step / scale
        if scale < SMALLEST_SCALE:
            settle(v, scale, mean, seen, moved)
            scale = 1.0
            moved = 0.0
    settle(v, scale, mean, seen, moved)


def _portions(inner, n):
    """The inner steps in portions of a pass and a rest."""
    return [n] * (inner // n) + [inner % n] * (inner % n > 0)


def svrg(
    problem,
    start=None,
    *,
    step=None,
    inner=None,
    max_passes=100,
    tol=1e-6,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Minimise a finite sum by stochastic variance-reduced gradients (SVRG).

    At a snapshot :math:`\tilde w` the full gradient is taken; ``inner`` steps follow along
    :math:`\nabla f_i(w)-\nabla f_i(\tilde w)+\nabla f(\tilde w)`, whose noise vanishes as both
    points near the optimum; the last one is the next snapshot.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default.
    step : float, optional
        By default :math:`1/(2L_{\max})` with the largest of ``problem.row_lipschitz()``.
    inner : int, optional
        Steps between two full gradients, by default 2 n.
    max_passes : int
        Effective passes, the full gradients counted; the last round is finished.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at the start.
        Without ``track`` that of the last snapshot.
    track : bool
        Record the objective after every n inner steps, and after the last of a round, which costs
        a pass but is not counted as work.
    callback : callable, optional
        ``callback(w)`` at every record; without ``track`` at every snapshot.
    random_state : int, Generator or None

    Returns
    -------
    SumRun

    Raises
    ------
    ValueError
        If a parameter is out of range, or the start does not fit.

    Warns
    -----
    ConvergenceWarning
        If the iterates diverge, or ``tol`` was not met.

    Notes
    -----
    The slopes at the snapshot are kept, n numbers, so that an inner step takes one gradient, not
    two. Cost: O(nonzeros of the row) an inner step for sparse rows, O(d) for dense ones, and O(d)
    a round. Source: Choromanska (2014), section 1.1.3, item (v).
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    rng = check_rng(random_state)
    n = problem.n_samples
    lam = problem.lam
    inner = 2 * n if inner is None else check_count(inner, "inner", low=1)
    step = single_step(2 * problem.row_lipschitz().max(), step)
    if step * lam >= 1:
        raise ValueError(f"step must be below 1/lam = {1 / lam:g}, got {step:g}")
    kernel = compiled(problem)
    one_portion = _svrg_sparse if len(kernel.rows.indptr) else _svrg_dense
    mean = np.zeros(problem.n_features)
    w = watch.w
    for _ in watch.passes():
        slopes = _all_slopes(kernel, w, mean)
        watch.steps(n)
        at_snapshot = mean + lam * w
        # the gradient at the snapshot is there anyway; a test on it costs no further pass
        if not track and watch.stop(w, at_snapshot):
            break
        for size in _portions(inner, n):
            one_portion(kernel, rng.integers(n, size=size), step, w, slopes, mean)
            watch.steps(size)
            if track and watch.stop(w):
                return watch.result("svrg")
    if not track and not watch.converged:
        watch.stop(w)
    return watch.result("svrg")
