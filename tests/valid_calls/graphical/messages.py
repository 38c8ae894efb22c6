"""Arguments and calls of the room of max-product messages."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Object
from valid_calls.shared import X

_rng = np.random.default_rng(31)

INTERNAL = {
    "check_semiring": "a checker",
    "hidden_paths": "a compiled loop; all_pairs_shortest_paths checks for it",
    "search_many": "a compiled loop; sorted_inner checks for it",
    "search_rows": "a compiled loop; TropicalMatrix checks for it",
}

SHARED = {
    "semiring": Choice("max-sum"),
    "method": Choice("sorted"),
    "early_stop": Flag(False),
}

_FACTORS = [((0, 1), np.ones((2, 3))), ((1, 2), np.ones((3, 2)))]
_factors = Object(
    _FACTORS,
    bad=([], [((0, 1), np.ones(2))], [((0, 0), np.ones((2, 2)))], [((0,), [np.nan])],
         [((0,), np.ones(2)), ((0,), np.ones(3))], [((0.5,), np.ones(2))]),
)  # fmt: skip
_target = Object([0], bad=([], [7], [0, 0], [0.5]))
_UNARY = Array(_rng.normal(size=(4, 3)), "mk")
_PAIRS = Array(_rng.normal(size=(4, 3, 3)), "mkk")
_ENDS = {
    "ij": Array(_rng.normal(size=(2, 3)), "ij"),
    "jk": Array(_rng.normal(size=(3, 4)), "jk"),
    "ik": Array(_rng.normal(size=(2, 4)), "ik"),
}
_N = Count(6, low=1)

CALLS = {
    "TropicalMatrix": Call(
        A=Array(_rng.normal(size=(3, 4)), "nj"),
        methods={
            "matvec": {"v": Array(_rng.normal(size=4), "j")},
            "matmul": {"B": Array(_rng.normal(size=(4, 2)), "jk")},
            "against": None,  # takes what the other two have checked
        },
    ),
    "clique_max_marginal": Call(
        pair=Array(_rng.normal(size=(2, 3)), "ab"),
        # one axis more is one more variable, but then the other side lacks it
        left=Array(_rng.normal(size=(2, 4)), "ac"),
        right=Array(_rng.normal(size=(3, 4)), "bc"),
    ),
    "sorted_inner": Call(lists=Array(_rng.normal(size=(2, 5)), "kn")),
    "steps_beyond": Call(
        m=Array([0, 1, 2], "m", low=0, integer=True,
                but={"empty", "one axis more", "one axis fewer"}),
        n=_N,
    ),
    "expected_steps": Call(n=_N),
    "steps_bound": Call(n=_N, n_lists=Count(2, low=2)),
    "enumerated_steps": Call(n=Count(4, low=1), n_lists=Count(2, low=2)),
    "chain_map": Call(unary=_UNARY, pairwise=Array(_rng.normal(size=(3, 3)), "kk")),
    "second_order_map": Call(
        unary=_UNARY,
        near=Array(_rng.normal(size=(3, 3)), "kk"),
        far=Array(_rng.normal(size=(3, 3)), "kk"),
    ),
    "loop_map": Call(near=_PAIRS, far=_PAIRS, n_iter=Count(2, low=1)),
    "ring_map": Call(pairwise=_PAIRS),
    "grid_map": Call(
        unary=Array(_rng.normal(size=(2, 3, 4)), "hwk"),
        pairwise=Array(_rng.normal(size=(4, 4)), "kk"),
        n_iter=Count(2, low=1),
    ),
    "brute_max_marginal": Call(factors=_factors, target=_target),
    "group_max_marginal": Call(
        factors=_factors,
        groups=Object(
            [[0], [1], []], bad=([[0], [1]], [[0], [0], [1]], [[0], [0.5], []], [[0, 1]])
        ),
        target=_target,
    ),
    "cluster_messages": Call(**_ENDS),
    "cluster_score": Call(**_ENDS),
    "linf_distances": Call(A=Array(X, "nd")),
    "LInfNeighbors": Call(
        n_neighbors=Count(2, low=1), methods={"kneighbors": {}, "distances": {}},
    ),
    "all_pairs_shortest_paths": Call(
        D=Array(np.abs(_rng.normal(size=(4, 4))), "nn", low=0, but={"infinity"}),
        method=Choice("products"),
        block=Count(2, low=1),
    ),
}  # fmt: skip
