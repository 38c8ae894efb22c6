r"""The stochastic average gradient: a step along the mean of the last gradient seen of each sample.

Choromanska (2014), section 1.1.3, item (i); Schmidt, Le Roux and Bach (2017). One number a sample
is stored, its slope; a step touches only what the sample stores.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_flag, check_real, check_rng
from mlcompanion.losses.formulas import loss_derivative, loss_value

from .rows import (
    SMALLEST_SCALE,
    add_entries,
    caught_up_score,
    compiled,
    settle,
)
from .run import Watch

__all__ = ["sag"]

#: Where a step promises less than this share of the loss, the difference of losses is rounding.
_NEGLIGIBLE = 1e-12


@njit
def _search(problem, i, score, slope, norm, length):
    """Double L until a gradient step of sample i's loss falls as far as L promises."""
    # the squared length of sample i's gradient is slope² |x|²: no vector is formed
    squared = slope * slope * norm
    value = problem.share * loss_value(problem.loss, score, problem.targets[i])
    while squared > _NEGLIGIBLE * value * length[1]:
        length[2] += 1
        # a step of 1/L along the gradient slope * x moves the score by slope |x|² / L: no row is
        # read again
        moved = score - slope * norm / length[1]
        reached = problem.share * loss_value(problem.loss, moved, problem.targets[i])
        if reached <= value - 0.5 * squared / length[1]:
            break
        length[1] *= 2.0
    length[0] = 1.0 / (length[1] + problem.lam)
    # L may fall by a factor of 2 in a pass, so that the search can come down again
    length[1] *= 2.0 ** (-1.0 / len(problem.targets))


@njit
def _sag_dense(problem, order, w, memory, norms, length):
    """A pass over dense rows; ``length`` holds the step, the constant of a search, its losses."""
    slopes, mean = memory
    dense = problem.rows.dense
    targets = problem.targets
    lam = problem.lam
    # length[1] > 0 asks for a search, which also sets the step, length[0]
    for i in order:
        row = dense[i]
        score = 0.0
        for j in range(len(w)):
            score += row[j] * w[j]
        slope = problem.share * loss_derivative(problem.loss, score, targets[i])
        if length[1] > 0.0:
            _search(problem, i, score, slope, norms[i], length)
        # the mean stays that of the stored gradients: only the change of sample i goes in
        change = (slope - slopes[i]) / len(slopes)
        slopes[i] = slope
        step = length[0]
        for j in range(len(w)):
            # the mean first, then the step along it: one walk through both
            mean[j] += change * row[j]
            w[j] -= step * (mean[j] + lam * w[j])


@njit
def _sag_sparse(problem, order, v, memory, norms, length):
    """The same over sparse rows: a coordinate makes up for missed steps when a row asks for it."""
    slopes, mean = memory
    data = problem.rows.data
    places = problem.rows.indices
    starts = problem.rows.indptr
    targets = problem.targets
    # the iterate is w = scale * v - what a coordinate has missed; a ridge only changes the scale
    scale = 1.0
    # the sum of step / scale, now and when coordinate j was right: the gap is what it has missed
    moved = 0.0
    seen = np.zeros(len(v))
    for i in order:
        row = (starts[i], starts[i + 1])
        score = scale * caught_up_score(data, places, row, v, mean, seen, moved)
        slope = problem.share * loss_derivative(problem.loss, score, targets[i])
        # the mean stays that of the stored gradients: only the change of sample i goes in
        add_entries(data, places, row, (slope - slopes[i]) / len(slopes), mean)
        slopes[i] = slope
        if length[1] > 0.0:
            _search(problem, i, score, slope, norms[i], length)
        # v is in units of 1 / scale, the scale after this step's ridge
        scale *= 1.0 - length[0] * problem.lam
        moved += length[0] / scale
        # before the scale loses digits, w is written out
        if scale < SMALLEST_SCALE:
            settle(v, scale, mean, seen, moved)
            scale = 1.0
            moved = 0.0
    settle(v, scale, mean, seen, moved)


def sag(
    problem,
    start=None,
    *,
    step=None,
    line_search=False,
    max_passes=100,
    tol=1e-6,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Minimise a finite sum by stochastic average gradients (SAG).

    Each step draws a sample i, replaces its stored gradient by the one at w, and moves along the
    mean of all that are stored: :math:`w\leftarrow w-\eta\,(\frac1n\sum_jg_j+\lambda w)`.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default.
    step : float, optional
        By default :math:`1/L_{\max}` with the largest of ``problem.row_lipschitz()``: the whole
        sum's 1/L, which is longer, can diverge.
    line_search : bool
        Estimate the constant from the samples drawn, beginning at ``1/step``: it doubles where a
        sample's loss falls short of what it promises, and sinks by half in a pass. Each loss that
        the search asks for counts as an evaluation.
    max_passes : int
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at the start.
        Without ``track`` the gradient is computed where the mean of the stored ones meets it.
    track : bool
        Record the objective after every pass, which costs a pass but is not counted as work.
    callback : callable, optional
        ``callback(w)`` after every pass.
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
    The stored gradients are zero at first and always divided by n. Cost: O(nonzeros of the row) a
    step for sparse rows, O(d) for dense ones; n numbers of memory. The gap falls by a constant
    factor a pass where :math:`\lambda>0`. Source: Choromanska (2014), section 1.1.3, item (i).

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.losses import Squared
    >>> from mlcompanion.optimize.finite_sums import FiniteSum, sag
    >>> problem = FiniteSum(np.ones((100, 1)), np.full(100, 2.0), Squared(), lam=0.1)
    >>> sag(problem, random_state=0).w.round(3)
    array([1.818])
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    rng = check_rng(random_state)
    line_search = check_flag(line_search, "line_search")
    n = problem.n_samples
    lam = problem.lam
    row_constants = problem.row_lipschitz()
    step = single_step(row_constants.max(), step)
    if step * lam >= 1 and not line_search:
        raise ValueError(f"step must be below 1/lam = {1 / lam:g}, got {step:g}")
    # the row's Lipschitz constant is n weight curvature |x|² + lam: solved for |x|²
    curvature = problem.loss.curvature * n * problem.weight
    norms = (row_constants - lam) / curvature
    kernel = compiled(problem)
    one_pass = _sag_sparse if len(kernel.rows.indptr) else _sag_dense
    memory = (np.zeros(n), np.zeros(problem.n_features))
    length = np.array([step, 1 / step if line_search else 0.0, 0.0])
    w = watch.w
    for _ in watch.passes():
        length[2] = 0.0
        one_pass(kernel, rng.integers(n, size=n), w, memory, norms, length)
        watch.steps(n, evaluations=int(length[2]))
        # the mean of the stored gradients stands in for the full gradient, which would cost a pass
        if watch.stop(w, memory[1] + lam * w):
            break
    return watch.result("sag")


def single_step(steepest, step):
    """A constant step of methods with one sample a step: by default one over the largest L_i."""
    if step is None:
        steepest = check_real(float(steepest), "row_lipschitz", low=0, open_low=True)
        return 1 / steepest
    return check_real(step, "step", low=0, open_low=True)
