"""Arguments and calls of the learners from candidate labels."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number
from valid_calls.shared import N_ROWS

_rng = np.random.default_rng(12)
_turn = np.arange(N_ROWS) % 3
_BAGS = np.eye(3, dtype=int)[_turn] | np.eye(3, dtype=int)[(_turn + 1) % 3]
_some = Array(_BAGS, "nL", among=(0, 1), bad=(np.zeros_like(_BAGS), 0.5 * _BAGS))
_fit = {"fit": {"y": Array(_BAGS, "n", bad=(0 * _BAGS, 0.5 * _BAGS))},
        "predict_candidates": {"candidates": _some}}  # fmt: skip
_G = Array(_rng.normal(size=(N_ROWS, 3)), "nL")
_positive = {"low": 0, "open_low": True}

CALLS = {
    "DiscriminativeEM": Call(methods=_fit),
    "GaussianModel1": Call(floor=Number(0.01, **_positive), methods=_fit),
    "PartialLabelBoost": Call(loss=Choice("mean"), methods=_fit),
    "PartialLabelKNN": Call(k=Count(3, low=1, high=N_ROWS), weighted=Flag(False), methods=_fit),
    "PartialLabelSVM": Call(
        loss=Choice("mean"),
        psi=Choice("logistic"),
        C=Number(1.0, **_positive),
        kernel=Choice("rbf"),
        degree=Count(3, low=1),
        coef0=Number(0.0),
        methods=_fit,
    ),
    "hybrid_scores": Call(scores=_G, candidates=_some, recall=Number(0.5, 0, 1)),
    "partial_loss": Call(
        scores=_G, candidates=_some, loss=Choice("naive"), psi=Choice("squared_hinge")
    ),
    "partial_loss_gradient": Call(
        scores=_G, candidates=_some, loss=Choice("mean"), psi=Choice("hinge")
    ),
    "refusal_curve": Call(
        scores=_G,
        candidates=_some,
        y=Array(np.arange(N_ROWS) % 3, "n", low=0, high=2, integer=True),
        recalls=Array([0.5, 1.0], "k", low=0, open_low=True, high=1),
        kind=Choice("hybrid"),
    ),
}
