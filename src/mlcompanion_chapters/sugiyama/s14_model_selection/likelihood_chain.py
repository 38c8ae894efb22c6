"""The likelihood along a chain of nested normal models (Sugiyama 2016, after Eq. 14.3).

The book calls the negative log-likelihood nondecreasing in the number of parameters; an optimizer
that knows nothing of the models' closed forms confirms that it falls.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_rng
from mlcompanion.linalg import one_blas_thread
from mlcompanion.probability import MultivariateNormal

from .gaussian_choices import distances, nested, three_fits, training_scores

__all__ = ["chain_curves", "likelihood_chain"]


def likelihood_chain(repeats=200, confirmed=20, n=50, d=5, random_state=None):
    """Negative log-likelihoods along six nested normal models, on N(0, I) (after Eq. 14.3).

    Spherical, diagonal, then covariances free among the first two, three, four and five features.

    Returns
    -------
    dict
        ``rises``, ``falls``, ``opt_gap`` and ``sum_turns`` as in the claim; ``counts`` of
        parameters and ``curves``, shape (repeats, 6), of negative log-likelihoods.
    """
    with one_blas_thread():
        return _chain(repeats, confirmed, n, d, check_rng(random_state))


def chain_curves(law, sizes, repeats, random_state=None):
    """Negative log-likelihood and distance from the truth along the chain, means over samples.

    Parameters
    ----------
    law : MultivariateNormal
        The truth, in d dimensions.
    sizes : sequence of int
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    counts : ndarray, shape (d + 1,)
        Numbers of parameters.
    losses, far : ndarray, shape (len(sizes), d + 1)
        Negative log-likelihood of the fits less that of the true density, and n times the
        Kullback-Leibler divergence from the truth.
    """
    rng = check_rng(random_state)
    losses = []
    far = []
    for n in sizes:
        X = law.rvs((repeats, n), rng)
        mean, covariances = three_fits(X)
        fits = _chain_fits(covariances[..., 2, :, :])
        true = law.logpdf(X).mean(axis=-1)
        losses.append(n * (true[:, None] - training_scores(fits)).mean(axis=0))
        far.append(n * distances(law, mean, fits).mean(axis=0))
    return _chain_counts(len(law.mu)), np.array(losses), np.array(far)


def _chain(repeats, confirmed, n, d, rng):
    curves = []
    gaps = []
    counts = _chain_counts(d)
    for repeat in range(repeats):
        X = rng.standard_normal((n, d))
        mean, (_, _, S) = three_fits(X)
        fits = _chain_fits(S)
        curve = [-MultivariateNormal(mean, fit).logpdf(X).sum() for fit in fits]
        curves.append(curve)
        if repeat < confirmed:
            found = [_optimized(mean, S, n, k) for k in range(d + 1)]
            gaps.append(np.max(np.abs(np.subtract(curve, found)) / curve))
    curves = np.array(curves)
    return {
        "rises": int(np.sum(np.diff(curves, axis=1) > 1e-6)),
        "falls": int(np.sum(curves[:, -1] < curves[:, 0] - 1)),
        "opt_gap": max(gaps),
        "sum_turns": int(np.sum((curves + counts).argmin(axis=1) < len(counts) - 1)),
        "counts": counts,
        "curves": curves,
    }


def _chain_counts(d):
    """Means and free entries of the covariance along the chain."""
    return np.array([d + 1, *(2 * d + k * (k - 1) // 2 for k in range(1, d + 1))])


def _chain_fits(S):
    """The chain's covariances from sample covariances (..., d, d); shape (..., d + 1, d, d)."""
    d = S.shape[-1]
    spherical, diagonal, _ = np.moveaxis(nested(S), -3, 0)
    fits = [spherical]
    for k in range(1, d + 1):
        fit = diagonal.copy()
        fit[..., :k, :k] = S[..., :k, :k]
        fits.append(fit)
    return np.stack(fits, axis=-3)


def _optimized(mean, S, n, k):
    """Least negative log-likelihood by BFGS on differences; k = 0 is the spherical model.

    The free numbers are the mean, the logarithms of the factor's diagonal (one if spherical), and
    the factor's entries below it within the first k features.
    """
    d = len(mean)
    data_root = np.linalg.cholesky(S)
    row, column = np.tril_indices(k, -1)
    free = 1 if k == 0 else d

    def heights(thetas):
        root = np.zeros((len(thetas), d, d))
        root[:, range(d), range(d)] = np.exp(thetas[:, d : d + free])
        root[:, row, column] = thetas[:, d + free :]
        inverse = np.linalg.inv(root)
        squares = np.square(inverse @ data_root).sum(axis=(1, 2))
        squares += np.square(inverse @ (mean - thetas[:, :d])[:, :, None]).sum(axis=(1, 2))
        log_det = 2 * np.log(np.diagonal(root, axis1=1, axis2=2)).sum(axis=1)
        return 0.5 * n * (d * np.log(2 * np.pi) + log_det + squares)

    def height_and_slope(theta):
        steps = 1e-6 * np.eye(len(theta))
        values = heights(np.concatenate([theta[None], theta + steps, theta - steps]))
        forward, backward = values[1:].reshape(2, -1)
        return values[0], (forward - backward) / 2e-6

    start = np.zeros(d + free + len(row))
    return minimize(height_and_slope, start, jac=True, options={"gtol": 0.05}).fun
