"""Arguments and calls of the room of sequences."""

import numpy as np

from mlcompanion.sequences import ChainFeatures
from valid_calls.kinds import Array, Call, Count

_rng = np.random.default_rng(8)
_CHAIN = ChainFeatures(2, 3)
_STRING = Array([0, 1, 1, 0], "m", low=0, high=1, integer=True)
_SEARCH = {
    "w": Array(_rng.normal(size=_CHAIN.size), "w"),
    "x": Array(_rng.normal(size=(4, 3)), "mi"),
    "y": _STRING,
}

INTERNAL = {"forward_backward": "a compiled loop; expected_transitions checks for it"}

SHARED = {"x": _SEARCH["x"], "w": _SEARCH["w"]}

CALLS = {
    "ChainFeatures": Call(
        n_symbols=Count(2, low=2),
        n_inputs=Count(3, low=1),
        methods={
            "instance": {},
            "phi": {"y": _STRING},
            "scores": {"y": _STRING},
            "predict": {},
            "worst_rival": {"y": _STRING},
            "loss_augmented": {"y": _STRING},
            "maximal_loss": {"y": _STRING},
        },
    ),
    "hamming": Call(y=Array([0, 1, 1], "m"), z=Array([0, 1, 0], "m")),
    "viterbi": Call(
        init=Array([0.1, 0.2], "k"),
        trans=Array(_rng.normal(size=(3, 2, 2)), "tkl"),
        other_than=_STRING,
        places=Array(_rng.normal(size=(3, 2)), "tk"),
    ),
}
