"""Random log-linear models, and what their bounds must never do: a search for counterexamples."""

import numpy as np

from mlcompanion.optimize.majorising import (
    LogPartition,
    bohning_bound,
    compute_bound,
    jensen_bound,
)

__all__ = ["PARTS", "descent", "quadratic", "sandwich"]

#: Counters that are summed over models, and distances of which the largest counts.
PARTS = {
    "sum": ("pairs", "viol_chord", "viol_jensen", "viol_major", "rises", "newton_rises"),
    "max": ("gap_jensen", "gap_major"),
}


def quadratic(bound, at, theta):
    """The quadratic that touches at a point, elsewhere."""
    step = theta - at
    return bound.log_z + bound.mu @ step + 0.5 * step @ bound.Sigma @ step


def _model(rng):
    n = int(rng.integers(2, 31))
    d = int(rng.integers(1, 9))
    F = rng.normal(size=(n, d))
    h = rng.exponential(size=n)
    return F, h


def _pairs(F, h, rng, count):
    """Violations at random pairs of points, with the distance between them."""
    model = LogPartition(F, h)
    found = dict.fromkeys(("pairs", *PARTS["sum"][1:4], *PARTS["max"]), 0)
    for _ in range(count):
        d = F.shape[1]
        at, to = rng.normal(size=(2, d)) * 10 ** rng.uniform(-1, 1)
        value, reached = model.value(at), model.value(to)
        slack = 1e-9 * (1 + abs(reached))
        share = rng.random()
        between = model.value(share * at + (1 - share) * to)
        found["pairs"] += 1
        found["viol_chord"] += between > share * value + (1 - share) * reached + slack
        q = rng.dirichlet(np.ones(len(F)))
        found["viol_jensen"] += jensen_bound(to, q, F, h) > reached + slack
        own = jensen_bound(to, model.probabilities(to), F, h)
        found["gap_jensen"] = max(found["gap_jensen"], abs(own - reached))
        for bound in (bohning_bound(at, F, h), compute_bound(at, F, h)):
            found["viol_major"] += quadratic(bound, at, to) < reached - slack
            found["gap_major"] = max(found["gap_major"], abs(quadratic(bound, at, at) - value))
    return found


def descent(F, h, start, make, steps=30):
    """Values of log Z less its linear part along steps to the least points of bounds."""
    mean = F.mean(axis=0)
    model = LogPartition(F, h, mean)
    theta = start
    values = [model.value(theta)]
    for _ in range(steps):
        Sigma, slope = make(theta)
        theta = theta - np.linalg.lstsq(Sigma, slope - mean, rcond=None)[0]
        if not np.all(np.isfinite(theta)) or np.abs(theta).max() > 1e100:
            values.append(np.inf)
            break
        values.append(model.value(theta))
    return np.array(values)


def _rises(values):
    return int(np.sum(values[1:] > values[:-1] + 1e-12 * (1 + np.abs(values[:-1]))))


def sandwich(seed, models=100, pairs=12):
    """Counts over random models: inequalities at pairs of points, rises of three schemes."""
    rng = np.random.default_rng(seed)
    total = dict.fromkeys((*PARTS["sum"], *PARTS["max"]), 0)
    for _ in range(models):
        F, h = _model(rng)
        found = _pairs(F, h, rng, pairs)
        start = rng.normal(size=F.shape[1])
        start *= 20 * rng.random() / np.linalg.norm(start)

        def of(bound):
            return bound.Sigma, bound.mu

        schemes = (
            lambda at, F=F, h=h: of(bohning_bound(at, F, h)),
            lambda at, F=F, h=h: of(compute_bound(at, F, h)),
        )
        found["rises"] = sum(_rises(descent(F, h, start, make)) for make in schemes)
        exact = LogPartition(F, h)
        plain = descent(F, h, start, lambda at, m=exact: (m.hessian(at), m.gradient(at)))
        found["newton_rises"] = int(_rises(plain) > 0)
        for key in PARTS["sum"]:
            total[key] += int(found[key])
        for key in PARTS["max"]:
            total[key] = float(max(total[key], found[key]))
    return total
