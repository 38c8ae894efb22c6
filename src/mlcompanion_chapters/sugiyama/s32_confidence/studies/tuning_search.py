"""Sugiyama (2016), Section 32.3.2: a width and a penalty in fewer trials than a grid takes.

Settles of chapter sugiyama/32_confidence: search-cheaper-than-grid.

Each case is a draw of the data of Fig. 32.1 with folds of its own; the error of five-fold
cross-validation is known on a grid of 15 x 15 widths and penalties. A row holds the number of
settings tried until one is within 5 % of the grid's least error: ``expected``, ``bound`` and
``greedy`` by a Gaussian process on the logarithms, five random starts included in the count;
``random`` in random order; 225 if never. ``good`` is the share of the grid that is good enough.
"""

import numpy as np

from mlcompanion.gp import BayesianOptimizer

from ..searches import LOG_LAMS, LOG_WIDTHS, RULES, first_within, tuning_errors

CHUNK = 20  # trials after which it is looked whether the goal was reached
SIZES = {"default": {"n_data_sets": 20}, "paper": {"n_data_sets": 20}}
SETTINGS = np.array([(h, lam) for h in LOG_WIDTHS for lam in LOG_LAMS])


def cases(n_data_sets):
    """One case for each data set."""
    return [{"seed": seed} for seed in range(n_data_sets)]


def trials_needed(errors, goal, rule, seed):
    """Settings that a rule tries until one is good enough."""
    place = {tuple(setting): error for setting, error in zip(SETTINGS, errors)}
    search = BayesianOptimizer(n_starts=5, random_state=seed, **RULES[rule])

    for budget in (CHUNK, 3 * CHUNK, len(SETTINGS)):
        trace = search.maximize(lambda z: -place[tuple(z)], budget, candidates=SETTINGS)
        if -trace.best_value <= goal:
            break
    return first_within(-trace.values, goal)


def run(case):
    """The row of a case."""
    seed = case["seed"]
    errors = tuning_errors(seed).ravel()
    goal = 1.05 * errors.min()
    found = {
        rule: trials_needed(errors, goal, rule, seed) for rule in ("expected", "bound", "greedy")
    }
    order = np.random.default_rng(seed).permutation(len(errors))
    return found | {
        "random": first_within(errors[order], goal),
        "good": float(np.mean(errors <= goal)),
    }
