"""Projections: sort, pivot and sparse steps against POT and PyProximal, for n up to a million.

Two races. A whole vector is projected on the simplex and on the l1 ball; the answers must agree.
Then one point moves by steps on ten coordinates and is projected after each: our tree against
projecting the whole vector every time. Run ``python benchmarks/projections.py``. Times are printed,
never asserted.
"""

from importlib import import_module
from time import perf_counter

import numpy as np
from threadpoolctl import threadpool_limits

from mlcompanion.prox import SparseL1Ball, project_l1_ball, project_simplex

RACE = "Projections on the simplex and the l1 ball"
SPARSE = "Sparse steps on the l1 ball"
SIZES = (10**3, 10**4, 10**5, 10**6)


def best_of(call, *args, repeats=7):
    """Shortest of a few runs, in seconds, and the last result."""
    times, result = [], None
    for _ in range(repeats):
        start = perf_counter()
        result = call(*args)
        times.append(perf_counter() - start)
    return min(times), result


def row(race, size, ours, peer, other, note):
    ratio = None if other is None else other / ours
    return dict(race=race, size=size, ours_s=ours, peer=peer, peer_s=other, ratio=ratio, note=note)


def module(name):
    """A peer, or None with the reason printed."""
    try:
        return import_module(name)
    except ImportError as error:
        print(f"{name} is skipped: {error}")
        return None


def race_vectors():
    """Whole vectors; z is set so that about a third of the coordinates survives."""
    ot, pyproximal = module("ot"), module("pyproximal")
    rows, rng = [], np.random.default_rng(0)
    project_simplex(np.ones(3), method="pivot")  # compiles
    for n in SIZES:
        mu, z = rng.normal(size=n), 0.2 * n
        by_sort, alpha = best_of(project_simplex, mu, z)
        by_pivot, same = best_of(project_simplex, mu, z, "pivot")
        np.testing.assert_allclose(alpha, same, atol=1e-8)
        size = f"simplex, n = {n:,}"
        rows.append(row(RACE, size, by_pivot, "ours, sorting", by_sort, "pivot against sort"))
        if ot is not None:
            peer, other = best_of(ot.utils.proj_simplex, mu, z)
            np.testing.assert_allclose(alpha, other, atol=1e-8)
            rows.append(row(RACE, size, by_pivot, "POT proj_simplex", peer, "same answer to 1e-8"))
        ours, beta = best_of(project_l1_ball, mu, z, "pivot")
        if pyproximal is not None:
            ball = pyproximal.projection.L1BallProj(n, z)
            peer, other = best_of(ball, mu.copy(), repeats=2)
            np.testing.assert_allclose(beta, other, atol=1e-4)
            name, note = "PyProximal L1BallProj", "same answer to its tolerance, 1e-4"
            rows.append(row(RACE, f"l1 ball, n = {n:,}", ours, name, peer, note))
    return rows


def race_steps():
    """Ten coordinates a step, on a point with about n non-zero coordinates."""
    rows, ours = [], []
    for n in SIZES:
        rng = np.random.default_rng(1)
        start = rng.uniform(0.5, 1.5, n) * rng.choice([-1, 1], n)
        start /= np.abs(start).sum()
        n_steps = 2000
        where, by = rng.integers(0, n, (n_steps, 10)), rng.normal(size=(n_steps, 10)) / n
        w, dense = SparseL1Ball(n, 1.0, start).step(where[0], by[0]), start.copy()
        begin = perf_counter()
        for i, delta in zip(where[1:], by[1:]):
            w.step(i, delta)
        ours.append((perf_counter() - begin) / (n_steps - 1))
        few, begin = 20, perf_counter()
        for i, delta in zip(where[:few], by[:few]):
            np.add.at(dense, i, delta)
            dense = project_l1_ball(dense, 1.0, "pivot")
        other = (perf_counter() - begin) / few
        check = SparseL1Ball(n, 1.0, start)
        for i, delta in zip(where[:few], by[:few]):
            check.step(i, delta)
        np.testing.assert_allclose(check.to_dense(), dense, atol=1e-12)
        note = f"same point to 1e-12; {w.n_nonzero:,} non-zero"
        peer = "projecting the whole vector (pivot)"
        rows.append(row(SPARSE, f"k = 10, n = {n:,}", ours[-1], peer, other, note))
    slope = np.polyfit(np.log(SIZES), np.log(ours), 1)[0]
    print(f"sparse step: time ~ n^{slope:.2f}, {ours[-1] / ours[0]:.1f} times for n x 1000")
    rows[-1]["note"] += f"; time ~ n^{slope:.2f}"
    return rows


def main():
    with threadpool_limits(1):
        rows = race_vectors() + race_steps()
    for r in rows:
        print(
            f"{r['size']:26} ours {r['ours_s'] * 1e6:10.1f} µs  {r['peer']:36} "
            f"{r['peer_s'] * 1e6:10.1f} µs  ratio {r['ratio']:.2f}  {r['note']}"
        )
    return rows


if __name__ == "__main__":
    main()
