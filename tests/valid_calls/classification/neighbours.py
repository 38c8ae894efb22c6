"""Arguments and calls of the nearest-neighbour classifier."""

import numpy as np

from valid_calls.kinds import Array, Call, Count
from valid_calls.shared import N_ROWS

_labels = Array(np.arange(N_ROWS) % 2, "n")
_ks = Array([1, 3], "k", low=1, integer=True, bad=([1, N_ROWS + 1],))

CALLS = {
    "KNNClassifier": Call(
        k=Count(3, low=1, high=N_ROWS),
        methods={
            "fit": {"y": _labels},
            "predict_path": {"ks": _ks},
            "votes": {"ks": _ks},
        },
    ),
    "knn_error_rates": Call(
        y=Array(np.arange(N_ROWS) % 2, "n", but={"text", "NaN", "infinity"}),
        ks=_ks,
        folds=Count(3, low=2, high=N_ROWS),
    ),
}
