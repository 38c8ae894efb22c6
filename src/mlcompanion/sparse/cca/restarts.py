r"""The excessive-gap method, begun anew at its own dual solution.

Taking :math:`\frac\mu2\|\alpha-\alpha_c\|^2` instead of :math:`\frac\mu2\|\alpha\|^2` from the
penalty keeps every step of the proof, with :math:`\frac12\|\alpha^*-\alpha_c\|^2` for D: near a
solution the bound is small. Each stage aims at a part of the gap. Ours, after Chen (2013), section
4.2.1.
"""

import numpy as np

from mlcompanion._validation import check_count, check_real

from .excessive_gap import ExcessiveGapRun, excessive_gap

__all__ = ["restarted_excessive_gap"]

FIRST = 1e-2  # relative gap of the first stage


def restarted_excessive_gap(
    beta, penalty, *, tol=1e-8, factor=10.0, centre=None, try_zero=True, max_iter=20_000
):
    r"""Minimise (4.3) in stages, each centred at the dual solution of the last one.

    Parameters
    ----------
    beta : array_like of shape (n_features,)
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
    tol : float
        Relative duality gap of the last stage.
    factor : float
        How much smaller each stage's goal is; above 1.
    centre : array_like of shape (n_rows,), optional
        A point of the dual set for the first stage.
    try_zero : bool
        As for :func:`excessive_gap`.
    max_iter : int
        Largest number of steps of all stages together.

    Returns
    -------
    ExcessiveGapRun
        The values are those of all stages, one after the other; the certificate is as strict as
        that of a single run.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite or a parameter is out of range.

    Notes
    -----
    Where a small gap costs a single run thousands of steps, stages need a few hundred. Cost:
    O(n_features + non-zeros of C) a step.
    Source: after Chen (2013), Algorithm 4.1.
    """
    tol = check_real(tol, "tol", low=0)
    factor = check_real(factor, "factor", low=1, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    goal = max(tol, FIRST)
    primal = []
    dual = []
    n_iter = 0
    while True:
        left = max_iter - n_iter
        run = excessive_gap(
            beta, penalty, tol=goal, centre=centre, try_zero=try_zero, max_iter=left
        )
        primal.append(run.primal)
        dual.append(run.dual)
        n_iter += run.n_iter
        last = goal <= tol or not run.converged
        if last or n_iter == max_iter:
            break
        centre = run.alpha
        # below what was reached, or a stage would end where it began
        goal = max(min(goal, run.relative_gap) / factor, tol)
    values = {"primal": np.concatenate(primal), "dual": np.concatenate(dual)}
    converged = run.relative_gap <= tol
    return ExcessiveGapRun(**{**run._asdict(), **values, "n_iter": n_iter, "converged": converged})
