"""Sugiyama (2016), Figs. 32.7 and 32.8: how the band of a forecast grows, and what it holds.

Settles of chapter sugiyama/32_confidence: fig32.8-interval-grows (place "listing") and
fig32.8-too-narrow (place "stretch").

Each case is a forecast of 130 steps from 200 rows of 20 past values, by kernel regressions refitted
to resampled rows, without noise or with noise 0.1. "listing" sees the listing's stretch of the
series each time, with other resamples and noise; "stretch" another piece each time, which begins
500 steps later than the one before. Columns as in ``delay_forecasts.band_of_forecast``, whose
``inside_residuals`` the listing's stretch leaves out.
"""

from ..delay_forecasts import band_of_forecast

SIZES = {
    "default": {"n_runs": 10, "n_resamples": 12},
    "paper": {"n_runs": 10, "n_resamples": 100},
}


def cases(n_runs, n_resamples):
    """One case for each place, noise and run."""
    return [
        {"place": place, "noise": noise, "resamples": n_resamples, "seed": seed}
        for place in ("listing", "stretch")
        for noise in (0.0, 0.1)
        for seed in range(n_runs)
    ]


def run(case):
    """The row of a case."""
    burn_in = 0
    wide = case["place"] == "stretch"
    if wide:
        burn_in = 500 * (case["seed"] + 1)
    return band_of_forecast(
        case["noise"], burn_in, case["seed"], n_resamples=case["resamples"], wide=wide
    )
