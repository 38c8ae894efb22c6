r"""Incremental majorisation and minimisation: one quadratic surrogate a sample, renewed one by one.

Choromanska (2014), section 1.1.3, item (vi); Mairal (2015).
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_in, check_memory, check_real, check_rng

from .rows import add_row, compiled, row_score, row_slope
from .run import Watch
from .sag import single_step

__all__ = ["miso"]


@njit
def _upper_pass(problem, order, step, w, anchors, slopes, centre):
    """Bounds of curvature 1/step that touch at the anchors; ``centre`` is their mean's minimum."""
    rows, lam = problem.rows, problem.lam
    n = len(slopes)
    for i in order:
        new = row_slope(problem, i, row_score(rows, i, w))
        # the least point of sample i's bound is (1 - step lam) anchor_i - step slope_i x_i; the
        # centre is the mean of these, and only one of them changes
        add_row(rows, i, -step * (new - slopes[i]) / n, centre)
        slopes[i] = new
        shrink = (1.0 - step * lam) / n
        anchor = anchors[i]
        # one pass does three things: the centre takes the new anchor, the anchor is kept, w moves
        # on
        for j in range(len(w)):
            centre[j] += shrink * (w[j] - anchor[j])
            anchor[j] = w[j]
            w[j] = centre[j]


@njit
def _lower_pass(problem, order, share, w, slopes):
    """Bounds of curvature lam from below: their mean's minimum is a sum of rows times slopes."""
    rows = problem.rows
    n = len(slopes)
    for i in order:
        by = share * (row_slope(problem, i, row_score(rows, i, w)) - slopes[i])
        slopes[i] += by
        # w = -sum of slope_i x_i / (n lam): the least point of the mean is a sum, no anchors are
        # kept
        add_row(rows, i, -by / (n * problem.lam), w)


def miso(
    problem,
    start=None,
    *,
    bound="upper",
    step=None,
    max_passes=100,
    tol=1e-6,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Minimise a finite sum by a quadratic surrogate for each sample (MISO).

    A step renews the surrogate of a random sample at w, and moves to the least point of the mean of
    all surrogates.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default; with lower bounds it is always zero.
    bound : {"upper", "lower"}
        Surrogates of curvature :math:`1/\mathrm{step}` that lie above each sample's function, the
        scheme of majorisation; or of curvature λ that lie below, which needs ``problem.lam`` > 0
        and is fast where n is large beside :math:`L_{\max}/\lambda`.
    step : float, optional
        For upper bounds :math:`1/L_{\max}` by default. For lower bounds the share, at most 1, of
        the way from the old surrogate to the new one, by default
        :math:`\min(1,\lambda n/(2(L_{\max}-\lambda)))`.
    max_passes, tol, track, callback, random_state
        As for :func:`sag`; ``tol`` only with ``track``.

    Returns
    -------
    SumRun

    Raises
    ------
    ValueError
        If a parameter is out of range, the start does not fit, or lower bounds have no ``lam`` or a
        start.
    MemoryError
        If the machine cannot hold the points of upper bounds.

    Warns
    -----
    ConvergenceWarning
        If the iterates diverge, or ``tol`` was not met.

    Notes
    -----
    Cost: upper bounds O(d) a step and the points where they touch, n d numbers; a pass moves as far
    as one gradient step. Lower bounds O(nonzeros of the row) a step and n numbers. Source:
    Choromanska (2014), section 1.1.3, item (vi).
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    check_in(bound, "bound", ("upper", "lower"))
    rng = check_rng(random_state)
    n = problem.n_samples
    lam = problem.lam
    kernel = compiled(problem)
    w = watch.w
    steepest = problem.row_lipschitz().max()
    if bound == "upper":
        step = single_step(steepest, step)
        slopes, anchors, centre = _touching_everywhere(problem, kernel, step, watch)
    else:
        check_real(lam, "problem.lam", low=0, open_low=True)
        if np.any(w):
            raise ValueError("start must be zero or None for lower bounds")
        if step is None:
            # 1 where n is large beside L / lam: the slope is replaced; else it goes a share of the
            # way
            step = min(1.0, 0.5 * lam * n / max(steepest - lam, 1e-300))
        share = check_real(float(step), "step", low=0, high=1, open_low=True)
        slopes = np.zeros(n)
    for _ in watch.passes():
        order = rng.permutation(n)
        if bound == "upper":
            _upper_pass(kernel, order, step, w, anchors, slopes, centre)
        else:
            _lower_pass(kernel, order, share, w, slopes)
        watch.steps(n)
        if watch.stop(w):
            break
    return watch.result("miso")


def _touching_everywhere(problem, kernel, step, watch):
    """Upper bounds of all samples at the start; w goes to the least point of their mean."""
    check_memory(8 * problem.n_samples * problem.n_features, "the points where the bounds touch")
    w = watch.w
    anchors = np.tile(w, (problem.n_samples, 1))
    slopes = kernel.share * problem.loss.derivative(problem.X @ w, problem.y)
    # with equal anchors the mean of the bounds is one quadratic: its minimum is a gradient step
    centre = w - step * problem.gradient(w)
    watch.steps(problem.n_samples)
    w[:] = centre
    watch.stop(w)
    return slopes, anchors, centre
