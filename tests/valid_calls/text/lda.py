"""Arguments and calls of the topic models."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Free, Kind, Number

_POSITIVE = {"low": 0, "open_low": True}
_whole = {"low": 0, "integer": True}
_counts = Array([[1, 0, 2], [0, 1, 1], [3, 1, 0]], "nd", **_whole, bad=([[1, 2, 0], [0, 0, 0]],))
_theta = np.full((3, 2), 0.5)

SHARED = {}

CALLS = {
    "LDAGibbs": Call(
        n_components=Count(2, low=1),
        alpha=Number(0.1, **_POSITIVE),
        beta=Number(0.1, **_POSITIVE),
        n_sweeps=Count(3, low=1),
        methods={
            "fit": {"X": _counts, "y": Free(None)},
            "transform": {"X": _counts},
        },
    ),
    "lda_log_joint": Call(
        of_documents=Array([[1, 2], [3, 0]], "dt", **_whole),
        of_words=Array([[1, 1], [1, 0], [2, 1]], "wt", **_whole),
        alpha=Number(0.1, **_POSITIVE),
        beta=Number(0.1, **_POSITIVE),
    ),
    "perplexity": Call(
        X=_counts,
        theta=Array(_theta, "nk", low=0),
        phi=Array([[0.2, 0.3, 0.5], [0.5, 0.3, 0.2]], "kd", low=0),
    ),
    "top_words": Call(
        weights=Array([[0.5, -1.0, 0.0], [0.0, 2.0, 0.1]], "kd"),
        words=Kind(["a", "b", "c"], bad=(["a"], 3.5)),
        n=Count(2, low=1),
    ),
    "topic_states": Call(
        X=_counts,
        topics=Array([0, 1, 0, 1, 0, 1, 0, 1, 0], "w", **_whole, high=1),
        n_topics=Count(2, low=1),
        alpha=Number(0.1, **_POSITIVE),
        beta=Number(0.1, **_POSITIVE),
        method=Choice("sparse"),
    ),
}
