"""Arguments and calls of information, bound, scoring and Wald's interval."""

import numpy as np

from mlcompanion.probability import Gamma
from mlcompanion.stats.likelihood.smooth_models import GAMMA
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object

_x = Array([0.5, 1.2, 2.4, 0.9], "n", bad=([0.5, -1.0],))
_any_x = Array([0.5, 1.2, 2.4, 0.9], "n")
_F = np.array([[0.6, -0.5], [-0.5, 1.2]])
_not_definite = ([[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.5], [0.0, 1.0]], [[1.0, 0.0]])
_model = Object(GAMMA)
_function = Object(lambda *_: [1.0])
_parameters = Array([2.0, 1.0], "b", bad=([-1.0, 1.0],))
_n = Count(7, low=1)

CALLS = {
    "SmoothModel": Call(
        law=Object(Gamma), score=_function, hessian=_function, information=_function,
        methods={"from_law": {"law": Object(Gamma),
                              "step": Number(1e-3, 0, open_low=True)}},
    ),
    "fisher_information": Call(model=_model, parameters=_parameters, form=Choice("score")),
    "sample_score": Call(model=_model, x=_any_x, parameters=Array([2.0, 1.0], "b")),
    "sample_information": Call(model=_model, x=_any_x, parameters=Array([2.0, 1.0], "b")),
    "cramer_rao_bound": Call(
        information=Array(_F, "bb", but={"one axis more"}, bad=_not_definite), n=_n
    ),
    "wald_interval": Call(
        parameters=Array([2.0, 1.0], "b"), information=Array(_F, "bb", bad=_not_definite), n=_n
    ),
    "fit_law": Call(x=Array([0.5, 1.2, 2.4, 0.9], "n", bad=([1.0, 1.0],)), name=Choice("normal")),
    "fisher_scoring": Call(
        model=_model, x=_x, start=_parameters, information=Choice("sample"),
        tol=Number(1e-8, 0, open_low=True), max_iter=Count(50, low=1),
    ),
}  # fmt: skip
