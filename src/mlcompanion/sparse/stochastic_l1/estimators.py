r"""Estimators: coordinate descent, SMIDAS and truncated gradient for l1-penalised losses.

Shalev-Shwartz and Tewari (2011). They minimise the mean loss plus :math:`\lambda\|w\|_1`, without
an intercept.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_count

from ._models import ExampleWise, L1Model
from .coordinate_descent import scd
from .mirror_descent import smidas, truncated_gradient

__all__ = ["SCD", "SMIDAS", "TruncatedGradient"]


class SCD(L1Model):
    r"""Stochastic coordinate descent: one feature a step, no step length to choose.

    Parameters
    ----------
    lam : float
        Weight of the l1 norm, not negative: 1/(C n_samples) of scikit-learn's logistic regression,
        ``alpha`` of its Lasso.
    loss : "logistic" or "squared"
        A classifier of two classes, or a regressor.
    order : "random", "cyclic" or "greedy"
    curvature : "column" or "global"
        A bound for each feature, or the source's for all, for X in [-1, 1].
    box : pair of float, optional
        Least and largest weight.
    shrinking : bool
        Settle the features that matter between two looks at all of them.
    restarts : int
        Runs from zero, of which the best is kept.
    max_passes : int
    tol : float
        Bound on the duality gap, relative to the objective at zero; 0 makes all passes.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or, with the squared loss, (n_features,)
    intercept_ : ndarray of shape (1,) or float
        Zero: the method has none.
    classes_ : ndarray of shape (2,)
        Not with the squared loss.
    gap_ : float
        Duality gap; NaN with a box or ``tol=0``.
    objective_ : float
    n_iter_ : int
        Passes: steps over features.
    converged_ : bool
        Whether the gap met ``tol``; else ``fit`` warns.
    work_ : Work
        Entries of X read; ``work_.curve()`` has objective and non-zero weights against them.

    Warns
    -----
    ConvergenceWarning
        If ``max_passes`` ended the run before its gap met ``tol``.

    Notes
    -----
    Cost: O(non-zero entries of a column) a step; one copy of X. CSC suits it best.
    Source: Shalev-Shwartz and Tewari (2011), Algorithm 2.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = SCD(0.01, random_state=0).fit((X - X.mean(axis=0)) / X.std(axis=0), y)
    >>> int((model.coef_ != 0).sum())
    11
    """

    _losses = ("logistic", "squared")

    def __init__(
        self,
        lam=0.01,
        loss="logistic",
        order="random",
        curvature="column",
        *,
        box=None,
        shrinking=False,
        restarts=1,
        max_passes=10_000,
        tol=1e-4,
        random_state=None,
    ):
        self.lam = lam
        self.loss = loss
        self.order = order
        self.curvature = curvature
        self.box = box
        self.shrinking = shrinking
        self.restarts = restarts
        self.max_passes = max_passes
        self.tol = tol
        self.random_state = random_state

    def _solve(self, X, y, loss):
        run = scd(
            X,
            y,
            self.lam,
            loss,
            order=self.order,
            curvature=self.curvature,
            box=self.box,
            shrinking=self.shrinking,
            restarts=self.restarts,
            max_passes=self.max_passes,
            tol=self.tol,
            random_state=self.random_state,
        )
        self.gap_ = run.gap
        steps = 1 if self.order == "greedy" else X.shape[1]
        self.n_iter_ = max(1, -(-run.n_steps // steps))
        self.converged_ = run.converged
        if not run.converged:
            warnings.warn(
                f"SCD stopped after {self.n_iter_} passes at a gap of {run.gap:.1e}; raise "
                "max_passes or tol",
                ConvergenceWarning,
                stacklevel=3,
            )
        return run


class SMIDAS(ExampleWise):
    r"""Stochastic mirror descent made sparse: one example a step, for many features of which few
    matter.

    Parameters
    ----------
    lam : float
        Weight of the l1 norm, not negative.
    loss : "logistic", "hinge" or "squared"
        A classifier of two classes, or a regressor.
    eta : float, optional
        Step length. Default: that of the source's Proposition 4 with K = 1, over the square of the
        largest entry of X; a search is better.
    p : float, optional
        Exponent of the link, at least 2. Default :math:`\lceil2\ln d\rceil`.
    average : "last", "random" or "mean"
        Which weights are kept.
    n_passes : int
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or, with the squared loss, (n_features,)
    intercept_ : ndarray of shape (1,) or float
        Zero: the method has none.
    classes_ : ndarray of shape (2,)
        Not with the squared loss.
    objective_ : float
        Of the last weights.
    n_iter_ : int
        Passes.
    work_ : Work

    Notes
    -----
    Cost: O(n_features) a step, for sparse rows too.
    Source: Shalev-Shwartz and Tewari (2011), Algorithm 3.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> Z = X - X.mean(axis=0)
    >>> model = SMIDAS(0.01, eta=0.5, random_state=0).fit(Z / abs(Z).max(axis=0), y)
    >>> bool(model.objective_ < 0.35)
    True
    """

    def __init__(
        self,
        lam=0.01,
        loss="logistic",
        eta=None,
        p=None,
        *,
        average="last",
        n_passes=5,
        random_state=None,
    ):
        self.lam = lam
        self.loss = loss
        self.eta = eta
        self.p = p
        self.average = average
        self.n_passes = n_passes
        self.random_state = random_state

    def _solve(self, X, y, loss):
        self.n_iter_ = check_count(self.n_passes, "n_passes", low=1)
        return smidas(
            X,
            y,
            self.lam,
            loss,
            eta=self._eta(X, np.inf),
            p=self.p,
            average=self.average,
            n_passes=self.n_passes,
            random_state=self.random_state,
        )


class TruncatedGradient(ExampleWise):
    r"""Stochastic gradient with a soft threshold after each step: one example a step.

    Parameters
    ----------
    lam : float
        Weight of the l1 norm, not negative.
    loss : "logistic", "hinge" or "squared"
        A classifier of two classes, or a regressor.
    eta : float, optional
        Step length. Default: one over the loss's constant times the largest squared length of a
        row; a search is better.
    n_passes : int
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or, with the squared loss, (n_features,)
    intercept_ : ndarray of shape (1,) or float
        Zero: the method has none.
    classes_ : ndarray of shape (2,)
        Not with the squared loss.
    objective_ : float
    n_iter_ : int
        Passes.
    work_ : Work

    Notes
    -----
    Cost: O(non-zero entries of a row) a step. CSR suits it best.
    Source: Shalev-Shwartz and Tewari (2011), section 4.2.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> Z = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> bool(TruncatedGradient(0.01, random_state=0).fit(Z, y).objective_ < 0.35)
    True
    """

    def __init__(self, lam=0.01, loss="logistic", eta=None, *, n_passes=5, random_state=None):
        self.lam = lam
        self.loss = loss
        self.eta = eta
        self.n_passes = n_passes
        self.random_state = random_state

    def _solve(self, X, y, loss):
        self.n_iter_ = check_count(self.n_passes, "n_passes", low=1)
        return truncated_gradient(
            X,
            y,
            self.lam,
            loss,
            eta=self._eta(X, 2),
            n_passes=self.n_passes,
            random_state=self.random_state,
        )
