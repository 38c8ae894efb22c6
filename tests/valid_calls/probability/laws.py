"""Arguments of every law, and of the distances between two."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Flag, Object

_any_shape = {"but": {"one axis more", "one axis fewer", "empty"}}

SHARED = {
    "x": Array(np.array([0.2, 0.5, 0.7]), "m", but={*_any_shape["but"], "infinity"}),
    "q": Array(np.array([0.2, 0.5, 0.7]), "m", low=0, high=1, **_any_shape),
    "t": Array(np.array([-0.2, 0.1, 0.3]), "m", **_any_shape),
    "k": Count(2, low=0),
    "size": Count(3, low=0),
    "function": Object(np.abs),
    "central": Flag(True),
}

_MASSES = np.array([0.2, 0.3, 0.5])

CALLS = {
    "total_variation": Call(
        p=Array(_MASSES, "m", low=0, bad=([0.2, 0.3],)),
        q=Array(_MASSES[::-1], "m", low=0, bad=([0.2, 0.3],)),
    ),
    "kolmogorov_distance": Call(p=Array(_MASSES, "n"), q=Array(_MASSES[:2], "m")),
}

INTERNAL = {
    "Law": "abstract: tried through its families",
    "ContinuousLaw": "abstract: tried through its families",
    "DiscreteLaw": "abstract: tried through its families",
}
