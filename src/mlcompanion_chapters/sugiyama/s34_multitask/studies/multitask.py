"""Sugiyama (2016), chapter 34: times of its closed forms, global minima, selected features.

Settles of chapter sugiyama/34_multitask: two-solutions-agree and fig34-5-sylvester (the times),
trace-norm-proximal (the minima), erratum-groups-of-21-norm.

*forms*: seconds of the solution in parameters (34.3) and in samples (34.4), each with the
predictions for all tasks at 20 inputs. *sylvester*: seconds of one large linear system and of two
eigenvalue problems. *minima*: plain proximal steps on a random problem from five starts, judged by
the conditions of optimality. *features*: how many features each grouping drops.
"""

from time import perf_counter

import numpy as np

from mlcompanion.linalg import sylvester_symmetric, vec
from mlcompanion.regression.tasks.multitask import (
    multitask_parameters,
    multitask_weights,
    task_penalty,
)

from ..multitask_checks import (
    feature_selection,
    trace_norm_minima,
)

FORMS = ((30, 100), (100, 100), (300, 100), (40, 1600))  # tasks, samples; 10 parameters a task
SIZES = {
    "default": {"repeats": 5, "n_minima": 100, "n_features": 50},
    "paper": {"repeats": 5, "n_minima": 100, "n_features": 50},
}


def cases(repeats, n_minima, n_features):
    """One case for each timing, problem and data set."""
    forms = [
        {"experiment": "forms", "T": T, "n": n, "seed": k} for T, n in FORMS for k in range(repeats)
    ]
    sylvester = [
        {"experiment": "sylvester", "T": T, "seed": k} for T in (3, 10, 30) for k in range(repeats)
    ]
    minima = [{"experiment": "minima", "seed": k} for k in range(n_minima)]
    features = [{"experiment": "features", "seed": k} for k in range(n_features)]
    return forms + sylvester + minima + features


def run(case):
    """The row of a case."""
    if case["experiment"] == "minima":
        return trace_norm_minima(case["seed"])
    if case["experiment"] == "features":
        return feature_selection(case["seed"])
    times = {"forms": times_of_forms, "sylvester": times_of_sylvester}[case["experiment"]]
    return times(**{name: case[name] for name in case if name != "experiment"})


def seconds(call, repeats=3):
    """Least seconds of a few runs, and what the last one returned."""
    best = np.inf
    for _ in range(repeats):
        start = perf_counter()
        result = call()
        best = min(best, perf_counter() - start)
    return best, result


def times_of_forms(T, n, seed, b=10):
    """Seconds of both forms with predictions, and the relative difference of these."""
    rng = np.random.default_rng(seed)
    Phi, y, task = rng.normal(size=(n, b)), rng.normal(size=n), np.arange(n) % T
    new, C = rng.normal(size=(20, b)), task_penalty(1.0, 0.1, T)
    param_s, first = seconds(lambda: new @ multitask_parameters(Phi, y, task, C).T)
    sample_s, second = seconds(lambda: (new @ Phi.T) @ multitask_weights(Phi @ Phi.T, y, task, C).T)
    difference = np.linalg.norm(first - second) / np.linalg.norm(first)
    return {"param_s": param_s, "sample_s": sample_s, "difference": difference}


def times_of_sylvester(T, seed, b=30):
    """Seconds of the system of size bT, built literally, and of the eigenvector solution."""
    rng = np.random.default_rng(seed)
    design, Z = rng.normal(size=(2 * b, b)), rng.normal(size=(b, T))
    gamma = rng.exponential(size=(T, T))
    A, C = design.T @ design, task_penalty(gamma + gamma.T, 0.1)

    def one_system():
        system = np.kron(np.eye(T), A) + np.kron(C.T, np.eye(b))
        return np.linalg.solve(system, vec(Z)).reshape(T, b).T

    system_s, first = seconds(one_system)
    eigen_s, second = seconds(lambda: sylvester_symmetric(A, C, Z))
    difference = np.linalg.norm(first - second) / np.linalg.norm(first)
    return {"system_s": system_s, "eigen_s": eigen_s, "difference": difference}
