"""Compiled passes over the samples: weighted log-densities and scatters.

Samples are held as columns, so that the innermost loops run over samples and several of them are
treated at once. Covariances come as the inverses R of their Cholesky factors, Sigma^-1 = R' R.

Of a triangle's row four entries are treated at once, the rest one by one: the vector that they
share is then read a fourth as often.
"""

import numpy as np

from mlcompanion._jit import njit

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
                fours = (a + 1) // 4 * 4
                for b in range(0, fours, 4):
                    first = roots[k, a, b]
                    second = roots[k, a, b + 1]
                    third = roots[k, a, b + 2]
                    fourth = roots[k, a, b + 3]
                    for i in range(size):
                        half = first * gaps[b, i] + second * gaps[b + 1, i]
                        z[i] += half + third * gaps[b + 2, i] + fourth * gaps[b + 3, i]
                for b in range(fours, a + 1):
                    root = roots[k, a, b]
                    for i in range(size):
                        z[i] += root * gaps[b, i]
                for i in range(size):
                    out[i] -= 0.5 * z[i] * z[i]
    return logs


@njit(fastmath=_FLAGS)
def scatters(columns, eta, means):
    """Sums of (x_i - mu_l)(x_i - mu_l)', weighted by each row of ``eta``; cost O(n m d^2)."""
    d, n = columns.shape
    m = eta.shape[0]
    sums = np.zeros((m, d, d))
    gaps = np.empty((d, _BLOCK))
    pulls = np.empty(_BLOCK)
    for start in range(0, n, _BLOCK):
        size = min(_BLOCK, n - start)
        for k in range(m):
            share = eta[k, start : start + size]
            for a in range(d):
                for i in range(size):
                    gaps[a, i] = columns[a, start + i] - means[k, a]
                    pulls[i] = share[i] * gaps[a, i]
                fours = (a + 1) // 4 * 4
                for b in range(0, fours, 4):
                    first = 0.0
                    second = 0.0
                    third = 0.0
                    fourth = 0.0
                    for i in range(size):
                        pull = pulls[i]
                        first += pull * gaps[b, i]
                        second += pull * gaps[b + 1, i]
                        third += pull * gaps[b + 2, i]
                        fourth += pull * gaps[b + 3, i]
                    sums[k, a, b] += first
                    sums[k, a, b + 1] += second
                    sums[k, a, b + 2] += third
                    sums[k, a, b + 3] += fourth
                for b in range(fours, a + 1):
                    total = 0.0
                    for i in range(size):
                        total += pulls[i] * gaps[b, i]
                    sums[k, a, b] += total
    for k in range(m):
        for a in range(d):
            for b in range(a):
                sums[k, b, a] = sums[k, a, b]
    return sums
