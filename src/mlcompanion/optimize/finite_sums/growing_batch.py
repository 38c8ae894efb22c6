r"""Gradient steps from batches that grow until they hold all samples.

Choromanska (2014), section 1.1.3, semi-stochastic methods; Friedlander and Schmidt (2012).
"""

import numpy as np

from mlcompanion._validation import check_count, check_function, check_rng

from .batch import constant_length
from .run import Watch

__all__ = ["growing_batch", "next_batch"]


def next_batch(size, n_samples):
    r"""The next batch of Friedlander and Schmidt: :math:`\min(\lceil1.1b+1\rceil,n)`.

    Parameters
    ----------
    size, n_samples : int
        This batch's size, and that of the sum.

    Returns
    -------
    int
    """
    size = check_count(size, "size", low=1)
    n_samples = check_count(n_samples, "n_samples", low=1)
    return min(-(-(11 * size + 10) // 10), n_samples)


def growing_batch(
    problem,
    start=None,
    *,
    step="lipschitz",
    batch=1,
    grow=next_batch,
    max_passes=10,
    tol=0.0,
    track=True,
    callback=None,
    random_state=None,
):
    r"""Gradient steps of constant length, each from a larger batch: stochastic first, exact later.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like of shape (d,), optional
        Zero by default.
    step : float or "lipschitz"
        Step length; 1/L of the whole sum by default.
    batch : int
        First size.
    grow : callable
        ``grow(size, n_samples)`` gives the next size, by default :func:`next_batch`.
    max_passes : int
        Effective passes: sizes of the batches over n.
    tol, track, callback, random_state
        As for :func:`sgd`; looked at before each step that would end beyond a whole pass.

    Returns
    -------
    SumRun

    Raises
    ------
    ValueError
        If a parameter is out of range, a size is below 1 or above n, or the start does not fit.

    Warns
    -----
    ConvergenceWarning
        If the iterates diverge, or a positive ``tol`` was not met.

    Notes
    -----
    Batches are drawn without replacement, each anew. Cost: the entries of the batch and O(d) a
    step. Source: Choromanska (2014), section 1.1.3, semi-stochastic methods.
    """
    watch = Watch(problem, start, tol, max_passes, track, callback)
    rng = check_rng(random_state)
    n = problem.n_samples
    size = check_count(batch, "batch", low=1, high=n)
    check_function(grow, "grow")
    length = constant_length(problem, "lipschitz" if step is None else step)
    w = watch.w
    for _ in watch.passes():
        if watch.due(size) and watch.stop(w):
            return watch.result("growing_batch")
        rows = rng.choice(n, size, replace=False)
        w -= length * problem.gradient_at(w, rows)
        watch.steps(size, problem.entries_of(rows))
        size = check_count(grow(size, n), "grow(size, n_samples)", low=1, high=n)
        if not np.all(np.isfinite(w)):
            break
    watch.stop(w)
    return watch.result("growing_batch")
