"""Dual steps for one hinge and for a maximum of hinges, against searches and by hand.

Shalev-Shwartz (2007), Sections 7.2 and 7.4. Formulas are written out as printed, to tell what their
signs mean; Figure 7.5 runs here for many problems side by side.
"""

from itertools import product

import numpy as np

from mlcompanion._validation import check_array, check_rng
from mlcompanion.online.core.dual_steps import hinge_step_entropy, hinge_step_euclidean
from mlcompanion.online.structured.max_of_hinge import (
    max_of_hinge_bound,
    max_of_hinge_dual,
    max_of_hinge_objective,
)

__all__ = [
    "hinge_sign_search",
    "max_of_hinge_batch",
    "max_of_hinge_rates",
    "printed_entropic_step",
    "printed_euclidean_step",
    "subgradient_lengths",
]


def printed_euclidean_step(stored, x, inverse_rate, margin):
    """(7.11) as printed: a minus before the inner product with the stored vector."""
    c = inverse_rate
    return float(min(1.0, c * max(0.0, margin - stored @ x / c) / (x @ x)))


def printed_entropic_step(stored, x, inverse_rate, margin):
    """(7.16) as printed, with its upper clip only; infinite where it divides by zero."""
    weights = np.exp(-stored / inverse_rate)
    plus, zero, minus = (weights[x == s].sum() for s in (1, 0, -1))
    root = np.sqrt((margin * zero) ** 2 + 4 * (1 - margin**2) * plus * minus)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_beta = np.log((margin * zero + root) / (2 * (1 - margin) * minus))
    return float(min(1.0, inverse_rate * log_beta))


def _golden(objective, n, steps=80):
    """Maximisers of concave functions on [0, 1], n at once, by golden sections."""
    ratio = (np.sqrt(5) - 1) / 2
    low = np.zeros(n)
    high = np.ones(n)
    for _ in range(steps):
        a = high - ratio * (high - low)
        b = low + ratio * (high - low)
        better = objective(a) < objective(b)
        low = np.where(better, a, low)
        high = np.where(better, high, b)
    middle = (low + high) / 2
    for end in (0.0, 1.0):  # an optimum at an end is exact
        at_end = objective(np.full(n, end)) >= objective(middle)
        middle = np.where(at_end, end, middle)
    return middle


def _half_square(theta):
    return (theta**2).sum(axis=1) / 2


def _log_mean_exp(theta):
    top = theta.max(axis=1)
    return top + np.log(np.exp(theta - top[:, None]).mean(axis=1))


def _searched(stored, x, inverse_rate, margin, conjugate):
    """Maximisers of (7.9), one a row, with the signs of its definition."""

    def objective(alpha):
        moved = -(stored - alpha[:, None] * x) / inverse_rate[:, None]
        return margin * alpha - inverse_rate * conjugate(moved)

    return _golden(objective, len(x))


def _misses(printed, reference):
    """Whether a formula is off by more than 0.001, where the maximiser is inside the interval."""
    inside = (reference > 0.01) & (reference < 0.99)
    with np.errstate(invalid="ignore"):
        return ~(np.abs(np.array(printed) - reference) <= 1e-3)[inside]


def hinge_sign_search(n_cases, sizes, seed):
    """The closed forms of Section 7.2, printed and corrected, against a bounded search.

    Stored vectors are normal, gamma uniform in 0.05..0.95, c log-uniform in 0.1..10; x is normal,
    and for the entropy drawn from -1, 0, 1.

    Returns
    -------
    dict
        ``right``, ``printed_euclid``, ``printed_entropy``, ``below_zero``.
    """
    rng = check_rng(seed)
    N = n_cases
    right = [0.0, 0.0]
    below = 0
    missed = {"euclid": [], "sum": [], "minus": []}
    for n in sizes:
        stored, x = rng.standard_normal((2, N, n))
        signs = rng.integers(-1, 2, (N, n)).astype(float)
        gamma = rng.uniform(0.05, 0.95, N)
        c = 10 ** rng.uniform(-1, 1, N)

        best = _searched(stored, x, c, gamma, _half_square)
        rows = list(zip(stored, x, c, gamma))
        ours = [hinge_step_euclidean(-s @ v / a, v @ v, a, g) for s, v, a, g in rows]
        right[0] = max(right[0], float(np.abs(ours - best).max()))
        missed["euclid"].extend(_misses([printed_euclidean_step(*row) for row in rows], best))

        best = _searched(stored, signs, c, gamma, _log_mean_exp)
        rows = list(zip(stored, signs, c, gamma))
        ours = [hinge_step_entropy(*row) for row in rows]
        right[1] = max(right[1], float(np.abs(ours - best).max()))
        missed["sum"].extend(_misses([printed_entropic_step(*row) for row in rows], best))
        turned = [printed_entropic_step(-s, v, a, g) for s, v, a, g in rows]
        missed["minus"].extend(_misses(turned, best))
        # exchanging theta_+ and theta_- is to solve for -x
        swapped = np.array([printed_entropic_step(s, -v, a, g) for s, v, a, g in rows])
        below += int(((swapped < -1e-6) & (best < 1e-6)).sum())
    shares = {name: float(np.mean(values)) for name, values in missed.items()}
    return {
        "right": right,
        "printed_euclid": shares["euclid"],
        "printed_entropy": [shares["sum"], shares["minus"]],
        "below_zero": below,
    }


def max_of_hinge_batch(a, missing, inverse_rate, marks):
    """Figure 7.5 for N problems at once.

    Parameters
    ----------
    a : array_like, shape (N, k, d)
    missing : array_like, shape (N, k)
        The gamma of each hinge.
    inverse_rate : float
    marks : array_like of int, shape (m,)
        Ascending numbers of iterations.

    Returns
    -------
    averages : ndarray, shape (m, N, d)
    longest : ndarray, shape (N,)
        Largest length of a step vector v.
    """
    a = check_array(a, "a", ndim=3)
    gamma = check_array(missing, "missing", shape=a.shape[:2])
    c = inverse_rate
    marks = check_array(marks, "marks", ndim=1, min_rows=1, dtype=int, low=1)
    N, _, d = a.shape
    radius = np.sqrt(2 / c * np.maximum(gamma.max(axis=1), 0))
    z = np.zeros((N, d))
    total = np.zeros((N, d))
    longest = np.zeros(N)
    averages = []
    each = np.arange(N)
    wanted = set(marks.tolist())
    for t in range(1, marks[-1] + 1):
        total += z
        if t in wanted:
            averages.append(total / t)
        room = gamma - (a @ z[:, :, None])[:, :, 0]
        i = room.argmax(axis=1)
        v = c * z - np.where(room[each, i] > 0, 1.0, 0.0)[:, None] * a[each, i]
        longest = np.maximum(longest, np.sqrt((v * v).sum(axis=1)))
        z = z - v / (c * t)
        z *= np.minimum(1, radius / np.maximum(np.sqrt((z * z).sum(axis=1)), 1e-300))[:, None]
    return np.array(averages), longest


def _instances(k, n, count, rng):
    """Random hinges: normal directions, half of them scaled unequally; gammas in 0..2."""
    a = rng.standard_normal((count, k, n))
    a[count // 2 :] *= 10 ** rng.uniform(-1, 1, (count - count // 2, k, 1))
    return a, rng.uniform(0, 2, (count, k))


def max_of_hinge_rates(k, n, inverse_rate, marks, count, seed):
    """Excess of Figure 7.5's average over the optimum, and over the bound, on random problems.

    Returns
    -------
    dict
        ``over``: largest excess over the bound; ``slopes``: of log excess on log T, one a problem;
        ``gap``: largest certified gap of the optimum; ``longest``: largest step vector over its
        corrected bound.

    Raises
    ------
    ValueError
        If an average is no worse than the optimum that was found.
    """
    rng = np.random.default_rng([seed, k, n])
    a, gamma = _instances(k, n, count, rng)
    averages, longest = max_of_hinge_batch(a, gamma, inverse_rate, marks)
    over = 0.0
    slopes = []
    gaps = []
    lengths = []
    for j in range(count):
        best = max_of_hinge_dual(a[j], gamma[j], np.zeros(n), inverse_rate, tol=1e-10)
        least = max_of_hinge_objective(best.w, a[j], gamma[j], inverse_rate)
        excess = max_of_hinge_objective(averages[:, j], a[j], gamma[j], inverse_rate) - least
        over = max(over, (excess / max_of_hinge_bound(a[j], gamma[j], inverse_rate, marks)).max())
        if excess.min() <= 0:
            raise ValueError("the optimum is not accurate enough for the slope of the excess")
        x = np.log(marks) - np.log(marks).mean()
        slopes.append(float(x @ np.log(excess) / (x @ x)))
        gaps.append(best.gap)
        steep = np.linalg.norm(a[j], axis=1).max()
        lengths.append(longest[j] / (np.sqrt(2 * inverse_rate * gamma[j].max()) + steep))
    return {
        "over": float(over),
        "slopes": slopes,
        "gap": float(max(gaps)),
        "longest": float(max(lengths)),
    }


def subgradient_lengths(n_instances, n_rounds, seed):
    """Lengths of the step vectors of Figure 7.5, by hand and on random problems.

    Returns
    -------
    dict
        ``by_hand``: longest over three steps where all directions have length 1; ``violated``:
        share of problems in which one is longer than every direction; ``right``: longest over the
        corrected bound.
    """
    hand = max_of_hinge_batch([[[1.0], [-1.0]]], [[1.0, 1.0]], 1.0, [3])[1][0]
    rng = check_rng(seed)
    violated = []
    right = 0.0
    for c in (0.1, 1.0, 10.0):
        for k, n in product((2, 10, 50), (2, 20)):
            a, gamma = _instances(k, n, n_instances // 18 + 1, rng)
            longest = max_of_hinge_batch(a, gamma, c, [n_rounds])[1]
            steep = np.linalg.norm(a, axis=2).max(axis=1)
            violated.extend(longest > steep + 1e-9)
            bound = np.sqrt(2 * c * gamma.max(axis=1)) + steep
            right = max(right, (longest / bound).max())
    return {"by_hand": float(hand), "violated": float(np.mean(violated)), "right": float(right)}
