r"""Kernel weights of bounded :math:`\ell_p` norm, by updates in closed form.

Source: Gönen and Alpaydın (2011), Sections 3.7 and 3.8, after Kloft et al. (2010) and Xu et al.
(2010).
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_real

from ._base import MKLClassifier, check_stack, combined

__all__ = ["GroupLassoMKL", "group_lasso_weights", "lp_dual"]


def group_lasso_weights(lengths, p=1.0):
    r"""The best weights of :math:`\ell_p` norm 1 for given lengths :math:`\|w_m\|`, Eq. (8).

    Parameters
    ----------
    lengths : array_like, shape (P,)
        None negative, not all 0.
    p : float
        At least 1.

    Returns
    -------
    ndarray, shape (P,)
        :math:`\eta_m=\|w_m\|^{2/(p+1)}/(\sum_h\|w_h\|^{2p/(p+1)})^{1/p}`, where the sum runs over
        all P kernels; it is printed with p as its end.

    Notes
    -----
    Source: Eq. (8). It minimises :math:`\sum_m\|w_m\|^2/\eta_m` under the bound.

    Examples
    --------
    >>> group_lasso_weights([3.0, 1.0])
    array([0.75, 0.25])
    """
    lengths = check_array(lengths, "lengths", ndim=1, min_rows=1, low=0)
    p = check_real(p, "p", low=1)
    if lengths.max() == 0:
        raise ValueError("lengths must not all be 0")
    # Eq. (8) is free of the unit of the lengths: with the largest as 1 no power overflows
    powers = (lengths / lengths.max()) ** (2 / (p + 1))
    return powers / (powers**p).sum() ** (1 / p)


def _dual_norm(forms, p):
    """The norm with exponent p/(p-1): the largest entry where p is 1."""
    return forms.max() if p == 1 else np.linalg.norm(forms, p / (p - 1))


def lp_dual(Ks, y, alpha, p=1.0):
    r"""The dual objective with kernel weights in the unit :math:`\ell_p` ball.

    Parameters
    ----------
    Ks : array_like, shape (P, n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    alpha : array_like, shape (n,)
        Dual variables, none negative.
    p : float
        At least 1.

    Returns
    -------
    float
        :math:`\sum_i\alpha_i-\frac12(\sum_mq_m^{p/(p-1)})^{(p-1)/p}` with
        :math:`q_m=\alpha^\top YK_mY\alpha`; printed with the exponents exchanged.

    Notes
    -----
    Cost: O(P n^2). Source: Section 3.7, after Kloft et al. (2010a).

    Examples
    --------
    >>> lp_dual([[[1.0]], [[4.0]]], [1.0], [1.0])
    -1.0
    """
    Ks = check_stack(Ks, "Ks")
    y = check_array(y, "y", shape=Ks.shape[1:2], among=(-1, 1))
    alpha = check_array(alpha, "alpha", shape=y.shape, low=0)
    p = check_real(p, "p", low=1)
    # quadratic forms of the kernels; rounding may leave some below 0
    forms = np.maximum((Ks @ (alpha * y)) @ (alpha * y), 0)
    return float(alpha.sum() - _dual_norm(forms, p) / 2)


class GroupLassoMKL(MKLClassifier):
    r"""Alternate between a machine and the best weights for the lengths it has in each kernel.

    Parameters
    ----------
    p : float
        Norm of the weights, at least 1: 1 for a convex combination with some weights near 0, 2
        for one that keeps all.
    C : float
        Bound of the dual variables, one a row.
    tol : float
        Largest duality gap, relative to the objective.
    max_iter : int
        Most machines.
    kernels : None, "precomputed" or callable
        As for :class:`RuleMKL`.

    Attributes
    ----------
    weights_ : ndarray, shape (P,)
        Of :math:`\ell_p` norm 1. A weight of 0 would stay 0; none becomes exactly 0.
    support_, dual_coef_, intercept_ : ndarray, ndarray, float
        The machine.
    objective_ : float
        Value of its dual at the weights.
    duality_gap_ : float
        How far ``objective_`` is above the least, relative to it, at most.
    gaps_ : list of float
        The same after each machine.
    n_svm_calls_, n_iter_ : int

    Notes
    -----
    Cost: one machine a step, each from the dual variables of the last; memory O(P n^2). Source:
    Eqs. (8) and (11).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> model = GroupLassoMKL(p=2).fit(X, y)
    >>> round(float(model.weights_ @ model.weights_), 6), bool(model.duality_gap_ <= 0.01)
    (1.0, True)
    """

    def __init__(self, p=1.0, *, C=1.0, tol=0.01, max_iter=1000, kernels=None):
        self.p = p
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.kernels = kernels

    def _check_parameters(self):
        check_real(self.p, "p", low=1)
        check_count(self.max_iter, "max_iter", low=1)

    def _learn(self, Ks, calls):
        weights = np.full(len(Ks), len(Ks) ** (-1 / self.p))  # 1. equal, of norm 1
        self.gaps_ = []
        for _ in range(self.max_iter):
            machine = calls(combined(Ks, weights))  # 2. train
            forms = np.maximum(machine.forms(Ks), 0)
            # the value at these weights less the bound that the same dual variables give, lp_dual
            gap = (_dual_norm(forms, self.p) - weights @ forms) / 2
            self.gaps_.append(float(gap / abs(machine.value)))
            self.weights_ = weights
            if self.gaps_[-1] <= self.tol or not forms.any():  # 3. stop
                break
            # the machine's length in kernel m is |w_m| = eta_m sqrt(q_m)
            weights = group_lasso_weights(weights * np.sqrt(forms), self.p)  # 4. new weights
        else:
            warnings.warn(
                f"relative gap {self.gaps_[-1]:.1e} after max_iter={self.max_iter} machines",
                ConvergenceWarning,
                stacklevel=3,
            )
        self.duality_gap_, self.n_iter_ = self.gaps_[-1], len(self.gaps_)
        return machine
