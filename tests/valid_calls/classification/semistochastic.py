"""Arguments and calls of the semi-stochastic classifier."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Number
from valid_calls.shared import N_ROWS

_positive = {"low": 0, "open_low": True}

CALLS = {
    "SQBLogisticRegression": Call(
        eta=Number(0.1, low=0),
        b1=Array([12, 12], "p", low=1, high=N_ROWS, integer=True),
        gamma=Array([0.1, 0.1], "p", low=0),
        cap_sigma=Count(50, low=1),
        inner=Count(3, low=1),
        step=Number(1.0, **_positive),
        solver=Choice("exact"),
        decrease=Number(0.2, 0, 1, open_low=True, open_high=True),
        max_passes=Number(300.0, **_positive),
        methods={"fit": {"y": Array(np.arange(N_ROWS) % 2, "n")}},
    ),
}
