"""Legendre transforms against the dense grid and Qhull; conjugates against a modeller."""

import numpy as np
from scipy.spatial import ConvexHull

from _race import duel, equal, least, peer, row
from mlcompanion.convex import CONJUGATE_PAIRS, legendre_grid
from mlcompanion.convex.calculus.legendre import legendre_dense, lower_hull

TITLE = "Conjugates"
CHAPTER = "shalev_shwartz/11_appendix_a_convex_analysis"


def wavy(n):
    """A smooth function with many wells on ``n`` points, and ``n`` slopes."""
    x = np.linspace(-3, 3, n)
    return x, np.cos(9 * x) + x**2 / 2, np.linspace(-6, 6, n)


def qhull_lower(x, f):
    """Corners of the lower hull by Qhull."""
    hull = ConvexHull(np.column_stack([x, f]))
    return np.sort(x[np.unique(hull.simplices[hull.equations[:, 1] < 0])])


def transforms():
    """The same transform in O(N + M) and in O(N M)."""
    legendre_grid(*wavy(100))  # compile
    for n in (1_000, 10_000, 100_000):
        x, f, slopes = wavy(n)
        ours_s, fast = least(lambda x=x, f=f, s=slopes: legendre_grid(x, f, s), 5)
        every = max(1, n // 10_000)
        some = slopes[::every]
        peer_s, dense = least(lambda x=x, f=f, s=some: legendre_dense(x, f, s), 2)
        np.testing.assert_allclose(fast.value[::every], dense.value, atol=1e-12)
        note = "equal to 1e-12" + (", every tenth slope run" if every > 1 else "")
        yield row(
            "Legendre transform", f"N = M = {n:,}", ours_s, "dense grid", peer_s * every, note
        )


def hulls():
    """The first half alone: the lower hull of a noisy curve."""
    rng = np.random.default_rng(0)
    for n in (10_000, 100_000):
        x, f, _ = wavy(n)
        f = f + 0.01 * rng.normal(size=n)
        yield duel(
            "lower convex hull", f"N = {n:,}", lambda x=x, f=f: lower_hull(x, f)[0],
            "scipy ConvexHull", lambda x=x, f=f: qhull_lower(x, f), same=equal(rtol=0),
            note="same corners; Qhull also sorts and finds the upper hull",
        )  # fmt: skip


def conjugates():
    """Numerical conjugates against the same problems written in CVXPY."""
    cp = peer("cvxpy")
    if cp is None:
        return
    theta = cp.Parameter(4)
    w = cp.Variable(4)
    A, b = CONJUGATE_PAIRS["max of hinges"].pieces
    calls = "ours calls Python for each value and slope, theirs is one compiled program"
    setup = "most of a call of linprog is its set-up, theirs is compiled once"
    problems = {
        "relative entropy": (-cp.sum(cp.entr(w)) + np.log(4), [cp.sum(w) == 1], calls),
        "max of hinges": (cp.max(A @ w + b), [], setup),
        "squared q-norm": (1.5 * cp.square(cp.pnorm(w, 4 / 3)), [], calls),
    }
    for name, (f, constraints, reason) in problems.items():
        pair = CONJUGATE_PAIRS[name]
        problem = cp.Problem(cp.Maximize(theta @ w - f), constraints)
        _, slopes = pair.draw(np.random.default_rng(0), 20)

        def solved(problem=problem, slopes=slopes):
            values = []
            for slope in slopes:
                theta.value = slope
                values.append(problem.solve())
            return values

        yield duel(
            f"conjugate of {name}", "20 slopes, d = 4",
            lambda pair=pair, slopes=slopes: [pair.supremum(s).value for s in slopes],
            "CVXPY", solved, same=equal(rtol=0, atol=1e-5),
            note="equal to 1e-5, compiled parametric problem", reason=reason,
        )  # fmt: skip


def rows():
    """Transforms, hulls, conjugates."""
    yield from transforms()
    yield from hulls()
    yield from conjugates()
