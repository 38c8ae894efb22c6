"""Arguments and calls of the room of network classifiers."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Number, Object

_rng = np.random.default_rng(33)
_CODES = _rng.integers(0, 2, (24, 3))
_CODES[:2] = [[0, 0, 0], [1, 1, 1]]
_LABELS = np.arange(24) % 2

INTERNAL = {
    "ALPHA": "a number",
    "BETA": "a number",
    "CRITERIA": "a list of words",
    "FCLL_SHARE": "a number",
    "LAMBDA": "a number",
    "RHO": "a number",
    "NetworkClassifierMixin": "a mixin: tried through its members",
    "acll_terms": "a step of family_score, arguments not checked",
    "cell_of": "a step of the tables, arguments not checked",
    "check_parents": "a checker",
    "count_family": "a step of the scores, arguments not checked",
    "cross_tuned_steps": "a step of the discriminative parameters, arguments not checked",
    "directed_gains": "a step of edge_weights, arguments not checked",
    "discriminative_tables": "a step of the discriminative parameters, arguments not checked",
    "labelled_codes": "a checker",
    "local_score": "a step of family_score, arguments not checked",
    "log_joint": "a step of the classifiers, arguments not checked",
    "log_tables": "a step of the classifiers, arguments not checked",
    "rooted_parents": "a step of the tree, arguments not checked",
    "share_of": "a checker",
}

_codes = Array(_CODES, "nd", low=0, integer=True)
_later = Array(_CODES[:5], "md", low=0, high=1, integer=True)
_labels = Array(_LABELS, "n", integer=True, but={"fraction", "a fraction", "negative"})
_states = Count(2, low=1)
_pseudo = Number(0.5, low=0)
_side = Number(0.05, low=0, open_low=True)
#: Numbers in any shape, also none.
_ANY_SHAPE = {"one axis more", "one axis fewer", "empty"}
_numbers = Array([[0.1, 0.2]], "uv", low=0, open_low=True, but={*_ANY_SHAPE, "length"})
_network = Object(
    [(), (0,), (1,)], bad=([(), (0,)], [(1,), (0,), ()], [(0,), (), ()], [(3,), (), ()], [], [1, 2])
)
_fitted = {
    "fit": {"X": _codes, "y": _labels},
    "scores": {"X": _later},
    "decision_function": {"X": _later},
    "predict": {"X": _later},
    "predict_proba": {"X": _later},
    "predict_log_proba": {"X": _later},
    "score": {"X": _codes, "y": _labels},
    "find_parents": None,  # a step of fit
}
_alpha = Number(0.5, low=0)
_search = {"elr_steps": Count(20, low=1), "cv": Count(3, low=2)}

CALLS = {
    "log_ratio_coefficients": Call(p=_side),
    "log_ratio_approximation": Call(
        U=_numbers,
        V=_numbers,
        p=_side,
    ),
    "log_odds_approximation": Call(
        W=Array([0.1, 0.7], "w", low=0, high=1, open_low=True, but=_ANY_SHAPE)
    ),
    "family_score": Call(
        counts=Array(np.ones((2, 2, 2)), "qsr", low=0),
        criterion=Choice("acll"),
        pseudo_count=_pseudo,
    ),
    "network_score": Call(
        parents=_network,
        X=_codes,
        y=_labels,
        criterion=Choice("cll"),
        n_states=_states,
        pseudo_count=_pseudo,
    ),
    "edge_weights": [
        Call(
            X=_codes, y=_labels, criterion=Number(0.4, 0, 1), n_states=_states, pseudo_count=_pseudo
        ),
        Call(
            X=_codes,
            y=_labels,
            criterion=Choice("acll", bad=(1.5,)),
            n_states=_states,
            pseudo_count=_pseudo,
        ),
    ],
    "TANClassifier": [
        Call(
            criterion=Number(0.4, 0, 1),
            params=Choice("elr"),
            alpha=Number(0.5, low=0, open_low=True),
            n_states=_states,
            **_search,
            methods=_fitted,
        ),
        Call(
            criterion=Number(0.4, 0, 1),
            params=Choice("ofe"),
            alpha=_alpha,
            n_states=_states,
            **_search,
            methods=_fitted,
        ),
    ],
    "HillClimbBNC": Call(
        criterion=Choice("ll"),
        max_parents=Count(2, low=1),
        params=Choice("ofe"),
        alpha=_alpha,
        n_states=_states,
        **_search,
        methods=_fitted,
    ),
    "MDLDiscretizer": Call(
        methods={
            "fit": {"X": Array(_rng.normal(size=(24, 3)), "nd"), "y": _labels},
            "transform": {"X": Array(_rng.normal(size=(5, 3)), "md")},
            "fit_transform": {"X": Array(_rng.normal(size=(24, 3)), "nd"), "y": _labels},
        }
    ),
}
