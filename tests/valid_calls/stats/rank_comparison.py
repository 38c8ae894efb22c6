"""Arguments and calls of the comparison of methods by ranks."""

import numpy as np

from valid_calls.kinds import Array, Call, Count

CALLS = {
    "compare_ranks": Call(scores=Array(np.random.default_rng(6).normal(size=(5, 3)), "bm")),
    "rank_distance": Call(n_methods=Count(4, low=2), n_sets=Count(5, low=1)),
}
