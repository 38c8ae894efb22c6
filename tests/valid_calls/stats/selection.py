"""Arguments and calls of model selection."""

import numpy as np

from mlcompanion.density import GaussianDensity
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object
from valid_calls.shared import N_ROWS

_rng = np.random.default_rng(14)
_log_likelihood = Number(-20.0)
_scores = Array(_rng.normal(size=(6, 2)), "nb")
_hessian = Array([[-2.0, 0.5], [0.5, -1.0]], "bb", bad=([[1.0, 0.5], [0.0, 1.0]], np.ones((2, 2))))

CALLS = {
    "aic": Call(log_likelihood=_log_likelihood, n_params=Number(3.0, low=0)),
    "bic": Call(
        log_likelihood=_log_likelihood,
        n_params=Number(3.0, low=0),
        n_samples=Number(50.0, low=1),
    ),
    "takeuchi_penalty": Call(scores=_scores, hessian=_hessian),
    "tic": Call(log_likelihood=_log_likelihood, scores=_scores, hessian=_hessian),
    "select": Call(
        models=Object([GaussianDensity("diag"), GaussianDensity()]),
        criterion=Choice("cv"),
        folds=Count(3, low=2, high=N_ROWS),
    ),
}
