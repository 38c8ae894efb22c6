"""Rates of the solvers, promised and measured: the table of the book's page *Rates*.

Settles of chapter choromanska/01_introduction no claim of the source; the page lists for each
solver what its theory promises on a problem, and the slope that was fitted on ten draws of it. The
windows of the fits stand in ``rate_slopes`` and were fixed before the runs. ``promised`` depends on
the draw where a condition number is in it, and is NaN where there is no promise.
"""

from ..promised_rates import RATES
from ..rate_slopes import slope

SIZES = {"default": {"draws": 10}, "paper": {"draws": 10}}


def cases(draws):
    """Every solver on every draw."""
    names = [rate.solver for rate in RATES]
    return [{"solver": name, "seed": seed} for name in names for seed in range(draws)]


def run(case):
    """Promise and fitted slope of one draw."""
    rate = next(rate for rate in RATES if rate.solver == case["solver"])
    trace = rate.run(case["seed"])
    return {"promised": float(trace.promised), "measured": slope(rate.kind, trace)}
