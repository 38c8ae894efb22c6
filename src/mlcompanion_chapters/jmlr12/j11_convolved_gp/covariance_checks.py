"""Checks of (12) by sums over grids, of separate prediction (2.1.2), and of the bands of (18)."""

import numpy as np

from mlcompanion.gp.outputs import (
    ConvolvedGaussianKernel,
    ICMKernel,
    condition_outputs,
    draw_outputs,
)

from .toy import KERNEL, NOISE

__all__ = ["covariance_errors", "latent_bands", "separate_gaps"]


def _normal(r, precision):
    """Density of a normal with this precision."""
    return np.sqrt(precision / (2 * np.pi)) * np.exp(-precision * np.square(r) / 2)


def _blurred_twice(P, P2, Lam, r):
    """The double integral (8) for weights of one, by an even grid: exact to rounding."""
    sds = 1 / np.sqrt([P, P2, Lam])
    t = np.arange(-8 * sds.max(), 8 * sds.max(), sds.min() / 2)
    step = t[1] - t[0]
    inner = _normal(t[:, None] - t - r, Lam) @ _normal(t, P2)
    return _normal(t, P) @ inner * step**2


def _blurred_once(P, Lam, r):
    """The integral (9) for a weight of one."""
    sds = 1 / np.sqrt([P, Lam])
    t = np.arange(-8 * sds.max(), 8 * sds.max(), sds.min() / 2)
    return _normal(t, P) @ _normal(r - t, Lam) * (t[1] - t[0])


def covariance_errors(n_draws, n_inputs, seed):
    """Largest relative errors of the covariances against sums over grids, on random kernels.

    In two dimensions the integrals are products over the axes, as precisions are diagonal.

    Returns
    -------
    ff, fu, low, narrow : float
        Errors of the two covariances, smallest over largest eigenvalue of the joint one, and the
        largest relative difference from plain mixing for windows of precision 1e8.
    """
    rng = np.random.default_rng(seed)
    worst = {"ff": 0.0, "fu": 0.0, "low": np.inf, "narrow": 0.0}
    for _ in range(n_draws):
        D, Q = rng.integers(2, 6), rng.integers(1, 3)
        S = rng.normal(size=(D, Q))
        P = 10 ** rng.uniform(0, 3, (D, n_inputs))
        Lam = 10 ** rng.uniform(0, 3, (Q, n_inputs))
        kernel = ConvolvedGaussianKernel(S, P, Lam)
        x = rng.uniform(-0.5, 0.5, (3, n_inputs))
        r = x[0] - x[1]
        size = np.sqrt(kernel.variances(0, x[:1])[0] * kernel.variances(1, x[:1])[0])
        twice = [
            np.prod([_blurred_twice(*parts) for parts in zip(P[0], P[1], Lam[q], r)])
            for q in range(Q)
        ]
        found = kernel.pair(0, 1, x[:1], x[1:2])[0, 0]
        worst["ff"] = max(worst["ff"], abs(found - S[0] * S[1] @ twice) / size)
        once = S[0, 0] * np.prod([_blurred_once(*parts) for parts in zip(P[0], Lam[0], r)])
        size = np.sqrt(kernel.variances(0, x[:1])[0] * kernel.latent(0, x[:1])[0, 0])
        found = kernel.latent_pair(0, x[:1], 0, x[1:2])[0, 0]
        worst["fu"] = max(worst["fu"], abs(found - once) / size)
        inputs = [rng.uniform(-1, 1, (4, n_inputs)) for _ in range(D)]
        K_fu = kernel.fu(inputs, x)
        values = np.linalg.eigvalsh(np.block([[kernel.ff(inputs), K_fu], [K_fu.T, kernel.uu(x)]]))
        worst["low"] = min(worst["low"], values[0] / values[-1])
        thin = ConvolvedGaussianKernel(S, np.full_like(P, 1e8), Lam)
        plain = sum(S[0, q] * S[1, q] * np.prod(_normal(r, Lam[q])) for q in range(Q))
        scale = max(abs(plain), 1e-3 * np.sqrt(np.prod(thin.variances(0, x[:2]))))
        gap = abs(thin.pair(0, 1, x[:1], x[1:2])[0, 0] - plain) / scale
        worst["narrow"] = max(worst["narrow"], gap)
    return tuple(float(v) for v in worst.values())


def _exponential(X, X2):
    return np.exp(-np.abs(X - X2.T) / 0.3)


def separate_gaps(seed, noise, common):
    """Largest difference of joint and separate prediction over the data's standard deviation.

    Parameters
    ----------
    seed : int
    noise : float
        Variance, as a share of the signal's.
    common : bool
        All outputs seen at the same places.
    """
    rng = np.random.default_rng(seed)
    D = int(rng.integers(2, 6))
    n = int(rng.integers(10, 31))
    A = rng.normal(size=(D, D))
    places = rng.uniform(0, 1, (n, 1))
    X = [places if common else rng.uniform(0, 1, (n, 1)) for _ in range(D)]
    joint = ICMKernel(A, _exponential)
    noises = noise * (A**2).sum(axis=1)
    _, y, _ = draw_outputs(joint, X, noise=noises, random_state=rng)
    y = [v[0] for v in y]
    new = rng.uniform(0, 1, (100, 1))
    together, _ = condition_outputs(joint, X, y, noise=noises).predict([new] * D)
    largest = 0.0
    for d in range(D):
        own = ICMKernel(A[d : d + 1], _exponential)
        (alone,), _ = condition_outputs(own, X[d : d + 1], [y[d]], noise=noises[d]).predict([new])
        largest = max(largest, np.abs(together[d] - alone).max() / np.std(y[d]))
    return float(largest)


def latent_bands(n_draws, n_points, K, seed, approx="pitc"):
    """Whether the hidden function lies within two deviations of its posterior, by PITC or "full".

    Returns
    -------
    inside : ndarray of bool, shape (n_draws, K)
    shrink : ndarray, shape (K,)
        Posterior over prior standard deviation.
    """
    x, Z = np.linspace(-1, 1, n_points), np.linspace(-1, 1, K)
    _, y, u = draw_outputs(KERNEL, [x] * 4, noise=NOISE, Z=Z, n_draws=n_draws, random_state=seed)
    inside = np.zeros((n_draws, K), dtype=bool)
    # the full process takes no inducing places, and is asked for the function there
    given = None if approx == "full" else Z
    for i in range(n_draws):
        seen = condition_outputs(
            KERNEL, [x] * 4, [v[i] for v in y], noise=NOISE, approx=approx, Z=given
        )
        hidden = seen.latent_posterior(Z if given is None else None)
        inside[i] = np.abs(u[i, 0] - hidden.mean[0]) <= 2 * hidden.std[0]
    return inside, hidden.std[0] / np.sqrt(np.diag(KERNEL.uu(Z)))
