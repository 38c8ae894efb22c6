"""Arguments and calls of the log-partition function, bounds on it, and iterative scaling."""

import numpy as np

from mlcompanion.optimize.majorising import with_slack
from valid_calls.kinds import Array, Call

_F = Array(np.array([[1.0, 0.0], [0.0, 2.0], [-1.0, 0.5]]), "nd")
_theta = Array(np.array([0.3, -0.2]), "d")
_h = Array(np.array([1.0, 0.5, 2.0]), "n", low=0, bad=[np.zeros(3)])
_counts = np.array([[0.1, 0.2], [0.5, 0.0], [0.3, 0.4], [0.9, 0.1]])
_asked = dict.fromkeys(("gradient", "hessian", "probabilities", "value", "value_and_gradient"))

CALLS = {
    "LogPartition": Call(F=_F, h=_h, mean=Array(np.array([0.1, 0.2]), "d"), methods=_asked),
    "log_partition": Call(theta=_theta, F=_F, h=_h),
    "jensen_bound": Call(
        theta=_theta, q=Array(np.array([0.2, 0.3, 0.5]), "n", low=0, bad=[np.ones(3)]), F=_F, h=_h
    ),
    "bohning_bound": Call(theta=_theta, F=_F, h=_h),
    "with_slack": Call(X=Array(_counts, "nd", low=0)),
    "ScalingBound": Call(
        X=Array(with_slack(_counts), "nd", low=0, bad=[_counts]),
        labels=Array(np.array([0, 1, 1, 0]), "n", low=0, integer=True),
        methods={"touch": None},
    ),
}
