"""Compiled passes over the samples: weighted log-densities, responsibilities, moments.

Samples are held as columns, so that the innermost loops run over samples and several of them are
treated at once. Covariances come as the inverses R of their Cholesky factors, Sigma^-1 = R' R.
"""

import numpy as np

from mlcompanion._jit import fmax, njit

_FLAGS = {"reassoc", "contract"}  # the order of a sum's terms
_BLOCK = 256


@njit(fastmath=_FLAGS)
def weighted_log_densities(columns, means, roots, constants):
    """Entry (l, i): c_l - |R_l (x_i - mu_l)|^2 / 2; cost O(n m d^2)."""
    d, n = columns.shape
    m = means.shape[0]
    logs = np.empty((m, n))
    # blocks of samples that stay in the cache while all components pass over them
    gaps = np.empty((d, _BLOCK))
    z = np.empty(_BLOCK)
    for start in range(0, n, _BLOCK):
        size = min(_BLOCK, n - start)
        for k in range(m):
            out = logs[k, start : start + size]
            out[:] = constants[k]
            for a in range(d):
                for i in range(size):
                    # row a of the triangle needs gaps 0, ..., a: made when first needed
                    gaps[a, i] = columns[a, start + i] - means[k, a]
                    z[i] = 0.0
                for b in range(a + 1):
                    root = roots[k, a, b]
                    for i in range(size):
                        z[i] += root * gaps[b, i]
                for i in range(size):
                    out[i] -= 0.5 * z[i] * z[i]
    return logs


@njit(fastmath=_FLAGS)
def normalise(logs):
    """Turn the columns of ``logs`` into shares in place; return the logarithms of their sums."""
    m, n = logs.shape
    top = np.full(n, -np.inf)
    for k in range(m):
        for i in range(n):
            # component by component: samples are neighbours in memory
            top[i] = fmax(top[i], logs[k, i])
    total = np.zeros(n)
    for k in range(m):
        for i in range(n):
            share = np.exp(logs[k, i] - top[i])
            logs[k, i] = share
            total[i] += share
    for k in range(m):
        for i in range(n):
            logs[k, i] /= total[i]
    for i in range(n):
        # the logarithm of the sum: the largest term and the rest
        top[i] += np.log(total[i])
    return top


@njit(fastmath=_FLAGS)
def moments(columns, eta):
    """Masses, means and covariances of the samples, weighted by each row of ``eta``.

    The covariances are taken about the means just computed; cost O(n m d^2).
    """
    d, n = columns.shape
    m = eta.shape[0]
    masses = np.zeros(m)
    means = np.zeros((m, d))
    covariances = np.zeros((m, d, d))
    gaps = np.empty((d, _BLOCK))
    for k in range(m):
        mass = 0.0
        for i in range(n):
            mass += eta[k, i]
        masses[k] = mass
        if mass <= 0.0:  # a component without samples keeps mean 0 and weight 0
            continue
        for a in range(d):
            total = 0.0
            for i in range(n):
                total += eta[k, i] * columns[a, i]
            means[k, a] = total / mass
    for start in range(0, n, _BLOCK):
        size = min(_BLOCK, n - start)
        for k in range(m):
            share = eta[k, start : start + size]
            for a in range(d):
                for i in range(size):
                    gaps[a, i] = columns[a, start + i] - means[k, a]
                for b in range(a + 1):
                    total = 0.0
                    for i in range(size):
                        total += share[i] * gaps[a, i] * gaps[b, i]
                    covariances[k, a, b] += total
    for k in range(m):
        for a in range(d):
            for b in range(a + 1):
                if masses[k] > 0.0:
                    covariances[k, a, b] /= masses[k]
                covariances[k, b, a] = covariances[k, a, b]
    return masses, means, covariances
