"""Arguments and calls of the classification room."""

import numpy as np

from mlcompanion.density import GaussianDensity
from mlcompanion.probability import Normal
from valid_calls.kinds import Array, Call, Count, Free, Number, Object
from valid_calls.shared import N_ROWS

_loss = Array([[0.0, 1.0], [0.2, 0.0]], "ck")
_labels = Array(np.arange(N_ROWS) % 2, "n")

SHARED = {
    "posterior": Array([[0.2, 0.8], [0.5, 0.5], [0.4, 0.6]], "nc", low=0, but={"empty"}),
    "loss": _loss,
    "priors": Array([0.4, 0.6], "c", low=0, bad=([0.4, 0.7],)),
    "laws": Object([Normal(0.0, 1.0), Normal(1.0, 1.0)]),
    "decisions": Array([0, 1, 1], "n", low=0, integer=True),
}

CALLS = {
    "confusion_rates": Call(
        densities=Array([[0.2, 0.8], [0.5, 0.5], [0.4, 0.6]], "nc", low=0),
        weights=Array([0.1, 0.2, 0.1], "n", low=0, but={"one axis fewer"}),
    ),
    "decision_intervals": Call(
        decide=Object(lambda x: (x > 0.3).astype(int)),
        low=Number(-1.0),
        high=Number(2.0, bad=(-1.0,)),
        n_grid=Count(11, low=2),
    ),
    "interval_rates": Call(ends=Array([0.0, 1.0, 2.0, 3.0], "e", but={"infinity"})),
    "total_risk": Call(rates=Array([[0.9, 0.1], [0.2, 0.8]], "ck", low=0), loss=_loss),
    "bayes_rule": Call(loss=_loss),
    "GenerativeClassifier": Call(
        density=Object(GaussianDensity()),
        priors=Free(None),  # tested with the estimator: their number is that of the classes
        methods={
            "fit": {"y": _labels},
            "predict": {"loss": Array(1 - np.eye(2), "cc", bad=(np.ones((2, 3)),))},
        },
    ),
}
