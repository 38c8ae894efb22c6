"""Legendre transforms: linear time against the dense grid and Qhull; conjugates against a modeller.

Run ``python benchmarks/convex.py``. Answers are asserted to agree; times are printed only.
"""

from time import perf_counter

import numpy as np
from scipy.spatial import ConvexHull

from mlcompanion.convex import CONJUGATE_PAIRS, legendre_grid
from mlcompanion.convex.legendre import legendre_dense, lower_hull


def best_of(function, repeats=3):
    """Least seconds of a few calls, and the result."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = function()
        times.append(perf_counter() - start)
    return min(times), result


def wavy(n):
    """A smooth function with many wells on ``n`` points, and ``n`` slopes."""
    x = np.linspace(-3, 3, n)
    return x, np.cos(9 * x) + x**2 / 2, np.linspace(-6, 6, n)


def qhull_lower(x, f):
    """Corners of the lower hull by Qhull."""
    hull = ConvexHull(np.column_stack([x, f]))
    return np.sort(x[np.unique(hull.simplices[hull.equations[:, 1] < 0])])


def row(race, size, ours, peer, peer_s, note):
    print(f"{race}, {size}: ours {ours * 1e3:.3f} ms, {peer} {peer_s * 1e3:.2f} ms, "
          f"x{peer_s / ours:.1f} ({note})")  # fmt: skip
    return {
        "race": race,
        "size": size,
        "ours_s": ours,
        "peer": peer,
        "peer_s": peer_s,
        "ratio": peer_s / ours,
        "note": note,
    }


def transforms():
    """The same transform in O(N + M) and in O(N M)."""
    legendre_grid(*wavy(100))  # compile
    for n in (1_000, 10_000, 100_000):
        x, f, slopes = wavy(n)
        ours, fast = best_of(lambda: legendre_grid(x, f, slopes), 5)  # noqa: B023
        some = slopes[:: max(1, n // 10_000)]
        seconds, dense = best_of(lambda: legendre_dense(x, f, some), 1)  # noqa: B023
        seconds *= n / len(some)
        np.testing.assert_allclose(fast.value[:: max(1, n // 10_000)], dense.value, atol=1e-12)
        note = "equal to 1e-12" + (", every tenth slope run" if len(some) < n else "")
        yield row("Legendre transform", f"N = M = {n:,}", ours, "dense grid", seconds, note)
    x, f, slopes = wavy(1_000_000)
    ours, _ = best_of(lambda: legendre_grid(x, f, slopes))
    print(f"Legendre transform, N = M = 1,000,000: ours {ours * 1e3:.1f} ms, linear time goes on")


def hulls():
    """The first half alone: the lower hull, of points in a disc."""
    rng = np.random.default_rng(0)
    for n in (10_000, 100_000):
        x, f, _ = wavy(n)
        f = f + 0.01 * rng.normal(size=n)
        ours, (corners, _) = best_of(lambda: lower_hull(x, f))  # noqa: B023
        seconds, theirs = best_of(lambda: qhull_lower(x, f))  # noqa: B023
        np.testing.assert_array_equal(corners, theirs)
        note = "same corners; Qhull also sorts and finds the upper hull"
        yield row("lower convex hull", f"N = {n:,}", ours, "scipy ConvexHull", seconds, note)


def conjugates():
    """Numerical conjugates against the same problems written in CVXPY."""
    try:
        import cvxpy as cp
    except ImportError as error:
        print(f"CVXPY left out: {error}")
        return
    theta = cp.Parameter(4)
    w = cp.Variable(4)
    A, b = CONJUGATE_PAIRS["max of hinges"].pieces
    problems = {
        "relative entropy": (-cp.sum(cp.entr(w)) + np.log(4), [cp.sum(w) == 1]),
        "max of hinges": (cp.max(A @ w + b), []),
        "squared q-norm": (1.5 * cp.square(cp.pnorm(w, 4 / 3)), []),
    }
    for name, (f, constraints) in problems.items():
        pair = CONJUGATE_PAIRS[name]
        problem = cp.Problem(cp.Maximize(theta @ w - f), constraints)
        _, slopes = pair.draw(np.random.default_rng(0), 20)
        theta.value = slopes[0]
        problem.solve()  # compile the problem once

        def peer():
            values = []
            for slope in slopes:  # noqa: B023
                theta.value = slope
                values.append(problem.solve())  # noqa: B023
            return values

        ours, mine = best_of(lambda: [pair.supremum(s).value for s in slopes])  # noqa: B023
        seconds, theirs = best_of(peer, 1)
        np.testing.assert_allclose(mine, theirs, atol=1e-5)
        yield row(f"conjugate of {name}", "20 slopes, d = 4", ours, "CVXPY", seconds,
                  "equal to 1e-5, compiled parametric problem")  # fmt: skip


def main():
    """Run the races; print a table and return its rows."""
    return [*transforms(), *hulls(), *conjugates()]


if __name__ == "__main__":
    main()
