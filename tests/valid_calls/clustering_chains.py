"""Arguments and calls of the room of chains."""

import numpy as np

from mlcompanion.clustering.chains import ChainKMeans, make_chains
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Kind, Number, Object
from valid_calls.shared import X

_made = make_chains(12, 5, (2, 4), 2, n_buckets=5, random_state=0)
_chains = Object(_made.chains)
_labels = Array(_made.target, "n", low=0, integer=True)
_lists = [chain.tolist() for chain in _made.chains]
_sequences = Kind(
    _lists,
    bad=([], [[0]], [[0, 0]], [[0, -1]], [[0, 0.5]], [[0, np.nan]], "text", 3.5),
)
_model = {
    "n_clusters": Count(2, low=1, high=len(X)),
    "init": Choice("random"),
    "n_init": Count(2, low=1),
    "max_iter": Count(50, low=1),
}
_shares = np.full((2, 5, 5), 0.5)

SHARED = {
    "chains": _chains,
    "labels": _labels,
    "n_swaps": Count(20, low=1),
    "n_items": Count(12, low=2),
    "length": Count(4, low=2, high=12),
    "center": Choice("ebc"),
}

CALLS = {
    "ChainKMeans": Call(**_model),
    "OrderKMeans": Call(**_model),
    "Chains": Call(
        sequences=_sequences,
        n_items=Count(6, low=5),
        methods={
            "reordered": {"items": Array(_made.chains.items, "jl", integer=True)},
            "from_scores": {
                "scores": Array(X, "nm", but={"NaN"}),
                "descending": Flag(False),
            },
        },
    ),
    "SwapPairs": Call(
        corrected=Flag(False),
        methods={
            "run": {"n_swaps": Count(20)},
            "record": {"n_records": Count(3, low=1), "every": Count(2, low=1)},
        },
    ),
    "agreement_chances": Call(length=Count(4, low=2, high=12)),
    "agreement_gap_bound": Call(n_items=Count(12, low=5), length=Count(4, low=2, high=5)),
    "common_kendall": Call(
        first=Array([0, 2, 1], "a", low=0, integer=True),
        second=Array([2, 3, 0, 1], "b", low=0, integer=True),
    ),
    "common_spearman": Call(
        first=Array([0, 2, 1], "a", low=0, integer=True),
        second=Array([2, 3, 0, 1], "b", low=0, integer=True),
    ),
    "exchangeable_chains": Call(n_samples=Count(2, low=1)),
    "hypersphere_map": Call(normalize=Flag(False)),
    "initial_labels": Call(n_clusters=Count(2, low=1, high=12), init=Choice("k-means++")),
    "make_chains": Call(
        length=Count(3, low=2, high=12),
        n_clusters=Count(2, low=1),
        n_buckets=Count(4, low=1, high=12),
    ),
    "mean_shift": Call(others=Object(_made.chains)),
    "nearest_order": Call(centroids=Array(_shares, "kmm", low=0, high=1)),
    "order_error": Call(),
    "planted_graph": Call(same=Number(0.5, 0, 1), other=Number(0.2, 0, 1)),
    "probabilistic_order": Call(counts=Array(np.ones((2, 4, 4)), "kmm", low=0)),
    "randomization_test": Call(
        estimator=Object(ChainKMeans(2, random_state=0)),
        n_samples=Count(2, low=1),
    ),
}
