"""Other ways to solve a structured problem: forward-backward splitting and splitting variables.

Chen (2013), section 3.5, the method against which smoothing is measured; Boyd et al. (2011).
"""

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_count, check_instance, check_real
from mlcompanion.optimize import least_squares_step, subgradient_descent
from mlcompanion.optimize.proximal import admm
from mlcompanion.prox import L1, GroupNorm, GroupPenalty

from .spg import StructuredProblem

__all__ = ["fobos", "structured_admm"]


def fobos(problem, n_iter, c=None, start=None):
    r"""Subgradient steps on :math:`\ell+\Omega`, then soft-thresholding, lengths :math:`c/\sqrt t`.

    Parameters
    ----------
    problem : StructuredProblem
    n_iter : int
    c : float, optional
        Default the thesis's :math:`0.1/\sqrt{nd}`, with q outputs :math:`0.1/\sqrt{ndq}`.
    start : array_like, optional
        Default zeros.

    Returns
    -------
    SubgradientRun

    Notes
    -----
    Cost: one gradient of the loss and O(non-zeros of C) per step.
    Source: Chen (2013), section 3.5, after Duchi and Singer (2009).
    """
    check_instance(problem, "problem", StructuredProblem)
    size = len(problem.X) * np.prod(problem.shape)
    c = 0.1 / np.sqrt(size) if c is None else check_real(c, "c", low=0, open_low=True)
    steps = c / np.sqrt(np.arange(1, check_count(n_iter, "n_iter", low=1) + 1))
    start = np.zeros(problem.shape) if start is None else start
    return subgradient_descent(problem.value_and_subgradient, start, steps, problem.l1)


def structured_admm(problem, rho=1.0, *, tol=1e-6, max_iter=10_000):
    r"""The same objective by splitting: :math:`z=Cw` and a copy of w for the absolute values.

    Parameters
    ----------
    problem : StructuredProblem
        One output, squared loss, groups with l2 norms or a graph.
    rho : float
    tol, max_iter : float, int
        As in :func:`mlcompanion.optimize.admm`.

    Returns
    -------
    ADMMRun
        The last ``n_features`` entries of ``z`` are w with exact zeros; ``rho`` times the others of
        ``u`` is a point of Q, for :meth:`StructuredProblem.gap`.

    Raises
    ------
    ValueError
        If the problem is not of the kind above.

    Notes
    -----
    Cost: one Cholesky factorisation, O(n_features³), then O(n_features²) a step; no smoothing.
    Source: Boyd et al. (2011), section 6.4; not in the thesis.
    """
    check_instance(problem, "problem", StructuredProblem)
    penalty = problem.penalty
    d = problem.X.shape[1]
    if problem.y.ndim != 1 or not problem.squared or getattr(penalty, "norm_name", "l2") != "l2":
        raise ValueError("problem must have one output, the squared loss and l2 groups or a graph")
    F = sparse.vstack([penalty.C, sparse.eye_array(d)], format="csr")
    lam = np.broadcast_to(problem.l1.lam, (d,))
    if isinstance(penalty, GroupPenalty):
        alone = penalty.n_groups + np.arange(d)
        # gamma and the groups' weights stand in C already; each entry is a group of its own beside
        weights = np.concatenate([np.ones(penalty.n_groups), lam])
        split = GroupNorm(np.concatenate([penalty.row_groups, alone]), weights=weights)
    else:
        split = L1(np.concatenate([np.ones(penalty.C.shape[0]), lam]))
    solve = least_squares_step(problem.X, problem.y, F=F, rho=rho)
    return admm(solve, split, F.shape[0], F=F, rho=rho, tol=tol, max_iter=max_iter)
