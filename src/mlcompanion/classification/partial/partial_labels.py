r"""One classifier from examples that bear several candidate labels: convex losses of the scores.

Cour, Sapp and Taskar (2011): the mean loss (CLPL, Eq. 2), its rivals (Eqs. 3, 4, 6, 7), and their
minimisation over linear scores or sums of kernels (section 6). Scores are numbers g_a, one a label
a; the bag **y** is a set of labels; psi is a convex decreasing loss of one number.
"""

import warnings

import numpy as np
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_flag, check_in, check_real
from mlcompanion.kernels import gram
from mlcompanion.losses import Exponential, Hinge, Logistic, SquaredHinge
from mlcompanion.losses.formulas import loss_derivative, loss_second, loss_value
from mlcompanion.optimize.newton_cg import NewtonRun, newton_cg

from .._columns import Columns
from ._candidates import CandidateClassifier, check_candidates

__all__ = ["PSI", "PartialLabelSVM", "partial_loss", "partial_loss_gradient"]

#: Losses of one number by name; the squared hinge is max(0, 1 - u)^2.
PSI = {
    "squared_hinge": SquaredHinge(slope=2.0),
    "logistic": Logistic(),
    "exponential": Exponential(),
    "hinge": Hinge(),
}
_DAMPING = 1e-10  # of the weight of all losses, where no penalty bends the problem
_SMOOTH = ("squared_hinge", "logistic", "exponential")


def _mean(G, bags):
    return bags / bags.sum(axis=1, keepdims=True)


def _sum(G, bags):
    return bags.astype(float)


def _max(G, bags):
    top = np.where(bags, G, -np.inf).argmax(axis=1)
    return np.eye(G.shape[1])[top]


#: How a loss adds up the scores of a bag into one number.
_PULL = {"mean": _mean, "sum": _sum, "max": _max}
LOSSES = (*_PULL, "naive", "naive_sum", "contrastive")


@njit
def _pooled(pull, G, i):
    """The number by which the bag of row i enters."""
    total = 0.0
    for a in range(G.shape[1]):
        total += pull[i, a] * G[i, a]
    return total


@njit
def _pooled_parts(G, bags, pull, psi):
    """Loss and gradient where the bag enters by one number, the scores times ``pull``."""
    values = np.empty(len(G))
    slopes = np.empty(G.shape)
    for i in range(len(G)):
        pooled = _pooled(pull, G, i)
        values[i], slope = loss_value(psi, pooled, 1.0), loss_derivative(psi, pooled, 1.0)
        for a in range(G.shape[1]):
            slopes[i, a] = pull[i, a] * slope if pull[i, a] > 0.0 else 0.0  # not 0 times infinity
            if not bags[i, a]:
                values[i] += loss_value(psi, G[i, a], -1.0)
                slopes[i, a] += loss_derivative(psi, G[i, a], -1.0)
    return values, slopes


@njit
def _pooled_curvature(G, bags, pull, psi):
    """Second derivatives in the pooled score of each row, and in the scores outside of the bags."""
    pooled = np.empty(len(G))
    outside = np.zeros(G.shape)
    for i in range(len(G)):
        pooled[i] = loss_second(psi, _pooled(pull, G, i), 1.0)
        for a in range(G.shape[1]):
            if not bags[i, a]:
                outside[i, a] = loss_second(psi, G[i, a], -1.0)
    return pooled, outside


@njit
def _bend(V, pull, pooled, outside):
    """Turn changes V of the scores into changes of the slopes, in place; both of shape (n, L)."""
    for i in range(len(V)):
        together = pooled[i] * _pooled(pull, V, i) if pooled[i] > 0 else 0.0
        for a in range(V.shape[1]):
            V[i, a] = outside[i, a] * V[i, a] + together * pull[i, a]


def _parts(G, bags, loss, psi, pull=None):
    """Loss of each row, and its gradient in the scores; ``pull`` if it is known."""
    if loss in _PULL:
        pull = _PULL[loss](G, bags) if pull is None else pull
        return _pooled_parts(plain_layout(G), bags, pull, psi.compiled)
    if loss == "contrastive":
        pull = _mean(G, bags)
        gaps = (pull * G).sum(axis=1, keepdims=True) - G
        slopes = np.where(bags, 0.0, psi.derivative(gaps, 1.0))
        values = np.where(bags, 0.0, psi.value(gaps, 1.0)).sum(axis=1)
        return values, _times(pull, slopes.sum(axis=1, keepdims=True)) - slopes
    values = np.where(bags, 0.0, psi.value(G, -1.0)).sum(axis=1)
    slopes = np.where(bags, 0.0, psi.derivative(G, -1.0))
    each = _mean(G, bags) if loss == "naive" else bags
    values += _times(each, psi.value(G, 1.0)).sum(axis=1)
    return values, slopes + _times(each, psi.derivative(G, 1.0))


def _times(shares, numbers):
    """The product, in which a share of zero leaves nothing of infinity."""
    numbers = np.broadcast_to(numbers, shares.shape)
    return np.multiply(shares, numbers, where=shares > 0, out=np.zeros(shares.shape))


def _check(scores, candidates, loss, psi, known=tuple(PSI)):
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    bags = check_candidates(candidates, shape=scores.shape)
    return scores, bags, check_in(loss, "loss", LOSSES), PSI[check_in(psi, "psi", known)]


def partial_loss(scores, candidates, loss="mean", psi="squared_hinge"):
    r"""Loss of scores against bags, example by example.

    .. math:: \text{mean: }\psi\Big(\frac1{|\mathbf y|}\sum_{a\in\mathbf y}g_a\Big)
        +\sum_{a\notin\mathbf y}\psi(-g_a)

    Parameters
    ----------
    scores : array_like, shape (n, L)
        The numbers g_a.
    candidates : array_like of bool, shape (n, L)
        Which labels are in the bag; at least one a row.
    loss : {"mean", "sum", "max", "naive", "naive_sum", "contrastive"}
        ``"sum"`` and ``"max"`` pool the scores of the bag that way (Eqs. 6 and 4); ``"naive"``
        averages the losses instead of the scores (Eq. 3), ``"naive_sum"`` adds them up (section
        7.1.2); ``"contrastive"`` compares the mean with every label outside (Eq. 7).
    psi : {"squared_hinge", "logistic", "exponential", "hinge"}

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If a bag is empty, shapes differ, or a word is unknown.

    Notes
    -----
    Cost O(n L). Source: Cour, Sapp and Taskar (2011), sections 4.1, 4.3 and 7.4.1.

    Examples
    --------
    >>> partial_loss([[2.0, -1.0, -1.0]], [[1, 1, 0]], "mean").tolist()
    [0.25]
    >>> partial_loss([[2.0, -1.0, -1.0]], [[1, 1, 0]], "naive").tolist()
    [2.0]
    """
    return _parts(*_check(scores, candidates, loss, psi))[0]


def partial_loss_gradient(scores, candidates, loss="mean", psi="squared_hinge"):
    """Gradient of :func:`partial_loss` in the scores, shape (n, L); arguments as there.

    Parameters
    ----------
    scores : array_like, shape (n, L)
    candidates : array_like of bool, shape (n, L)
    loss, psi : str

    Returns
    -------
    ndarray, shape (n, L)
        A subgradient where there is no gradient.
    """
    return _parts(*_check(scores, candidates, loss, psi))[1]


class _Problem:
    """What :class:`PartialLabelSVM` minimises, as a function of all weights in one vector."""

    def __init__(self, design, bags, loss, psi, C, penalised):
        self.design = plain_layout(design)
        self.columns = plain_layout(design.T)
        self.bags = bags
        self.loss = loss
        self.psi = psi
        self.C = C
        self.penalised = penalised
        #: The pull of a bag, if it is the same at all scores: then the loss is convex and smooth.
        self.pull = _PULL[loss](None, bags) if loss in ("mean", "sum") else None

    def function(self, flat):
        """Value and gradient: one product with the design each way."""
        W = flat.reshape(-1, self.bags.shape[1])
        self.G = self.design @ W
        values, slopes = _parts(self.G, self.bags, self.loss, self.psi, self.pull)
        shrunk = self.penalised * W
        value = 0.5 * (shrunk * W).sum() + self.C * values.sum()
        return value, (shrunk + self.C * (self.columns @ slopes)).ravel()

    def hessian(self):
        """Products with the Hessian at the last point, and its diagonal."""
        curvature = _pooled_curvature(self.G, self.bags, self.pull, self.psi.compiled)
        pooled, outside = (self.C * part for part in curvature)
        # An intercept is free, and no example may bend in it: a trace of a penalty for the step.
        kept = np.maximum(self.penalised, _DAMPING * self.C * len(self.G))

        def product(flat):
            V = flat.reshape(-1, self.bags.shape[1])
            change = self.design @ V
            _bend(change, self.pull, pooled, outside)
            bent = self.columns @ change
            bent += kept * V
            return bent.ravel()

        each = outside + self.pull**2 * pooled[:, None]  # second derivative in each single score
        return product, (kept + self.columns**2 @ each).ravel()

    def solve(self, tol, max_iter):
        """Newton's method where the loss is smooth and convex; else L-BFGS."""
        start = np.zeros(self.design.shape[1] * self.bags.shape[1])
        if self.pull is not None:
            return newton_cg(self.function, self.hessian, start, tol, max_iter)
        found = minimize(
            self.function, start, jac=True, method="L-BFGS-B",
            options={"maxiter": max_iter, "maxfun": 2 * max_iter, "ftol": 1e-14,
                     "gtol": tol * abs(self.function(start)[1]).max()},
        )  # fmt: skip
        return NewtonRun(found.x, found.fun, found.nit, 0, bool(found.success))


class PartialLabelSVM(CandidateClassifier):
    r"""Linear or kernel scores that minimise a loss of candidate labels.

    .. math:: \min_W\ \tfrac12\|W\|^2+C\sum_i\mathcal L_\psi(g(x_i),\mathbf y_i),\qquad
        g_a(x)=w_a\cdot x+b_a

    Parameters
    ----------
    loss : {"mean", "sum", "max", "naive", "naive_sum", "contrastive"}
        See :func:`partial_loss`; ``"max"`` is not convex.
    psi : {"squared_hinge", "logistic", "exponential"}
    C : float
        Weight of the losses, positive.
    kernel : {"linear", "rbf", "poly"} or callable
        For sums of kernels at the training examples instead of linear scores.
    sigma, degree, coef0 : float, int, float
        Parameters of the kernels.
    fit_intercept : bool
        Add a constant to every score; it is not penalised.
    max_iter : int
        Most iterations of Newton's method, for ``"mean"`` and ``"sum"``, or of L-BFGS.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at zero, for
        linear scores in centred columns of one size.

    Attributes
    ----------
    classes_ : ndarray, shape (L,)
        0, 1, ... for bags; the sorted labels if ``y`` holds labels.
    coef_ : ndarray, shape (n_features, L)
        One column a label; with a kernel, (n_samples, L): coefficients of the kernels.
    intercept_ : ndarray, shape (L,)
    X_fit_ : ndarray, shape (n_samples, n_features)
        Only with a kernel.
    n_iter_ : int
    objective_ : float
        What was minimised, at the solution.
    converged_ : bool
        Whether the search met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost O(n d L) an iteration, or a product with the Hessian: the L d columns of the reduction to
    two classes (section 6) are never built. With a kernel one eigendecomposition, O(n^3) in time
    and O(n^2) in memory, turns it into the linear problem.
    Source: Cour, Sapp and Taskar (2011), Eq. 2 and section 6.

    Examples
    --------
    >>> X = [[0.0], [0.2], [1.0], [1.2], [2.0], [2.2]]
    >>> bags = [[1, 1, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 1, 1], [1, 0, 1]]
    >>> PartialLabelSVM(kernel="rbf", sigma=0.5, C=10.0).fit(X, bags).predict(X).tolist()
    [0, 0, 1, 1, 2, 2]
    """

    def __init__(self, loss="mean", psi="squared_hinge", C=1.0, *, kernel="linear", sigma=1.0,
                 degree=3, coef0=0.0, fit_intercept=True, max_iter=1000, tol=1e-4):  # fmt: skip
        self.loss = loss
        self.psi = psi
        self.C = C
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol

    def fit(self, X, y):
        """Fit to bags, or to labels, which are bags of one.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples, L) of bool, or (n_samples,)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a bag is empty or not of Booleans, there is one class, or a parameter is wrong.
        """
        loss = check_in(self.loss, "loss", LOSSES)
        psi = PSI[check_in(self.psi, "psi", _SMOOTH)]
        C = check_real(self.C, "C", low=0, open_low=True)
        intercept = check_flag(self.fit_intercept, "fit_intercept")
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        tol = check_real(self.tol, "tol", low=0)
        check_count(self.degree, "degree", low=1)
        check_real(self.coef0, "coef0")
        X, bags = self._check_bags(X, y)
        features, back = (X, None) if self.kernel == "linear" else self._kernel_features(X)
        b = features.shape[1]
        columns = Columns(np.zeros(b), np.ones(b))
        if self.kernel == "linear":
            columns = Columns.of(features, centred=intercept, ridge=1 / (C * len(X)))
        design = np.column_stack([columns.apply(features), np.ones((len(X), int(intercept)))])
        penalised = np.append(columns.unit**-2.0, np.zeros(int(intercept)))[:, None]
        problem = _Problem(design, bags, loss, psi, C, penalised)
        found = problem.solve(tol, max_iter)
        W = found.w.reshape(-1, bags.shape[1])
        self.coef_, self.intercept_ = columns.to_data(W[:b], W[b:].sum(axis=0))
        if back is not None:
            self.coef_ = back @ self.coef_
            self.X_fit_ = X
        self.n_iter_ = int(found.n_iter)
        self.objective_ = float(found.objective)
        self.converged_ = found.converged
        if not found.converged:
            warnings.warn(
                f"PartialLabelSVM stopped after {found.n_iter} iterations before tol was met",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _gram(self, X, Y=None):
        own = {"rbf": {"sigma": self.sigma}, "poly": {"degree": self.degree, "coef0": self.coef0}}
        options = own.get(self.kernel, {}) if isinstance(self.kernel, str) else {}
        return gram(X, Y, kernel=self.kernel, **options)

    def _kernel_features(self, X):
        """Features whose inner products are the kernel, and the way back to its coefficients."""
        values, vectors = np.linalg.eigh(self._gram(X))
        keep = values > 1e-10 * values[-1]  # the others are what rounding left of 0
        root = np.sqrt(values[keep])
        return vectors[:, keep] * root, vectors[:, keep] / root

    def scores(self, X):
        """The scores g_a(x) of all labels, shape (n_samples, L)."""
        X = self._rows(X)
        columns = X if self.kernel == "linear" else self._gram(X, self.X_fit_)
        return columns @ self.coef_ + self.intercept_
