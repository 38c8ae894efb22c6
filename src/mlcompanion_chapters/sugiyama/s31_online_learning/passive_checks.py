r"""Sugiyama (2016), section 31.2: the printed passive-aggressive steps against a general solver.

Each case draws random weights and a sample, lets the library learn it, and asks SLSQP for the
minimum of (31.1), written with the loss itself, and random competitors whether they do better.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion.losses import Absolute, Hinge, Squared, SquaredHinge
from mlcompanion.online import DualAscent, FixedScale

__all__ = ["LOSSES", "objective", "passive_aggressive_case", "passive_aggressive_update"]

LOSSES = {
    "hinge": Hinge(),
    "squared hinge": SquaredHinge(),
    "absolute": Absolute(),
    "squared": Squared(),
}


def passive_aggressive_update(loss, w, x, y, lam):
    """The weights after one sample, by the library."""
    learner = DualAscent(len(w), loss=LOSSES[loss], scale=FixedScale(lam), step="coordinate")
    learner.theta = lam * w
    learner.update(x, y)
    return learner.weights


def _slack_solution(loss, w, x, y, lam):
    """The weights that SLSQP finds; the unknowns are the change and a slack.

    One sample moves the weights along x alone, but the solver is not told.
    """
    signed = y if "hinge" in loss else 1.0
    size = 1 + np.linalg.norm(x)  # in these units the slack hardly depends on the sample

    def short(z):
        """By how much the sample misses its target after the change z."""
        return 1 - y * (x @ (w + z / size)) if "hinge" in loss else y - x @ (w + z / size)

    def value(z):
        slack = z[-1]
        cost = 0.5 * slack**2 if loss.startswith("squared") else slack
        return cost + 0.5 * lam * (z[:-1] @ z[:-1]) / size**2

    def slope(z):
        last = z[-1] if loss.startswith("squared") else 1.0
        return np.append(lam * z[:-1] / size**2, last)

    along = signed * x / size
    rules = [(lambda z: z[-1] - short(z[:-1]), np.append(along, 1.0))]
    if loss in ("absolute", "squared"):
        rules.append((lambda z: z[-1] + short(z[:-1]), np.append(-along, 1.0)))
    if loss == "hinge":
        rules.append((lambda z: z[-1], np.append(0 * x, 1.0)))
    constraints = [
        {"type": "ineq", "fun": rule, "jac": lambda z, g=gradient: g} for rule, gradient in rules
    ]
    begin = np.append(np.zeros(len(w)), max(0.0, abs(short(np.zeros(len(w))))))
    options = {"ftol": 1e-14, "maxiter": 300}
    found = minimize(
        value, begin, jac=slope, constraints=constraints, method="SLSQP", options=options
    )
    return w + found.x[:-1] / size


def objective(loss, v, w, x, y, lam):
    """(31.1) at the weights ``v``, one or many."""
    change = v - w
    return LOSSES[loss].value(v @ x, y) + 0.5 * lam * np.sum(change**2, axis=-1)


def _sample(rng, d, labels):
    """Weights, an input of any size and a target; every fifth margin is above 1."""
    x = rng.standard_t(2, size=d) if rng.random() < 0.5 else rng.normal(size=d)
    x = x * 10 ** rng.choice([-3.0, 0.0, 0.0, 0.0, 2.0])
    w = rng.normal(size=d)
    y = rng.choice([-1.0, 1.0]) if labels else 3 * rng.standard_t(3)
    if labels and rng.random() < 0.2:
        w = w + y * (1 + rng.exponential() - y * (w @ x)) * x / (x @ x)
    return w, x, y


def passive_aggressive_case(loss, d, lam, rng, competitors=1000):
    """One random state: how good the update is beside a solver and random competitors.

    Returns
    -------
    dict
        ``excess`` over the solver's objective, relative to 1 + objective; ``beaten`` by how much
        by the best competitor, in the same units; ``wrong``: 1 if a step capped at the passiveness
        instead of its inverse is worse by 1e-6 (hinge only, else 0).
    """
    labels = "hinge" in loss
    w, x, y = _sample(rng, d, labels)
    new = passive_aggressive_update(loss, w, x, y, lam)
    ours = objective(loss, new, w, x, y, lam)
    solved = objective(loss, _slack_solution(loss, w, x, y, lam), w, x, y, lam)
    radius = np.linalg.norm(new - w) + 1e-3
    sizes = radius * 10 ** rng.uniform(-4, 0.5, size=(competitors, 1))
    steps = sizes * rng.normal(size=(competitors, d))
    steps[::2] = steps[::2, :1] * x / np.linalg.norm(x)  # half of them along the input
    rivals = objective(loss, new + steps, w, x, y, lam)
    wrong = 0
    if loss == "hinge":
        capped = w + y * min(lam, max(0.0, 1 - y * (w @ x)) / (x @ x)) * x
        wrong = int(objective(loss, capped, w, x, y, lam) - ours > 1e-6 * (1 + ours))
    return {
        "excess": float((ours - solved) / (1 + ours)),
        "beaten": float((ours - rivals.min()) / (1 + ours)),
        "wrong": wrong,
    }
