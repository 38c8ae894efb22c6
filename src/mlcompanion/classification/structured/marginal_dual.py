r"""The factored dual of the structured support vector machine: marginals in place of strings.

Sugiyama (2016), section 29.3: the dual in the marginals of single labels and of pairs of
neighbours, with what ties them to each other.
"""

import numpy as np
from scipy.linalg import block_diag

from .margin_duals import MarginProgram, check_samples

__all__ = ["marginal_dual", "marginal_program"]


def _marginal_features(features, x):
    """Features of each label at each place, then of each pair at each step."""
    k = features.n_symbols
    m = len(x)
    places = np.zeros((m, k, features.size))
    pairs = np.zeros((m - 1, k, k, features.size))
    zeros = np.zeros((1, features.n_inputs))
    for s in range(k):
        for j in range(m):
            places[j, s] = features.phi(x[j : j + 1], [s])
            if j > 0 and features.first_pair:  # only the first label follows itself
                places[j, s] -= features.phi(zeros, [s])
        for r in range(k):
            step = features.phi(np.repeat(zeros, 2, axis=0), [r, s])
            if features.first_pair:
                step -= features.phi(zeros, [r])
            pairs[:, r, s] = step
    # both lengths are told: a string of one place has no pairs, and none could be worked out
    singles = places.reshape(m * k, features.size)
    return np.vstack([singles, pairs.reshape((m - 1) * k * k, features.size)])


def consistency(k, m):
    """Equations of the marginals of one string: they sum to 1, and pairs sum to both neighbours.

    Returns
    -------
    A : ndarray, shape (1 + 2 k (m - 1), m k + (m - 1) k^2)
        The sum; for each step the sums over the earlier label; then those over the later one.
    """
    n_singles = m * k
    n_pairs = (m - 1) * k * k  # none in a string of one place: lengths are told, not worked out
    n = n_singles + n_pairs
    singles = np.eye(n_singles, n).reshape(m, k, n)
    total = singles[0].sum(axis=0, keepdims=True)  # of one place: the pairs hand it on
    pairs = np.eye(n_pairs, n, n_singles).reshape(m - 1, k, k, n)
    earlier = (pairs.sum(axis=1) - singles[1:]).reshape((m - 1) * k, n)
    later = (pairs.sum(axis=2) - singles[:-1]).reshape((m - 1) * k, n)
    return np.vstack([total, earlier, later])


def marginal_program(features, xs, ys, C=1.0):
    r"""The factored dual of section 29.3, in marginals, for the number of wrong labels.

    The variables of a sample are the marginals of single labels, shape (m, k), then those of pairs
    of neighbours, shape (m - 1, k, k), the earlier label first: for chains, marginals that agree
    with each other are those of weights of strings.

    Parameters
    ----------
    features : ChainFeatures
    xs : list of array_like, shape (m_i, n_inputs)
    ys : list of array_like of int, shape (m_i,)
    C : float
        Weight of the losses, positive.

    Returns
    -------
    MarginProgram

    Raises
    ------
    ValueError
        If strings do not fit.

    Notes
    -----
    m k + (m - 1) k^2 variables a sample in place of k^m. A loss of 1 for any wrong string is no
    function of the marginals: there is no such program for it.
    """
    xs, ys, C = check_samples(features, xs, ys, C)
    k = features.n_symbols
    wrong = [(np.arange(k) != y[:, None]).ravel().astype(float) for y in ys]
    pairs = [np.zeros((len(y) - 1) * k * k) for y in ys]
    equations = [consistency(k, len(y)) for y in ys]
    sides = [C * (np.arange(len(A)) == 0) for A in equations]
    return MarginProgram(
        features=np.vstack([_marginal_features(features, x) for x in xs]),
        losses=np.concatenate([part for both in zip(wrong, pairs) for part in both]),
        origin=C * sum(features.phi(x, y) for x, y in zip(xs, ys)),
        A=block_diag(*equations),
        b=np.concatenate(sides),
        lengths=np.array([A.shape[1] for A in equations]),
    )


def marginal_dual(features, xs, ys, C=1.0, *, tol=1e-10):
    """Solve the factored dual, see :func:`marginal_program`.

    Parameters
    ----------
    features : ChainFeatures
    xs : list of array_like, shape (m_i, n_inputs)
    ys : list of array_like of int, shape (m_i,)
    C : float
        Weight of the losses, positive.
    tol : float
        Of :func:`mlcompanion.optimize.interior.quadratic_program`.

    Returns
    -------
    MarginSolution

    Raises
    ------
    ValueError
        If strings do not fit.

    Notes
    -----
    The cube of the number of variables a step: linear in the length where :func:`string_dual` has
    an exponential.
    """
    return marginal_program(features, xs, ys, C).solve(tol)
