"""Kernel weights on the simplex by cutting planes: a linear programme and machines in turn.

Source: Gönen and Alpaydın (2011), Section 3.8, after Sonnenburg et al. (2006).
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_real

from ._base import MachineCalls, check_stack, combined

__all__ = ["CuttingPlaneRun", "cutting_planes"]


class CuttingPlaneRun(NamedTuple):
    """What :func:`cutting_planes` found.

    Attributes
    ----------
    weights : ndarray, shape (P,)
    objective : float
        Least optimal value of the machine that was met.
    bounds : list of float
        Lower bound of it from the linear programme, after each machine.
    objectives : list of float
        Value at the weights of each round: these may rise.
    n_svm_calls : int
    """

    weights: np.ndarray
    objective: float
    bounds: list
    objectives: list
    n_svm_calls: int


def cutting_planes(Ks, y, *, C=1.0, tol=1e-3, max_iter=500):
    r"""Minimise the machine's optimal value over the simplex through its supporting planes.

    Each trained machine gives a plane below the objective,
    :math:`\eta\mapsto\sum_i\alpha_i-\frac12\sum_m\eta_mq_m(\alpha)`; a linear programme finds the
    lowest point of the highest of them, where the next machine is trained.

    Parameters
    ----------
    Ks : array_like, shape (P, n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    C : float
    tol : float
        Largest gap between the best value and the bound, relative to the value.
    max_iter : int
        Most machines.

    Returns
    -------
    CuttingPlaneRun

    Notes
    -----
    Cost: a machine and a linear programme of P + 1 unknowns a round. Source: Section 3.8, the
    semi-infinite programme, whose :math:`S_m=\frac12q_m-\sum_i\alpha_i` changes the sign.

    Examples
    --------
    >>> y = np.array([1.0, 1.0, -1.0, -1.0])
    >>> cutting_planes([np.outer(y, y), np.eye(4)], y).weights
    array([1., 0.])
    """
    Ks = check_stack(Ks, "Ks")
    y = check_array(y, "y", shape=Ks.shape[1:2], among=(-1, 1))
    if abs(y.sum()) == len(y):
        raise ValueError("y must have both classes")
    tol = check_real(tol, "tol", low=0, open_low=True)
    calls = MachineCalls(y, check_real(C, "C", low=0, open_low=True), 0.1 * tol)
    P = len(Ks)
    weights = np.full(P, 1 / P)
    planes = []
    bounds = []
    objectives = []
    tried = []
    for _ in range(check_count(max_iter, "max_iter", low=1)):
        machine = calls(combined(Ks, weights))
        tried.append(weights)
        objectives.append(float(machine.value))
        # linear in the weights, which sum to 1: the constant may be spread over all of them
        planes.append(abs(machine.coef).sum() - machine.forms(Ks) / 2)
        unit = 2.0 ** np.floor(np.log2(min(objectives)))  # the programme's tolerances have none
        bound = linprog(
            np.append(np.zeros(P), 1.0),  # least t
            A_ub=np.column_stack([np.array(planes) / unit, -np.ones(len(planes))]),
            b_ub=np.zeros(len(planes)),  # above every plane
            A_eq=[[1.0] * P + [0.0]],
            b_eq=[1.0],
            bounds=[(0, 1)] * P + [(None, None)],
        )
        weights = bound.x[:P]
        bounds.append(float(unit * bound.fun))
        # the planes lie below the objective: their lowest point bounds the minimum
        if min(objectives) - bounds[-1] <= tol * abs(min(objectives)):
            break
    else:
        warnings.warn(
            f"cutting_planes stopped after max_iter={max_iter} machines before tol was met",
            ConvergenceWarning,
            stacklevel=2,
        )
    best = int(np.argmin(objectives))  # the values of cutting planes do not fall steadily
    return CuttingPlaneRun(tried[best], objectives[best], bounds, objectives, calls.n_calls)
