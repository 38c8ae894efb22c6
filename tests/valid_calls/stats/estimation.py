"""Arguments and calls of intervals, bootstrap, likelihood and posterior."""

import numpy as np

from mlcompanion.probability import Normal
from valid_calls.kinds import Array, Call, Count, Number, Object

SHARED = {"alpha": Number(0.05, 0, 1, open_low=True, open_high=True)}

_rng = np.random.default_rng(9)
_repeats = {"one axis more"}
_X = _rng.normal(size=6)
_GRID = np.linspace(-1, 2, 7)

_x = Array(_X, "n", but=_repeats)
_spread = Array(_X, "n", but=_repeats, bad=([2.0, 2.0, 2.0], [0.1] * 7, [1.0]))
_draws = Count(30, low=1)
_statistic = Object(lambda x: np.median(x, axis=1), bad=(lambda x: 1.0, "no such word"))
_grid = Array(_GRID, "m", bad=(_GRID[::-1], [0.0, 0.0]))
_logs = Array(-(_GRID**2), "m", bad=(np.full(7, -np.inf),))
_model = Object(lambda mu: Normal(mu, 1.0), bad=(lambda mu: mu,))
_once = Array(_X, "n")


_moment_or_function = [
    Call(x=_x, n_draws=_draws),
    Call(x=_x, n_draws=_draws, statistic=_statistic),
]


CALLS = {
    "log_density": Call(
        law=Object(Normal()),
        x=Array(_X, "n", but=_repeats | {"one axis fewer", "empty", "infinity"}),
    ),
    "z_interval": Call(x=_x),
    "plug_in_interval": Call(x=_spread),
    "t_interval": Call(x=_spread),
    "skewness": Call(x=_x),
    "bootstrap": _moment_or_function,
    "bootstrap_interval": _moment_or_function,
    "bca_interval": Call(x=_spread, n_draws=_draws, statistic=_statistic),
    "percentile_interval": Call(draws=_x),
    "log_likelihood": Call(model=_model, x=_once, parameters=Array(_GRID, "m")),
    "maximum_likelihood": Call(
        model=_model, x=_once, low=Number(-1.0, bad=(3.0,)), high=Number(2.0, bad=(-1.0,)),
        n_starts=Count(9, low=3),
    ),
    "grid_posterior": Call(grid=_grid, log_likelihood=_logs, log_prior=_logs),
    "credible_interval": Call(posterior=Object(Normal(0.0, 1.0))),
    "GridPosterior": Call(
        x=Array([0.0, 1.0, 2.0], "g", bad=([0.0, 2.0, 1.0],)),
        f=Array([0.0, 1.0, 0.0], "g", low=0, bad=([0.0, 2.0, 0.0],)),
        log_evidence=Number(-1.0),
        methods={
            **dict.fromkeys(("cdf", "sf", "quantile", "moment", "cgf", "mgf", "cf", "rvs", "story",
                             "logpdf", "pdf", "from_values", "transform")),  # tried in probability
            "expect": {"function": Object(np.abs)},
        },
    ),
}  # fmt: skip
