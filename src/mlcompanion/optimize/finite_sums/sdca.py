r"""Stochastic dual coordinate ascent: one sample's dual variable at a time, to its best value.

Choromanska (2014), section 1.1.3, item (iv); Shalev-Shwartz and Zhang (2013).
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_in, check_real, check_rng
from mlcompanion.losses.formulas import (
    HINGE,
    INSENSITIVE,
    SQUARED,
    SQUARED_HINGE,
    loss_derivative,
    loss_implicit_slope,
    loss_second,
)

from .finite_sum import squared_row_norms
from .rows import add_row, compiled, row_score
from .run import Watch

__all__ = ["sdca"]

_MOST_STEPS = 50
_ROUNDING = 1e-15


@njit
def _best_slope(loss, score, target, q):
    """The slope v of the loss at the score ``score - v q``: in closed form, or by Newton's steps.

    ``v - slope(score - v q)`` rises in v by 1 or more, and its root lies between 0 and the slope at
    ``score``. A step that leaves what is left of this interval, or does not halve the one before,
    is replaced by the interval's middle: from the flat ends of a loss Newton's steps alone crawl.
    """
    if loss.kind in (HINGE, SQUARED_HINGE, SQUARED, INSENSITIVE):
        return loss_implicit_slope(loss, score, target, q)
    first = loss_derivative(loss, score, target)
    low = min(0.0, first)
    high = max(0.0, first)
    # a Newton step from v = 0
    v = first / (1.0 + q * loss_second(loss, score, target))
    last = high - low
    for _ in range(_MOST_STEPS):
        at = score - v * q
        excess = v - loss_derivative(loss, at, target)
        # the excess rises in v: its sign tells on which side the root is
        if excess > 0.0:
            high = v
        else:
            low = v
        if abs(excess) <= _ROUNDING * abs(first) or high - low <= _ROUNDING * abs(first):
            break
        step = -excess / (1.0 + q * loss_second(loss, at, target))
        # the middle of the bracket, where Newton's step leaves it or does not halve the last one
        if not low < v + step < high or abs(step) > 0.5 * last:
            step = 0.5 * (low + high) - v
        last = abs(step)
        v += step
    return v


@njit
def _sdca_pass(problem, order, q, safe, w, slopes):
    """Move dual variables: ``w`` is minus the sum of the rows times slopes and share / (n lam)."""
    # w = -share / (n lam) * sum of slope_i x_i, an invariant of the loop
    per_slope = problem.share / (len(q) * problem.lam)
    for i in order:
        score = row_score(problem.rows, i, w)
        target = problem.targets[i]
        # a step that only needs the loss's curvature: towards the slope here, damped
        if safe > 0.0:
            new = loss_derivative(problem.loss, score, target)
            by = (new - slopes[i]) / (1.0 + q[i] * safe)
        else:
            # score + slope * q: the score without sample i's own part of w
            new = _best_slope(problem.loss, score + slopes[i] * q[i], target, q[i])
            by = new - slopes[i]
        if by != 0.0:
            slopes[i] += by
            # the invariant again: w moves by what one slope changed
            add_row(problem.rows, i, -by * per_slope, w)


def sdca(
    problem,
    *,
    step="exact",
    max_passes=100,
    tol=1e-6,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Minimise a ridge-regularised sum by ascent in its dual, a random coordinate at a time.

    With one dual variable :math:`\alpha_i` a sample,
    :math:`w=\frac1{\lambda n}\sum_i\alpha_ix_i`, and at the optimum :math:`-\alpha_i` is the slope
    of sample i's loss. No step size is needed.

    Parameters
    ----------
    problem : FiniteSum
        With ``lam`` > 0 and a convex loss.
    step : {"exact", "safe"}
        To the best value of the variable: in closed form for hinges and squares, by Newton's steps
        for the logistic loss, which has none. ``"safe"`` goes part of the way,
        :math:`1/(1+\ell''_{\max}\|x_i\|^2/(\lambda n))` of the difference of the slopes, without a
        search; for smooth losses.
    max_passes : int
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at zero. Only
        with ``track``: the dual has no gradient estimate at hand.
    track : bool
        Record the objective after every pass, which costs a pass but is not counted as work.
    callback : callable, optional
        ``callback(w)`` after every pass.
    random_state : int, Generator or None

    Returns
    -------
    SumRun
        With ``dual``, the variables :math:`\alpha`.

    Raises
    ------
    ValueError
        If ``problem.lam`` is 0, or a parameter is out of range.

    Warns
    -----
    ConvergenceWarning
        If ``tol`` was not met.

    Notes
    -----
    The start is zero. Cost: O(nonzeros of the row) a step, and n numbers of memory; each pass takes
    the samples in a new random order. Source: Choromanska (2014), section 1.1.3, item (iv);
    Shalev-Shwartz and Zhang (2013), section 6.
    """
    watch = Watch(problem, None, tol, max_passes, track, callback)
    lam = check_real(problem.lam, "problem.lam", low=0, open_low=True)
    check_in(step, "step", ("exact", "safe"))
    safe = 0.0
    if step == "safe":
        safe = problem.loss.curvature
        if not np.isfinite(safe):
            raise ValueError(f"step='safe' needs a smooth loss, got {problem.loss!r}")
    rng = check_rng(random_state)
    n = problem.n_samples
    q = problem.weight * squared_row_norms(problem.X) / lam
    kernel = compiled(problem)
    slopes = np.zeros(n)
    w = watch.w
    for _ in watch.passes():
        _sdca_pass(kernel, rng.permutation(n), q, safe, w, slopes)
        watch.steps(n)
        if watch.stop(w):
            break
    return watch.result("sdca", -slopes)
