"""Margins and support vectors: Sugiyama (2016), sections 27.1 to 27.6.1, on random problems.

Two solvers that share nothing meet here: the dual by pairs of variables, and the primal as a
quadratic programme of any form.
"""

import numpy as np
from scipy.spatial import ConvexHull

from mlcompanion._validation import check_rng
from mlcompanion.kernel_methods import SVC
from mlcompanion.kernels import gram
from mlcompanion.optimize.smo.solver import smo
from mlcompanion_chapters.checks.programmes import reference_program

__all__ = [
    "angle_search",
    "dual_and_margins",
    "far_blobs",
    "hinge_equivalence",
    "leave_out",
    "margin_programme",
    "maximum_margin",
    "overlapping",
    "relations",
    "separable",
    "soft_limit",
    "strait",
    "support_counts",
]


def strait(n=60, *, bend=0.0, wrong=0, random_state=3):
    """Rocks on both sides of a strait, in kilometres.

    Parameters
    ----------
    n : int
        Even: half of the rocks on either side.
    bend : float
        How far the middle of the strait swings to both sides of a straight course.
    wrong : int
        Rocks that the chart shows on the wrong side.

    Returns
    -------
    X : ndarray, shape (n, 2)
    y : ndarray of ±1
        1 is the northern side.
    """
    rng = check_rng(random_state)
    y = np.repeat([1.0, -1.0], n // 2)
    east = rng.uniform(0, 6, n)
    middle = 0.3 * (east - 3) + bend * np.sin(1.2 * east)
    north = middle + y * (0.5 + rng.exponential(0.9, n))
    y[rng.permutation(n)[:wrong]] *= -1
    return np.c_[east, north], y


def separable(n, rng, *, d=2, gap=0.4):
    """Points of a cube on both sides of a random plane, none nearer to it than half the gap.

    Returns
    -------
    X : ndarray, shape (n, d)
    y : ndarray of ±1
    """
    normal = rng.normal(size=d)
    normal /= np.linalg.norm(normal)
    pool = rng.uniform(-2, 2, size=(20 * n, d))
    height = pool @ normal - 0.2
    sides = [np.flatnonzero(side)[: n // 2] for side in (height > gap / 2, height < -gap / 2)]
    chosen = rng.permutation(np.concatenate(sides))
    return pool[chosen], np.sign(height[chosen])


def overlapping(n, rng, *, d=2, apart=0.8):
    """Two Gaussian clouds whose centres are ``2 * apart`` from each other on every axis.

    Returns
    -------
    X : ndarray, shape (n, d)
    y : ndarray of ±1
    """
    y = rng.permutation(np.repeat([-1.0, 1.0], [n // 2, n - n // 2]))
    return rng.normal(size=(n, d)) + apart * y[:, None], y


def far_blobs(rng):
    """The data of Fig. 26.5: 100 points of one class, 50 near and 50 far ones of the other.

    Returns
    -------
    X : ndarray, shape (200, 2)
    y : ndarray of ±1
    """
    centres = np.repeat([-2.0, 2.0, 14.0], [100, 50, 50])
    X = rng.normal(size=(200, 2)) * [0.5, 1.0]
    X[:, 0] += centres
    return X, np.where(centres < 0, 1.0, -1.0)


def hard_margin(X, y):
    """The linear machine with a price of errors at which it makes none."""
    return SVC(1e6, kernel="linear", tol=1e-8).fit(X, y)


def angle_search(X, y, n_angles=36_000):
    """The widest lane by trial: every normal of a fan of equal angles, each with its best offset.

    Only the corners of the two convex hulls can touch a line.

    Returns
    -------
    float
        Half the width of the widest lane; negative if no direction separates.
    """
    angle = np.linspace(0, 2 * np.pi, n_angles, endpoint=False)
    normals = np.stack([np.cos(angle), np.sin(angle)])
    corners = [X[y == side][ConvexHull(X[y == side]).vertices] for side in (1, -1)]
    low = (corners[0] @ normals).min(axis=0)
    high = (corners[1] @ normals).max(axis=0)
    return float((low - high).max() / 2)


def maximum_margin(repeats=20, random_state=0):
    """The learnt margin, the norm of w and the widest lane of a search, on separable data."""
    rng = check_rng(random_state)
    found = {"minm": [], "wnorm": [], "best": []}
    for n in np.geomspace(20, 200, repeats).round().astype(int):
        X, y = separable(n, rng)
        machine = hard_margin(X, y)
        norm = np.linalg.norm(machine.coef_)
        found["minm"].append(float((y * machine.decision_function(X)).min() / norm))
        found["wnorm"].append(float(norm))
        found["best"].append(angle_search(X, y))
    return found


def support_counts(repeats=10, random_state=0):
    """Fig. 27.6: training errors and numbers of support vectors on the far blobs."""
    rng = check_rng(random_state)
    found = {"train_err": [], "n_sv": []}
    for _ in range(repeats):
        X, y = far_blobs(rng)
        machine = hard_margin(X, y)
        found["train_err"].append(1 - machine.score(X, y))
        found["n_sv"].append(int((machine.alpha_ > 1e-6 * machine.alpha_.max()).sum()))
    return found


def margin_programme(Phi, y, C):
    r"""The primal of Eq. (27.2) for a generic solver, unknowns w, b and the slacks.

    Parameters
    ----------
    Phi : ndarray, shape (n, m)
        Features.
    y : ndarray of ±1, shape (n,)
    C : float
        Infinity is the hard margin.

    Returns
    -------
    w : ndarray, shape (m,)
    b : float
    slack : ndarray, shape (n,)
    """
    n, m = Phi.shape
    n_slack = n if np.isfinite(C) else 0
    size = m + 1 + n_slack
    penalty = np.diag(np.repeat([1.0, 0.0], [m, size - m]))
    cost = np.repeat([0.0, C if n_slack else 0.0], [m + 1, n_slack])
    rows = -np.c_[Phi * y[:, None], y]
    right = -np.ones(n)
    if n_slack:
        rows = np.block([[rows, -np.eye(n)], [np.zeros((n, m + 1)), -np.eye(n)]])
        right = np.r_[right, np.zeros(n)]
    x = reference_program(penalty, cost, rows, right, tol=1e-9).x
    return x[:m], float(x[m]), x[m + 1 :]


def features_of(K):
    """Features whose inner products are the kernels: eigenvectors, as long as they count."""
    values, vectors = np.linalg.eigh(K)
    counts = values > 1e-12 * values[-1]
    return vectors[:, counts] * np.sqrt(values[counts])


def soft_limit(prices, repeats=10, random_state=0):
    """Section 27.1.2: slack and distance from the hard margin along a path of prices."""
    rng = check_rng(random_state)
    rises = 0
    distances = []
    for k in range(repeats):
        X, y = separable(60, rng, d=(2, 5)[k % 2])
        w_hard, _, _ = margin_programme(X, y, np.inf)
        slacks = []
        away = []
        for C in prices:
            machine = SVC(C, kernel="linear", tol=1e-9).fit(X, y)
            slacks.append(np.maximum(1 - y * machine.decision_function(X), 0).sum())
            away.append(np.linalg.norm(machine.coef_ - w_hard) / np.linalg.norm(w_hard))
        rises += int((np.diff(slacks) > 1e-6 * max(slacks)).sum())
        distances.append(away)
    distances = np.array(distances)
    return {"slack_up": rises, "rel_small": distances[:, 0], "rel_large": distances[:, -1]}


def dual_and_margins(X, y, C, **kernel):
    """Dual variables from pairs of variables, margins from the primal by the generic solver."""
    K = gram(X, **kernel)
    dual = smo(y[:, None] * K * y, C=C, a=y, tol=1e-11)
    Phi = X if kernel["kernel"] == "linear" else features_of(K)
    w, b, _ = margin_programme(Phi, y, C)
    return dual, y * (Phi @ w + b)


def relations(alpha, margins, C, slack=1e-3):
    """How many samples break one of the five relations, and how many are at 0, inside and at C."""
    zero = alpha <= 1e-8 * C
    full = alpha >= (1 - 1e-8) * C
    inside = ~zero & ~full
    broken = (
        (zero & (margins < 1 - slack))
        | (inside & (abs(margins - 1) > slack))
        | (full & (margins > 1 + slack))
        | ((margins > 1 + slack) & ~zero)
        | ((margins < 1 - slack) & ~full)
    )
    return int(broken.sum()), [int(kind.sum()) for kind in (zero, inside, full)]


def many_relations(repeats=20, random_state=0):
    """Section 27.3 on overlapping classes: relations broken, samples of each kind, worst gap."""
    rng = check_rng(random_state)
    broken = 0
    kinds = np.zeros(3, dtype=int)
    gap = 0.0
    for k, n in enumerate(np.geomspace(40, 200, repeats).round().astype(int)):
        X, y = overlapping(n, rng)
        kernel = {"kernel": "linear"} if k % 2 else {"kernel": "rbf", "sigma": 1.0}
        C = (0.1, 1.0, 10.0)[k % 3]
        dual, margins = dual_and_margins(X, y, C, **kernel)
        wrong, counts = relations(dual.alpha, margins, C)
        broken = broken + wrong
        kinds = kinds + counts
        gap = max(gap, dual.gap)
    return {"viol": broken, "kinds": kinds.tolist(), "gap": gap}


def leave_out(repeats=20, random_state=0):
    """Section 27.3: how far w and b move without all others, and without one support vector."""
    rng = check_rng(random_state)
    found = {"d_non": [], "d_sup": []}
    for k, n in enumerate(np.geomspace(40, 200, repeats).round().astype(int)):
        X, y = separable(n, rng) if k % 2 else overlapping(n, rng)
        C = (1.0, 100.0)[k // 2 % 2]
        Q = np.outer(y, y) * (X @ X.T)

        def line(keep, start, Q=Q, X=X, y=y, C=C):
            run = smo(Q[np.ix_(keep, keep)], C=C, a=y[keep], alpha0=start, tol=1e-8)
            return run.alpha, np.r_[(run.alpha * y[keep]) @ X[keep], run.intercept]

        alpha, whole = line(np.arange(len(y)), None)
        support = np.flatnonzero(alpha)

        def moved(keep, whole=whole, alpha=alpha, line=line):
            return np.linalg.norm(line(keep, alpha[keep])[1] - whole) / np.linalg.norm(whole)

        found["d_non"].append(round(float(moved(support)), 7))  # less is the solver's tolerance
        without_one = [moved(np.delete(np.arange(len(y)), i)) for i in support]
        found["d_sup"].append(float(np.median(without_one)))
    return found


def hinge_equivalence(repeats=10, lams=(0.05, 0.5, 5.0), random_state=0):
    """Eq. (27.5) by the generic solver against the machine with C = 1 / lam, and with C = lam."""
    rng = check_rng(random_state)
    found = {"f_diff": [], "f_wrong": []}
    kernels = {"kernel": "poly", "degree": 2, "coef0": 1.0}, {"kernel": "rbf", "sigma": 1.0}
    for k, n in enumerate(np.geomspace(40, 100, repeats).round().astype(int)):
        X, y = overlapping(n, rng)
        kernel = kernels[k % 2]
        Phi = features_of(gram(X, **kernel))
        for lam in lams:
            w, b, _ = margin_programme(Phi, y, 1 / lam)
            f = Phi @ w + b
            for name, C in (("f_diff", 1 / lam), ("f_wrong", lam)):
                other = SVC(C, tol=1e-5, **kernel).fit(X, y).decision_function(X)
                found[name].append(float(abs(f - other).max() / abs(f).max()))
    return found
