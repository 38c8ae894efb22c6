"""FIC and PIC on a map, with inducing points and hyperparameters by their own likelihood.

Park, Huang and Ding (2011), sections 6.2 and 6.5; the formulas are in ``gp.low_rank``.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion.gp import SquaredExponential, low_rank_fit
from mlcompanion.gp.tiles import Hyperparameters

__all__ = ["SparseGP", "climb_sparse", "inducing_grid"]


def inducing_grid(X, count):
    """About ``count`` points at the middles of a regular grid over the data."""
    low = X.min(axis=0)
    sides = np.ptp(X, axis=0)
    unit = (np.prod(sides) / count) ** (1 / len(sides))
    cells = np.maximum(1, np.round(sides / unit)).astype(int)
    middles = [a + s * (np.arange(k) + 0.5) / k for a, s, k in zip(low, sides, cells)]
    return np.stack(np.meshgrid(*middles, indexing="ij"), axis=-1).reshape(-1, len(sides))


class SparseGP:
    """FIC, or PIC on the tiles of a mesh, for targets whose mean is subtracted.

    Parameters
    ----------
    theta : Hyperparameters
    inducing : array_like, shape (M, d)
    mesh : TileMesh, optional
        With a mesh it is PIC, whose blocks are the tiles; else FIC.
    """

    def __init__(self, theta, inducing, mesh=None):
        self.theta = theta
        self.inducing = np.asarray(inducing, dtype=float)
        self.mesh_ = mesh

    def fit(self, X, y):
        """Factor block by block."""
        covariance, noise = self.theta
        self.mean_ = y.mean()
        self.blocks_ = [np.arange(len(X))] if self.mesh_ is None else self.mesh_.members(X)
        order = np.concatenate(self.blocks_)
        self.X_ = X[order]
        kept = covariance.variances(self.X_)
        if self.mesh_ is not None:
            kept = [covariance(X[rows]) for rows in self.blocks_]
        self.fit_ = low_rank_fit(
            y[order] - self.mean_, covariance(self.X_, self.inducing), covariance(self.inducing),
            noise=noise, K_ff=kept, jitter=1e-6,
        )  # fmt: skip
        self.ends_ = np.cumsum([0, *map(len, self.blocks_)])
        return self

    def predict_from(self, tile, X):
        """Mean by the block of one tile, wherever the points lie."""
        return self._answer(tile, X)[0]

    def _answer(self, tile, X):
        covariance = self.theta.covariance
        own = self.X_[self.ends_[tile] : self.ends_[tile + 1]]
        mean, variance = self.fit_.predict_in_block(
            covariance(X, self.inducing), covariance.variances(X), covariance(X, own), tile
        )
        return self.mean_ + mean, variance

    def predict(self, X, return_std=False, *, noisy=False):
        """Mean and standard deviation, as of the other models."""
        covariance, noise = self.theta
        mean = np.empty(len(X))
        variance = np.empty(len(X))
        if self.mesh_ is None:
            mean, variance = self.fit_.predict(
                covariance(X, self.inducing), covariance.variances(X)
            )
            mean = self.mean_ + mean
        else:
            for tile, rows in enumerate(self.mesh_.members(X)):
                if len(rows):
                    mean[rows], variance[rows] = self._answer(tile, X[rows])
        if not return_std:
            return mean
        return mean, np.sqrt(variance + noise * noisy)


def _slopes(X, y, covariance, noise, inducing, blocks):
    """Log likelihood and its slopes in log scale, log widths, log noise and inducing points."""
    K_fu = covariance(X, inducing)
    K_uu = covariance(inducing)
    kept = covariance.variances(X) if blocks is None else [covariance(X[rows]) for rows in blocks]
    fit = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=kept, jitter=1e-6)
    by = fit.gradient()
    fu = by.K_fu * K_fu
    uu = by.K_uu * K_uu
    ff = [] if blocks is None else [B * K for B, K in zip(by.K_ff, kept)]
    diagonal = by.K_ff @ kept if blocks is None else sum(block.sum() for block in ff)
    slopes = [2 * (fu.sum() + uu.sum() + diagonal)]
    moves = np.empty_like(inducing)
    for j, width in enumerate(np.broadcast_to(covariance.sigma, X.shape[1:])):
        across = np.subtract.outer(X[:, j], inducing[:, j]) / width
        among = np.subtract.outer(inducing[:, j], inducing[:, j]) / width
        total = (fu * across**2).sum() + (uu * among**2).sum()
        for block, rows in zip(ff, blocks or ()):
            x = X[rows, j] / width
            total += (block * np.subtract.outer(x, x) ** 2).sum()
        slopes.append(total)
        moves[:, j] = ((fu * across).sum(axis=0) - 2 * (uu * among).sum(axis=1)) / width
    slopes.append(noise * by.noise.sum())
    return fit.log_marginal_likelihood, np.concatenate([slopes, moves.ravel()])


def climb_sparse(X, y, theta, inducing, blocks=None, *, n_steps=50, move=True):
    """L-BFGS on the likelihood of FIC or PIC.

    Parameters
    ----------
    X : ndarray, shape (n, d)
        In the order of the blocks.
    y : ndarray, shape (n,)
        Less their mean.
    theta : Hyperparameters
        The start, a squared exponential with a width for each column.
    inducing : ndarray, shape (M, d)
    blocks : list of ndarray of int, optional
        Rows of each block: PIC; else FIC.
    n_steps : int
    move : bool
        Whether the inducing points move, too.

    Returns
    -------
    Hyperparameters, ndarray (M, d)
    """
    d = X.shape[1]
    widths = np.broadcast_to(theta.covariance.sigma, (d,))
    first = np.log([theta.covariance.scale, *widths, theta.noise_variance])
    start = np.concatenate([first, inducing.ravel()])
    free = [(v - 4, v + 4) for v in first] + [
        (None, None) if move else (v, v) for v in inducing.ravel()
    ]

    def parts(values):
        covariance = SquaredExponential(np.exp(values[1 : d + 1]), float(np.exp(values[0])))
        places = values[d + 2 :].reshape(inducing.shape)
        return Hyperparameters(covariance, float(np.exp(values[d + 1]))), places

    def loss(values):
        (covariance, noise), places = parts(values)
        try:
            value, slopes = _slopes(X, y, covariance, noise, places, blocks)
        except ValueError:  # not positive definite within rounding: the line search steps back
            return np.inf, np.zeros_like(values)
        return -value, -slopes

    run = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=free, options={"maxiter": n_steps}
    )
    return parts(run.x)
