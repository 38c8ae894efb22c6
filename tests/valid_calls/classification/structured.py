"""Arguments and calls of classification.structured."""

import numpy as np

from mlcompanion.classification.structured import marginal_program
from mlcompanion.sequences import ChainFeatures
from valid_calls.kinds import Call, Choice, Count, Flag, Number, Object

_rng = np.random.default_rng(3)
_FEATURES = ChainFeatures(2, 2)
_INPUTS = [_rng.normal(size=(m, 2)) for m in (3, 2, 4)]
_CODES = [np.array([0, 1, 1]), np.array([1, 0]), np.array([0, 0, 1, 0])]
_bad_inputs = (
    [],
    [_INPUTS[0][:, :1], *_INPUTS[1:]],
    [np.full((3, 2), np.nan), *_INPUTS[1:]],
    [_INPUTS[0][0], *_INPUTS[1:]],
    _INPUTS[:2],
)
_bad_codes = ([], [_CODES[0][:2], *_CODES[1:]], [[0, np.nan, 1], *_CODES[1:]], _CODES[:2])
_XS = Object(_INPUTS, bad=_bad_inputs)
_YS = Object(_CODES, bad=_bad_codes)
_KNOWN = Object(_CODES, bad=(*_bad_codes, [[0, 1, 7], *_CODES[1:]]))
_NEW = Object(_INPUTS, bad=_bad_inputs[:-1])
_METHODS = {
    "fit": {"xs": _XS, "ys": _YS},
    "predict": {"xs": _NEW},
    "scores": {"xs": _NEW},
    "score": {"xs": _XS, "ys": _KNOWN},
}
_CASE = {
    "features": Object(_FEATURES),
    "xs": _XS,
    "ys": Object(_CODES, bad=(*_bad_codes, [[0, 1, 2], *_CODES[1:]])),
    "C": Number(1.0, low=0, open_low=True),
}

INTERNAL = {
    "ChainSurrogate": "the bounds of fit_chain_by_bound, which checks for it",
    "ChainLikelihood": "the criterion of LinearChainCRF, which checks for it",
    "climb_by_lbfgs": "a search of LinearChainCRF, which checks for it",
    "climb_by_strings": "a search of LinearChainCRF, which checks for it",
    "ascend_margin": "the search of StructuredSVC, which checks for it",
}

CALLS = {
    "fit_chain_by_bound": Call(
        xs=_XS,
        ys=_YS,
        lam=Number(0.5, low=0, open_low=True),
        merge=Choice("join"),
        diagonal=Flag(False),
        zeta=Number(1.0, 0, 2, open_low=True, open_high=True),
        tol=Number(1e-3, low=0),
        max_iter=Count(100, low=1),
    ),
    "LinearChainCRF": [
        Call(
            lam=Number(0.5, low=0),
            solver=Choice(solver),
            step=Number(1.0, low=0, open_low=True),
            fall=Number(0.5, low=0),
            methods={
                **_METHODS,
                "predict_marginals": {"xs": _NEW},
                "predict_places": {"xs": _NEW},
                "log_likelihood": {"xs": _XS, "ys": _KNOWN},
            },
        )
        for solver in ("lbfgs", "sgd")
    ],
    "StructuredSVC": Call(
        C=Number(1.0, low=0, open_low=True), loss=Choice("hamming"), methods=_METHODS
    ),
    "MarginProgram": Call(
        make=lambda: marginal_program(_FEATURES, _INPUTS, _CODES),
        methods={"solve": {"tol": Number(1e-9, low=0, open_low=True)}},
    ),
    "label_strings": Call(n_symbols=Count(2, low=1), length=Count(3, low=1)),
    "marginal_dual": Call(**_CASE, tol=Number(1e-9, low=0, open_low=True)),
    "marginal_program": Call(**_CASE),
    "string_dual": Call(**_CASE, loss=Choice("hamming"), tol=Number(1e-9, low=0, open_low=True)),
    "string_primal": Call(**_CASE, loss=Choice("string"), tol=Number(1e-9, low=0, open_low=True)),
}
