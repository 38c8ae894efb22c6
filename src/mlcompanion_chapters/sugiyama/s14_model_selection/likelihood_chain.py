"""The likelihood along a chain of nested normal models (Sugiyama 2016, after Eq. 14.3).

The book calls the negative log-likelihood nondecreasing in the number of parameters; an optimizer
that knows nothing of the models' closed forms confirms that it falls.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_rng
from mlcompanion.linalg import one_blas_thread
from mlcompanion.probability import MultivariateNormal

from .gaussian_choices import three_fits

__all__ = ["likelihood_chain"]


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


def _chain(repeats, confirmed, n, d, rng):
    curves, gaps = [], []
    counts = np.array([d + 1, *(2 * d + k * (k - 1) // 2 for k in range(1, d + 1))])
    for repeat in range(repeats):
        X = rng.standard_normal((n, d))
        mean, (round_, _, S) = three_fits(X)
        fits = [round_, *(_free_among(S, k) for k in range(1, d + 1))]
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


def _free_among(S, k):
    """The covariance with what lies outside the first k features' block set to zero."""
    fit = np.diag(np.diag(S))
    fit[:k, :k] = S[:k, :k]
    return fit


def _optimized(mean, S, n, k):
    """Least negative log-likelihood by BFGS on differences; k = 0 is the spherical model.

    The free numbers are the mean, the logarithms of the factor's diagonal (one if spherical), and
    the factor's entries below it within the first k features.
    """
    d, data_root = len(mean), np.linalg.cholesky(S)
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
