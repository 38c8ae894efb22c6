r"""Stochastic gradient descent, of one sample or a few a step, and the mean of its iterates.

Choromanska (2014), section 1.1.3, SGD and item (iii); Robbins and Monro (1951); Polyak and Juditsky
(1992). A step touches only what the sample stores.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_real,
    check_rng,
)

from .finite_sum import FiniteSum
from .rows import SMALLEST_SCALE, add_row, compiled, row_score, row_slope
from .run import Watch

__all__ = ["asgd", "decreasing_steps", "sgd"]


@njit
def _sgd_pass(problem, order, steps, v, rest, state):
    r"""One step a batch of rows; the iterate is ``scale * v``, the iterates' sum known too.

    ``state`` holds the scale, the sum of the scales so far, and how many iterates they are, -1
    before the mean begins. The sum of the iterates is ``total * v + rest``: what changes v is taken
    back from the iterates before.
    """
    scale, total, count = state
    # ceil(order / steps): all batches are of this size but the last
    size = -(-len(order) // len(steps))
    slopes = np.empty(size)
    for k in range(len(steps)):
        batch = order[k * size : (k + 1) * size]
        # all slopes of a batch before w moves: they belong to one iterate
        for b in range(len(batch)):
            i = batch[b]
            slopes[b] = row_slope(problem, i, scale * row_score(problem.rows, i, v))
        # the ridge shrinks the scale alone
        scale *= 1.0 - steps[k] * problem.lam
        for b in range(len(batch)):
            by = -steps[k] * slopes[b] / (len(batch) * scale)
            add_row(problem.rows, batch[b], by, v)
            # the iterates summed so far do not move: total * v has changed by this, the rest takes
            # it back
            if count > 0.0:
                add_row(problem.rows, batch[b], -total * by, rest)
        if count >= 0.0:
            total += scale
            count += 1.0
        if scale < SMALLEST_SCALE:
            # w and the sum stay as they are: v takes the scale, the total gives it up
            v *= scale
            total /= scale
            scale = 1.0
    state[0] = scale
    state[1] = total
    state[2] = count


def decreasing_steps(problem):
    r"""The step lengths :math:`1/(\lambda k+L_{\max})`, or :math:`1/(L_{\max}\sqrt{k+1})` at λ = 0.

    Parameters
    ----------
    problem : FiniteSum

    Returns
    -------
    callable
        From an array of numbers of steps k = 0, 1, ... to their lengths.

    Notes
    -----
    :math:`L_{\max}` is the largest of ``problem.row_lipschitz()``: the first step is as long as
    every single sample allows. O(n d) once.
    """
    check_instance(problem, "problem", FiniteSum)
    lam = problem.lam
    steepest = problem.row_lipschitz().max()
    steepest = check_real(float(steepest), "row_lipschitz", low=0, open_low=True)
    if lam > 0:
        return lambda k: 1 / (lam * k + steepest)
    return lambda k: 1 / (steepest * np.sqrt(k + 1.0))


def schedule_of(problem, step):
    """Step lengths as a function of the steps' numbers: the default, one length, or as given."""
    if step is None:
        return decreasing_steps(problem)
    if callable(step):
        return step
    length = check_real(step, "step", low=0, open_low=True)
    return lambda k: np.full(len(k), length)


def lengths(schedule, k, lam):
    """The lengths of the steps k; a ridge must not turn the sign of what it shrinks."""
    steps = check_array(schedule(k), "step", shape=k.shape, low=0, open_low=True)
    if lam and steps.max() * lam >= 1:
        raise ValueError(f"step must be below 1/lam = {1 / lam:g}, got {steps.max():g}")
    return steps


def draw_order(n, replace, rng):
    """Samples of one pass: n independent draws, or all of them in random order."""
    return rng.integers(n, size=n) if replace else rng.permutation(n)


def _descend(name, watch, step, average_from, draws):
    batch, replace, random_state = draws
    problem = watch.problem
    n = problem.n_samples
    rng = check_rng(random_state)
    batch = check_count(batch, "batch", low=1, high=n)
    replace = check_flag(replace, "replace")
    n_steps = -(-n // batch)
    schedule = schedule_of(problem, step)
    kernel = compiled(problem)
    v = watch.w
    rest = np.zeros(problem.n_features)
    state = np.array([1.0, 0.0, -1.0])
    done = 0
    for number in watch.passes():
        if average_from is not None and number >= average_from:
            # from -1 to 0: the compiled loop begins to sum
            state[2] = max(state[2], 0.0)
        steps = lengths(schedule, done + np.arange(n_steps), problem.lam)
        _sgd_pass(kernel, draw_order(n, replace, rng), steps, v, rest, state)
        done += n_steps
        watch.steps(n)
        scale, total, count = state
        if watch.stop((total * v + rest) / count if count > 0 else scale * v):
            break
    return watch.result(name)


def sgd(
    problem,
    start=None,
    *,
    step=None,
    batch=1,
    replace=True,
    max_passes=10,
    tol=0.0,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Stochastic gradient descent, :math:`w\leftarrow w-\eta_k\nabla f_i(w)` for a random i.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default.
    step : float or callable, optional
        One length, or a function from numbers of steps (an array) to lengths; by default
        :func:`decreasing_steps`. Below :math:`1/\lambda`.
    batch : int
        Samples a step.
    replace : bool
        Draw each sample anew, as the theory does; or else pass through all of them in a new random
        order, which in practice comes closer.
    max_passes : int
        Passes over the data.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at the start; 0
        for never. Looked at after each pass, and only with ``track``.
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
        If the iterates diverge, or a positive ``tol`` was not met.

    Notes
    -----
    Cost: O(nonzeros of the row) a step, whatever d. With :math:`\lambda>0` the expected gap falls
    like 1/k. Source: Choromanska (2014), section 1.1.3.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.losses import Squared
    >>> from mlcompanion.optimize.finite_sums import FiniteSum, sgd
    >>> problem = FiniteSum(np.ones((100, 1)), np.full(100, 2.0), Squared(), lam=0.1)
    >>> sgd(problem, random_state=0).w.round(3)
    array([1.818])
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    return _descend("sgd", watch, step, None, (batch, replace, random_state))


def asgd(
    problem,
    start=None,
    *,
    step=None,
    average_from=1,
    batch=1,
    replace=True,
    max_passes=10,
    tol=0.0,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Averaged stochastic gradient descent: the mean of the iterates of :func:`sgd`.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default.
    step : float or callable, optional
        As for :func:`sgd`.
    average_from : int
        Passes before the mean begins, so that it forgets the start; until then the iterate counts.
    batch, replace, max_passes, tol, track, callback, random_state
        As for :func:`sgd`.

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
        If the iterates diverge, or a positive ``tol`` was not met.

    Notes
    -----
    Cost: O(nonzeros of the row) a step; the mean is kept as a multiple of the iterate and a rest,
    so that a sparse step changes it where it changes the iterate. Source: Choromanska (2014),
    section 1.1.3, item (iii).
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    average_from = check_count(average_from, "average_from")
    return _descend("asgd", watch, step, average_from, (batch, replace, random_state))
