"""Estimators ``LapSVM`` and ``LapRLSC``: Melacci and Belkin (2011), Sections 2 to 5.

Unlabelled points are marked -1, as in ``sklearn.semi_supervised``; more than two classes are
learned one against the rest, each machine stopping by itself.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, unlabeled_mask
from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_flag, check_in, check_real, check_square
from mlcompanion.kernels import gram

from .graph_laplacian import graph_laplacian, laplacian_of
from .laplacian_dual import solve_dual
from .laplacian_newton import solve_newton
from .laplacian_problem import LapProblem
from .laplacian_solvers import solve_pcg
from .stopping import (
    GradientCheck,
    MixedCheck,
    ObjectiveCheck,
    StabilityCheck,
    ValidationCheck,
    check_interval,
)

__all__ = ["LapRLSC", "LapSVM"]

_NORMS = ("gradient", "preconditioned", "mixed_product")
_STOPS = ("stability", "validation", "mixed", "objective", *_NORMS)


class _LaplacianClassifier(LargestScoreMixin, BaseEstimator):
    """What the two estimators share; they differ in loss and solvers."""

    def __init__(
        self,
        kernel="rbf",
        *,
        sigma=1.0,
        kernel_params=None,
        gamma_A=1e-2,
        gamma_I=1.0,
        n_neighbors=6,
        weights="heat",
        heat_width=None,
        normalized=False,
        laplacian_degree=1,
        solver="pcg",
        stop="stability",
        theta=None,
        eta=1.5,
        tol=1e-3,
        fit_intercept=True,
        max_iter=1000,
        warm_start=False,
    ):
        self.kernel = kernel
        self.sigma = sigma
        self.kernel_params = kernel_params
        self.gamma_A = gamma_A
        self.gamma_I = gamma_I
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.heat_width = heat_width
        self.normalized = normalized
        self.laplacian_degree = laplacian_degree
        self.solver = solver
        self.stop = stop
        self.theta = theta
        self.eta = eta
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.warm_start = warm_start

    def fit(self, X, y, X_val=None, y_val=None, *, W=None, L=None):
        """Learn from labelled and unlabelled points.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Class labels; -1 marks an unlabelled point.
        X_val : array_like, shape (n_validation, n_features), optional
            Validation points, for ``stop="validation"`` and ``"mixed"``; they are not trained on.
        y_val : array_like, shape (n_validation,), optional
            Their classes.
        W : array_like or sparse matrix, shape (n_samples, n_samples), optional
            A graph of one's own instead of the nearest neighbours': symmetric weights, at least 0.
        L : array_like or sparse matrix, shape (n_samples, n_samples), optional
            Its Laplacian, instead of ``W``; any symmetric, positive semidefinite matrix will do.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the data are not finite, fewer than two classes are labelled, validation data are
            missing for a rule that needs them, or the graph does not fit the data.
        """
        X, y = validate_data(self, X, y, dtype=float, ensure_min_samples=2)
        self._check_parameters()
        unlabeled = unlabeled_mask(y)
        if not unlabeled.all():
            check_classification_targets(y[~unlabeled])
        self.classes_ = np.unique(y[~unlabeled])
        if len(self.classes_) < 2:
            raise ValueError(
                "y needs at least two classes besides -1, which marks unlabelled points; "
                f"got one class or none: {self.classes_.tolist()}"
            )
        K = gram(X, **self._kernel())
        # one kernel matrix and one Laplacian serve all classes
        L = self._laplacian(X, W, L)
        validation = self._validation(X, X_val, y_val)
        starts = self._starts(len(X))
        found = [
            self._solve(
                LapProblem(
                    K,
                    L,
                    # -1, 0 and 1: other class, unlabelled, this class
                    np.where(unlabeled, 0.0, np.where(y == label, 1.0, -1.0)),
                    self.gamma_A,
                    self.gamma_I,
                    self.laplacian_degree,
                    self.fit_intercept,
                    self._loss,
                ),
                label,
                validation,
                start,
            )
            for label, start in zip(self._positive_classes(), starts)
        ]
        self.X_fit_ = X
        self.dual_coef_ = np.array([solution.alpha for solution in found])
        self.intercept_ = np.array([solution.b for solution in found])
        self.n_iter_ = np.array([solution.n_iter for solution in found])
        self.history_ = [solution.history for solution in found]
        self.converged_ = np.array([solution.converged for solution in found])
        if not self.converged_.all():
            name = type(self).__name__
            warnings.warn(
                f"{name} stopped after max_iter={self.max_iter} iterations before its rule did",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _check_parameters(self):
        """What no other function will check in every case."""
        check_in(self.solver, "solver", self._solvers)
        if self.stop is not None:
            check_in(self.stop, "stop", _STOPS)
        if self.theta is not None:
            check_count(self.theta, "theta", low=1)
        if self.heat_width is not None:
            check_real(self.heat_width, "heat_width", low=0, open_low=True)
        check_in(self.weights, "weights", ("heat", "binary"))
        for name in ("max_iter", "n_neighbors", "laplacian_degree"):
            check_count(getattr(self, name), name, low=1)
        for name in ("tol", "eta"):
            check_real(getattr(self, name), name, low=0)
        for name in ("normalized", "fit_intercept", "warm_start"):
            check_flag(getattr(self, name), name)

    def _laplacian(self, X, W, L):
        """The Laplacian that was given, or that of the given graph, or of the neighbours."""
        if W is not None and L is not None:
            raise ValueError("W and L are two ways to say one thing: give one of them")
        if L is not None:
            return check_square(L, "L", size=len(X), symmetric=True, accept_sparse=True)
        if W is not None:
            W = check_square(W, "W", size=len(X), accept_sparse=True)
            return laplacian_of(W, normalized=self.normalized)
        return graph_laplacian(
            X,
            min(self.n_neighbors, len(X) - 1),
            weights=self.weights,
            width=self.heat_width,
            normalized=self.normalized,
        )

    def decision_function(self, X):
        """Scores f(x): shape (n,) for two classes, (n, n_classes) for more."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        scores = gram(X, self.X_fit_, **self._kernel()) @ self.dual_coef_.T + self.intercept_
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def _kernel(self):
        width = {"sigma": self.sigma} if self.kernel == "rbf" else {}
        return {"kernel": self.kernel, **width, **(self.kernel_params or {})}

    def _positive_classes(self):
        """One machine for two classes, else one for each class."""
        if len(self.classes_) == 2:
            return self.classes_[1:]
        return self.classes_

    def _validation(self, X, X_val, y_val):
        """Kernel rows and classes of the validation points, if the stopping rule needs them."""
        if self.solver != "pcg" or self.stop not in ("validation", "mixed"):
            return None
        if X_val is None or y_val is None:
            raise ValueError(f"X_val and y_val are needed for stop={self.stop!r}")
        X_val = validate_data(self, X_val, dtype=float, reset=False)
        y_val = np.asarray(y_val)
        if y_val.shape != (len(X_val),) or not np.isin(y_val, self.classes_).all():
            raise ValueError(f"y_val must hold {len(X_val)} of the classes {self.classes_}")
        return gram(X_val, X, **self._kernel()), y_val

    def _starts(self, n):
        """Coefficients of the last fit, if they can serve as a start."""
        old = getattr(self, "dual_coef_", None)
        machines = len(self._positive_classes())
        if not self.warm_start or old is None or old.shape != (machines, n):
            return [None] * machines
        return list(zip(self.intercept_ * self.fit_intercept, old))

    def _rule(self, problem, label, validation):
        """A fresh stopping rule for one machine."""
        n = len(problem.y)
        theta = check_interval(n) if self.theta is None else self.theta
        if self.stop is None:
            return None
        if self.stop in _NORMS:
            return GradientCheck(self.stop, self.tol)
        if self.stop == "objective":
            return ObjectiveCheck(self.tol)
        rules = []
        if self.stop != "validation":
            points = ~problem.labeled
            # where all points are labelled, those are watched
            rules.append(StabilityCheck(points if points.any() else ~points, theta, self.eta))
        if self.stop != "stability":
            K_val, y_val = validation
            rules.append(ValidationCheck(K_val, np.where(y_val == label, 1.0, -1.0), theta))
        return MixedCheck(*rules)

    def _solve(self, problem, label, validation, start):
        if self.solver == "dual":
            return solve_dual(problem)
        if self.solver != "pcg":
            return solve_newton(problem, start=start, reuse=True)
        rule = self._rule(problem, label, validation)
        return solve_pcg(problem, stop=rule, max_iter=self.max_iter, start=start)


class LapSVM(_LaplacianClassifier):
    r"""Laplacian support vector machine, trained in the primal.

    Parameters
    ----------
    kernel : str or callable
        ``"rbf"``, ``"linear"``, ``"poly"``, or a function of two arrays.
    sigma : float
        Width of the Gaussian kernel, in the units of the data.
    kernel_params : dict, optional
        Further arguments of the kernel, for example ``{"degree": 9}``.
    gamma_A, gamma_I : float
        Weights of the ambient norm and of the intrinsic norm; without normalisers, as in
        Equation 7. ``gamma_I=0`` is a supervised SVM.
    n_neighbors, weights, heat_width, normalized
        The graph: see :func:`~mlcompanion.manifold.graph_laplacian`. ``n_neighbors`` is reduced to
        ``n_samples - 1`` if need be. ``fit`` takes a graph of one's own as well.
    laplacian_degree : int
        The power p of the Laplacian.
    solver : {"pcg", "newton", "dual"}
        ``"dual"`` uses the linear hinge loss, the others its square; Newton's steps share one
        factorisation.
    stop : str or None
        Rule for ``solver="pcg"``: ``"stability"``, ``"validation"``, ``"mixed"`` (the paper's);
        ``"gradient"``, ``"preconditioned"``, ``"mixed_product"``, ``"objective"`` (classical, with
        tolerance ``tol``); None runs to convergence.
    theta : int, optional
        Iterations between checks; default :math:`\sqrt n/2`, rounded.
    eta : float
        Tolerance of the stability check in percent.
    tol : float
        Tolerance of the classical rules.
    fit_intercept : bool
    max_iter : int
        Largest number of conjugate-gradient iterations.
    warm_start : bool
        Start from the coefficients of the last fit if their shape allows.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        Without the mark -1.
    dual_coef_ : ndarray, shape (n_machines, n_samples)
        One machine for two classes, else one a class.
    intercept_ : ndarray, shape (n_machines,)
    n_iter_ : ndarray, shape (n_machines,)
    history_ : list of dict
        Per machine the curves of the solver: ``objective``, ``gradient``, ``preconditioned``,
        ``mixed_product``, ``n_intervals``, ``n_errors``.
    X_fit_ : ndarray, shape (n_samples, n_features)
    converged_ : ndarray of bool, shape (n_machines,)
        Whether the rule, or the tolerance, ended the run; else ``fit`` warns.

    Notes
    -----
    Cost: O(k n^2) for k conjugate-gradient iterations, O(n^3) for the other solvers; memory O(n^2),
    labelled and unlabelled samples together.
    Source: Sections 2 to 4, Algorithms 1 to 3.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(200, noise=0.05, random_state=2)
    >>> hidden = y.copy()
    >>> hidden[2:] = -1  # two points keep their labels
    >>> model = LapSVM(sigma=0.35, gamma_A=1e-5, gamma_I=1).fit(X, hidden)
    >>> model.score(X, y)
    1.0
    """

    _solvers = ("pcg", "newton", "dual")
    _loss = "squared_hinge"


class LapRLSC(_LaplacianClassifier):
    """Laplacian regularised least-squares classifier: the same with the squared loss.

    Parameters and attributes are those of :class:`LapSVM`. The set of error vectors is fixed, so
    ``solver="newton"`` is one linear system, and the conjugate gradients' step has a closed form.

    Notes
    -----
    Cost: O(k n^2) for k conjugate-gradient iterations, O(n^3) for the linear system; memory O(n^2).
    Source: Section 5, Equation 14.
    """

    _solvers = ("pcg", "newton")
    _loss = "squared"
