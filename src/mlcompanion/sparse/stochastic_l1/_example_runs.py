"""Runs of methods that learn from one example at a time: how long, what is recorded and kept.

Shalev-Shwartz and Tewari (2011), Algorithm 3.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count
from mlcompanion.optimize.finite_sums import Work

from ._lines import rows_of
from ._mirror_steps import Examples, first_weights, mirror_steps
from .runs import StochasticRun, objective_of_scores

__all__ = ["Budget", "first_dual", "note_or_refuse", "run_rule"]


class Budget:
    """How many steps a run takes, and after which of them it is recorded."""

    def __init__(self, n_samples, n_passes, n_steps, records):
        passes = check_count(n_passes, "n_passes", low=1)
        total = passes * n_samples
        if n_steps is not None:
            total = check_count(n_steps, "n_steps", low=1)
        self.n_steps = total
        every = total
        if check_count(records, "records"):
            every = max(1, n_samples // records)
        self.ends = np.unique(np.append(np.arange(every, total, every), total))


def note_or_refuse(work, problem, w, eta, dual=None):
    """Record a point, or say that there is none any more."""
    value = objective_of_scores(problem, problem.X @ w, w) if np.isfinite(w).all() else np.inf
    if not np.isfinite(value):
        raise ValueError(f"eta={eta:g} is too long: the weights diverged")
    work.record(value, np.count_nonzero(w if dual is None else dual))


def first_dual(start, n_features):
    """The dual vector that a run begins with, the run's own."""
    if start is None:
        return np.zeros(n_features)
    return check_array(start, "start", shape=(n_features,)).copy()


def run_rule(problem, rule, budget, rng, *, average="last", watch=False, start=None):
    """Steps of a rule with a dual vector of its own."""
    rows = rows_of(problem.X)
    n_samples, d = problem.X.shape
    theta = first_dual(start, d)
    w = first_weights(rule, theta)
    total = np.zeros(d)
    reads = np.full(n_samples, d) if rows.full else np.diff(rows.starts)
    work = Work()
    note_or_refuse(work, problem, w, rule.eta, theta)
    chosen = int(rng.integers(budget.n_steps)) if average == "random" else -1
    kept = w.copy()
    watched = 0.0
    begin = 0
    examples = Examples(rows, problem.y, problem.loss.compiled)
    for end in np.unique(np.append(budget.ends, chosen)) if chosen > 0 else budget.ends:
        picks = rng.integers(n_samples, size=int(end) - begin)
        watched += mirror_steps(examples, rule, picks, theta, w, total, watch)
        work.add(gradient_samples=len(picks), entries=int(reads[picks].sum()))
        begin = int(end)
        if end == chosen:
            kept = w.copy()
        note_or_refuse(work, problem, w, rule.eta, theta)
    out = w
    if average == "mean":
        out = total / budget.n_steps
    elif average == "random":
        out = kept
    watched = watched / budget.n_steps if watch else np.nan
    return StochasticRun(out, budget.n_steps, True, np.nan, work, float(watched), theta)
