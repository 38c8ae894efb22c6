"""Arguments and calls of the room of trees over labels."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number
from valid_calls.shared import N_ROWS

_positive = {"low": 0, "open_low": True}
_PI = np.array([0.2, 0.5, 0.3])
_LABELS = np.arange(N_ROWS) % 3
_ANY_SHAPE = {"empty", "one axis more", "one axis fewer"}
_shares = {"low": 0, "high": 1}
_stream = {"y": Array(_LABELS, "n"), "classes": Array([0, 1, 2], "c")}
_regressor = {
    "loss": Choice("absolute"),
    "step": Number(0.05, **_positive),
    "decay": Number(0.0, low=0),
    "row_length": Number(2.0, **_positive),
    "shuffle": Flag(True),
}
_HOOKS = dict.fromkeys(
    (
        "begin", "checked_rows", "drawing", "go_on", "in_units", "meet", "play", "regressor_rows",
        "run_rows", "start", "step_rule",
    )
)  # fmt: skip
_fits = {
    **_HOOKS,
    "fit": {"y": Array(_LABELS, "n")},
    "partial_fit": _stream,
}
_tree = {**_fits, "predict_topk": {"n_guesses": Count(2, low=1, high=3)}}

SHARED = {
    "pi": Array(_PI, "k", **_shares),
    "P": Array([0.9, 0.1, 0.4], "k", **_shares),
    "w": Number(0.5, 0, 1),
    # of any shape, and broadcast: one number goes with two
    "J": Array([0.2, 0.9, 0.4], "j", but=_ANY_SHAPE, **_shares),
    "p": Array([0.3, 0.6, 0.5], "j", but=_ANY_SHAPE, open_low=True, **_shares),
}

CALLS = {
    "OneAgainstAll": Call(**_regressor, methods=_fits),
    "OnlinePartitionTree": Call(
        max_inner=Count(4, low=1), forget=Number(0.0, 0, 1), **_regressor, methods=_tree
    ),
    "RandomLabelTree": Call(**_regressor, methods=_tree),
    "best_label_partition": Call(most_tried=Count(8, high=24)),
    "boosting_splits": Call(
        epsilon=Number(0.5, 0, 1, open_low=True),
        gamma=Number(0.25, 0, 0.5, open_low=True),
        n_labels=Count(4, low=2),
        printed=Flag(False),
    ),
    "greedy_entropies": Call(n_splits=Count(3), rule=Choice("weight")),
    "relaxed_split_objective": Call(
        margins=Array([0.5, -0.2, 1.4], "m"), labels=Array([0, 1, 1], "m", but={"NaN", "infinity"})
    ),
    "split_objective_counts": Call(
        k_t=Array([4, 2, 3], "k", low=0), k_r=Array([1, 2, 0], "k", low=0)
    ),
    "two_label_drop": Call(
        pi_1=Array([0.3, 0.4, 0.5], "j", but=_ANY_SHAPE, **_shares),
        gamma=Number(0.2, 0, 1),
    ),
}
