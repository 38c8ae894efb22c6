"""Arguments and calls of topics by matrix factors."""

import numpy as np

from mlcompanion.prox import L1
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object

_rng = np.random.default_rng(9)
_documents = Array(_rng.random((12, 6)) * (_rng.random((12, 6)) < 0.6), "nm")
_new = Array(_rng.random((4, 6)), "km")
_start = Array(np.eye(12, 3), "nt", bad=(2 * np.eye(12, 3),))
_rows = Array(_rng.normal(size=(3, 4)), "tg", but={"empty"})
_labels = Array([0, 0, 1, 1], "g", low=0, integer=True)
_positive = {"low": 0, "open_low": True}
_methods = {"fit": {"X": _documents, "y": Free(None)}, "transform": {"X": _new}}
_topics = Count(2, low=1)

SHARED = {}

CALLS = {
    "LSA": Call(n_components=_topics, scaling=Choice("inverse"), methods=_methods),
    "RowGroups": Call(
        groups=_labels,
        weights=Array([1.0, 2.0], "w", low=0),
        methods={
            "value": {"w": _rows},
            "prox": {"v": _rows, "step": Number(0.5, low=0)},
            "metric_prox": {
                "v": _rows,
                "h": Array(np.ones((3, 4)), "tg", **_positive, but={"one axis fewer"}),
                "step": Number(0.5, low=0),
            },
            "dual_norm": {"g": _rows},
            # asked by solvers, with their own iterates
            **dict.fromkeys(("conjugate", "envelope", "feasible", "free", "jacobian_root")),
        },
    ),
    "SparseCoding": Call(
        n_components=_topics,
        bound=Number(1.0, **_positive),
        max_iter=Count(2000, low=1),
        methods=_methods,
    ),
    "SparseLSA": [
        Call(
            n_components=_topics,
            init=Choice("documents"),
            nonnegative=Flag(True),
            max_iter=Count(2000, low=1),
            methods=_methods,
        ),
        Call(
            n_components=_topics,
            groups=Array([0, 0, 1, 1, 2, 2], "m", low=0, integer=True),
            init=Choice("svd"),
            max_iter=Count(2000, low=1),
            methods=_methods,
        ),
    ],
    "bounded_dictionary": Call(
        X=_documents,
        U=Array(_rng.normal(size=(12, 3)), "nt"),
        bound=Number(1.0, **_positive),
    ),
    "procrustes_orthonormal": Call(
        V=Array(_rng.normal(size=(5, 2)), "nd"), near=Array(np.eye(5, 2), "nd")
    ),
    "sparse_codes": Call(X=_documents, A=Array(_rng.normal(size=(3, 6)), "tm")),
    "word_shares": Call(A=Array([[1.0, 0.0, 3.0], [0.0, 0.0, 0.0]], "tm", low=0)),
    "sparse_lsa_steps": Call(X=_documents, U=_start, penalty=Object(L1(0.1))),
}
