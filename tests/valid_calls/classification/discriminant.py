"""Arguments and calls of Fisher's discriminant."""

import numpy as np

from valid_calls.kinds import Array, Call, Free, Number, Object
from valid_calls.shared import N_ROWS

_labels = Array(np.arange(N_ROWS) % 2, "n")
_ridge = Number(0.1, low=0)

CALLS = {
    "FDA": Call(
        ridge=_ridge,
        priors=Free(None),  # tested with the estimator
        methods={
            "fit": {"y": _labels},
            "boundary": {"first": Object(0), "second": Object(1)},
        },
    ),
    "fda_leave_one_out": Call(
        y=_labels, ridge=_ridge, priors=Array([0.4, 0.6], "c", low=0, open_low=True)
    ),
}
