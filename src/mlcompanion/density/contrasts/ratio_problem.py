"""The moments of a density ratio, from samples of both densities: Sugiyama (2016), 33.2.4."""

import numpy as np
from scipy.linalg.blas import dsyrk

from mlcompanion.kernels import rbf_kernel

from .least_squares import penalized_solutions

__all__ = ["RatioProblem"]


class RatioProblem:
    r"""The squared error of a ratio for :func:`fit_contrast`: its matrix is a mean over samples.

    Parameters
    ----------
    X_num, X_den : ndarray, shapes (n', d) and (n, d)
        Samples of the numerator and of the denominator.
    centers : ndarray, shape (b, d)
        Where the kernels are.
    beta : float
        In [0, 1).
    folds : pair of lists of pairs (train, test), or None
        The divisions of both samples, as many of each; None where nothing is to be chosen.

    Attributes
    ----------
    basis : ndarray, shape (b, r)
        Set by ``moments``: turns its solution into weights of the kernels.
    """

    def __init__(self, X_num, X_den, centers, beta, folds=None):
        self.samples = X_num, X_den
        self.centers = centers
        self.beta = beta
        self.folds = folds
        self.basis = None

    def moments(self, sigma):
        """G and h of all samples, in a basis that is kept to turn the solution back.

        Parameters
        ----------
        sigma : float

        Returns
        -------
        tuple of ndarray, shapes (r, r) and (r,)
            Of G the upper triangle.
        """
        z_num, z_den, self.basis = _kernel_values(*self.samples, self.centers, sigma)
        G = dsyrk((1 - self.beta) / len(z_den), z_den.T)
        if self.beta > 0:
            G = dsyrk(self.beta / len(z_num), z_num.T, 1.0, G, overwrite_c=True)
        return G, _mean(z_num)

    def errors(self, sigma, lams):
        """J on the samples left out, a mean over the folds.

        Parameters
        ----------
        sigma : float
        lams : array_like, shape (L,)

        Returns
        -------
        ndarray, shape (L,)
        """
        values = _kernel_values(*self.samples, self.centers, sigma)[:2]
        # of all rows once: a fold's sum is this less its own few rows
        sums = [dsyrk(1.0, z.T) for z in values]
        errors = [self._fold_errors(values, sums, splits, lams) for splits in zip(*self.folds)]
        return np.mean(errors, axis=0)

    def _fold_errors(self, values, sums, splits, lams):
        beta = self.beta
        num, den = (_mean_square(total, z, split) for total, z, split in zip(sums, values, splits))
        h = _mean(values[0][splits[0][0]])
        alphas = penalized_solutions(beta * num + (1 - beta) * den, h, lams).T
        num, den = (z[out] @ alphas for z, (_, out) in zip(values, splits))
        square = beta * np.mean(num**2, axis=0) + (1 - beta) * np.mean(den**2, axis=0)
        return square / 2 - num.mean(axis=0)


def _kernel_values(X_num, X_den, centers, sigma, rank=48):
    """Kernels at both samples, in an orthonormal basis of the space that their rows span.

    Wide kernels are so much alike that few dimensions hold them all, up to rounding; a random
    projection finds out. Else the basis is the identity.
    """
    both = rbf_kernel(np.concatenate([X_num, X_den]), centers, sigma=sigma)
    values = both[: len(X_num)], both[len(X_num) :]
    basis = np.eye(len(centers))
    if len(centers) > 3 * rank:  # with fewer the search costs more than it saves
        rng = np.random.default_rng(0)
        # random combinations of rows span, almost surely, the space of the leading directions
        mixed = sum(rng.normal(size=(rank, len(z))) @ z for z in values)
        few = np.linalg.qr(mixed.T)[0]
        short = [z @ few for z in values]
        # checked on every entry: the short basis is used only where it is as good as exact
        if all(np.abs(s @ few.T - z).max() <= 1e-11 for s, z in zip(short, values)):
            values = short
            basis = few
    return *values, basis


def _mean(values):
    """Of each column; a product takes a third of the time of numpy's mean."""
    return np.full(len(values), 1 / len(values)) @ values


def _mean_square(total, z, split):
    """Mean product of kernels over the rows that are kept, less often summed than left out."""
    kept, out = split
    if len(kept) + len(out) == len(z):
        return (total - dsyrk(1.0, z[out].T)) / len(kept)
    return dsyrk(1.0, z[kept].T) / len(kept)
