"""How the work grows with features and examples: coordinate descent, and steps on fresh examples.

The source has bounds and no experiment: equations (2) to (4).
"""

import numpy as np

from mlcompanion.losses import Logistic, Squared
from mlcompanion.sparse.stochastic_l1 import scd, smidas, truncated_gradient

from .tuned_runs import first_within

__all__ = ["accesses", "signs_problem", "steps_on_fresh_examples"]

LOSSES = {"squared": Squared(), "logistic": Logistic()}
NOISE = 0.5
#: What steps on fresh examples are asked for, and their penalty.
ACCURACY = 0.05
WEIGHT = 1e-3
STEPS = tuple(float(f"{a}e{k}") for k in range(-5, 2) for a in (1, 2, 5))


def _targets(loss, scores, rng):
    if loss == "squared":
        return scores + NOISE * rng.normal(size=len(scores))
    return np.where(rng.random(len(scores)) < 1 / (1 + np.exp(-scores)), 1.0, -1.0)


def signs_problem(loss, m, d, seed):
    """Fair signs, of which five features matter: (X by columns, y)."""
    rng = np.random.default_rng([m, d, seed])
    X = np.where(rng.random((d, m)) < 0.5, -1.0, 1.0).T
    return X, _targets(loss, X[:, :5] @ np.full(5, 0.5), rng)


def accesses(loss, m, d, seed, lam=0.02, accuracy=0.01):
    """Entries read until within an accuracy of the minimum: random and greedy order."""
    X, y = signs_problem(loss, m, d, seed)
    kind = LOSSES[loss]
    exact = scd(X, y, lam, kind, shrinking=True, tol=1e-7, max_passes=5000, records=0,
                random_state=0)  # fmt: skip
    goal = float(exact.work.curve().objective[-1]) + accuracy
    made = {}
    for order, records in (("random", 20), ("greedy", 1)):
        for n_passes in (12, 60, 300):
            run = scd(X, y, lam, kind, order=order, curvature="global", max_passes=n_passes,
                      records=records, random_state=seed)  # fmt: skip
            curve = run.work.curve()
            if curve.objective[-1] <= goal:
                break
        made[order] = first_within(curve, goal)
    return made


def _fresh_steps(method, loss, d, eta, seed, limit):
    """Steps until the expected loss is within ACCURACY of the best; the limit if never."""
    rng = np.random.default_rng([d, seed])
    truth = np.zeros(d)
    truth[:5] = 0.5
    judge = np.where(rng.random((4000, d)) < 0.5, -1.0, 1.0) if loss == "logistic" else None
    if judge is not None:
        chance = 1 / (1 + np.exp(-judge @ truth))

        def excess(w):
            z = judge @ w
            best = judge @ truth
            return np.mean(np.logaddexp(0, z) - chance * z - np.logaddexp(0, best) + chance * best)
    else:

        def excess(w):
            return 0.5 * np.sum((w - truth) ** 2)

    block = max(8, d // 64)
    run_of = {"smidas": smidas, "trunc": truncated_gradient}[method]
    dual = None
    steps = 0
    while steps < limit:
        X = np.where(rng.random((block, d)) < 0.5, -1.0, 1.0)
        y = _targets(loss, X @ truth, rng)
        try:
            for i in range(block):  # one step each: none is drawn twice
                run = run_of(X[[i]], y[[i]], WEIGHT, LOSSES[loss], eta=eta, n_steps=1, records=0,
                             start=dual, random_state=0)  # fmt: skip
                dual = run.dual
        except ValueError:
            return limit
        steps += block
        if excess(run.w) <= ACCURACY:
            return steps
    return limit


def steps_on_fresh_examples(method, loss, d, seeds):
    """Mean steps with the best of the grid of step lengths, and that step."""
    limit = 20 * d + 2000
    guess = 0.1 if method == "smidas" else 0.5 / d
    middle = int(np.argmin(np.abs(np.log(np.array(STEPS) / guess))))
    best = (limit, STEPS[middle])
    for way in (range(middle, len(STEPS)), range(middle - 1, -1, -1)):
        for k in way:  # away from the guess, until it gets worse
            cap = min(limit, 2 * best[0])
            steps = np.mean([_fresh_steps(method, loss, d, STEPS[k], s, cap) for s in range(2)])
            if steps > best[0]:
                break
            best = (int(steps), STEPS[k])
    steps = [_fresh_steps(method, loss, d, best[1], 10 + seed, limit) for seed in range(seeds)]
    return {"steps": float(np.mean(steps)), "eta": best[1], "limit": limit}
