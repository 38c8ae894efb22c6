"""Arguments and calls of the kernels for search and of the ranker."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Number

_K = np.array([[1.0, 0.5, 0.2], [0.5, 1.0, 0.1], [0.2, 0.1, 1.0]])
_problem = {
    "KQ": Array(_K[:2, :2], "qq"),
    "KD": Array(_K, "dd"),
    "base": Array([[1.0, 2.0, 0.5], [0.1, 1.0, 1.0]], "qd"),
    "pairs": Array([[0, 1, 2], [1, 0, 1], [1, 2, 1]], "mp", low=0, integer=True),
}
_counts = Array([[1, 0, 2], [0, 1, 1]], "nd", low=0)

CALLS = {
    "RobustRanker": Call(
        lam=Number(1.0, low=0, open_low=True),
        tol=Number(1e-3, low=0, open_low=True),
        methods={
            "fit": _problem,
            "decision_function": None,  # of a trained ranker; tested with it
        },
    ),
    "preference_gram": Call(**_problem),
    "click_query_kernel": Call(clicks=_counts, measure=Choice("pearson")),
    "cosine_kernel": Call(X=_counts, Y=Array([[1, 1, 0]], "md", low=0)),
    "s_kernel": Call(
        g=Array([1.0, -0.5, 2.0], "n"),
        KX=Array(_K, "nn"),
        KY=Array(_K, "nn"),
        series=Array([0.0, 1.0], "s", low=0),
    ),
    "sum_s_kernel": Call(
        g=Array([1.0, -0.5, 2.0], "n"),
        KX=Array([_K, _K], "lnn"),
        KY=Array([_K, _K], "lnn"),
        weights=Array([1.0, 0.5], "l", low=0),
    ),
    "preference_pairs": Call(
        queries=Array([3, 4], "s", low=0, integer=True),
        shown=Array([[0, 1, 2], [2, 1, 0]], "sr", low=0, integer=True),
        clicked=Array([[True, False, False], [False, False, True]], "sr"),
    ),
}
