"""Arguments and calls of the rankers by pairs of words."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number

_rows = Array([[1.0, 0, 2], [0, 1, 1], [3, 0, 1], [0, 2, 0]], "nd")
_queries = Array([[1.0, 0, 2], [0, 1, 1]], "qd")
_documents = Array([[1.0, 0, 2], [0, 1, 1]], "pd")
_labels = Array([0, 0, 1, 1], "n", but={"a fraction"})
_tuples = Array([[0, 1, 2], [3, 2, 0]], "mt", low=0, high=3, integer=True)
_scores = Array(np.arange(16.0).reshape(4, 4) % 7, "qc")
_steps = {
    "lam": Number(0.01, low=0),
    "C": Number(2.0, low=0, open_low=True),
    "schedule": Choice("sqrt"),
    "T": Count(10, low=1),
    "diagonal": Flag(False),
    "start": Choice("identity"),
    "scale": Array([1.0, 2.0, 0.5], "d", low=0),
}
_W = Array([[1.0, -2.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]], "dd")

SHARED = {}

CALLS = {
    "PairState": Call(t=Free(1), W=Free(None)),  # a record that a run makes
    "PairwiseRanker": Call(
        **_steps,
        n_iter=Count(20, low=1),
        refit=Flag(True),
        methods={
            "fit": {"X": _rows, "y": _labels},
            "partial_fit": {"X": _rows, "y": _labels},
            "learn": {"X": _rows, "tuples": _tuples},
            "relevance": {"queries": _queries, "documents": _documents},
        },
    ),
    "mean_average_precision": Call(
        scores=Array([[2.0, 1.0, 0.0], [0.0, 1.0, 1.0]], "qn"),
        y=Array([0, 1], "q", but={"a fraction", "one axis more"}),
        y_documents=Array([0, 1, 1], "n", but={"a fraction", "one axis more"}),
    ),
    "pair_error": Call(scores=_scores, tuples=_tuples),
    "preference_steps": Call(X=_rows, tuples=_tuples, every=Count(1, low=1), **_steps),
    "related_features": Call(W=_W, i=Count(0, high=2), k=Count(2, low=1)),
    "sample_tuples": Call(y=_labels, n_tuples=Count(5, low=1)),
}
