"""The likelihood of several outputs under the Gaussian family, with its analytic gradient.

Parameters are one vector: weights S as they are (of either sign), logarithms of blurs, widths and
noise variances, and the inducing inputs where they move (Álvarez and Lawrence, 2011, sections 4,
5.1 and Appendix A).
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_solve, lapack

from mlcompanion.gp.low_rank import LowRankFit

from ._family import Family, Slopes, covariance, pull_back, tables
from ._pairs import AcrossBlocks, AllPairs, Diagonal, InducingPairs, LatentPairs, OutputBlocks

__all__ = []

JITTER = 1e-8


class Data(NamedTuple):
    """Stacked observations: inputs (n, p), values (n,), sizes (D,), places that each averages."""

    X: np.ndarray
    y: np.ndarray
    sizes: np.ndarray
    counts: np.ndarray


class Shape(NamedTuple):
    """What the parameters are: ``groups`` (Q,) ties the widths of hidden functions."""

    approx: str
    groups: np.ndarray
    blurred: bool
    isotropic: bool
    normalize: bool
    moving: bool


class Parameters(NamedTuple):
    """Family, noise variances (D,) and inducing inputs (K, p) or None."""

    family: Family
    noise: np.ndarray
    Z: object


class Likelihood:
    """Negative log-likelihood of a vector; ``value_and_gradient`` is what solvers call."""

    def __init__(self, data, shape, Z=None):
        self.data, self.shape, self.Z = data, shape, Z
        self.n_outputs = len(data.sizes)
        self.output = np.repeat(np.arange(self.n_outputs), data.sizes)
        self.columns = 1 if shape.isotropic else data.X.shape[1]
        self.power = data.X.shape[1] if shape.isotropic else 1
        self._order = None
        self._kept = self._layouts()

    def _layouts(self):
        """Layouts of what is kept of the exact covariance, with the rows that each covers."""
        X, sizes = self.data.X, self.data.sizes
        kind = self.shape.approx
        if kind == "full":
            return [AllPairs(X, sizes, self.shape.isotropic)]
        if kind == "fitc":
            return [Diagonal(self.output, self.columns)]
        if kind == "pitc":
            starts = np.append(0, np.cumsum(sizes)[:-1])
            groups = [(size, np.flatnonzero(sizes == size)) for size in np.unique(sizes)]
            self._groups = [outputs for _, outputs in groups]
            return [
                OutputBlocks(
                    X[starts[outputs][:, None] + np.arange(size)], outputs, self.shape.isotropic
                )
                for size, outputs in groups
            ]
        if kind == "output-block":
            # one block a place: rows are taken place by place
            n_places = sizes[0]
            self._order = np.arange(len(X)).reshape(self.n_outputs, n_places).T.ravel()
            return [AcrossBlocks(n_places, self.n_outputs, self.columns)]
        return []

    def pack(self, parameters):
        """The vector of these parameters."""
        family, noise, Z = parameters
        # one representative a group: tied widths stand in the vector once
        first = [np.flatnonzero(self.shape.groups == g)[0] for g in np.unique(self.shape.groups)]
        parts = [family.S.ravel()]
        if self.shape.blurred:
            parts.append(np.log(family.blur).ravel())
        parts += [np.log(family.width[first]).ravel(), np.log(noise)]
        if self.shape.moving:
            parts.append(Z.ravel())
        return np.concatenate(parts)

    def unpack(self, theta):
        """The parameters of a vector."""
        D, Q, c = self.n_outputs, len(self.shape.groups), self.columns
        lengths = [D * Q, D * c * self.shape.blurred, (self.shape.groups.max() + 1) * c, D]
        S, blur, width, noise, Z = np.split(theta, np.cumsum(lengths))
        blur = np.exp(blur).reshape(D, c) if self.shape.blurred else np.zeros((D, c))
        family = Family(
            S.reshape(D, Q),
            blur,
            np.exp(width).reshape(-1, c)[self.shape.groups],
            self.power,
            self.shape.normalize,
        )
        Z = Z.reshape(self.Z.shape) if self.shape.moving else self.Z
        return Parameters(family, np.exp(noise), Z)

    def _pack_slopes(self, slopes, parameters, by_noise, by_Z):
        """Derivatives by the vector: chain rule of the logarithms, sums over tied widths."""
        family = parameters.family
        parts = [slopes.S.ravel()]
        if self.shape.blurred:
            parts.append((slopes.blur * family.blur).ravel())
        n_groups = self.shape.groups.max() + 1
        width = np.zeros((n_groups, self.columns))
        # add.at, since several hidden functions may share a group
        np.add.at(width, self.shape.groups, slopes.width * family.width)
        # a value that averages several places has its noise divided by their number
        noise = np.bincount(self.output, by_noise / self.data.counts, minlength=self.n_outputs)
        # derivative by the logarithm of a width or variance: times itself
        parts += [width.ravel(), noise * parameters.noise]
        if self.shape.moving:
            parts.append(by_Z.ravel())
        return np.concatenate(parts)

    def value_and_gradient(self, theta):
        """Negative log-likelihood and its gradient; infinite where no factor exists."""
        parameters = self.unpack(theta)
        every = [tables(parameters.family, q) for q in range(len(self.shape.groups))]
        variances = parameters.noise[self.output] / self.data.counts
        step = self._full if self.shape.approx == "full" else self._sparse
        try:
            value, gradient = step(parameters, every, variances)
        except (ValueError, np.linalg.LinAlgError):
            return np.inf, np.zeros_like(theta)
        return -value, -gradient

    def _full(self, parameters, every, variances):
        (pairs,) = self._kept
        y = self.data.y
        K = sum(covariance(pairs, table) for table in every)
        K[np.diag_indices_from(K)] += variances
        L, info = lapack.dpotrf(K, lower=1, clean=1, overwrite_a=1)
        if info:
            raise np.linalg.LinAlgError("not positive definite")
        alpha = cho_solve((L, True), y)
        log_det = 2 * np.log(np.diag(L)).sum()
        value = -0.5 * (y @ alpha + log_det + len(y) * np.log(2 * np.pi))
        # dpotri fills one triangle of the inverse: the other is its mirror image
        lower, _ = lapack.dpotri(L, lower=1, overwrite_c=1)
        inverse = np.tril(lower) + np.tril(lower, -1).T
        # derivative of the log-likelihood by the covariance, as a matrix of weights
        weights = 0.5 * (np.outer(alpha, alpha) - inverse)
        slopes = Slopes(parameters.family)
        for q, table in enumerate(every):
            pull_back(pairs, parameters.family, q, table, weights, slopes)
        return value, self._pack_slopes(slopes, parameters, np.diag(weights), None)

    def fit_low_rank(self, parameters, every, variances):
        """The approximation's fit, and the layouts of the inducing inputs."""
        Z = parameters.Z
        with_Z = InducingPairs(self.data.X, Z, self.output, self.shape.isotropic)
        among = LatentPairs(Z, self.shape.isotropic)
        K_fu = np.hstack([covariance(with_Z, table) for table in every])
        K = len(Z)
        K_uu = np.zeros((K * len(every),) * 2)
        for q, table in enumerate(every):
            K_uu[q * K : (q + 1) * K, q * K : (q + 1) * K] = covariance(among, table)
        kept = self._kept_covariance(every)
        y = self.data.y
        if self._order is not None:
            y, K_fu, variances = y[self._order], K_fu[self._order], variances[self._order]
        return LowRankFit(y, K_fu, K_uu, variances, kept, JITTER), with_Z, among

    def _kept_covariance(self, every):
        values = [sum(covariance(pairs, table) for table in every) for pairs in self._kept]
        if not values:
            return None
        if self.shape.approx == "fitc":
            return values[0]
        if self.shape.approx == "output-block":
            return list(values[0])
        blocks = [None] * self.n_outputs
        for outputs, stack in zip(self._groups, values):
            for d, block in zip(outputs, stack):
                blocks[d] = block
        return blocks

    def _kept_weights(self, gradient):
        """The gradient by what is kept, in the layouts' shapes."""
        if not self._kept:
            return []
        if self.shape.approx == "pitc":
            return [np.stack([gradient.K_ff[d] for d in outputs]) for outputs in self._groups]
        return [np.stack(gradient.K_ff)]

    def _sparse(self, parameters, every, variances):
        fit, with_Z, among = self.fit_low_rank(parameters, every, variances)
        gradient = fit.gradient()
        by_fu, by_noise = gradient.K_fu, gradient.noise
        if self._order is not None:
            back = np.argsort(self._order)
            # back to the order of the data: place by place was the order of the fit
            by_fu, by_noise = by_fu[back], by_noise[back]
        family = parameters.family
        slopes = Slopes(family)
        by_Z = np.zeros_like(parameters.Z)
        K = len(parameters.Z)
        kept = self._kept_weights(gradient)
        for q, table in enumerate(every):
            part = slice(q * K, (q + 1) * K)
            for pairs, weights in zip(self._kept, kept):
                pull_back(pairs, family, q, table, weights, slopes)
            cross = pull_back(with_Z, family, q, table, by_fu[:, part], slopes)
            own = pull_back(among, family, q, table, gradient.K_uu[part, part], slopes)
            if self.shape.moving:
                by_Z += self._inducing_slopes(parameters.Z, table, cross, own)
        value = fit.log_marginal_likelihood
        return value, self._pack_slopes(slopes, parameters, by_noise, by_Z)

    def _inducing_slopes(self, Z, table, cross, own):
        """Derivative by the inducing inputs: each covariance falls by r/v times itself."""
        slopes = np.zeros_like(Z)
        # the covariance of Z with itself moves with both of its arguments
        own = own + own.T
        for j in range(Z.shape[1]):
            inverse = table.inverse[0 if self.shape.isotropic else j]
            # cross holds weight times covariance: its derivative by z is (x - z) / v times it
            per_row = cross * inverse[self.output, -1][:, None]
            slopes[:, j] = self.data.X[:, j] @ per_row - Z[:, j] * per_row.sum(axis=0)
            slopes[:, j] += inverse[-1, -1] * (own @ Z[:, j] - Z[:, j] * own.sum(axis=1))
        return slopes
