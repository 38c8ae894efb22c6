"""Arguments and calls of classification under changed class shares."""

import numpy as np

from valid_calls.kinds import Array, Call, Free, Number
from valid_calls.shared import N_ROWS, X

_labels = Array(np.arange(N_ROWS) % 2, "n")
_test = Array(X[:5] + 0.1, "md", but={"length"})

CALLS = {
    "ClassBalanceLS": [
        Call(
            priors=Free(None),
            methods={"fit": {"y": _labels, "X_test": _test}},
        ),
        Call(
            priors=Array([0.4, 0.6], "c", low=0, bad=([0.4, 0.7], [1.0])),
            methods={"fit": {"y": _labels}},
        ),
    ],
    "em_class_prior": Call(
        posterior=Array([[0.2, 0.8], [0.5, 0.5], [0.4, 0.6]], "nc", low=0),
        priors=Array([0.4, 0.6], "c", low=0, open_low=True, bad=([0.4, 0.7],)),
        tol=Number(1e-3, low=0),
    ),
}
