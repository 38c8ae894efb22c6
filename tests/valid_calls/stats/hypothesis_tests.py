"""Arguments and calls of the tests and their powers."""

import numpy as np

from mlcompanion.probability import DiscreteLaw
from valid_calls.kinds import Array, Call, Count, Number, Object


class _Coin(DiscreteLaw):
    """A small law, whatever the families do."""

    def __init__(self, heads):
        self.heads = heads

    support = (0, 1)

    def mean(self):
        return self.heads

    def var(self):
        return self.heads * (1 - self.heads)

    def _logpmf(self, x):
        return np.log(np.where(x == 1, self.heads, 1 - self.heads))

    def _story(self, size, rng):
        return (rng.random(size) < self.heads).astype(float)


_rng = np.random.default_rng(10)
_repeats = {"one axis more"}
_X = _rng.normal(size=6)
_Y = _rng.normal(size=5)

_x = Array(_X, "n", but=_repeats)
_y = Array(_Y, "m", but=_repeats)
_pair = {"x": Array(_X, "n", but=_repeats), "y": Array(_X[::-1] * 0.7, "n", but=_repeats)}
_spread = Array(_X, "n", but=_repeats, bad=([2.0, 2.0, 2.0], [0.1] * 7))
_constant_pair = {**_pair, "x": Array(_X, "n", but=_repeats, bad=(_X[::-1] * 0.7 + 1,))}
_draws = Count(30, low=1)
_mu = Number(0.2)

_table = Array([[3, 1, 2], [2, 4, 5]], "lm", low=0, integer=True, but=_repeats,
               bad=([[0, 0], [1, 2]], [[0, 2], [0, 2]]))  # fmt: skip
_one_table = Array([[3, 1, 2], [2, 4, 5]], "lm", low=0, integer=True, bad=([[0, 0], [1, 2]],))
_square = {"low": 0, "integer": True, "bad": ([[0, 0], [1, 2]], [[1, 2, 3], [2, 1, 1]])}
_statistic = {"bad": (lambda *_: 1.0,)}
_shift = Array(np.array([0.5, 1]), "m", but=_repeats | {"one axis fewer", "empty"})

CALLS = {
    "critical_region": Call(law=Object(_Coin(0.4))),
    "z_test": Call(x=_x, mu=_mu),
    "t_test": Call(x=_spread, mu=_mu),
    "z_test_ind": Call(x=_x, y=_y),
    "t_test_ind": Call(x=_x, y=_y),
    "f_test": Call(x=_spread, y=_y),
    "z_test_paired": Call(**_pair, rho=Number(0.3, -1, 1, open_high=True)),
    "t_test_paired": Call(**_constant_pair),
    "mid_ranks": Call(values=_x),
    "rank_sum_masses": Call(n=Count(3, low=1), n_prime=Count(4, low=1)),
    "tied_rank_sum_masses": Call(
        ranks=Array([1.0, 2.5, 2.5], "r", low=0, open_low=True, bad=([0.3, 1],)),
        n=Count(2, low=1, high=3),
    ),
    "signed_rank_masses": Call(
        ranks=Array([1.0, 2.5, 2.5], "r", low=0, open_low=True, bad=([0.3, 1],))
    ),
    "rank_sum": Call(x=_x, y=_y),
    "mann_whitney": Call(x=_x, y=_y),
    "signed_rank": Call(x=Array(_X, "n", but=_repeats), y=_pair["y"]),
    "binom_test": Call(
        k=Array(np.array([1, 4]), "r", low=0, high=6, integer=True,
                but={"one axis more", "one axis fewer", "empty"}),
        n=Count(6, low=1),
        p=Number(0.3, 0, 1, open_low=True, open_high=True),
    ),
    "enrichment_pvalue": Call(
        hits=Array([1, 2, 0], "r", low=0, high=4, integer=True,
                   but={"one axis more", "one axis fewer", "empty"}),
        drawn=Count(4, high=12),
        marked=Array([2, 3, 4], "r", low=0, high=12, integer=True,
                     but={"one axis more", "one axis fewer", "empty"}),
        population=Count(12, low=1),
    ),
    "pearson_statistic": Call(table=_table),
    "kl_statistic": Call(table=_table),
    "chi2_gof": Call(
        counts=Array([3, 4, 5], "c", low=0, integer=True, but=_repeats, bad=([0, 0, 0],)),
        probabilities=Array([0.2, 0.3, 0.5], "c", low=0, open_low=True, bad=([0.2, 0.3, 0.4],)),
    ),
    "chi2_independence": Call(table=_table),
    "g_test": Call(table=_table),
    "margin_tables": Call(table=Array([[3, 1], [2, 4]], "ab", **_square)),
    "fisher_exact": Call(
        table=Array([[3, 1], [2, 4]], "ab", but=_repeats, low=0, integer=True,
                    bad=([[0, 0], [0, 0]], [[1, 2, 3], [2, 1, 1]]))
    ),
    "bootstrap_test": [
        Call(x=_spread, mu=_mu, n_draws=_draws),
        Call(x=_x, mu=_mu, n_draws=_draws, statistic=Object(lambda x: np.median(x, axis=1),
                                                            **_statistic)),
    ],
    "permutation_test": [
        Call(x=_x, y=_y, n_draws=_draws),
        Call(x=_x, y=_y, n_draws=_draws, statistic=Object(lambda x, y: x[:, 0] - y[:, 0],
                                                          **_statistic)),
    ],
    "random_tables": Call(table=_one_table, n_draws=_draws),
    "monte_carlo_table": [
        Call(table=_one_table, n_draws=_draws),
        Call(table=_one_table, n_draws=_draws, statistic=Object(lambda t: t[:, 0, 0],
                                                                **_statistic)),
    ],
    "lr_test": Call(
        x=Array(np.array([0.0, 1, 1]), "n", but=_repeats),
        null=Object(_Coin(0.5)), other=Object(_Coin(0.7)), n_draws=_draws,
    ),
    "z_power": Call(shift=_shift),
    "t_power": Call(shift=_shift, dof=Number(4.0, 0, open_low=True)),
    "unpaired_shift": Call(effect=Number(0.5), n=Count(4, low=1), n_prime=Count(5, low=1)),
    "paired_shift": Call(effect=Number(0.5), n=Count(4, low=1),
                         rho=Number(0.3, -1, 1, open_high=True)),
}  # fmt: skip
