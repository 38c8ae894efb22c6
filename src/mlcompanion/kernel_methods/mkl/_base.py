"""What all learners of several kernels share: the stack of Gram matrices, the inner machine.

A stack has shape (P, n, m): P kernels between n rows and m rows. Every learner trains a support
vector machine on one kernel made of the stack; :class:`MachineCalls` counts how often.
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_in, check_instance, check_real
from mlcompanion.optimize.smo import Checked, smo

from .view_kernels import ViewKernels

__all__ = ["MKLClassifier", "Machine", "MachineCalls", "check_stack", "check_weights", "combined"]


def check_stack(value, name, *, square=True):
    """Return kernels as an array (P, n, m), or say what is wrong with them."""
    stack = check_array(value, name, shape=(None, None, None), min_rows=1)
    if 0 in stack.shape:
        raise ValueError(f"{name} holds kernels of no rows or columns: shape {stack.shape}")
    if square:
        if stack.shape[1] != stack.shape[2]:
            raise ValueError(f"{name} must hold square kernels, got shape {stack.shape}")
        if abs(stack - stack.transpose(0, 2, 1)).max() > 1e-8 * abs(stack).max():
            raise ValueError(f"{name} must hold symmetric kernels")
    return stack


def check_weights(weights, size):
    """Return kernel weights, none negative, or say what is wrong with them."""
    return check_array(weights, "weights", shape=(size,), low=0)


def combined(Ks, weights):
    """The kernels of a stack, summed with weights."""
    return np.tensordot(weights, Ks, axes=1)


class Machine(NamedTuple):
    """A trained support vector machine.

    Attributes
    ----------
    value : float
        The optimal value of its dual, with the plus sign.
    coef : ndarray, shape (n,)
        Dual variables times labels.
    intercept : float
    """

    value: float
    coef: np.ndarray
    intercept: float

    @property
    def support(self):
        """Which dual variables are not zero."""
        return np.flatnonzero(self.coef)

    def forms(self, Ks):
        """Squared length of the machine in each kernel's feature space, from support vectors."""
        on = self.support
        if 3 * len(on) > len(self.coef):  # a product with all costs less than to pick rows
            return Ks @ self.coef @ self.coef
        coef = self.coef[on]  # both factors vanish elsewhere: O(P s^2), not O(P n^2)
        return (Ks[:, on[:, None], on] @ coef) @ coef


class MachineCalls:
    """Train machines on kernel after kernel, each from the dual variables of the last; count them.

    Parameters
    ----------
    signs : ndarray, shape (n,)
        Labels, -1 or 1.
    C : float
    tol : float
        Largest violation of a machine's optimality conditions.
    """

    def __init__(self, signs, C, tol):
        self.signs = signs
        self.C = C
        self.tol = tol
        self.alpha = None
        self.n_calls = 0

    def __call__(self, K):
        """The machine of one kernel, from the SVM dual."""
        y = self.signs
        # the dual's constraints know no kernel: the last optimum is feasible for the next one
        found = smo(Checked(K), C=self.C, a=y, signs=y, alpha0=self.alpha, tol=self.tol)
        self.alpha, self.n_calls = found.alpha, self.n_calls + 1
        return Machine(-found.objective, y * found.alpha, found.intercept)  # smo minimises


class MKLClassifier(BinaryClassifierMixin, BaseEstimator):
    """Fit and decide; a learner says in ``_learn`` and ``_mix`` how its kernels are combined."""

    _inner_share = 0.1  # of tol: so precise is each machine inside a search over weights

    def fit(self, X, y):
        """Learn the combination and the machine.

        Parameters
        ----------
        X : array_like, shape (n, d), or (P, n, n) if ``kernels="precomputed"``
            Rows, or a stack of symmetric kernels.
        y : array_like, shape (n,)
            Labels of two classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there are not two classes, the kernels differ in shape or are not symmetric, or a
            parameter is out of range.
        """
        C = check_real(self.C, "C", low=0, open_low=True)
        tol = self._inner_share * check_real(self.tol, "tol", low=0, open_low=True)
        self._check_parameters()
        Ks, y = self._training_stack(X, y)
        self._two_classes(y)
        calls = MachineCalls(self._signs(y), C, tol)
        machine = self._learn(Ks, calls)
        self.objective_ = float(machine.value)
        self.support_ = machine.support
        self.dual_coef_ = machine.coef[self.support_]
        self.intercept_ = float(machine.intercept)
        self.n_svm_calls_ = calls.n_calls
        self.n_kernels_, self._n_fit = Ks.shape[:2]
        return self

    def decision_function(self, X):
        """Scores, shape (n,); the second class where positive.

        Parameters
        ----------
        X : array_like, shape (n, d), or (P, n, n_fit) if ``kernels="precomputed"``

        Returns
        -------
        ndarray, shape (n,)
        """
        check_is_fitted(self)
        return self._mix(self._support_stack(X)) @ self.dual_coef_ + self.intercept_

    def _check_parameters(self):
        """What a learner has beside C."""

    def _warn_unless(self, converged):
        if not converged:
            name = type(self).__name__
            warnings.warn(f"{name} stopped before tol was met", ConvergenceWarning, stacklevel=3)

    def _training_stack(self, X, y):
        """The stack and the labels, checked."""
        if isinstance(self.kernels, str):
            check_in(self.kernels, "kernels", ("precomputed",))
            Ks = check_stack(X, "X")
            y = np.asarray(y)
            if y.shape != Ks.shape[1:2]:
                raise ValueError(f"y must have shape {Ks.shape[1:2]}, got {y.shape}")
            return Ks, y
        X, y = validate_data(self, X, y, dtype=float, ensure_min_samples=2)
        make = ViewKernels(kernel="gaussian") if self.kernels is None else self.kernels
        self._make = check_instance(make, "kernels", callable, "function")
        self._X_fit = X
        return check_stack(self._make(X, X), "kernels"), y

    def _support_stack(self, X):
        """Kernels between new rows and the support vectors."""
        if isinstance(self.kernels, str):
            Ks = check_stack(X, "X", square=False)
            if (Ks.shape[0], Ks.shape[2]) != (self.n_kernels_, self._n_fit):
                raise ValueError(
                    f"X must have shape ({self.n_kernels_}, any, {self._n_fit}), got {Ks.shape}"
                )
            return Ks[:, :, self.support_]
        X = validate_data(self, X, dtype=float, reset=False)
        return self._make(X, self._X_fit[self.support_])

    def _mix(self, Ks):
        """One kernel of the stack."""
        return combined(Ks, self.weights_)
