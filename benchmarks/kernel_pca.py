"""Kernel PCA against scikit-learn, and leave-one-out in closed form against N decompositions.

Both sides of the first races give the same projections up to signs. The last ones have no peer: it
is what the source would do, one decomposition a point. Their slopes are over the three largest
sizes, where the orders 3 and 4 are not reached yet.
"""

import numpy as np
from sklearn.decomposition import KernelPCA as PeerKernelPCA

from _race import duel, equal, row
from mlcompanion.datasets import make_facing_arcs, make_spiked_gaussian
from mlcompanion.reduction import KernelPCA, loo_projections
from mlcompanion.teaching import log_slope

TITLE = "Kernel PCA and leaving out"
CHAPTER = "jmlr12/28_kpca_variance_inflation"
LEFT_OUT = (50, 100, 200, 400)


def fits(n, d, q, kernel):
    """Fit, and project as many new points."""
    drawn = make_facing_arcs(2 * n, d, random_state=0).data
    X = drawn[:n]
    new = drawn[n:]
    ours = {"linear": {}, "rbf": {"sigma": 0.5}}[kernel]
    theirs = {"linear": {}, "rbf": {"gamma": 2.0}}[kernel]
    yield duel(
        "fit and transform", f"{kernel}, {n} x {d}, {q} components",
        lambda: np.abs(KernelPCA(q, kernel=kernel, **ours).fit(X).transform(new)),
        "scikit-learn",
        lambda: np.abs(PeerKernelPCA(q, kernel=kernel, **theirs).fit(X).transform(new)),
        same=equal(rtol=1e-6, atol=1e-8), note="equal up to sign",
    )  # fmt: skip


def leaving_out(n):
    """Exact projections by rank-one changes, and by n decompositions."""
    X = make_spiked_gaussian(n, 2000, [1.4, 1.2, 1.0, 0.8], 0.2, 0).data
    K = X @ X.T
    yield duel(
        "leave-one-out projections", f"exact, {n} points",
        lambda: np.abs(loo_projections(K, 4)), "n decompositions",
        lambda: np.abs(loo_projections(K, 4, method="refit")),
        same=equal(rtol=1e-6, atol=1e-7), note="equal",
    )  # fmt: skip
    yield duel(
        "leave-one-out projections", f"shortcut, {n} points",
        lambda: loo_projections(K, 4, method="geometric"), "n decompositions",
        lambda: loo_projections(K, 4, method="refit"),
        note="an approximation: how near, the chapter tells",
    )  # fmt: skip


def growth(raced, kind):
    """The slopes of both sides in the points, over the three largest sizes."""
    sizes = LEFT_OUT[-3:]
    ours, theirs = (
        log_slope(sizes, [one[side] for one in raced[-3:]]) for side in ("ours_s", "peer_s")
    )
    return row(
        "leave-one-out projections, by points", f"{kind}, n = {sizes}", raced[-1]["ours_s"],
        "n decompositions", raced[-1]["peer_s"], f"slope {ours:.2f}, its {theirs:.2f}",
    )  # fmt: skip


def rows():
    """All races."""
    for n, d, q, kernel in (
        (200, 1000, 2, "rbf"),
        (1000, 200, 5, "rbf"),
        (2000, 50, 5, "rbf"),
        (300, 2000, 60, "linear"),
    ):
        yield from fits(n, d, q, kernel)
    raced = [duels for n in LEFT_OUT for duels in leaving_out(n)]
    yield from raced
    for kind in ("exact", "shortcut"):
        yield growth([one for one in raced if one["size"].startswith(kind)], kind)
