r"""Searches for a counterexample to Shalev-Shwartz (2007), Appendix A.

Suprema come from a linear program or a general solver and know no conjugate. Ratios that an
inequality bounds are pushed against their bound: random pairs first, then a random search from the
most extreme of them.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, minimize
from scipy.special import logsumexp, softmax

from mlcompanion._validation import check_array, check_rng
from mlcompanion.convex import Entropy, Euclidean, conjugate_numeric, conjugate_polyhedral
from mlcompanion.convex.calculus.pairs import (
    entropy_pair,
    half_square_pair,
    hinge_pair,
    max_of_hinge_pair,
    p_norm_pair,
)
from mlcompanion.convex.norms import half_square_gradient, lp_norm
from mlcompanion_chapters.checks.mirror_maps import (
    row_gradients,
    row_values,
    simplex_maximum,
)

__all__ = [
    "half_square_supremum",
    "largest_by_bisection",
    "lemma14_sides",
    "link_ratios",
    "monotone_ratios",
    "numeric_conjugate",
    "push",
    "representation_range",
    "row_conjugates",
    "row_links",
    "row_remainders",
    "subgradient_pairs",
    "table_cases",
]


def half_square_supremum(theta, p):
    r"""Supremum of :math:`\langle w,\theta\rangle-\frac12\|w\|_p^2` by a general solver.

    Kinks are taken out by more variables: two parts of each entry that are not negative for p = 1,
    one bound t of all entries for p = infinity.

    Parameters
    ----------
    theta : array_like, shape (d,)
    p : float in [1, inf]

    Returns
    -------
    float
    """
    theta = check_array(theta, "theta", ndim=1)
    d = len(theta)
    if p == 1:
        both = np.r_[theta, -theta]
        tol = {"ftol": 1e-15, "gtol": 1e-10}
        found = minimize(
            lambda v: (v.sum() ** 2 / 2 - v @ both, v.sum() - both),
            np.full(2 * d, 0.1), jac=True, method="L-BFGS-B", bounds=[(0, None)] * 2 * d,
            options=tol,
        )  # fmt: skip
        return -float(found.fun)
    if p == np.inf:
        signs = np.vstack([-np.eye(d), np.eye(d)])
        room = {
            "type": "ineq",
            "fun": lambda v: v[d] + signs @ v[:d],
            "jac": lambda v: np.column_stack([signs, np.ones(2 * d)]),
        }
        found = minimize(
            lambda v: (v[d] ** 2 / 2 - v[:d] @ theta, np.r_[-theta, v[d]]),
            np.r_[np.zeros(d), 1.0], jac=True, method="SLSQP", constraints=room,
            options={"ftol": 1e-14, "maxiter": 300},
        )  # fmt: skip
        return -float(found.fun)
    return half_square_pair(p, d).supremum(theta).value


def representation_range(X, b, theta):
    r"""Least and greatest :math:`-\sum\alpha_ib_i` over the representations of ``theta``.

    Those are the :math:`\alpha\ge0`, :math:`\|\alpha\|_1\le1` with
    :math:`\theta=-\sum\alpha_ix_i` in (A.3); by two linear programs.

    Returns
    -------
    (float, float)
    """
    X = check_array(X, "X", ndim=2)
    b = check_array(b, "b", ndim=1)
    common = {"A_ub": np.ones((1, len(b))), "b_ub": [1.0], "A_eq": -X.T, "b_eq": theta}
    return linprog(-b, **common).fun, -linprog(b, **common).fun


def table_cases(n_theta, random_state):
    """Closed forms of the table of conjugates beside suprema from their definition.

    Parameters
    ----------
    n_theta : int
        Vectors for each of the five pairs, over dimensions 1, 2, 3, 5; norms 1, 2, 3 and infinity;
        1, 2 and 4 hinges; q = 1.1, 1.5 and 1.9.
    random_state : int or Generator

    Returns
    -------
    errors : dict
        The largest relative error of each pair.
    growth : float
        Least ratio of the suprema over boxes of sides 2000 and 1000, outside of the domain.
    tie : float
        Largest error with the greatest instead of the least value over representations.
    """
    rng = check_rng(random_state)
    growth = np.inf
    tie = 0.0
    names = ("half a square", "hinge", "largest of hinges", "entropy", "squared q-norm")
    errors = dict.fromkeys(names, 0.0)

    def note(name, closed, numeric):
        errors[name] = max(errors[name], abs(closed - numeric) / max(1, abs(closed)))

    for k in range(n_theta):
        d = (1, 2, 3, 5)[k % 4]
        m = (1, 2, 4)[k % 3]
        gamma = rng.uniform(0.5, 2)
        theta = rng.normal(size=d)
        p = (1, 2, 3, np.inf)[k // 4 % 4]
        note("half a square", half_square_pair(p, d).conjugate(theta),
             half_square_supremum(theta, p))  # fmt: skip
        pair = entropy_pair(d)
        note("entropy", pair.conjugate(2 * theta), pair.supremum(2 * theta).value)
        q = (1.1, 1.5, 1.9)[k % 3]
        pair = p_norm_pair(q / (q - 1), d)
        note("squared q-norm", pair.conjugate(theta), pair.supremum(theta).value)
        x = rng.normal(size=d)
        pair = hinge_pair(x, gamma)
        alpha = rng.uniform()
        note("hinge", -gamma * alpha, pair.supremum(-alpha * x).value)
        X = rng.normal(size=(m, d))
        b = rng.uniform(0, 2, m)
        inside = -rng.dirichlet(np.ones(m + 1))[:m] @ X
        least, greatest = representation_range(X, b, inside)
        found = conjugate_polyhedral(*max_of_hinge_pair(X, b).pieces, inside).value
        note("largest of hinges", least, found)
        tie = max(tie, abs(greatest - found))
        away = rng.choice([-0.2, 1.2]) * -x  # beyond either end of the segment
        away *= max(1, 0.6 / np.linalg.norm(x))
        for A, c, t in (
            (*pair.pieces, away),
            (*max_of_hinge_pair(X, b).pieces, outside_hull(X, rng)),
        ):
            small, large = (conjugate_polyhedral(A, c, t, box).value for box in (500, 1000))
            growth = min(growth, large / small)
    return errors, growth, tie


def outside_hull(X, rng):
    """A vector at least 0.1 outside the hull of 0 and the rows of ``-X``: beyond its extent."""
    direction = rng.normal(size=X.shape[1])
    direction /= np.linalg.norm(direction)
    return direction * (max(0.0, (-X @ direction).max()) + rng.uniform(0.1, 1))


def subgradient_pairs(kind, n, d, rng):
    r"""Random w, and subgradients there, of one of the table's functions, also at kinks.

    Parameters
    ----------
    kind : {"square", "hinge", "hinges", "entropy", "binary", "q-norm"}
    n, d : int
    rng : Generator

    Returns
    -------
    w, theta : ndarray, shape (n, d)
    value, conjugate : callable
        From rows to numbers; the conjugate of several hinges is known from the weights drawn.
    """
    w = rng.normal(size=(n, d))
    if kind == "square":
        return w, w, *_halves
    if kind == "q-norm":
        pair = p_norm_pair(3.0, d)
        return w, pair.subgradient(w), pair.value, pair.conjugate
    if kind == "entropy":
        w = rng.dirichlet(np.ones(d), n)
        pair = entropy_pair(d)
        return w, pair.subgradient(w), pair.value, pair.conjugate
    if kind == "binary":
        w = rng.uniform(0.001, 0.999, (n, d))
        return w, np.log(w / (1 - w)), _binary, lambda t: np.logaddexp(0, t).sum(axis=-1)
    m = 1 if kind == "hinge" else min(d, 3)
    X = rng.normal(size=(m, d))
    b = rng.uniform(0.5, 2, m)
    pull = np.linalg.pinv(X)  # moves to w at which all pieces have a chosen height
    kinks = np.arange(n) % 2 == 0
    heights = np.where(np.arange(n) % 4 == 0, 0.0, rng.uniform(0, 1, n))
    at_kink = w + ((b - heights[:, None]) - w @ X.T) @ pull.T
    w = np.where(kinks[:, None], at_kink, w)
    pieces = np.column_stack([b - w @ X.T, np.zeros(n)])
    active = pieces >= pieces.max(axis=1, keepdims=True) - 1e-9
    alpha = rng.exponential(size=active.shape) * active
    alpha = (alpha / alpha.sum(axis=1, keepdims=True))[:, :m]
    value = lambda v: np.maximum(b - v @ X.T, 0).max(axis=-1)  # noqa: E731
    return w, -alpha @ X, value, lambda _: -alpha @ b


def _half(v):
    return (v**2).sum(axis=-1) / 2


_halves = (_half, _half)


def _binary(w):
    return (w * np.log(w) + (1 - w) * np.log(1 - w)).sum(axis=-1)


# ---- ratios of strong convexity, by rows


def row_links(f, theta):
    """The gradient of the conjugate at every row."""
    if isinstance(f, Entropy):
        return softmax(theta, axis=1)
    if isinstance(f, Euclidean):
        return theta
    return half_square_gradient(theta, f.p) / (f.p - 1)


def row_conjugates(f, theta):
    """The conjugate at every row."""
    if isinstance(f, Entropy):
        return logsumexp(theta, axis=1) - np.log(theta.shape[1])
    p = 2.0 if isinstance(f, Euclidean) else f.p
    return lp_norm(theta, p) ** 2 / (2 * (p - 1))


def monotone_ratios(f, u, v, *, scale=1.0):
    r""":math:`\langle\nabla f(u)-\nabla f(v),u-v\rangle/\|u-v\|^2`, the left side of (A.8).

    ``scale`` multiplies f.
    """
    rise = ((row_gradients(f, u) - row_gradients(f, v)) * (u - v)).sum(axis=1)
    return scale * rise / f.norm(u - v) ** 2


def link_ratios(f, theta, lam):
    r""":math:`\|\nabla f^\star(\theta+\lambda)-\nabla f^\star(\theta)\|/\|\lambda\|_\star`."""
    return f.norm(row_links(f, theta + lam) - row_links(f, theta)) / f.dual_norm(lam)


def row_remainders(f, theta, lam):
    r"""What the tangent of the conjugate at ``theta`` misses at ``theta + lam``, by rows."""
    tangent = (row_links(f, theta) * lam).sum(axis=1)
    return row_conjugates(f, theta + lam) - row_conjugates(f, theta) - tangent


def push(ratio, first, second, random_state, *, sign=1, n_starts=20, n_steps=60, apart=1e-3):
    """Push a ratio of pairs as far as it goes, by random moves from the most extreme pairs.

    Parameters
    ----------
    ratio : callable
        From points and steps, both of shape (m, d), to numbers of shape (m,).
    first, second : ndarray, shape (m, d)
        Points and steps to begin with.
    random_state : int or Generator
    sign : {1, -1}
        Upwards or downwards.
    n_starts, n_steps : int
    apart : float
        Least length of a row of ``second``: shorter steps show rounding only.

    Returns
    -------
    float
        The most extreme ratio of all.
    """
    rng = check_rng(random_state)
    values = sign * ratio(first, second)
    best = np.argsort(values)[-n_starts:]
    a = first[best]
    b = second[best]
    top = values[best]
    for size in np.geomspace(0.5, 1e-3, n_steps):
        lengths = size * np.abs(b).max(axis=1, keepdims=True)
        there = a + lengths * rng.normal(size=a.shape)
        turned = b + lengths * rng.normal(size=b.shape)
        tries = ((there, turned), (there, b), (a, turned), (a, b * np.exp(size * rng.normal())))
        for c, e in tries:
            found = sign * ratio(c, e)
            better = (found > top) & (np.linalg.norm(e, axis=1) >= apart)
            a[better], b[better], top[better] = c[better], e[better], found[better]
    return float(sign * max(top.max(), values.max()))


def numeric_conjugate(f, theta):
    """The conjugate of a mirror map at one vector, by a general solver, and its maximiser.

    Returns
    -------
    w : ndarray, shape (d,)
    value : float
    """
    if isinstance(f, Entropy):
        return simplex_maximum(theta)
    found = conjugate_numeric(
        lambda w: row_values(f, w[None])[0], theta, gradient=lambda w: f.gradient(w)
    )
    return found.w, found.value


def largest_by_bisection(b, c, n_steps=80):
    r"""The largest x with :math:`x-b\sqrt x-c\le0`, by bisection on the condition.

    Parameters
    ----------
    b, c : array_like of positive numbers, shape (n,)
    n_steps : int

    Returns
    -------
    ndarray, shape (n,)
    """
    b = check_array(b, "b", low=0)
    c = check_array(c, "c", low=0)
    # there the condition holds, and fails
    low = c.copy()
    high = 4 * (c + b**2)
    for _ in range(n_steps):
        middle = np.sqrt(low * high)
        holds = middle - b * np.sqrt(middle) - c <= 0
        low = np.where(holds, middle, low)
        high = np.where(holds, high, middle)
    return low


class Swapped(NamedTuple):
    """Both inequalities that begin the proof of Lemma 14, as right side minus left side."""

    printed: np.ndarray
    right: np.ndarray


def lemma14_sides(f, u, v):
    """The two inequalities as printed and with their function values exchanged.

    Parameters
    ----------
    f : MirrorMap
    u, v : array_like, shape (m, d)

    Returns
    -------
    Swapped
        Arrays of shape (2, m); negative where an inequality fails.
    """
    half = f.norm(v - u) ** 2 / 2
    rise = row_values(f, u) - row_values(f, v)
    left = np.array([
        (row_gradients(f, u) * (v - u)).sum(axis=1), (row_gradients(f, v) * (u - v)).sum(axis=1)
    ])  # fmt: skip
    printed = np.array([rise, -rise]) - half
    return Swapped(printed - left, printed[::-1] - left)
