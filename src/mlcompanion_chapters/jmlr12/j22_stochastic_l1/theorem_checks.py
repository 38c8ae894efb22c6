"""Searches for a counterexample to the theorems, and two experiments of ours at 2,000 rows."""

import numpy as np
from scipy.optimize import linprog

from mlcompanion.losses import Hinge, Logistic, Squared
from mlcompanion.sparse.stochastic_l1 import (
    L1Problem,
    proposition_bound,
    proposition_eta,
    scd,
    scd_bound,
    smidas,
    smidas_bound,
    theory_eta,
)

__all__ = [
    "descent_checks",
    "guarantee_checks",
    "lemma6_violations",
    "minimiser",
    "random_problem",
    "step_error",
]

PASSES = (1, 2, 4, 10, 20, 40, 100, 200, 400, 1000)
STEPS = (100, 1000, 10_000, 100_000)
#: Slopes (13), and squared slopes over losses (14) as the source prints them.
RHO = {"logistic": 0.5, "squared": 4.0}
LOSSES = {"logistic": Logistic(), "squared": Squared(), "hinge": Hinge()}


class _LongSquared(Squared):
    """The squared loss with a quarter of its curvature told: steps four times too long."""

    def __init__(self):
        super().__init__()
        self.curvature = 0.25


class _LongLogistic(Logistic):
    """The same of the logistic loss."""

    curvature = 1 / 16


LONG = {"logistic": _LongLogistic(), "squared": _LongSquared()}


def random_problem(k, m=(20, 200), d=(10, 100)):
    """Problem number k, with entries in [-1, 1]: signs, sparse, or dense and correlated.

    Returns
    -------
    X : ndarray
    scores : ndarray
        Of a sparse truth.
    lam : float
    """
    rng = np.random.default_rng([22, k])
    m = int(np.exp(rng.uniform(*np.log(m))))
    d = int(np.exp(rng.uniform(*np.log(d))))
    kind = k % 3
    X = rng.uniform(-1, 1, (m, d))
    if kind == 0:
        X = np.sign(X)  # the bound on the curvature is met
    elif kind == 1:
        X *= rng.random((m, d)) < 0.2
    elif kind == 2:
        X = np.clip(0.7 * rng.uniform(-1, 1, (m, 1)) + 0.3 * X, -1, 1)
    truth = np.zeros(d)
    truth[: max(2, d // 10)] = rng.normal(size=max(2, d // 10))
    return X, X @ truth + 0.3 * rng.normal(size=m), float(rng.choice([0.003, 0.01, 0.03]))


def targets(loss, scores):
    """Numbers for the squared loss, signs for the others."""
    return scores if loss == "squared" else np.where(scores > 0, 1.0, -1.0)


def minimiser(loss, X, y, lam):
    """A minimiser, certified by a gap of 1e-9 or found by a linear program: (w, value)."""
    if loss != "hinge":
        run = scd(X, y, lam, LOSSES[loss], tol=1e-10, shrinking=True, max_passes=400_000,
                  records=0, random_state=0)  # fmt: skip
        value = L1Problem(X, y, lam, LOSSES[loss]).value(run.w)
        return run.w, value - max(run.gap, 0.0), bool(run.gap <= 1e-9)
    m, d = X.shape
    costs = np.concatenate([np.full(2 * d, lam), np.full(m, 1 / m)])
    rows = y[:, None] * X
    A = np.hstack([-rows, rows, -np.eye(m)])
    found = linprog(costs, A_ub=A, b_ub=-np.ones(m), method="highs")
    return found.x[:d] - found.x[d : 2 * d], float(found.fun), found.status == 0


def descent_checks(k, repeats):
    """Theorems 1 and 2 and the descent of every step, on problem k.

    Returns
    -------
    dict
        ``worst`` ratio to the bound of Theorem 1, ``share`` of runs below that of Theorem 2,
        ``rises`` of the objective, and whether steps four times too long make it rise.
    """
    loss = "squared" if k % 2 else "logistic"
    X, scores, lam = random_problem(k)
    y = targets(loss, scores)
    kind = LOSSES[loss]
    problem = L1Problem(X, y, lam, kind)
    w_star, least, certified = minimiser(loss, X, y, lam)
    d = X.shape[1]
    gaps = []
    for seed in range(repeats):
        curve = scd(X, y, lam, kind, curvature="global", max_passes=1000,
                    random_state=seed).work.curve()  # fmt: skip
        gaps.append(curve.objective[list(PASSES)] - least)
    gaps = np.array(gaps)
    bound = scd_bound(np.array(PASSES) * d, w_star, problem.value(np.zeros(d)), kind.curvature)
    margin = gaps.mean(axis=0) - 2 * gaps.std(axis=0, ddof=1) / np.sqrt(repeats)
    steps = [
        scd(X, y, lam, one, curvature="global", max_passes=30, records=d, random_state=0)
        .work.curve()
        .objective
        for one in (kind, LONG[loss])
    ]
    return {
        "loss": loss,
        "m": len(X),
        "d": d,
        "worst": float((margin / bound).max()),
        "share": float((gaps <= 2 * bound).mean(axis=0).min()),
        "rises": int(np.sum(np.diff(steps[0]) > 1e-12)),
        "rises_long": bool(np.any(np.diff(steps[1]) > 1e-12)),
        "certified": certified,
    }


def step_error(n_problems, seed=0):
    """Largest distance of a step of :func:`scd` from the minimum of (10) by a refined grid."""
    rng = np.random.default_rng(seed)
    worst = 0.0
    for k in range(n_problems):
        loss = "squared" if k % 2 else "logistic"
        kind = LOSSES[loss]
        x = rng.uniform(-1, 1, (30, 1))
        y = targets(loss, 2 * x[:, 0] + rng.normal(size=30))
        lam = float(rng.uniform(0, 0.2))
        n = int(rng.integers(1, 5))
        options = {"curvature": "global", "order": "cyclic", "records": 0}
        before = scd(x, y, lam, kind, max_passes=n, **options).w[0]
        after = scd(x, y, lam, kind, max_passes=n + 1, **options).w[0]
        z = before * x[:, 0]
        slope = z - y if loss == "squared" else -y / (1 + np.exp(y * z))
        g = np.mean(slope * x[:, 0])
        low, high = -20.0, 20.0
        while high - low > 1e-7:
            grid = np.linspace(low, high, 201)
            values = grid * g + kind.curvature / 2 * grid**2 + lam * np.abs(before + grid)
            at = int(values.argmin())
            low = grid[max(at - 1, 0)]
            high = grid[min(at + 1, 200)]
        worst = max(worst, abs((low + high) / 2 - (after - before)))
    return float(worst)


def lemma6_violations(n, seed=0):
    """Random (w, j, eta) at which the quadratic upper bound of Lemma 6 fails beyond rounding."""
    rng = np.random.default_rng(seed)
    failed = 0
    for k in range(n):
        X, scores, _ = random_problem(k % 30, m=(20, 40), d=(10, 20))
        j = int(rng.integers(X.shape[1]))
        w = rng.normal(size=X.shape[1])
        eta = float(rng.normal() * 3)
        y = targets("squared" if k % 2 else "logistic", scores)
        z = X @ w
        moved = z + eta * X[:, j]
        if k % 2:
            values = [np.mean((s - y) ** 2) / 2 for s in (z, moved)]
            g = np.mean((z - y) * X[:, j])
            beta = 1.0
        else:
            values = [np.mean(np.logaddexp(0, -y * s)) for s in (z, moved)]
            g = np.mean(-y / (1 + np.exp(y * z)) * X[:, j])
            beta = 0.25
        failed += values[1] > values[0] + eta * g + beta * eta**2 / 2 + 1e-12
    return int(failed)


def guarantee_checks(part, loss, d, repeats, K=1.0, steps=STEPS):
    """The three guarantees of the mirror method on one problem.

    Parameters
    ----------
    part : {"one", "half", "two", "tight", "four"}
        Theorem 3's parts, the first with half of its second term, the second with rho = 2, and
        Proposition 4.
    loss : {"logistic", "hinge", "squared"}
    d, repeats : int
    K : float
        Of the proposition.
    steps : sequence of int

    Returns
    -------
    dict
        ``worst`` ratio of mean gap (less two standard errors) to bound, ``gap`` means for each T.
    """
    X, scores, lam = random_problem(d, m=(20, 20.5), d=(d, d + 0.5))
    y = targets(loss, scores)
    w_star, least, certified = minimiser(loss, X, y, lam)
    size = float(np.abs(w_star).sum())
    start = L1Problem(X, y, lam, LOSSES[loss]).value(np.zeros(d))
    rho = {"one": 1.0, "half": 1.0, "tight": 2.0}.get(part) or RHO[loss]
    p = 2 * np.log(d)
    ratios = []
    gaps = []
    for T in steps:
        if part == "four":
            eta = proposition_eta(d, rho, K)
            bound = proposition_bound(T, d, size, rho, least, K)
        elif part in ("two", "tight"):
            eta = theory_eta(T, d, size, rho, start)
            bound = smidas_bound(T, d, size, rho, start)
        else:
            eta = theory_eta(T, d, size, rho)
            bound = smidas_bound(T, d, size, rho)
            if part == "half":
                bound = eta * (p - 1) * np.e / 2 + size**2 / (2 * eta * T)
        values = np.array([
            smidas(X, y, lam, LOSSES[loss], eta=eta, p=p, n_steps=T, records=0, watch=True,
                   random_state=seed).watched
            for seed in range(repeats)
        ])  # fmt: skip
        above = values if part == "four" else values - least
        margin = above.mean() - 2 * above.std(ddof=1) / np.sqrt(repeats)
        ratios.append(float(margin / bound))
        gaps.append(float(values.mean() - least))
    late = [k for k, T in enumerate(steps) if T >= 1000]
    slope = np.polyfit(np.log([steps[k] for k in late]), np.log([gaps[k] for k in late]), 1)[0]
    return {
        "worst": max(ratios),
        "gap": gaps,
        "slope": float(slope),
        "l1": size,
        "certified": certified,
    }
