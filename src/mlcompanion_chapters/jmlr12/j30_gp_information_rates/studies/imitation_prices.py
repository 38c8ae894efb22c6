"""Van der Vaart and van Zanten (2011), Lemmas 4 and 7: the price of imitation.

Settles of chapter jmlr12/30_gp_information_rates: lemma4-7-approximation. A row has seven half
widths, from half of the truth's largest value down, and the least squared norms on one grid; NaN
where double precision ends.
"""

from ..prices import tent_prices, wave_prices

SIZES = {
    "default": {"finest": 800, "seeds": 5},
    "paper": {"finest": 800, "seeds": 5},
    "short": {"finest": 200, "seeds": 5},
}


def cases(finest, seeds):
    """Grids that double; the tent's have a point at its corner."""
    grids = [n for n in (100, 200, 400, 800) if n <= finest]
    waves = [
        {"truth": "waves", "beta": beta, "seed": seed, "points": points}
        for points in grids
        for beta in (0.75, 1.0)
        for seed in range(seeds)
    ]
    tents = [
        {"truth": "tent", "beta": 0.0, "seed": 0, "points": points}
        for points in (41, 81, 161, 321, 641)
    ]
    return tents + waves


def run(case):
    """Prices at the stops."""
    if case["truth"] == "tent":
        eps, found = tent_prices(case["points"])
    else:
        eps, found = wave_prices(case["beta"], case["seed"], case["points"])
    return {"eps": eps.tolist(), "prices": found.tolist()}
