"""Valid calls of the low-rank Gaussian processes."""

import numpy as np

from valid_calls.kinds import Array, Call, Number

_rng = np.random.default_rng(3)
_B = _rng.normal(size=(6, 3))

CALLS_LOW_RANK = {
    "low_rank_fit": Call(
        y=Array(_rng.normal(size=6), "n"),
        K_fu=Array(_B, "nk"),
        K_uu=Array(np.eye(3), "kk", bad=[-np.eye(3), np.triu(np.ones((3, 3)))]),
        noise=Array(np.full(6, 0.1), "n", low=0, but={"one axis fewer"}),
        K_ff=Array((_B**2).sum(axis=1) + 0.1, "n", low=0),
        jitter=Number(1e-8, low=0),
    ),
}
