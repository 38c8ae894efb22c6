"""Arguments and calls of the relevance models and of the meters of rankings."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Free, Number, Object

_pages = Array([[1, 0, 2], [0, 1, 1], [3, 0, 0]], "nd", low=0)
_queries = Array([[1, 0, 0], [0, 1, 1]], "qd", low=0)
_methods = {
    "fit": {"X": _pages, "y": Free(None)},
    "relevance": {"queries": _queries},
    "query_features": {"queries": _queries},
    "document_features": {"documents": _queries},
}
_flags = Array([True, False, True, True], "n", but={"NaN", "infinity"})
_scores = Array([0.5, 2.0, 1.0, -1.0], "n")


def _first_parts(X):
    return np.atleast_2d(np.asarray(X, dtype=float))


SHARED = {
    "epsilon": Number(0.1, low=0),
    "k1": Number(1.2, low=0),
    "k3": Number(8.0, low=0),
    "b": Number(0.75, 0, 1),
    "mu": Number(100.0, low=0, open_low=True),
}

CALLS = {
    "VSM": Call(methods=_methods),
    "BM25": Call(methods=_methods),
    "DirichletLM": Call(methods=_methods),
    "SFunction": Call(
        phi_x=Object(_first_parts),
        phi_y=Object(_first_parts),
        methods={"__call__": None},  # its arguments are what the two functions take
    ),
    "average_precision": Call(relevant=_flags, scores=_scores, retrieved=_flags),
    "ndcg_at": Call(
        grades=Array([4, 0, 1, 2], "n", low=0),
        scores=_scores,
        k=Count(3, low=1),
        retrieved=_flags,
    ),
}
