"""Projections: sort, pivot and sparse steps against POT and PyProximal, for n up to a million.

Two races. A whole vector is projected on the simplex and on the l1 ball; the answers must agree.
Then one point moves by steps on ten coordinates and is projected after each: our tree against
projecting the whole vector every time.
"""

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion.prox import SparseL1Ball, project_l1_ball, project_simplex
from mlcompanion.teaching import log_slope

TITLE = "Projections on the simplex and the l1 ball"
CHAPTER = "shalev_shwartz/07_efficient_implementation"
RACE = "Projections on the simplex and the l1 ball"
SPARSE = "Sparse steps on the l1 ball"
SIZES = (10**3, 10**4, 10**5, 10**6)
STEPS = 2000
FEW = 20


def race_vectors():
    """Whole vectors; z is set so that about a third of the coordinates survives."""
    ot = peer("ot", "pot")
    pyproximal = peer("pyproximal")
    rng = np.random.default_rng(0)
    for n in SIZES:
        mu = rng.normal(size=n)
        z = 0.2 * n
        size = f"simplex, n = {n:,}"
        same = equal(rtol=0, atol=1e-8)
        rivals = {
            "ours, sorting": (lambda mu=mu, z=z: project_simplex(mu, z), "pivot against sort")
        }
        if ot is not None:
            rivals["POT proj_simplex"] = (
                lambda mu=mu, z=z: ot.utils.proj_simplex(mu, z), "same answer to 1e-8",
            )  # fmt: skip
        for name, (theirs, note) in rivals.items():
            yield duel(
                RACE, size, lambda mu=mu, z=z: project_simplex(mu, z, "pivot"), name, theirs,
                same=same, note=note, repeats=7,
            )  # fmt: skip
        if pyproximal is not None:
            ball = pyproximal.projection.L1BallProj(n, z)
            yield duel(
                RACE, f"l1 ball, n = {n:,}", lambda mu=mu, z=z: project_l1_ball(mu, z, "pivot"),
                "PyProximal L1BallProj", lambda ball=ball, mu=mu: ball(mu.copy()),
                same=equal(rtol=0, atol=1e-4), note="same answer to its tolerance, 1e-4",
            )  # fmt: skip


def race_steps():
    """Ten coordinates a step, on a point with about n non-zero coordinates."""
    times = []
    for n in SIZES:
        rng = np.random.default_rng(1)
        start = rng.uniform(0.5, 1.5, n) * rng.choice([-1, 1], n)
        start /= np.abs(start).sum()
        where = rng.integers(0, n, (STEPS, 10))
        by = rng.normal(size=(STEPS, 10)) / n

        def move(w, count, where=where, by=by):
            for i, delta in zip(where[:count], by[:count]):
                w.step(i, delta)
            return w

        def move_densely(start=start, where=where, by=by):
            w = start.copy()
            for i, delta in zip(where[:FEW], by[:FEW]):
                np.add.at(w, i, delta)
                w = project_l1_ball(w, 1.0, "pivot")
            return w

        move(SparseL1Ball(n, 1.0, start), 1)  # compiles
        ball = SparseL1Ball(n, 1.0, start)
        seconds, w = least(lambda ball=ball, move=move: move(ball, STEPS), 1)
        times.append(seconds / STEPS)
        other, dense = least(move_densely)
        few = move(SparseL1Ball(n, 1.0, start), FEW)
        np.testing.assert_allclose(few.to_dense(), dense, atol=1e-12)
        note = f"same point to 1e-12; {w.n_nonzero:,} non-zero"
        if n == SIZES[-1]:
            note += f"; time ~ n^{log_slope(SIZES, times):.2f}"
        yield row(SPARSE, f"k = 10, n = {n:,}", times[-1], "projecting the whole vector (pivot)",
                  other / FEW, note)  # fmt: skip


def rows():
    """Whole vectors, then sparse steps."""
    yield from race_vectors()
    yield from race_steps()
