"""Kernel weights that depend on the point: gates.

Source: Gönen and Alpaydın (2011), Section 3.10, Eqs. (15) and (16), after Gönen and Alpaydın
(2008). The paper leaves the gradient out; it is derived in :func:`gate_slope`.
"""

import numpy as np
from scipy.special import expit, softmax
from sklearn.utils.validation import check_is_fitted

from mlcompanion._validation import check_array, check_count, check_in, check_rng

from ._base import MKLClassifier
from .descent import projected_descent

__all__ = ["LocalizedMKL", "gate_slope", "gated_kernel", "gates"]


def gates(V, Z, gate="softmax"):
    r"""How much each kernel counts at each point.

    Parameters
    ----------
    V : array_like, shape (P, d + 1)
        One row a kernel, the constant last.
    Z : array_like, shape (n, d)
    gate : {"softmax", "sigmoid"}
        Kernels compete, Eq. (15), or each says by itself, Eq. (16):
        :math:`1/(1+\exp(-\langle v_m,z\rangle-v_{m0}))`. The paper prints it without the first 1,
        which would be no gate: it is not bounded.

    Returns
    -------
    ndarray, shape (P, n)
        Between 0 and 1; softmax: of sum 1 over the kernels.

    Notes
    -----
    Cost: O(P n d).

    Examples
    --------
    >>> gates([[0.0, 0.0], [1.0, 0.0]], [[0.0], [9.0]]).round(3)
    array([[0.5, 0. ],
           [0.5, 1. ]])
    """
    Z = check_array(Z, "Z", ndim=2, min_rows=1)
    V = check_array(V, "V", shape=(None, Z.shape[1] + 1), min_rows=1)
    check_in(gate, "gate", ("softmax", "sigmoid"))
    return _gates(V, np.column_stack([Z, np.ones(len(Z))]), gate)


def _gates(V, Z1, gate):
    """The same of rows that end with a 1, unchecked."""
    scores = V @ Z1.T
    return softmax(scores, axis=0) if gate == "softmax" else expit(scores)


def gated_kernel(Ks, rows, columns=None):
    r"""The kernel :math:`\sum_m\eta_m(x)k_m(x,x')\eta_m(x')`.

    Parameters
    ----------
    Ks : array_like, shape (P, n, m)
    rows : array_like, shape (P, n)
        Gates of the rows.
    columns : array_like, shape (P, m), optional
        Gates of the columns; default those of the rows.

    Returns
    -------
    ndarray, shape (n, m)

    Notes
    -----
    Cost: O(P n m).

    Examples
    --------
    >>> gated_kernel([[[4.0]], [[1.0]]], [[0.5], [1.0]])
    array([[2.]])
    """
    Ks = check_array(Ks, "Ks", shape=(None, None, None), min_rows=1)
    rows = check_array(rows, "rows", shape=Ks.shape[:2])
    columns = rows if columns is None else columns
    return _gated(Ks, rows, check_array(columns, "columns", shape=Ks.shape[::2]))


def _gated(Ks, rows, columns):
    """The same, unchecked, a few rows at a time: what is added up fits the cache."""
    total = np.empty(Ks.shape[1:])
    for first in range(0, len(total), 32):
        block = slice(first, first + 32)
        # gates of columns along the last axis, those of rows along the middle one
        part = Ks[:, block] * columns[:, None]
        part *= rows[:, block, None]
        part.sum(axis=0, out=total[block])
    return total


def gate_slope(Ks, coef, rows, Z1, gate):
    r"""Slope of the machine's optimal value in the parameters of the gates.

    With :math:`r_m(i)=\beta_i\eta_m(x_i)\sum_jk_m(i,j)\eta_m(x_j)\beta_j`, the part of point i in
    the squared length of the machine in kernel m (β: dual variables times labels), it is
    :math:`-\sum_i(r_m(i)-\eta_m(x_i)\sum_hr_h(i))x_i` for softmax and
    :math:`-\sum_ir_m(i)(1-\eta_m(x_i))x_i` for sigmoid.

    Parameters
    ----------
    Ks : ndarray, shape (P, s, s)
        Kernels among the support vectors.
    coef : ndarray, shape (s,)
    rows : ndarray, shape (P, s)
        Their gates.
    Z1 : ndarray, shape (s, d + 1)
        What the gates see, the last column 1.
    gate : {"softmax", "sigmoid"}

    Returns
    -------
    ndarray, shape (P, d + 1)

    Notes
    -----
    Cost: O(P s (s + d)). Derived here; the paper's Section 3.10 refers to Gönen and Alpaydın
    (2008).
    """
    weighted = rows * coef
    parts = weighted * (Ks @ weighted[:, :, None])[:, :, 0]
    if gate == "softmax":
        return -(parts - rows * parts.sum(axis=0)) @ Z1
    return -(parts * (1 - rows)) @ Z1


class LocalizedMKL(MKLClassifier):
    r"""A machine on kernels whose weights are gates of the point, by descent from a random start.

    Parameters
    ----------
    gate : {"softmax", "sigmoid"}
        See :func:`gates`.
    C : float
        Bound of the dual variables, one a row.
    tol : float
        Least relative fall of the objective in five steps.
    max_iter : int
        Most steps.
    random_state : None, int or Generator
        Of the start: normal with standard deviation 0.1.
    kernels : None, "precomputed" or callable
        As for :class:`RuleMKL`.

    Attributes
    ----------
    gate_coef_ : ndarray, shape (P, d + 1)
        On what the gates see, centred, divided by its deviations and the root of d.
    support_, dual_coef_, intercept_ : ndarray, ndarray, float
        The machine.
    objective_ : float
        Value of its dual.
    history_ : list of float
        The same at the start and after each step.
    n_svm_calls_, n_iter_ : int
    converged_ : bool
        Whether the objective had stopped falling; else ``fit`` warns.

    Notes
    -----
    Cost: one machine and O(P n^2) a step or little more, O(P n^2) memory. Not convex: the end
    depends on the start. Source: Section 3.10.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(80, 2))
    >>> y = X[:, 0] * X[:, 1] > 0
    >>> model = LocalizedMKL(C=10.0, random_state=0).fit(X, y)
    >>> model.gates(X).shape
    (3, 80)
    """

    def __init__(
        self, gate="softmax", *, C=1.0, tol=0.01, max_iter=100, random_state=None, kernels=None
    ):
        self.gate = gate
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.kernels = kernels

    def fit(self, X, y, Z=None):
        """Learn gates and machine.

        Parameters
        ----------
        X : array_like, shape (n, d), or (P, n, n) if ``kernels="precomputed"``
        y : array_like, shape (n,)
            Labels of two classes.
        Z : array_like, shape (n, e), optional
            What the gates see; default ``X``, and needed beside precomputed kernels.

        Returns
        -------
        self
        """
        self._seen = self._gate_input(Z)
        super().fit(X, y)
        self._support_gates = self._support_gates[:, self.support_]
        del self._seen
        self._warn_unless(self.converged_)
        return self

    def decision_function(self, X, Z=None):
        """Scores, shape (n,); the second class where positive.

        Parameters
        ----------
        X : array_like, shape (n, d), or (P, n, n_fit) if ``kernels="precomputed"``
        Z : array_like, shape (n, e), optional
            As in ``fit``.

        Returns
        -------
        ndarray, shape (n,)
        """
        check_is_fitted(self)
        Ks = self._support_stack(X)
        rows = self.gates(X if Z is None and not isinstance(self.kernels, str) else Z)
        if rows.shape[1] != Ks.shape[1]:
            raise ValueError(f"Z must have {Ks.shape[1]} rows, got {rows.shape[1]}")
        return _gated(Ks, rows, self._support_gates) @ self.dual_coef_ + self.intercept_

    def predict(self, X, Z=None):
        """Labels, shape (n,); arguments as for ``decision_function``."""
        return self._labels(self.decision_function(X, Z))

    def gates(self, Z):
        """How much each kernel counts at points.

        Parameters
        ----------
        Z : array_like, shape (n, e)

        Returns
        -------
        ndarray, shape (P, n)
        """
        check_is_fitted(self)
        Z = check_array(Z, "Z", shape=(None, len(self._middle)), min_rows=1)
        return _gates(self.gate_coef_, self._scaled(Z), self.gate)

    def _gate_input(self, Z):
        if Z is None and isinstance(self.kernels, str):
            raise ValueError("Z is needed beside precomputed kernels: what the gates see")
        return None if Z is None else check_array(Z, "Z", ndim=2, min_rows=1)

    def _check_parameters(self):
        check_in(self.gate, "gate", ("softmax", "sigmoid"))
        check_count(self.max_iter, "max_iter", low=1)
        check_rng(self.random_state)

    def _scaled(self, Z):
        """Rows for the gates, the last column 1."""
        return np.column_stack([(Z - self._middle) / self._spread, np.ones(len(Z))])

    def _learn(self, Ks, calls):
        Z = self._X_fit if self._seen is None else self._seen
        if len(Z) != Ks.shape[1]:
            raise ValueError(f"Z must have {Ks.shape[1]} rows, got {len(Z)}")
        deviations = Z.std(axis=0)
        self._middle = Z.mean(axis=0)
        varies = deviations > 64 * np.finfo(float).eps * abs(self._middle)  # else it is rounding
        # rows of length about 1 for any number of columns
        self._spread = np.where(varies, deviations, 1) * np.sqrt(Z.shape[1])
        Z1 = self._scaled(Z)
        shape = (len(Ks), Z.shape[1] + 1)
        found = {}

        def look(v):
            rows = _gates(v.reshape(shape), Z1, self.gate)
            # the search returns weights alone: their machine is found again by their bytes
            machine = found[v.tobytes()] = calls(_gated(Ks, rows, rows))
            on = machine.support
            # points without a dual variable add nothing to the slope
            among = Ks[:, on[:, None], on]
            slope = gate_slope(among, machine.coef[on], rows[:, on], Z1[on], self.gate)
            return machine.value, slope.ravel()

        # with equal gates all kernels would look alike to the slope: small random ones part them
        start = check_rng(self.random_state).normal(0, 0.1, shape[0] * shape[1])
        v, self.history_, self.converged_ = projected_descent(
            look, lambda w: w, start, self.tol, self.max_iter
        )
        self.gate_coef_, self.n_iter_ = v.reshape(shape), len(self.history_)
        self._support_gates = _gates(self.gate_coef_, Z1, self.gate)
        return found[v.tobytes()]
