r"""Stochastic steps that learn from curvature: a gain for each parameter, or pairs of gradients.

Choromanska (2014), section 1.1.3, item (vii) and the paragraph after the list: stochastic
meta-descent (Schraudolph 1999) and online L-BFGS (Schraudolph, Yu and Günter 2007).
"""

from collections import deque

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_real, check_rng
from mlcompanion.losses.formulas import loss_second

from .curvature import inverse_times, tells_curvature
from .rows import add_row, compiled, row_score, row_slope
from .run import Watch
from .sag import single_step
from .sgd import draw_order

__all__ = ["olbfgs", "smd"]


@njit
def _smd_pass(problem, order, rates, w, gains, trace):
    r"""Steps :math:`w\leftarrow w-\eta\cdot g`; ``trace`` tells how w answers to the log gains."""
    meta, memory, size = rates
    d = len(w)
    for begin in range(0, len(order), size):
        batch = order[begin : begin + size]
        gradient = problem.lam * w
        bent = problem.lam * trace  # the Hessian's product with the trace
        # gradient and Hessian product of the batch in one reading of its rows
        for i in batch:
            score = row_score(problem.rows, i, w)
            slope = row_slope(problem, i, score)
            curvature = problem.share * loss_second(problem.loss, score, problem.targets[i])
            along = row_score(problem.rows, i, trace)
            add_row(problem.rows, i, slope / len(batch), gradient)
            add_row(problem.rows, i, curvature * along / len(batch), bent)
        for j in range(d):
            # a gain may at most halve in a step, however wild the gradient
            gains[j] *= max(0.5, 1.0 - meta * gradient[j] * trace[j])
            w[j] -= gains[j] * gradient[j]
            # trace = derivative of w by the logarithm of the gains, decayed
            trace[j] = memory * trace[j] - gains[j] * (gradient[j] + memory * bent[j])


def smd(
    problem,
    start=None,
    *,
    step=None,
    meta=0.1,
    memory=0.99,
    batch=1,
    max_passes=10,
    tol=0.0,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Stochastic meta-descent: SGD that adapts a gain for each parameter.

    Gains grow while successive gradients agree, and shrink where they turn:
    :math:`\eta\leftarrow\eta\cdot\max(\frac12,1-\mu\,g\cdot v)`, with a trace v of how w has
    answered to the gains, kept by products with the Hessian of the batch.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default.
    step : float, optional
        First gain of each parameter, by default :math:`1/(10L_{\max})` with the largest of
        ``problem.row_lipschitz()``.
    meta : float
        :math:`\mu\ge0`, in units of one over the function's; 0 is SGD with a constant step.
    memory : float
        Between 0 and 1: how long the trace remembers.
    batch : int
        Samples a step.
    max_passes, tol, track, callback, random_state
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
    Cost: O(d) a step and the batch's entries, twice those of SGD; each gradient sample is a
    curvature sample too. Source: Choromanska (2014), section 1.1.3, item (vii).
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    rng = check_rng(random_state)
    n = problem.n_samples
    step = single_step(10 * problem.row_lipschitz().max(), step)
    meta = check_real(meta, "meta", low=0)
    memory = check_real(memory, "memory", low=0, high=1)
    batch = check_count(batch, "batch", low=1, high=n)
    kernel = compiled(problem)
    w = watch.w
    gains = np.full(len(w), step)
    trace = np.zeros(len(w))
    for _ in watch.passes():
        _smd_pass(kernel, draw_order(n, True, rng), (meta, memory, batch), w, gains, trace)
        watch.steps(n)
        watch.work.add(curvature_samples=n)
        if watch.stop(w):
            break
    return watch.result("smd")


def olbfgs(
    problem,
    start=None,
    *,
    step=0.1,
    decay=None,
    memory=10,
    damping=0.0,
    batch=None,
    max_passes=10,
    tol=0.0,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Online L-BFGS: quasi-Newton steps from mini-batches.

    The change of the gradient is measured on *one* batch, before and after the step, so that its
    noise cancels: :math:`y=\nabla f_B(w+s)-\nabla f_B(w)+\delta s`.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default.
    step : float
        First step length, at most 1 in general.
    decay : int, optional
        Steps :math:`\tau` after which the length has halved, :math:`\eta\tau/(\tau+k)`; by default
        those of one pass.
    memory : int
        Pairs that are kept.
    damping : float
        :math:`\delta\ge0`, keeps the curvature away from 0 where the function has little.
    batch : int, optional
        Samples a step, by default the root of n, at least 10.
    max_passes, tol, track, callback, random_state
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
    Cost: two gradients of the batch and O(memory d) a step. Source: Choromanska (2014), section
    1.1.3; Schraudolph, Yu and Günter (2007), algorithm 3.
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    rng = check_rng(random_state)
    n = problem.n_samples
    step = check_real(step, "step", low=0, open_low=True)
    damping = check_real(damping, "damping", low=0)
    pairs = deque(maxlen=check_count(memory, "memory", low=1))
    batch = min(n, max(10, int(np.sqrt(n)))) if batch is None else batch
    batch = check_count(batch, "batch", low=1, high=n)
    decay = -(-n // batch) if decay is None else check_count(decay, "decay", low=1)
    # before the first pair, a step as cautious as SGD's
    # w is tested after every pass, not after every batch
    cautious = single_step(problem.row_lipschitz().max(), None) / step
    w = watch.w
    for k, _ in enumerate(watch.passes()):
        if watch.due(2 * batch) and watch.stop(w):
            return watch.result("olbfgs")
        rows = rng.choice(n, batch, replace=False)
        gradient = problem.gradient_at(w, rows)
        direction = inverse_times(pairs, gradient) if pairs else cautious * gradient
        move = -step * decay / (decay + k) * direction
        w += move
        # both gradients on the same batch: their noise is shared, and cancels in the difference
        change = problem.gradient_at(w, rows) - gradient + damping * move
        # a pair with y's <= 0 would make the matrix indefinite
        if tells_curvature(move, change):
            pairs.append((move, change))
        watch.steps(2 * batch, 2 * problem.entries_of(rows))
        if not np.all(np.isfinite(w)):
            break
    watch.stop(w)
    return watch.result("olbfgs")
