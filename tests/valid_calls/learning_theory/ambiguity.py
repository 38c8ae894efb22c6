"""Arguments and calls of what candidate labels can teach."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Number

_BAGS = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])
_bags = Array(_BAGS, "nL", among=(0, 1))
_true = Array([0, 1, 2, 1], "n", low=0, high=2, integer=True)
_rng = np.random.default_rng(12)

CALLS = {
    "ambiguity_degree": Call(candidates=_bags, y=_true),
    "clpl_population_minimizer": Call(
        P=Array((np.ones((3, 3)) - np.eye(3)) / 3, "LL", low=0, bad=(np.eye(3),))
    ),
    "co_occurrence": Call(candidates=_bags, y=_true),
    "partial_label_bound": Call(
        loss=Number(0.1, low=0),
        epsilon=Number(0.5, 0, 1, open_high=True),
        n_samples=Number(100.0, low=1),
        n_labels=Number(3.0, low=2),
        size=Number(1.0, low=0),
        radius=Number(1.0, low=0),
        gamma=Number(1.0, low=0, open_low=True),
        power=Number(2.0, low=1),
        eta=Number(0.05, 0, 1, open_low=True, open_high=True),
        c=Number(1.0, low=0, open_low=True),
    ),
    "partial_zero_one": Call(predicted=_true, candidates=_bags),
    "certified_labels": Call(
        features=Array(_rng.normal(size=(4, 2)), "nd"),
        scores=Array(_rng.normal(size=(4, 3)), "nL"),
        losses=Array([0.1, 0.2, 0.3, 0.0], "n", low=0),
        candidates=_bags,
        y=_true,
        eta=Number(0.5, low=0, open_low=True),
        limit=Number(0.5, low=0),
        rule=Choice("lemma"),
    ),
}
