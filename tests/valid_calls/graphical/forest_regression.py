"""Arguments and calls of the forests over covariates, and of their rival."""

import numpy as np

from mlcompanion.graphical.partitions import cell_sums
from mlcompanion.graphical.trees import pair_counts
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object

INTERNAL = {
    "BETAS": "numbers",
    "NOISE": "a number",
    "PairCounts": "an engine behind FoCART",
    "check_known": "a checker",
    "gain_errors": "an engine behind FoCART",
    "rows_of_nodes": "an engine behind FoCART",
    "states_of": "a checker",
}

_rng = np.random.default_rng(7)
_X = _rng.random((24, 2))
_Y = _rng.integers(0, 2, (24, 3))
_Y[:2] = [[0, 0, 0], [1, 1, 1]]
_counts = pair_counts(_Y)[0]

_NUMBERS = _rng.normal(size=(24, 3))
_numbers = Array(_NUMBERS, "nd")
_spin_sums = cell_sums(2.0 * _Y - 1)

_square = Array(_counts, "rr", low=0, but={"one axis more", "one axis fewer", "length"})
_starts = Array([0, 2, 4], "d", low=0, integer=True, but={"length", "one axis more"})
_edges = Object(
    [(0, 1)],
    bad=([(0, 1), (1, 2), (0, 2)], [(0, 0)], [(0, 9)], [(-1, 0)], [(0.5, 1)], [0, 1]),
)
_codes = Array(_Y, "nd", low=0, high=1, integer=True)
_covariates = Array(_X, "nb", low=0, high=1)
_smoothing = Number(1.0, low=0)
_positive = {"low": 0, "open_low": True}
_fit = {
    "X": _covariates,
    "y": _codes,
    "X_val": Array(_X[::-1], "mb", low=0, high=1),
    "y_val": Array(_Y[::-1], "md", low=0, high=1, integer=True),
}
_options = {
    "min_leaf": Count(2, low=1),
    "max_level": Count(2, high=40),
    "betas": Array([0.2, 0.8], "e", low=0, high=1),
    "smoothing": _smoothing,
    "gamma": Number(0.1, low=0),
    "min_gain": Number(0.0),
    "min_errors": Number(0.5, low=0),
    "n_states": Count(2, low=1),
}
_asked = {
    "apply": {"X": _covariates},
    "edges": {"X": _covariates},
    "path_lengths": {"X": _covariates, "u": Count(0, high=2), "v": Count(1, high=2)},
    "log_prob": {"X": _covariates, "y": _codes},
    "score": {"X": _covariates, "y": _codes},
}

CALLS = {
    "information_of_counts": Call(counts=_square, starts=_starts),
    "cell_forest": Call(
        counts=_square, held_counts=_square, starts=_starts,
        thresholds=Array([0.1, 0.3], "m", low=0), smoothing=_smoothing,
    ),
    "path_lengths": Call(edges=_edges, d=Count(3, low=1)),
    "random_forest_edges": Call(d=Count(6, low=1), part=Count(3, low=1)),
    "make_forest_regions": Call(
        n_samples=Count(30, low=1), n_covariates=Count(2, low=2), d=Count(4, low=1),
        part=Count(2, low=1), flip=Number(0.8, 0, 1),
    ),
    "state_marks": Call(X=Array(_Y, "nd", low=0, integer=True), n_states=Count(2, low=1)),
    "forest_tree_penalty": Call(
        n_leaves=Count(4, low=1), n=Count(100, low=1), d=Count(3, low=1), b=Count(2, low=1)
    ),
    "FoCART": [
        Call(
            **_options,
            criterion=Choice("heldout"),
            methods={"fit": _fit, **_asked},
        ),
        Call(
            **_options,
            criterion=Choice("penalized"),
            methods={"fit": {"X": _covariates, "y": _codes}, **_asked},
        ),
    ],
    "spins_of": Call(X=Array(_Y, "nd", among=(0, 1), but={"no columns"})),
    "IsingLeafModel": Call(
        n_lams=Count(4, low=1), ratio=Number(0.1, 0, 1, open_low=True), judge=Choice("lasso"),
        methods={"__call__": {"train": Object(_spin_sums), "held_out": Object(_spin_sums)}},
    ),
    "KernelForest": [
        Call(
            bandwidths=Number(0.4, **_positive),
            methods={
                "fit": {"X": _numbers, "X_val": Array(_NUMBERS[::-1], "md")},
                "score_samples": {"X": _numbers},
                "score": {"X": _numbers},
            },
        ),
        Call(
            bandwidths=Array([0.3, 0.4, 0.5], "d", **_positive, but={"one axis fewer"}),
            n_edges=Count(1, high=2),
            methods={"fit": {"X": _numbers}, "score_samples": None, "score": None},
        ),
    ],
    "IsingRelaxation": Call(
        lam=Number(0.1, **_positive),
        refit=Flag(True),
        tol=Number(1e-6, **_positive),
        max_iter=Count(100, low=1),
        methods={"fit": {"X": Array(_Y, "nd", among=(0, 1))}, "score_samples": None,
                 "score": None},
    ),
}  # fmt: skip
