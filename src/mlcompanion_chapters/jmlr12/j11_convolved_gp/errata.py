"""Slips of the source, by dense matrices alone: Appendix A, and a factor of section 5.1.1."""

import numpy as np
from scipy.stats import multivariate_normal

__all__ = ["block_factor_errors", "gradient_errors"]


def _problem(rng):
    """Random joint covariance of outputs and inducing values, data, noise and sizes of outputs."""
    sizes = rng.integers(5, 11, rng.integers(2, 4))
    n, K = sizes.sum(), int(rng.integers(3, 6))
    G = rng.normal(size=(n + K, n + K + 2))
    joint = G @ G.T / (n + K)
    y = rng.normal(size=n)
    return joint[:n, :n], joint[n:, :n], joint[n:, n:], y, 0.3 * np.eye(n), sizes


def _mask(kind, sizes):
    if kind == "dtc":
        return np.zeros((sizes.sum(), sizes.sum()))
    if kind == "fitc":
        return np.eye(sizes.sum())
    owner = np.repeat(np.arange(len(sizes)), sizes)
    return (owner[:, None] == owner).astype(float)


def _log_density(K_ff, K_uf, K_uu, y, noise, mask):
    """(17) as a Gaussian: no formula of the appendix."""
    Q = K_uf.T @ np.linalg.solve(K_uu, K_uf)
    return multivariate_normal(np.zeros(len(y)), Q + (K_ff - Q) * mask + noise).logpdf(y)


def _slope(covariances, which, direction, rest, h=1e-5):
    """Central difference of the log density as one of three covariances moves."""
    up, down = ([*covariances] for _ in range(2))
    up[which] = up[which] + h * direction
    down[which] = down[which] - h * direction
    return (_log_density(*up, *rest) - _log_density(*down, *rest)) / (2 * h)


def _symmetric(rng, n):
    W = rng.normal(size=(n, n))
    return W + W.T


def _appendix(K_ff, K_uf, K_uu, y, noise, mask):
    """C, H, Q and inverses of the appendix, as printed; D there holds the noise."""
    explained = K_uf.T @ np.linalg.solve(K_uu, K_uf)
    D_inv = np.linalg.inv((K_ff - explained) * mask + noise)
    A_inv = np.linalg.inv(K_uu + K_uf @ D_inv @ K_uf.T)
    seen = A_inv @ K_uf @ D_inv @ y
    C = A_inv + np.outer(seen, seen)
    T = np.outer(K_uf.T @ seen, y)
    H = np.linalg.inv(D_inv) - np.outer(y, y) + T + T.T
    return C, D_inv, H


def gradient_errors(n_draws, seed):
    """Relative errors of the printed and the corrected derivatives against central differences.

    Returns
    -------
    dict
        Lists ``plus`` and ``minus`` (derivative by K_uu), ``half`` and ``nohalf`` (by K_ff, (21)).
    """
    rng = np.random.default_rng(seed)
    errors = {"plus": [], "minus": [], "half": [], "nohalf": []}
    for _ in range(n_draws):
        K_ff, K_uf, K_uu, y, noise, sizes = _problem(rng)
        for kind in ("dtc", "fitc", "pitc"):
            mask = _mask(kind, sizes)
            C, D_inv, H = _appendix(K_ff, K_uf, K_uu, y, noise, mask)
            inner = D_inv @ K_uf.T @ C @ K_uf @ D_inv
            Q = (D_inv @ H @ D_inv - inner) * mask
            inverse = np.linalg.inv(K_uu)
            bracket = inverse - C - inverse @ K_uf @ Q @ K_uf.T @ inverse
            way = _symmetric(rng, len(K_uu))
            covariances, rest = (K_ff, K_uf, K_uu), (y, noise, mask)
            true = _slope(covariances, 2, way, rest)
            for name, sign in (("plus", 0.5), ("minus", -0.5)):
                errors[name].append(abs(sign * np.vdot(bracket, way) / true - 1))
            if kind == "dtc":
                continue
            way = _symmetric(rng, len(K_ff))
            true = _slope(covariances, 0, way, rest)
            for name, share in (("half", 0.5), ("nohalf", 1.0)):
                printed = 0.5 * (inner - share * D_inv @ H @ D_inv) * mask
                errors[name].append(abs(np.vdot(printed, way) / true - 1))
    return errors


def block_factor_errors(n_draws, seed):
    """Relative errors of the printed and the corrected conditional covariance of a block.

    The truth is the inverse of the outputs' block of the joint precision matrix.

    Returns
    -------
    printed, right : list of float
    """
    rng = np.random.default_rng(seed)
    printed = []
    right = []
    for _ in range(n_draws):
        K = int(rng.integers(3, 8))
        G = rng.normal(size=(2 * K, 2 * K + 2))
        joint = G @ G.T / K
        true = np.linalg.inv(np.linalg.inv(joint)[:K, :K])
        K_ff, K_fu, K_uu = joint[:K, :K], joint[:K, K:], joint[K:, K:]
        gain = np.linalg.solve(K_uu, K_fu.T).T
        size = np.linalg.norm(true)
        printed.append(np.linalg.norm(K_ff - gain @ K_uu - true) / size)
        right.append(np.linalg.norm(K_ff - gain @ K_fu.T - true) / size)
    return printed, right
