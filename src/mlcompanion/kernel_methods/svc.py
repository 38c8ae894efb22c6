r"""Support vector classification from its dual: Sugiyama (2016), sections 27.1 to 27.4.

.. math:: \min_{w,b,\xi}\tfrac12\|w\|^2+C\sum_i\xi_i\quad\text{subject to}\quad
   y_i(w^\top\psi(x_i)+b)\ge1-\xi_i,\ \xi_i\ge0

is solved in the dual variables, one a sample, with :math:`w=\sum_i\alpha_iy_i\psi(x_i)`.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._classes import class_factors
from mlcompanion._linear import check_weights
from mlcompanion._validation import check_count, check_flag, check_in, check_real, check_rng
from mlcompanion.optimize.dual.dual_coordinate_ascent import Factored, dual_coordinate_ascent
from mlcompanion.optimize.smo import Checked, smo
from mlcompanion.optimize.smo.solver import certified

from ._machine import KernelMachine, signed

__all__ = ["SVC"]

SOLVERS = ("smo", "coordinate", "l-bfgs-b")


class SVC(KernelMachine):
    r"""Support vector machine for two classes.

    Parameters
    ----------
    C : float
        Price of a unit of margin error, positive. A large one gives the hard margin where the
        classes can be separated.
    kernel : {"rbf", "linear", "poly", "precomputed"} or callable
        Of :func:`mlcompanion.kernels.gram`. "precomputed": ``X`` is the Gram matrix, and for
        prediction the kernels between new rows and training columns.
    sigma : float or "scale"
        Width of "rbf", in the units of ``X``; "scale" is scikit-learn's, :math:`2\sigma^2` = number
        of features times the variance of all entries of ``X``.
    degree, coef0 : float
        Of "poly".
    fit_intercept : bool
        With b; without, the equality of the dual disappears.
    solver : {"smo", "coordinate", "l-bfgs-b"}
        The last two move without an equality and need ``fit_intercept=False``.
    ridge : float
        Added to the diagonal of the dual's matrix, not negative: a further, squared price of margin
        errors. The ``l`` of the book's listing, which also is the box ``C = 1 / (2 l)``.
    class_weight : dict, "balanced" or None
        Factors of C for the samples of each class, {label: factor}; "balanced": in inverse
        proportion to the numbers of samples, as scikit-learn has it.
    tol : float
        Largest violation of the optimality conditions, in units of the margin.
    max_iter : int
        Most steps of "smo", sweeps of "coordinate", iterations of "l-bfgs-b"; -1 leaves it to the
        solver.
    random_state : int, Generator or None
        Order of "coordinate".

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
        Scores of the second one are positive.
    sigma_ : float
        The width used, with "rbf".
    alpha_ : ndarray, shape (n_samples,)
        The dual variables, from 0 to C times the sample's weight.
    support_ : ndarray of int
        Samples with positive dual variables.
    support_vectors_ : ndarray, shape (n_support, n_features)
        Not with a precomputed kernel.
    dual_coef_ : ndarray, shape (n_support,)
        Their dual variables times the signs of their classes.
    coef_ : ndarray, shape (n_features,)
        The normal w, with the linear kernel.
    intercept_ : float
        From the samples whose dual variables lie between their bounds, Eq. (27.4); without any,
        the midpoint of the interval of optimal intercepts.
    gap_, kkt_violation_ : float
        Duality gap, and by how much the optimality conditions are missed.
    n_iter_ : int

    Raises
    ------
    ValueError
        If ``y`` has not two classes, or an argument is malformed.

    Notes
    -----
    Cost: O(n^2) kernels and memory (20 GB at 50,000 samples; with solver "coordinate" and the
    linear kernel O(n d)), O(n) a step; between O(n^2) and O(n^3) in all. O(n_support) a prediction.
    Sparse X is refused, also with the linear kernel: the sweeps of "coordinate" run over dense
    rows, and over sparse ones they would be a second engine; ``X.toarray()`` where memory permits.
    There is no ``predict_proba``: the scores are no probabilities. Platt's fit to scores of
    held-out folds, which scikit-learn's SVC had and deprecates, is
    ``CalibratedClassifierCV(SVC(...), ensemble=False)`` of :mod:`sklearn.calibration`.
    Source: Sugiyama (2016), Eqs (27.2) to (27.4).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.preprocessing import scale
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> machine = SVC(kernel="linear").fit(scale(X), y)
    >>> round(machine.score(scale(X), y), 2)
    0.99
    """

    def __init__(
        self,
        C=1.0,
        *,
        kernel="rbf",
        sigma=1.0,
        degree=3,
        coef0=0.0,
        fit_intercept=True,
        solver="smo",
        ridge=0.0,
        tol=1e-3,
        max_iter=-1,
        random_state=None,
        class_weight=None,
    ):
        self.C = C
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.solver = solver
        self.ridge = ridge
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.class_weight = class_weight

    def fit(self, X, y, sample_weight=None):
        """Solve the dual.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features), or the Gram matrix
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of C, not negative: a whole number is that many copies.

        Returns
        -------
        self
        """
        self._check_parameters()
        linear = self.solver == "coordinate" and self.kernel == "linear" and self.ridge == 0
        X, y, K = self._begin(X, y, with_kernel=not linear)
        C = self.C * self._weights(y, sample_weight)
        # a linear machine keeps its n by d factor: no n by n matrix is formed
        found = self._solve(Factored(X * y[:, None]) if linear else K, y, C)
        self.alpha_ = found.alpha
        self._keep(X, found.alpha * y, found.intercept, np.flatnonzero(found.alpha))
        self.gap_ = found.gap
        self.kkt_violation_ = found.kkt_violation
        self.n_iter_ = max(found.n_iter, 1)
        self._warn_unless(found.kkt_violation <= self.tol)
        return self

    @property
    def predict_proba(self):
        """Not there; the error says what is."""
        raise AttributeError(
            "SVC has scores and no predict_proba: wrap it in"
            " sklearn.calibration.CalibratedClassifierCV(SVC(...), ensemble=False)"
        )

    def _check_parameters(self):
        check_real(self.C, "C", low=0, open_low=True)
        check_real(self.ridge, "ridge", low=0)
        check_real(self.tol, "tol", low=0, open_low=True)
        check_in(self.solver, "solver", SOLVERS)
        check_rng(self.random_state)
        if self.max_iter != -1:
            check_count(self.max_iter, "max_iter", low=1)
        if check_flag(self.fit_intercept, "fit_intercept") and self.solver != "smo":
            raise ValueError(f"solver={self.solver!r} needs fit_intercept=False")

    def _weights(self, signs, sample_weight):
        """Factor of C of each sample."""
        weights = check_weights(sample_weight, len(signs))
        weights = np.ones(len(signs)) if weights is None else weights
        labels = self.classes_[(signs > 0).astype(int)]
        return weights * class_factors(self.class_weight, self.classes_, labels, weights)

    def _solve(self, K, y, C):
        """Solve the dual, whose matrix is K between signs, with a ridge; or already a factor."""
        limit = {} if self.max_iter == -1 else {"max_iter": self.max_iter}
        if self.solver == "smo":
            if self.ridge:
                K = K + self.ridge * np.eye(len(K))  # signs cancel on the diagonal
            a = y if self.fit_intercept else None
            return smo(Checked(K), C=C, a=a, signs=y, tol=self.tol, **limit)
        Q = K if isinstance(K, Factored) else signed(K, y, self.ridge)
        if self.solver == "coordinate":
            return dual_coordinate_ascent(
                Q, C=C, tol=self.tol, random_state=self.random_state, **limit
            )
        return _quasi_newton(Q, C, self.tol, limit.get("max_iter", 15_000))


def _quasi_newton(Q, C, tol, max_iter):
    """The dual without equality for a general solver with bounds."""
    ones = np.ones(len(Q))

    def value_and_slope(alpha):
        Qa = Q @ alpha
        return alpha @ Qa / 2 - alpha.sum(), Qa - 1

    run = minimize(
        value_and_slope, 0 * ones, jac=True, method="L-BFGS-B", bounds=np.column_stack([0 * C, C]),
        # ftol 0: only the slope ends the run, as with the other solvers
        options={"gtol": tol, "ftol": 0.0, "maxiter": max_iter, "maxfun": 10 * max_iter},
    )  # fmt: skip
    return certified(run.x, Q @ run.x - 1, ones, C, None, run.nit)
