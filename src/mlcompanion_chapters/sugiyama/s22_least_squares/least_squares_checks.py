r"""Checks on the statements of Sugiyama (2016), chapter 22: random problems and references.

Each function takes a seed and judges a formula by something that does not use it: rows scaled by
hand, central differences, the defining conditions of an inverse, an integral in place of samples.
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import (
    generalized_inverse,
    poly_basis,
    qr_solution,
    trig_basis,
)
from mlcompanion.regression.linear.least_squares import least_squares_gradient
from mlcompanion.regression.networks.backprop import backprop_gradients
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "CUBIC",
    "backprop_gap",
    "best_cubic",
    "cubic_distances",
    "cubic_estimates",
    "gradient_signs",
    "largest_z",
    "penrose_violations",
    "projection_checks",
    "root_mean_square",
    "sinc_trend",
    "waves_error",
]

#: Parameters of the right model: 1 + 0.5 x - 0.3 x^2 + 0.1 x^3.
CUBIC = np.array([1.0, 0.5, -0.3, 0.1])
_CUT = 1e-12  # singular values below this share of the largest are rounding errors of zero


def sinc_trend(x):
    """The chapter's curve without noise, sin(pi x) / (pi x) + x / 10, at each of ``x``."""
    return np.sinc(x) + 0.1 * x


def root_mean_square(gap, axis=-1):
    """Root of the mean square along one axis."""
    return np.sqrt(np.mean(np.square(gap), axis=axis))


def waves_error(seed, window=2.8):
    """Distance of the fit with 31 waves to the noiseless curve (Fig. 22.4).

    Parameters
    ----------
    seed : int
        Draws the noise of 50 samples, 0.05.
    window : float
        The distance is the root mean square over 1,000 points of [-window, window].

    Returns
    -------
    float
    """
    sample = make_sinc_trend(50, 0.05, random_state=seed)
    points = np.linspace(-window, window, 1000)
    w = qr_solution(trig_basis(sample.x), sample.y)
    return root_mean_square(trig_basis(points) @ w - sinc_trend(points))


def cubic_estimates(n_draws, random_state):
    """Least squares for a cubic that is right: 50 even inputs on [-3, 3], noise 0.5.

    Returns
    -------
    ndarray, shape (n_draws, 4)
    """
    rng = check_rng(random_state)
    Phi = poly_basis(np.linspace(-3, 3, 50), 3)
    noise = 0.5 * rng.normal(size=(n_draws, 50))
    return (Phi @ CUBIC + noise) @ generalized_inverse(Phi).T


def largest_z(estimates, truth):
    """Largest distance of a mean estimate from the truth, in standard errors of the mean."""
    error = estimates.std(axis=0, ddof=1) / np.sqrt(len(estimates))
    return float(np.max(np.abs(estimates.mean(axis=0) - truth) / error))


def best_cubic():
    """The cubic nearest to the curve on [-3, 3], by integration; shape (4,)."""
    nodes, weights = np.polynomial.legendre.leggauss(60)
    Phi = poly_basis(3 * nodes, 3)
    curve = sinc_trend(3 * nodes)
    return np.linalg.solve(Phi.T @ (weights[:, None] * Phi), Phi.T @ (weights * curve))


def cubic_distances(n_samples, n_draws, random_state):
    """Distances between the parameters of a cubic fitted to the curve and of the best cubic.

    Parameters
    ----------
    n_samples : int
        Inputs, uniform on [-3, 3]; the outputs have no noise.
    n_draws : int
    random_state : int or Generator

    Returns
    -------
    ndarray, shape (n_draws,)
    """
    rng = check_rng(random_state)
    best = best_cubic()
    X = rng.uniform(-3, 3, size=(n_draws, n_samples))
    fits = [qr_solution(poly_basis(x, 3), sinc_trend(x)) for x in X]
    return np.linalg.norm(np.array(fits) - best, axis=1)


def projection_checks(seed):
    """Weighted least squares and the projection on one random problem.

    5 to 40 samples, 1 to 15 columns; in a third of the problems the columns depend on one another.
    Weights are uniform on [0, 1], a fifth of them zero.

    Returns
    -------
    excess : float
        Weighted error of the printed formula above that of LAPACK on rows scaled by the roots of
        the weights, over the weighted sum of squares of y.
    idem : float
        Larger of the distances of H H and H' from H, for H = Phi times its generalized inverse.
    nearer : bool
        Whether one of 100 random points of the span is nearer to y than the fitted values.
    """
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 41))
    b = int(rng.integers(1, 16))
    Phi = rng.normal(size=(n, b))
    y = rng.normal(size=n)
    weights = rng.uniform(size=n)
    if seed % 3 == 0 and b > 1:
        rank = int(rng.integers(1, min(n, b)))
        Phi = rng.normal(size=(n, rank)) @ rng.normal(size=(rank, b))
    weights[rng.random(n) < 0.2] = 0.0
    formula = generalized_inverse(Phi.T @ (weights[:, None] * Phi), _CUT) @ (Phi.T @ (weights * y))
    root = np.sqrt(weights)
    least = np.linalg.lstsq(root[:, None] * Phi, root * y, rcond=_CUT)[0]
    errors = [weights @ (y - Phi @ w) ** 2 for w in (formula, least)]
    H = Phi @ generalized_inverse(Phi, _CUT)
    idem = max(np.linalg.norm(H @ H - H), np.linalg.norm(H - H.T)) / np.linalg.norm(H)
    steps = 10 ** rng.uniform(-3, 0.5, size=(100, 1)) * rng.normal(size=(100, b))
    others = np.sum((y - H @ y - steps @ Phi.T) ** 2, axis=1)
    total = max(weights @ y**2, np.finfo(float).tiny)
    return (errors[0] - errors[1]) / total, idem, bool(others.min() < np.sum((y - H @ y) ** 2))


def backprop_gap(seed):
    """Relative distance of back-propagated derivatives from central differences (step 1e-5).

    A random network of 1 to 20 sigmoids on 1 to 5 inputs, and one random sample.
    """
    rng = np.random.default_rng(seed)
    m = int(rng.integers(1, 21))
    d = int(rng.integers(1, 6))
    x = rng.normal(size=d)
    y = rng.normal()
    packed = rng.normal(size=m * (d + 2))

    tilde = np.append(x, 1.0)

    def half_square(v):
        z = 1 / (1 + np.exp(-v[m:].reshape(m, d + 1) @ tilde))
        return 0.5 * (y - v[:m] @ z) ** 2

    pushed = backprop_gradients(x, y, packed[:m], packed[m:].reshape(m, d + 1))
    formula = np.concatenate([part.ravel() for part in pushed])
    return _relative(formula, numerical_gradient(half_square, packed), 1e-6)


def gradient_signs(seed):
    """The gradient of the training error as it should be, and as printed in Section 22.2.

    30 samples, 6 columns. The reference is central differences of the error, summed sample by
    sample.

    Returns
    -------
    right : float
        Relative distance of :func:`~mlcompanion.regression.least_squares_gradient`.
    cosine : float
        Of the angle between the printed vector and the reference.
    """
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(30, 6))
    y = rng.normal(size=30)
    w = rng.normal(size=6)

    def error(v):
        return sum(0.5 * (output - row @ v) ** 2 for row, output in zip(Phi, y))

    reference = numerical_gradient(error, w)
    printed = Phi.T @ y - Phi.T @ Phi @ w
    lengths = np.linalg.norm(printed) * np.linalg.norm(reference)
    right = _relative(least_squares_gradient(Phi, y, w), reference, 0.0)
    return right, float(printed @ reference / lengths)


def penrose_violations(seed):
    """Defining conditions of a generalized inverse for the expansion of Fig. 22.1.

    A random square matrix of 3 to 8 rows, singular in every third case.

    Returns
    -------
    right : float
        Largest relative violation of the four conditions by right times left singular vectors.
    printed : float
        Relative violation of A X A = A with the vectors exchanged, as printed.
    """
    rng = np.random.default_rng(seed)
    d = int(rng.integers(3, 9))
    A = rng.normal(size=(d, d))
    if seed % 3 == 0:
        A = rng.normal(size=(d, d - 1)) @ rng.normal(size=(d - 1, d))
    left, kappa, right = np.linalg.svd(A)
    dagger = np.divide(1.0, kappa, out=np.zeros(d), where=kappa > _CUT * kappa[0])
    X = (right.T * dagger) @ left.T
    printed = (left * dagger) @ right
    pairs = [(A @ X @ A, A), (X @ A @ X, X), ((X @ A).T, X @ A), ((A @ X).T, A @ X)]
    worst = max(np.linalg.norm(a - b) / np.linalg.norm(b) for a, b in pairs)
    return float(worst), float(np.linalg.norm(A @ printed @ A - A) / np.linalg.norm(A))


def _relative(vector, reference, floor):
    return float(np.linalg.norm(vector - reference) / (np.linalg.norm(reference) + floor))
