r"""Compiled gradient steps for Gaussian mixtures, in whitened coordinates.

With Sigma = L L' and z = L^-1 (x - mu), all three derivatives follow from the sums over samples of
the responsibilities eta, of eta z and of eta z z':

.. math:: \partial_\mu=L^{-\top}\sum\eta z,\qquad
    \partial_\Sigma=\tfrac12L^{-\top}\Bigl(\sum\eta(zz^\top-I)\Bigr)L^{-1},\qquad
    \partial_L=2\,\partial_\Sigma L\ \text{(lower triangle)}
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit


class Point(NamedTuple):
    """Free parameters: logits (m,), means (m, d), and factors or covariances (m, d, d)."""

    logits: np.ndarray
    means: np.ndarray
    shapes: np.ndarray


@njit
def lower_factor(S, L):
    """Write the Cholesky factor of S into L; False if S is not positive definite."""
    d = S.shape[0]
    for a in range(d):
        # Cholesky by rows: what earlier columns leave
        for b in range(a + 1):
            rest = S[a, b]
            for c in range(b):
                rest -= L[a, c] * L[b, c]
            if a > b:
                L[a, b] = rest / L[b, b]
            elif rest > 0.0:
                L[a, a] = np.sqrt(rest)
            else:
                return False
    return True


@njit
def solve_transposed(L, B):
    """Overwrite the columns of B by L^-T B, L a lower triangle."""
    d = L.shape[0]
    # back substitution with L', row by row from the last
    for a in range(d - 1, -1, -1):
        for k in range(B.shape[1]):
            rest = B[a, k]
            for c in range(a + 1, d):
                rest -= L[c, a] * B[c, k]
            B[a, k] = rest / L[a, a]


@njit
def shares_of(logits):
    """Weights from logits."""
    weights = np.exp(logits - logits.max())  # logits count up to a constant
    return weights / weights.sum()


@njit(fastmath={"reassoc", "contract"})
def whitened_sums(rows, log_weights, means, factors):
    """Log-likelihood, and sums over rows of eta (m,), eta z (m, d) and eta z z' (m, d, d)."""
    n, d = rows.shape
    m = means.shape[0]
    masses = np.zeros(m)
    firsts = np.zeros((m, d))
    seconds = np.zeros((m, d, d))
    z = np.empty((m, d))
    logs = np.empty(m)
    constants = log_weights - 0.5 * d * np.log(2.0 * np.pi)
    reciprocals = np.empty((m, d))
    for k in range(m):
        for a in range(d):
            constants[k] -= np.log(abs(factors[k, a, a]))
            reciprocals[k, a] = 1.0 / factors[k, a, a]  # one division here for n products below
    log_likelihood = 0.0
    for i in range(n):
        for k in range(m):
            # z = L^-1 (x - mu) by forward substitution; its square is the Mahalanobis distance
            square = 0.0
            for a in range(d):
                rest = rows[i, a] - means[k, a]
                for b in range(a):
                    rest -= factors[k, a, b] * z[k, b]
                rest *= reciprocals[k, a]
                z[k, a] = rest
                square += rest * rest
            logs[k] = constants[k] - 0.5 * square
        # log-sum-exp over the components
        top = logs[0]
        for k in range(1, m):
            top = max(top, logs[k])
        total = 0.0
        for k in range(m):
            logs[k] = np.exp(logs[k] - top)
            total += logs[k]
        log_likelihood += top + np.log(total)
        for k in range(m):
            eta = logs[k] / total
            masses[k] += eta
            for a in range(d):
                # sums of eta z and of eta z z'
                pull = eta * z[k, a]
                firsts[k, a] += pull
                # symmetric: the lower half is summed, and mirrored at the end
                for b in range(a + 1):
                    seconds[k, a, b] += pull * z[k, b]
    for k in range(m):
        for a in range(d):
            for b in range(a):
                seconds[k, b, a] = seconds[k, a, b]
    return log_likelihood, masses, firsts, seconds


@njit
def whitened_slopes(factors, masses, firsts, seconds):
    """Slopes in the means (m, d), and L^-T (sum eta (z z' - I)), from the whitened sums."""
    m, d = firsts.shape
    pulls = firsts.copy()
    for k in range(m):
        solve_transposed(factors[k], pulls[k].reshape((d, 1)))
        # eta (z z' - I): the trace part is the mass
        for a in range(d):
            seconds[k, a, a] -= masses[k]
        solve_transposed(factors[k], seconds[k])
    return pulls, seconds


@njit
def factor_slopes(rows, point):
    """Log-likelihood, and its slopes in logits, means and Cholesky factors; cost O(n m d^2)."""
    weights = shares_of(point.logits)
    log_likelihood, masses, firsts, seconds = whitened_sums(
        rows, np.log(weights), point.means, point.shapes
    )
    pulls, in_factors = whitened_slopes(point.shapes, masses, firsts, seconds)
    for k in range(len(weights)):
        for a in range(rows.shape[1]):
            in_factors[k, a, a + 1 :] = 0.0  # L is a lower triangle: above it nothing is free
    # derivative by a logit: mass less n times weight
    return log_likelihood, masses - len(rows) * weights, pulls, in_factors


@njit
def factor_step(point, slopes, step):
    """Move logits, means and factors along their slopes, in place."""
    _, in_logits, in_means, in_factors = slopes
    point.logits[:] += step * in_logits
    point.means[:] += step * in_means
    point.shapes[:] += step * in_factors


@njit
def stochastic_pass(rows, order, point, step):
    """One step a row, in the order given, in place."""
    for i in order:
        factor_step(point, factor_slopes(rows[i : i + 1], point), step)


@njit
def plain_run(rows, point, step, path, target):
    """Fixed steps in logits, means and covariances, in place, until ``target`` is reached.

    Writes the log-likelihood of each point to ``path``; returns how many there are, and whether
    all covariances stayed positive definite.
    """
    n, d = rows.shape
    factors = np.zeros_like(point.shapes)
    for t in range(len(path)):
        for k in range(len(factors)):
            if not lower_factor(point.shapes[k], factors[k]):
                return t, False
        weights = shares_of(point.logits)
        log_likelihood, masses, firsts, seconds = whitened_sums(
            rows, np.log(weights), point.means, factors
        )
        if not np.isfinite(log_likelihood):
            return t, False
        path[t] = log_likelihood
        if log_likelihood >= target or t == len(path) - 1:
            return t + 1, True
        pulls, halves = whitened_slopes(factors, masses, firsts, seconds)
        point.logits[:] += step * (masses - n * weights)
        point.means[:] += step * pulls
        for k in range(len(factors)):
            # a second solve from the other side: L^-T (...) L^-1, up to rounding symmetric
            sides = halves[k].T.copy()
            solve_transposed(factors[k], sides)
            for a in range(d):
                for b in range(d):
                    point.shapes[k, a, b] += 0.25 * step * (sides[a, b] + sides[b, a])
    return len(path), True
