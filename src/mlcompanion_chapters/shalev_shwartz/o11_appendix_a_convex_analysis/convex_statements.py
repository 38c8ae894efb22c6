r"""The statements of Shalev-Shwartz (2007), Appendix A, one search or counterexample each.

Every function returns the measurements of one claim; what the names mean stands in the chapter's
claims file and in the functions' own docstrings.
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.convex import (
    biconjugate_grid,
    fenchel_young_gap,
    legendre_grid,
    root_inequality_bound,
    root_inequality_root,
    scaled_conjugate,
    subgradient_slack,
)
from mlcompanion.convex.calculus.pairs import label_ranking_pair, logistic_pair
from mlcompanion.convex.calculus.subgradients import absolute, linear, maximum, smooth

from .convex_checks import (
    largest_by_bisection,
    subgradient_pairs,
)

__all__ = [
    "binary_entropy_sign",
    "edge_of_the_domain",
    "fenchel_young_search",
    "grid_statements",
    "label_ranking_search",
    "lemma19_search",
    "level_sets",
    "subgradient_rules",
]


def fenchel_young_search(n_pairs, random_state):
    """Least gap of random pairs, largest gap at subgradients, and the share left off them.

    Parameters
    ----------
    n_pairs : int
        For each of six functions and of the dimensions 2 and 5.
    random_state : int or Generator
    """
    rng = check_rng(random_state)
    low = []
    tight = []
    kept = []
    for kind in ("square", "hinge", "hinges", "entropy", "binary", "q-norm"):
        for d in (2, 5):
            w, theta, value, conjugate = subgradient_pairs(kind, n_pairs, d, rng)
            tight.append(np.abs(fenchel_young_gap(value, conjugate, w, theta)).max())
            other = w[rng.permutation(len(w))]
            size = np.maximum(1, np.abs((other * theta).sum(axis=1)))
            low.append((fenchel_young_gap(value, conjugate, other, theta) / size).min())
            if kind in ("square", "entropy"):
                turn = rng.normal(size=w.shape)
                turn -= turn.mean(axis=1, keepdims=True)
                off = theta + 0.1 * turn / np.linalg.norm(turn, axis=1, keepdims=True)
                kept.append(fenchel_young_gap(value, conjugate, w, off) > 1e-6)
    return {"low": min(low), "eq": max(tight), "perturbed": np.mean(kept)}


def subgradient_rules(random_state, *, n_points=1000):
    """A sum of a norm, a hinge and a square where the whole norm kinks: its corners, by rule."""
    rng = check_rng(random_state)
    A = rng.normal(size=(2, 3))
    b = rng.normal(size=2)
    l1 = absolute().affine([[1.0, 0.0]], [0.0]) + absolute().affine([[0.0, 1.0]], [0.0])
    hinge = maximum(linear(rng.normal(size=3), 1.0), linear(np.zeros(3)))
    f = l1.affine(A, b).scale(0.7) + hinge + smooth(lambda v: float(v @ v) / 2, lambda v: v)
    kink = np.linalg.lstsq(A, -b, rcond=None)[0]
    around = rng.normal(size=(n_points, 3)) * np.exp(2 * rng.normal(size=(n_points, 1)))
    corners = f.corners(kink)
    moved = corners.mean(axis=0) + 1.3 * (corners - corners.mean(axis=0))
    return {
        "corners": len(corners),
        "slack": min(subgradient_slack(f, kink, c, kink + around).min() for c in corners),
        "moved": max(subgradient_slack(f, kink, c, kink + 1e-3 * around).min() for c in moved),
    }


def binary_entropy_sign(random_state):
    """The binary entropy with either sign, conjugated on a grid with local refinement."""
    rng = check_rng(random_state)
    unit = np.linspace(0, 1, 20_001)
    values = logistic_pair(1).value(unit[:, None])

    def conjugate(theta, sign):
        order = np.argsort(theta)
        near = np.empty(len(theta))
        near[order] = legendre_grid(unit, sign * values, theta[order]).argmax
        fine = np.clip(near[:, None] + np.linspace(-1e-4, 1e-4, 201), 0, 1)
        heights = logistic_pair(1).value(fine[..., None])
        return (fine * theta[:, None] - sign * heights).max(axis=1)

    cases = [np.array([t]) for t in np.linspace(-5, 5, 101)] + list(rng.uniform(-5, 5, (100, 3)))
    right = [conjugate(t, 1).sum() - np.logaddexp(0, t).sum() for t in cases]
    corner = [conjugate(t, -1).sum() - np.maximum(t, 0).sum() for t in cases]
    ends = rng.uniform(0, 1, (2, 1000))
    chord = -logistic_pair(1).value(ends[..., None]).mean(axis=0)
    middle = -logistic_pair(1).value(ends.mean(axis=0)[:, None])
    return {
        "right_err": np.abs(right).max(),
        "printed_at_zero": conjugate(np.zeros(1), -1)[0],
        "corner_err": np.abs(corner).max(),
        "bent_down": np.mean(middle > chord),
    }


def label_ranking_search(n_cases, random_state):
    """The label-ranking loss's conjugate by linear programs, beside the printed formula.

    Parameters
    ----------
    n_cases : int
        Over totals on each side from 0.1 to 1.5, 2, 3 or 5 labels, dimension 1 or 3.
    random_state : int or Generator
    """
    rng = check_rng(random_state)
    totals = (0.1, 0.3, 0.49, 0.51, 0.7, 0.99, 1.05, 1.5)
    right = []
    ratio = []
    finite = []
    infinite = []
    for case in range(n_cases):
        total = totals[case % 8]
        k = (2, 3, 5)[case % 3]
        gamma = (0.5, 1.0, 2.0)[case // 8 % 3]
        x = rng.normal(size=(1, 3)[case // 2 % 2])
        relevant = rng.permutation(k)
        relevant = relevant[: rng.integers(1, k)]
        signs = np.where(np.isin(np.arange(k), relevant), -1.0, 1.0)
        alpha = np.empty(k)
        for side in (-1.0, 1.0):
            alpha[signs == side] = total * rng.dirichlet(np.ones((signs == side).sum()))
        lam = ((signs * alpha)[:, None] * x).ravel()
        value = label_ranking_pair(x, gamma, relevant, k).supremum(lam).value
        if total > 1:
            infinite.append(np.isinf(value))
            continue
        right.append(abs(value + gamma * total))
        if total < 0.5:
            ratio.append(value / (-gamma / 2 * total))
        else:
            finite.append(np.isfinite(value))
    return {
        "right_err": max(right),
        "ratio": [min(ratio), max(ratio)],
        "finite_beyond": np.mean(finite),
        "infinite_above": np.mean(infinite),
    }


def grid_statements(random_state):
    """Conjugating twice, order reversal and scaling, on a grid of 2,001 points, 4,001 slopes."""
    rng = check_rng(random_state)
    w = np.linspace(-3, 3, 2001)
    slopes = np.linspace(-20, 20, 4001)

    def lost(x, f):
        return f - legendre_grid(slopes, legendre_grid(x, f, slopes).value, x).value

    lines = [(np.outer(w, a) + c).max(axis=1) for a, c in rng.normal(size=(20, 2, 5))]
    convex = [w**2 / 2, np.abs(w), np.maximum(0, 1 - w), *lines]
    unit = np.linspace(0, 1, 2001)
    entropy = lost(unit, unit * np.log(np.maximum(unit, 1e-300)))[20:1981]  # 0.01 to 0.99
    order = 0
    scale = 0.0
    for _ in range(200):
        f = rng.normal(size=w.size).cumsum() / 50
        above = legendre_grid(w, f + rng.uniform(0, 1, w.size), slopes).value
        order += int((legendre_grid(w, f, slopes).value < above - 1e-12).sum())
    f = w**4 / 4 - w
    for a, b in zip(10 ** rng.uniform(-1, 1, 20), rng.uniform(-5, 5, 20)):
        rule = scaled_conjugate(lambda s: legendre_grid(w, f, s).value, a, b)(slopes)
        scale = max(scale, np.abs(legendre_grid(w, a * f + b, slopes).value - rule).max())
    errors = [np.abs(lost(w, g))[np.abs(w) <= 2].max() for g in convex]
    well = np.minimum((w - 1) ** 2, (w + 1) ** 2)
    return {
        "back": max(*errors, np.abs(entropy).max()),
        "well": lost(w, well)[1000],
        "order": order,
        "scale": scale,
    }


def level_sets():
    """The root of ``|w|``: intervals as level sets, but above its chords and its biconjugate."""
    w = np.linspace(-3, 3, 2001)
    lost = []
    inside = [np.flatnonzero(np.sqrt(np.abs(w)) <= c) for c in np.linspace(0.01, 1.7, 200)]
    for R in (100, 10_000):
        x = np.linspace(-R, R, 20 * R + 1)
        lost.append(1 - np.interp(1.0, x, biconjugate_grid(x, np.sqrt(np.abs(x)))))
    return {
        "not_interval": sum(int(np.ptp(i) + 1 != len(i)) for i in inside),
        "above": np.sqrt(0.5) - (0 + 1) / 2,
        "lost": lost,
    }


def edge_of_the_domain(random_state):
    """Slopes tried as subgradients of minus the root at 0 and of the entropy at a corner."""
    rng = check_rng(random_state)
    x = np.geomspace(1e-16, 1, 10_000)
    steep = np.r_[-np.geomspace(1, 1e6, 60), 0, np.geomspace(1, 1e6, 60)]
    a, b = rng.uniform(0, 1, (2, 10_000))
    chord = 0
    for f in (lambda t: -np.sqrt(t), lambda t: logistic_pair(1).value(t[:, None])):
        chord += int((f((a + b) / 2) > (f(a) + f(b)) / 2 + 1e-12).sum())
    edge = logistic_pair(1).value(x[:, None])  # of (1 - x, x)
    return {
        "chord": chord,
        "best": [(-np.sqrt(x) - k * x).min() for k in steep],
        "best_entropy": [(edge - k * x).min() for k in np.linspace(-30, 30, 61)],
    }


def lemma19_search(n_pairs, n_bisected, random_state):
    """The largest admissible x of Lemma 19, the first of them by bisection, beside its bound."""
    rng = check_rng(random_state)
    b, c = 10 ** rng.uniform(-4, 4, (2, n_pairs))
    x = root_inequality_root(b, c)
    x[:n_bisected] = largest_by_bisection(b[:n_bisected], c[:n_bisected])
    ends = np.array([1e-4, 1.0]), np.array([1.0, 1e-8])
    return {
        "viol": int((x > root_inequality_bound(b, c) * (1 + 1e-12)).sum()),
        "no_square": np.mean(x > c + b * np.sqrt(c)),
        "no_cross": np.mean(x > (c + b**2) * (1 + 1e-12)),
        "ends": root_inequality_bound(*ends) / largest_by_bisection(*ends),
    }
