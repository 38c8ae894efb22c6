"""Arguments of the laws of counting, and of the bag."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Number

_ANY_SHAPE = {"one axis more", "one axis fewer", "empty"}
_chance = {"p": Number(0.3, 0, 1)}
_sure = {"p": Number(0.3, 0, 1, open_low=True)}
_bag = {"N": Count(20, low=1), "M": Count(8, high=20), "n": Count(5, high=20)}
_positive = {"low": 0, "open_low": True}

CALLS = {
    "DiscreteUniform": Call(a=Count(-1, low=-(10**6), but={"below"}), b=Count(4, low=-1)),
    "Categorical": Call(
        masses=Array(np.array([0.2, 0.3, 0.5]), "k", low=0, bad=([0.2, 0.3],)),
        start=Count(1, low=-(10**6), but={"below"}),
    ),
    "Binomial": Call(n=Count(5), **_chance),
    "Bernoulli": Call(**_chance),
    "Hypergeometric": Call(**_bag),
    "Poisson": Call(rate=Number(2.0, **_positive)),
    "NegativeBinomial": Call(k=Number(3, **_positive), **_sure),
    "Geometric": Call(**_sure),
    "generalized_binom": Call(
        r=Number(-2.5),
        x=Array(
            [0, 1, 3], "m", low=0, integer=True, but={"one axis more", "one axis fewer", "empty"}
        ),
    ),
    "draw_from_bag": Call(**_bag),
}
