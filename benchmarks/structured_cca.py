"""Structured sparse CCA: the step in v against interior points, the l1 pair against sparsecca.

The excessive-gap method runs to the thesis's relative gap of 1e-6 on Table 4.1's chains of groups;
the objectives are asserted equal to 1e-6. The pairs maximise the same covariance under the same
bounds: ours must not be below sparsecca's.
"""

import numpy as np

from _race import duel, least, peer, row
from mlcompanion.prox import GroupPenalty
from mlcompanion.sparse import sparse_cca
from mlcompanion.sparse.cca import excessive_gap, restarted_excessive_gap
from mlcompanion.teaching import log_slope

TITLE = "Structured sparse canonical correlation"
CHAPTER = "chen/04_structured_cca"
GOAL = 1e-6
SHARE = 0.3


def chain(n_groups, gamma, size=1000, overlap=100):
    """Groups of neighbours; ones on the first half."""
    step = size - overlap
    groups = [np.arange(k * step, k * step + size) for k in range(n_groups)]
    beta = np.zeros(step * n_groups + overlap)
    beta[: step * n_groups // 2] = 1.0
    return beta, GroupPenalty(groups, gamma), groups


def cone_races(cp):
    """CVXPY with Clarabel at 20 groups."""
    for gamma in (0.2, 2.0):
        beta, penalty, groups = chain(20, gamma)
        v = cp.Variable(len(beta))
        norms = sum(cp.norm(v[g]) for g in groups)
        goal = cp.Minimize(0.5 * cp.sum_squares(v - beta) + gamma * norms)
        program = cp.Problem(goal, [cp.norm(v) <= 1])
        peer_s, _ = least(lambda program=program: program.solve(solver="CLARABEL"))
        ours_s, run = least(lambda beta=beta, penalty=penalty: excessive_gap(beta, penalty))
        assert abs(run.primal[-1] / program.value - 1) <= 2 * GOAL
        yield row(
            "step in v, overlapping groups",
            f"|G| = 20, p = {len(beta)}, γ = {gamma:g}",
            ours_s,
            "CVXPY (Clarabel)",
            peer_s,
            f"{run.n_iter} steps, same objective",
        )


def pair_races(peer_cca):
    """Two views of 60 samples with a shared variable."""
    for d, p in ((100, 80), (1000, 800)):
        rng = np.random.default_rng(0)
        z = rng.normal(size=60)
        X = np.outer(z, np.arange(d) < 20) + rng.normal(size=(60, d))
        Y = np.outer(z, np.arange(p) < 15) + rng.normal(size=(60, p))
        X = (X - X.mean(axis=0)) / X.std(axis=0)
        Y = (Y - Y.mean(axis=0)) / Y.std(axis=0)

        def ours(X=X, Y=Y):
            c = SHARE * np.sqrt(X.shape[1])
            return sparse_cca(X, Y, c, SHARE * np.sqrt(Y.shape[1]))

        def theirs(X=X, Y=Y):
            u, v, _ = peer_cca(
                X, Y, penaltyx=SHARE, penaltyz=SHARE, K=1, niter=100, standardize=False
            )
            return np.ravel(u), np.ravel(v)

        def same(run, pair, X=X, Y=Y):
            value = abs(pair[0] @ X.T @ Y @ pair[1])
            assert run.value >= value * (1 - 1e-4)
            assert abs(run.u @ pair[0]) > 0.999

        yield duel(
            "sparse pair, l1 bounds",
            f"n = 60, d = {d}, p = {p}",
            ours,
            "sparsecca cca_pmd",
            theirs,
            same=same,
            note="same pair",
        )


def slopes():
    """A step is linear in the number of variables; stages against a single run."""
    sizes = (20, 80, 320)
    times = []
    for n_groups in sizes:
        beta, penalty, _ = chain(n_groups, 1.0)
        seconds, run = least(lambda b=beta, q=penalty: excessive_gap(b, q, tol=0, max_iter=20))
        times.append(seconds / run.n_iter)
    yield row(
        "a step, by variables",
        f"|G| = {sizes}",
        times[-1],
        "ours",
        None,
        f"slope {log_slope(sizes, times):.2f}",
    )
    beta, penalty, _ = chain(40, 4.0, size=100, overlap=10)
    single, long = least(lambda: excessive_gap(beta, penalty, tol=1e-9), 1)
    staged, short = least(lambda: restarted_excessive_gap(beta, penalty, tol=1e-9))
    assert abs(long.primal[-1] / short.primal[-1] - 1) <= 1e-8
    yield row(
        "step in v to a relative gap of 1e-9",
        "|G| = 40, p = 3610",
        staged,
        "excessive gap, one run",
        single,
        f"{short.n_iter} steps for {long.n_iter}",
    )


def rows():
    """All races of the record."""
    if (cp := peer("cvxpy")) is not None:
        yield from cone_races(cp)
    if (sparsecca := peer("sparsecca")) is not None:
        yield from pair_races(sparsecca.cca_pmd)
    yield from slopes()
