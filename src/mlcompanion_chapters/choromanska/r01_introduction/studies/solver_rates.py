"""Choromanska (2014), section 1.1.3: rates of stochastic methods, and who leads when.

Settles of chapter choromanska/01_introduction: rates-stochastic, own-winners, own-no-penalty.

One case a draw of the generated problem.
"""

from ..rates import leaders, stochastic_rates, who_leads, without_penalty

SIZES = {"default": {"draws": 10, "orders": 10}, "paper": {"draws": 10, "orders": 10}}


def cases(draws, orders):
    """The draws, for each of three questions."""
    made = [{"experiment": "rates", "seed": s, "orders": orders} for s in range(draws)]
    made += [{"experiment": "leaders", "seed": s, "smallest": x}
             for x in (1, 0.1) for s in range(draws)]  # fmt: skip
    return made + [{"experiment": "no penalty", "seed": s} for s in range(draws)]


def run(case):
    """The row of a draw."""
    if case["experiment"] == "rates":
        return stochastic_rates(case["seed"], case["orders"])
    if case["experiment"] == "no penalty":
        return without_penalty(case["seed"])
    made = leaders(case["seed"], case["smallest"])
    curves = {f"gaps of {name}": made[name].tolist() for name in made}
    return who_leads(made) | curves
