"""Arguments and calls of the search for a maximum."""

import numpy as np

from mlcompanion.gp import BayesianOptimizer, GPRegressor
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object

_means = {
    "mean": Array([0.5, -1.0, 0.0], "m"),
    "std": Array([1.0, 0.5, 0.0], "m", low=0),
}
_improvement = {**_means, "best": Number(0.2), "margin": Number(0.1, low=0)}
_grid = Array(np.linspace(0, 1, 9)[:, None], "cd")
_box = Array([[0.0, 1.0]], "d2", bad=[[[1.0, 0.0]], [[0.0, 1.0, 2.0]]])
_trials = {
    "trials": Array([[0.0], [0.5], [1.0]], "td"),
    "values": Array([0.0, 1.0, 0.5], "t"),
}
_function = {"function": Object(lambda z: float(z[0])), "n_trials": Count(4, low=1)}
_fixed = GPRegressor(noise_variance=0.01, fit_parameters=False)


def _search():
    return BayesianOptimizer(_fixed, n_starts=2, random_state=0)


CALLS_SEARCH = {
    "BayesianOptimizer": [
        Call(
            surrogate=Object(_fixed),
            acquisition=Choice("ucb"),
            k=Number(1.0, low=0),
            margin=Number(0.1, low=0),
            n_starts=Count(2, low=1),
            methods={
                "maximize": {**_function, "candidates": _grid},
                "suggest": {**_trials, "candidates": _grid},
            },
        ),
        Call(
            make=_search,
            methods={
                "maximize": {**_function, "bounds": _box},
                "suggest": {**_trials, "bounds": _box},
            },
        ),
    ],
    "expected_improvement": Call(**_improvement),
    "log_expected_improvement": Call(**_improvement),
    "log_probability_of_improvement": Call(**_improvement),
    "probability_of_improvement": Call(**_improvement),
    "ucb": Call(**_means, k=Number(2.0, low=0)),
}
INTERNAL_SEARCH = {}
