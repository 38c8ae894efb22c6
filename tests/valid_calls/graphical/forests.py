"""Arguments and calls of the rooms of trees and forests."""

import numpy as np

from mlcompanion.graphical.forests import binary_forest
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object

_rng = np.random.default_rng(15)
_CODES = _rng.integers(0, 2, (12, 3))
_CODES[:2] = [[0, 0, 0], [1, 1, 1]]

INTERNAL = {
    "check_codes": "a checker",
    "check_forest": "a checker",
    "check_table": "a checker",
    "TOLERANCE": "a number",
}

# a row less of codes is fewer samples; an empty one, or one axis more, is refused
_codes = Array(_CODES, "nd", low=0, integer=True)
_weights = Array([[0.0, 1.0, 2.0], [1.0, 0.0, -1.0], [2.0, -1.0, 0.0]], "dd")
_P = binary_forest(3, [(0, 1)])
_law = Object(_P, bad=(None,))
_table = Array([[0.4, 0.1], [0.2, 0.3]], "rs", low=0)
_states = Count(2, low=1)  # one number for all columns
_edges = Object(
    [(0, 1)],
    bad=([(0, 1), (1, 2), (0, 2)], [(0, 0)], [(0, 9)], [(-1, 0)], [(0.5, 1)], [(0, 1, 2)], [0, 1]),
)
_n = Count(20, low=1)
_levels = Number(0.1, low=0)
_positive = {"low": 0, "open_low": True}
_share = Number(0.4, 0, 1)
_inside = Array([0.3, 0.7], "r", **_positive, bad=([0.5, 0.6],))
_beta = Number(0.5, 0, 1, open_low=True, open_high=True)
_smoothing = Number(1.0, low=0)
_fitted = {"fit": {"X": _codes}, "score_samples": None, "score": None, "sample": None}

CALLS = {
    "junction_tree": Call(
        scopes=Object([(0, 1), (1, 2)], bad=([], [()], [(0, 0)], [(0, -1)], [(0.5, 1)], [3]))
    ),
    "state_counts": Call(X=_codes, n_states=_states),
    "pair_counts": Call(X=_codes, n_states=_states),
    "pairwise_mutual_information": Call(
        X=_codes, n_states=_states, given=Array(np.arange(12) % 2, "n", integer=True)
    ),
    "maximum_spanning_tree": Call(weights=_weights),
    "edmonds_branching": Call(
        weights=_weights, spanning=Flag(True), root=Count(0, high=2)
    ),
    "ChowLiuForest": [
        Call(
            beta=_beta,
            smoothing=_smoothing,
            n_states=_states,
            methods={
                "fit": {"X": _codes},
                "score_samples": {"X": Array(_CODES, "nd", low=0, high=1, integer=True)},
                "score": {"X": Array(_CODES, "nd", low=0, high=1, integer=True)},
                "sample": {"n_samples": Count(3, low=1)},
            },
        ),
        Call(beta=_beta, smoothing=_smoothing, threshold=Number(0.1, low=0), methods=_fitted),
        Call(beta=_beta, smoothing=_smoothing, n_edges=Count(1, high=2), methods=_fitted),
    ],
    "forest_of_edges": Call(X=_codes, edges=_edges, n_states=_states, smoothing=_smoothing),
    "threshold_path": Call(
        X=_codes,
        betas=Array([0.2, 0.8], "b", low=0, high=1),
        X_test=Array(_CODES[:5], "md", low=0, high=1, integer=True),
        n_states=_states,
        smoothing=_smoothing,
    ),
    "ForestDistribution": Call(
        edges=_edges,
        marginals=Object([[0.6, 0.4]] * 3, bad=([], [[0.6, 0.6]] * 3, [[0.5, 0.5]] * 3, [0.5])),
        tables=Object(
            [[[0.5, 0.1], [0.1, 0.3]]],
            bad=([], [[[0.5, 0.5]]], [[[0.4, 0.1], [0.1, 0.4]]], [[[0.5, 0.2], [0.1, 0.3]]]),
        ),
        methods={
            "pair_table": {"i": Count(0, high=2), "j": Count(1, high=2)},
            "log_prob": {"X": Array(_CODES, "nd", low=0, high=1, integer=True)},
            "sample": {"n_samples": Count(3, low=1)},
        },
    ),
    "binary_forest": Call(
        n_nodes=Count(3, low=1),
        edges=_edges,
        crossover=Number(0.3, 0, 1),
        share=Number(0.5, 0, 1, open_low=True, open_high=True),
    ),
    "expected_gain": Call(P=_law, Q=_law),
    "forest_kl": Call(P=_law, Q=_law),
    "forest_risk": Call(P=Object(_P, bad=([0.5, 0.6], [])), Q=_law),
    "forest_projection": Call(
        joint=Array(_P.joint(), "abc", low=0, but={"length", "one axis more", "one axis fewer"}),
        tol=Number(1e-12, low=0),
    ),
    "table_information": Call(table=_table),
    "tree_run": Call(information=_weights, edges=_edges),
    "error_shares": Call(
        runs=Object([(0.0, 0.3, 0.1)], bad=([], [(0, 1)], [(0.0, np.nan, 0.1)])),
        thresholds=Array([0.2], "t", low=0),
    ),
    "sanov_rate": Call(P=_table, level=_levels, side=Choice("below")),
    "information_hessian": Call(row=_inside, column=Array([0.3, 0.7], "s", **_positive)),
    "euclidean_exponent": Call(row=_inside, column=Array([0.3, 0.7], "s", **_positive)),
    "information_tail": Call(n=_n, levels=_levels, P=_table, side=Choice("above")),
    "overestimation_probability": Call(n=_n, eps=_levels, p=_share, q=_share),
    "type_class_bounds": Call(
        counts=Array([3, 1], "y", low=0, integer=True, but={"one axis more"}),
        P=Array([0.5, 0.5], "y", low=0, but={"one axis more"}),
    ),
    "count_forests": Call(d=Count(4, low=1), k=Count(2, high=3)),
    "fewest_forests": Call(d=Count(4, low=1), k=Count(2, low=1, high=3)),
    "guessing_error_bound": Call(
        n=Count(1), d=Count(4, low=1), k=Count(2, high=3), r=Count(2, low=2)
    ),
    "necessary_samples": Call(d=Count(4, low=2), k=Count(2, low=1, high=3), r=Count(2, low=2)),
    "sufficient_samples": Call(
        d=Count(4, low=1),
        k=Count(2, high=3),
        chow_liu_rate=Number(0.1, **_positive),
        loss_rate=Number(0.1, **_positive),
        zeta=Number(0.5, **_positive),
    ),
    "underestimation_bound": Call(
        n=_n, k=Count(2), rate=Number(0.1, low=0), r=Count(2, low=2), eta=Number(0.0, low=0)
    ),
    "overestimation_bound": Call(
        n=_n, d=Count(4, low=1), k=Count(2, high=3), eps=_levels, r=Count(2, low=2),
        eta=Number(0.0, 0, 1),
    ),
}  # fmt: skip
