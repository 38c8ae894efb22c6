"""Compiled steps with barriers: the centre under a linear cost, an axis of the Dikin ellipsoid.

A set is told by two arrays: the rows ``A`` and right sides ``b`` of its inequalities; no rows mean
the unit ball. Answers are written into arrays of the caller: a game has millions of rounds, and a
new array costs more than the arithmetic of three coordinates. Hazan and Kale (2011), section 2.2.
"""

import numpy as np

from mlcompanion._jit import njit

__all__ = ["axis_into", "centre_into", "dot"]

#: A step is whole once the Newton decrement is below this: convergence is quadratic there.
NEAR = 0.25
#: The search ends at this decrement, far below what a play notices.
DECREMENT = 1e-10
MAX_STEPS = 200


@njit
def dot(a, b):
    """Inner product of two short vectors."""
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


@njit
def ball_centre(total, x):
    """Least ``total @ x - log(1 - |x|^2)``: a point on the ray against ``total``.

    Its radius is ``s / (1 + sqrt(1 + s^2))`` with ``s = |total|``, which has no difference of near
    numbers for small s or large.
    """
    shrink = 1.0 / (1.0 + np.sqrt(1.0 + dot(total, total)))
    for i in range(len(total)):
        x[i] = -shrink * total[i]


@njit
def ball_axis(total, i, vector):
    """Eigenvalue number i of the ball's Hessian at the centre of ``total``; its unit eigenvector.

    Number 0 is the radial one; the others are columns of the reflection that takes the first unit
    vector to it.
    """
    square = dot(total, total)
    gap = 2.0 / (1.0 + np.sqrt(1.0 + square))  # 1 - |x|^2, without the difference
    s = np.sqrt(square)
    vector[:] = 0.0
    if s > 0.0:
        for c in range(len(total)):
            vector[c] = total[c] / s
    else:
        vector[0] = 1.0
    if i == 0:
        return 2.0 * (2.0 - gap) / (gap * gap)
    # the sign of the larger size: no cancellation in the mirror's normal
    sign = 1.0 if vector[0] >= 0.0 else -1.0
    vector[0] += sign  # the mirror's normal; its square is twice the first entry's size
    # column i of I - 2 u u' / |u|²
    scale = -vector[i] / abs(vector[0])
    for c in range(len(total)):
        vector[c] *= scale
    vector[i] += 1.0
    return 2.0 / gap


@njit
def hessian_of(A, slack):
    """Hessian of ``-sum log(slack)``, shape (n, n)."""
    m, n = A.shape
    H = np.zeros((n, n))
    for r in range(m):
        weight = 1.0 / (slack[r] * slack[r])
        for i in range(n):
            scaled = weight * A[r, i]
            for j in range(i + 1):  # symmetric: half of it is summed, then mirrored
                H[i, j] += scaled * A[r, j]
    for i in range(n):
        for j in range(i):
            H[j, i] = H[i, j]
    return H


@njit
def solve_in_place(H, g):
    """Overwrite ``g`` by the solution of ``H z = g``, ``H`` by its Cholesky factor."""
    n = len(g)
    # Cholesky factor column by column
    for j in range(n):
        pivot = H[j, j] - dot(H[j, :j], H[j, :j])
        H[j, j] = np.sqrt(pivot)
        for i in range(j + 1, n):
            H[i, j] = (H[i, j] - dot(H[i, :j], H[j, :j])) / H[j, j]
    # forward, then back substitution
    for i in range(n):
        g[i] = (g[i] - dot(H[i, :i], g[:i])) / H[i, i]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            g[i] -= H[j, i] * g[j]
        g[i] /= H[i, i]


@njit
def polytope_centre(A, b, total, x):
    """Least ``total @ x - sum log(b - A x)`` by damped Newton steps from ``x``; their number.

    Below a decrement of a quarter a step is whole; before, it is ``1 / (1 + decrement)`` of it,
    which stays inside. The number is negative if the search did not end.
    """
    m, n = A.shape
    slack = np.empty(m)
    gradient = np.empty(n)
    move = np.empty(n)
    for step in range(MAX_STEPS):
        gradient[:] = total
        for r in range(m):
            slack[r] = b[r] - dot(A[r], x)
            for c in range(n):
                gradient[c] += A[r, c] / slack[r]
        move[:] = gradient  # overwritten by H^-1 gradient; the decrement needs both
        solve_in_place(hessian_of(A, slack), move)
        decrement = np.sqrt(max(dot(move, gradient), 0.0))
        if decrement <= DECREMENT:
            return step
        length = 1.0 if decrement <= NEAR else 1.0 / (1.0 + decrement)
        for c in range(n):
            x[c] -= length * move[c]
    return -MAX_STEPS


@njit
def centre_into(A, b, total, x):
    """Move ``x``, an inner point, to the centre under a linear cost; the Newton steps it took."""
    if A.shape[0] == 0:
        ball_centre(total, x)
        return 0
    return polytope_centre(A, b, total, x)


@njit
def axis_into(A, b, total, x, i, vector):
    """Eigenvalue number i of the Hessian at ``x``, the centre of ``total``, and its eigenvector."""
    if A.shape[0] == 0:
        return ball_axis(total, i, vector)
    slack = np.empty(len(b))
    for r in range(len(b)):
        slack[r] = b[r] - dot(A[r], x)
    values, vectors = np.linalg.eigh(hessian_of(A, slack))
    vector[:] = vectors[:, i]
    return values[i]
