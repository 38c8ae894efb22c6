r"""Graphs of a parametric model and of kernel smoothing: Chen (2013), section 6.2."""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_real

from ..partitions import CellSums, cell_sums
from .base import ConditionalGraph, constant_column
from .gaussian_leaf import GaussianLeafModel, gaussian_loss, lasso_precisions, path_precisions

__all__ = ["KernelGraph", "ParametricGraph", "local_moments"]


def local_moments(X, Y, query, bandwidth):
    r"""Mean and covariance at a point, rows weighted by a normal kernel of their distance.

    .. math:: \hat\mu(x)=\frac{\sum_iK_iy_i}{\sum_iK_i},\qquad
       \hat\Sigma(x)=\frac{\sum_iK_i(y_i-\hat\mu(x))(y_i-\hat\mu(x))^\top}{\sum_iK_i}

    Parameters
    ----------
    X : array_like of shape (n, d)
    Y : array_like of shape (n, p)
    query : array_like of shape (d,)
    bandwidth : float
        h, the kernel's standard deviation in the units of X.

    Returns
    -------
    mean : ndarray of shape (p,)
    covariance : ndarray of shape (p, p)

    Notes
    -----
    Cost: O(n (d + p²)). Far from all rows the nearest ones count, as in the limit.
    Source: Chen (2013), section 6.2.

    Examples
    --------
    >>> local_moments([[0.0], [1.0]], [[2.0], [4.0]], [0.5], 1.0)[0].tolist()
    [3.0]
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Y = check_array(Y, "Y", shape=(len(X), None))
    query = check_array(query, "query", shape=(X.shape[1],))
    bandwidth = check_real(bandwidth, "bandwidth", low=0, open_low=True)
    squares = ((X - query) ** 2).sum(axis=1) / bandwidth**2
    # the nearest row has weight 1: far from all of them no weight underflows to 0 / 0
    weights = np.exp(-0.5 * (squares - squares.min()))
    weights /= weights.sum()
    mean = weights @ Y
    off = Y - mean
    return mean, (weights[:, None] * off).T @ off


class KernelGraph(ConditionalGraph):
    r"""A graphical lasso at each point asked for, on the covariance smoothed around it.

    Parameters
    ----------
    bandwidth : float, optional
        Of the normal kernel, in the units of X. By default the best of ``n_bandwidths`` between a
        fiftieth and a half of the largest side of the rows' box, by held-out risk.
    lam : float, optional
        Penalty, in the units of the covariance; by default the best of ``n_lams``, together with
        the bandwidth.
    judge : {"refit", "lasso"}
        Whether the matrices are refitted on their graphs.
    n_bandwidths, n_lams : int
        Sizes of the grids.
    n_judged : int
        At most so many held-out rows choose: each costs a path of lassos for each bandwidth.
    validation_fraction : float
        Share of rows held out if ``fit`` is not given any, and something is to be chosen. They
        join the others afterwards.
    random_state : int, RandomState, Generator or None

    Attributes
    ----------
    bandwidth_, lam_ : float
    X_fit_, Y_fit_ : ndarray
        The rows that are smoothed over: all that ``fit`` was given to learn from.
    n_outputs_ : int

    Notes
    -----
    Cost: a row asked for costs O(n (d + p²)) and a graphical lasso.
    Source: Chen (2013), section 6.2.
    """

    def __init__(
        self,
        bandwidth=None,
        lam=None,
        *,
        judge="refit",
        n_bandwidths=8,
        n_lams=15,
        n_judged=200,
        validation_fraction=0.5,
        random_state=None,
    ):
        self.bandwidth = bandwidth
        self.lam = lam
        self.judge = judge
        self.n_bandwidths = n_bandwidths
        self.n_lams = n_lams
        self.n_judged = n_judged
        self.validation_fraction = validation_fraction
        self.random_state = random_state

    def fit(self, X, y, X_val=None, y_val=None):
        """Keep the rows, and choose bandwidth and penalty where they are not given.

        Parameters
        ----------
        X : array_like of shape (n, d)
        y : array_like of shape (n, p)
        X_val, y_val : array_like of shape (m, d) and (m, p), optional

        Returns
        -------
        KernelGraph
        """
        check_in(self.judge, "judge", ("refit", "lasso"))
        for name in ("n_bandwidths", "n_lams", "n_judged"):
            check_count(getattr(self, name), name, low=1)
        for name in ("bandwidth", "lam"):
            if getattr(self, name) is not None:
                check_real(getattr(self, name), name, low=0, open_low=True)
        self._check_split()
        learn = self._training_rows(X, y, X_val, y_val)
        self._choose(*learn)
        X, Y, _, _ = self._training_rows(X, y, X, y)
        self.X_fit_ = X.copy()
        self.Y_fit_ = Y.copy()
        if (Y.max(axis=0) == Y.min(axis=0)).any():
            raise constant_column(X)
        return self

    def _choose(self, X, Y, X_val, Y_val):
        # each row judged costs a path of lassos for every bandwidth
        rows = self._rng.permutation(len(X_val))[: self.n_judged]
        side = np.ptp(X, axis=0).max() or 1.0
        widths = side * np.geomspace(0.02, 0.5, self.n_bandwidths)
        if self.bandwidth is not None:
            widths = [self.bandwidth]
        S = cell_sums(Y).covariance()
        top = np.abs(S - np.diag(np.diag(S))).max()
        # from a little above the largest covariance, where the graph is empty, downwards
        lams = 1.5 * (top or np.diag(S).max()) * np.geomspace(1, 0.02, self.n_lams)
        if self.lam is not None:
            lams = np.array([float(self.lam)])
        best = np.inf
        self.bandwidth_ = float(widths[-1])
        self.lam_ = float(lams[0])
        if len(widths) == len(lams) == 1:
            return
        for width in widths:
            risks = np.zeros(len(lams))
            for row in rows:
                risks += self._losses(X, Y, X_val[row], Y_val[row], width, lams)
            if risks.min() < best:
                best = risks.min()
                self.bandwidth_ = float(width)
                self.lam_ = float(lams[risks.argmin()])

    def _losses(self, X, Y, x, y, width, lams):
        mean, S = local_moments(X, Y, x, width)
        if (np.diag(S) <= 0).any():
            return np.full(len(lams), np.inf)
        precisions, exists, _ = path_precisions(S, lams, True, self.judge)
        off = y - mean
        losses = np.empty(len(lams))
        gaussian_loss(precisions, np.outer(off, off), 1, losses)
        return np.where(exists, losses, np.inf)

    def _laws(self, X):
        p = self.n_outputs_
        means = np.zeros((len(X), p))
        precisions = np.zeros((len(X), p, p))
        lams = np.array([self.lam_])
        for i, x in enumerate(X):
            means[i], S = local_moments(self.X_fit_, self.Y_fit_, x, self.bandwidth_)
            found, exists, _ = path_precisions(S, lams, True, self.judge)
            if not exists[0]:  # too few rows near for a refit: keep the lasso's
                found = lasso_precisions(S, lams, True)
            precisions[i] = found[0]
        return means, precisions


class ParametricGraph(ConditionalGraph):
    r"""One graph for all, of what a linear regression on the covariates leaves.

    .. math:: \hat\Sigma_{Y|X}=\hat\Sigma_Y-\hat\Sigma_{YX}\hat\Omega_X\hat\Sigma_{XY}

    Parameters
    ----------
    lam_x : float
        Penalty of the graphical lasso for the covariates' precision :math:`\hat\Omega_X`, as a
        share of their mean variance; small, for it shrinks the regression.
    n_lams : int
        Penalties of the path for the responses.
    judge : {"refit", "lasso", "both"}
        Which matrices of the path compete.
    validation_fraction : float
        Share of rows held out if ``fit`` is not given any.
    random_state : int, RandomState, Generator or None

    Attributes
    ----------
    coef_ : ndarray of shape (p, d)
        :math:`\hat\Sigma_{YX}\hat\Omega_X`.
    intercept_ : ndarray of shape (p,)
    precision_ : ndarray of shape (p, p)
    lam_ : float
    n_outputs_ : int

    Notes
    -----
    Cost: O(n (d + p)²) and two graphical lassos.
    Source: Chen (2013), section 6.2, parametric estimators.
    """

    def __init__(
        self,
        lam_x=1e-3,
        *,
        n_lams=20,
        judge="refit",
        validation_fraction=0.5,
        random_state=None,
    ):
        self.lam_x = lam_x
        self.n_lams = n_lams
        self.judge = judge
        self.validation_fraction = validation_fraction
        self.random_state = random_state

    def fit(self, X, y, X_val=None, y_val=None):
        """Regress, and find the graph of what is left.

        Parameters
        ----------
        X : array_like of shape (n, d)
        y : array_like of shape (n, p)
        X_val, y_val : array_like of shape (m, d) and (m, p), optional

        Returns
        -------
        ParametricGraph
        """
        lam_x = check_real(self.lam_x, "lam_x", low=0, open_low=True)
        self._check_split()
        X, Y, X_val, Y_val = self._training_rows(X, y, X_val, y_val)
        x_mean = X.mean(axis=0)
        y_mean = Y.mean(axis=0)
        spread = X.std(axis=0)
        units = np.where(spread > 0, spread, 1.0)
        Z = (X - x_mean) / units
        S_x = Z.T @ Z / len(Z)
        np.fill_diagonal(S_x, np.where(spread > 0, np.diag(S_x), 1.0))
        omega = lasso_precisions(S_x, np.array([lam_x]), True)[0]
        across = (Y - y_mean).T @ Z / len(Z)
        self.coef_ = across @ omega / units
        self.intercept_ = y_mean - self.coef_ @ x_mean
        left = cell_sums(Y - y_mean)
        explained = across @ omega @ across.T
        # the sums of the residuals, from those of the responses: no row is looked at again
        train = CellSums(left.n, left.total, left.products - left.n * explained)
        rest = cell_sums(Y_val - X_val @ self.coef_.T - self.intercept_)
        leaf = GaussianLeafModel("heldout", "heldout", self.n_lams, judge=self.judge)(train, rest)
        if not np.isfinite(leaf.loss):
            raise constant_column(X)
        self.precision_ = leaf.precision
        self.lam_ = leaf.lam
        return self

    def _laws(self, X):
        means = X @ self.coef_.T + self.intercept_
        return means, np.repeat(self.precision_[None], len(X), axis=0)
