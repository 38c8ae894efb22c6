"""Arguments and calls of the room of dyadic partitions."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Number, Object

INTERNAL = {
    "CellSums": "sums, built by the searches; a test asks its methods",
    "DyadicTree": "built by tree_of_splits; a test asks its methods",
    "CoveredRows": "an engine behind the searches",
    "CoveredSearch": "an engine behind the searches",
    "DEEPEST": "a number",
    "child_cells": "an engine behind the searches",
    "gather": "an engine behind the searches",
}

_rng = np.random.default_rng(6)
_X = _rng.random((24, 2))
_Z = _rng.normal(size=(24, 3)) + 3 * (_X[:, :1] > 0.5)


class _Leaf:
    """Squared distance from the mean of the training rows."""

    def __init__(self, train, held_out):
        judged = train if held_out is None else held_out
        self.loss = float(np.trace(judged.covariance(train.mean()))) * judged.n


def _linear(m):
    return 0.01 * m


_rows = {
    "X": Array(_X, "nd", low=0, high=1),
    "Z": Array(_Z, "nq"),
    "X_out": Array(_X[::-1], "md", low=0, high=1),
    "Z_out": Array(_Z[::-1], "mq"),
    "leaf": Object(_Leaf),
    "max_level": Count(2, high=40),
    "min_rows": Count(2, low=1, high=24),
    "penalty": Object(_linear),
}

CALLS = {
    "cell_sums": Call(Z=Array(_Z, "nq")),
    "dyadic_places": Call(X=_rows["X"], level=Count(3, high=40)),
    "prefix_code_length": Call(n_leaves=Count(4, low=1), d=Count(2, low=1)),
    "code_length_bound": Call(n_leaves=Count(4, low=1), d=Count(2, low=1)),
    "tree_of_splits": Call(splits=Object({}, bad=({((0, 0), (0, 0)): 5},)), d=Count(2, low=1)),
    "greedy_partition": Call(**_rows, min_gain=Number(0.0)),
    "exact_partition": Call(**_rows, max_leaves=Count(3, low=1)),
}
