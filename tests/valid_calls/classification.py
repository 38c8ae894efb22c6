"""Arguments and calls of the classification room."""

import numpy as np
from sklearn.neighbors import KernelDensity

from valid_calls.kinds import Array, Call, Free, Object
from valid_calls.shared import N_ROWS

_loss = Array([[0.0, 1.0], [0.2, 0.0]], "ck")
_labels = Array(np.arange(N_ROWS) % 2, "n")

SHARED = {
    "posterior": Array([[0.2, 0.8], [0.5, 0.5], [0.4, 0.6]], "nc", low=0, but={"empty"}),
    "loss": _loss,
}

CALLS = {
    "bayes_rule": Call(loss=_loss),
    "GenerativeClassifier": Call(
        density=Object(KernelDensity()),
        priors=Free(None),  # tested with the estimator: their number is that of the classes
        methods={
            "fit": {"y": _labels},
            "predict": {"loss": Array(1 - np.eye(2), "cc", bad=(np.ones((2, 3)),))},
        },
    ),
}
