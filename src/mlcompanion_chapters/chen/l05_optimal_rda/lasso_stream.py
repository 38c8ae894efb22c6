"""Section 5.6.1: the lasso seen through mini-batches, all methods and step constants on one stream.

Samples are (a, b), a ~ N(0, I) and b = <a, truth> + noise; the truth has ones in its first half.
The expected objective is known in closed form, so that no pool of samples is needed.
"""

import numpy as np

from mlcompanion.optimize.stochastic import (
    SAGE,
    AcceleratedApproximation,
    AcceleratedDualAveraging,
    AveragedDualAveraging,
    OptimalDualAveraging,
    ProximalDescent,
    StagedDualAveraging,
)
from mlcompanion.prox import L1, soft_threshold

N_FEATURES = 100
N_STEPS = 500
BATCH = 50
TRUTH = np.repeat([1.0, 0.0], N_FEATURES // 2)
#: Step constants that every method is tuned on: four in each power of ten. Where a method is best
#: at an end (AC-SA with a ridge), its objective is flat there.
CONSTANTS = tuple(float(f"{c:.3g}") for c in 10.0 ** np.arange(-2, 2.01, 0.25))
#: Lengths of three stages that double, in 500 steps.
STAGES = (72, 143, 285)
#: Early: the steps that the source's figures show.
EARLY = 200
AVERAGING = ("RDA", "AC-RDA", "AC-SA")
METHODS = (*AVERAGING, "FOBOS", "SAGE", "ORDA")


def objective(X, rho, lam):
    """Expected objective of points, one in each last axis."""
    misses = 0.5 * (np.sum((X - TRUTH) ** 2, axis=-1) + 1)
    return misses + 0.5 * rho * np.sum(X**2, axis=-1) + lam * np.sum(np.abs(X), axis=-1)


def solution(rho, lam):
    """The minimiser of the expected objective."""
    return soft_threshold(TRUTH, lam) / (1 + rho)


def best_value(rho, lam):
    """The least expected objective."""
    return float(objective(solution(rho, lam), rho, lam))


def support_f1(X):
    """F1 of the exact non-zeros as guesses of the truth's, one for each point."""
    kept = X != 0
    hits = np.sum(kept & (TRUTH != 0), axis=-1)
    return 2 * hits / np.maximum(np.sum(kept, axis=-1) + np.count_nonzero(TRUTH), 1)


def make_method(name, constant, rho, lam, shape):
    """A method with its step constant; with a ridge each is told the strong convexity."""
    penalty = L1(lam)
    start = np.zeros(shape)
    L = 1.0 + rho
    if name == "RDA":
        return AveragedDualAveraging(shape, penalty, constant)
    if name == "RDA, mu":
        return AveragedDualAveraging(shape, penalty, constant, rho)
    if name == "FOBOS":
        return ProximalDescent(shape, penalty, constant)
    if name == "FOBOS, 1/t":
        return ProximalDescent(shape, penalty, constant, 1.0)
    if name == "AC-RDA":
        return AcceleratedDualAveraging(start, penalty, L, constant)
    if name == "AC-SA":
        Gamma = L + constant if rho > 0 else 2 * L + constant * N_STEPS**1.5
        return AcceleratedApproximation(start, penalty, Gamma, rho)
    if name == "SAGE":
        if rho > 0:
            return SAGE(start, penalty, L + constant, mu=rho)
        return SAGE(start, penalty, L, constant)
    if name == "M_ORDA":
        slowdowns = [constant * STAGES[0] ** 1.5 * 4**k for k in range(len(STAGES))]
        return StagedDualAveraging(start, list(zip(STAGES, slowdowns)), penalty, L, rho)
    return OptimalDualAveraging(start, penalty, L, constant if rho == 0 else 0.0, rho)


def constants_of(name, rho):
    """The step constants that a method is tuned over: ORDA with a ridge has none.

    RDA and FOBOS overflow above 10.
    """
    if name == "ORDA" and rho > 0:
        return (0.0,)
    plain = name.startswith(("RDA", "FOBOS"))
    return tuple(c for c in CONSTANTS if c <= 10 or not plain)


def mini_batch(rng, points, batch, rho):
    """Gradients at points of shape (methods, runs, n): all methods of a run see the same batch."""
    n_runs = points.shape[1]
    A = rng.standard_normal((n_runs, batch, N_FEATURES))
    noise = rng.standard_normal((n_runs, batch, 1))
    residuals = A @ (points - TRUTH).transpose(1, 2, 0) - noise
    slopes = A.transpose(0, 2, 1) @ residuals / batch
    return slopes.transpose(2, 0, 1) + rho * points


def race(methods, rho, n_steps=N_STEPS, batch=BATCH, seed=0, watch=None):
    """Run methods of one shape (runs, n) beside each other; ``watch(t, methods)`` looks in."""
    rng = np.random.default_rng([seed, batch])
    for t in range(n_steps):
        points = np.stack([method.query_ for method in methods])
        for method, g in zip(methods, mini_batch(rng, points, batch, rho)):
            method.step(g)
        if watch is not None:
            watch(t, methods)


def tuning_rows(name, rho, lam, n_runs, kept=20):
    """Values and supports for each step constant of a method; the best has its mean curve."""
    constants = constants_of(name, rho)
    methods = [make_method(name, c, rho, lam, (n_runs, N_FEATURES)) for c in constants]
    curves = np.empty((len(methods), N_STEPS))

    def watch(t, methods):
        curves[:, t] = [objective(m.x_, rho, lam).mean() for m in methods]

    race(methods, rho, watch=watch)
    rows = []
    for constant, method, curve in zip(constants, methods, curves):
        values = objective(method.x_, rho, lam)
        f1 = support_f1(method.x_)
        rows.append(
            {
                "constant": constant,
                "obj": float(values.mean()),
                "obj_sd": float(values.std(ddof=1)),
                "f1": float(f1.mean()),
                "f1_sd": float(f1.std(ddof=1)),
                "f1_z": float(support_f1(method.z_).mean()),
                "early": float(curve[:EARLY].mean()),
                "ones": int(np.sum(method.x_[:kept] == 1, axis=1).max()),
                "zeros": int(np.sum(method.x_[:kept] == 0, axis=1).max()),
                "f1_runs": [round(float(f), 5) for f in f1[:kept]],
            }
        )
    best = int(np.argmin([row["obj"] for row in rows]))
    rows[best]["curve"] = [round(float(value), 4) for value in curves[best]]
    return rows


def batch_row(batch, rho, lam, n_groups, size=5):
    """Final gaps of ORDA for one size of the batches: a mean for each group of runs."""
    method = make_method("ORDA", 0.0, rho, lam, (n_groups * size, N_FEATURES))
    race([method], rho, batch=batch)
    gaps = objective(method.x_, rho, lam) - best_value(rho, lam)
    return {"gaps": [float(gap) for gap in gaps.reshape(n_groups, size).mean(axis=1)]}
