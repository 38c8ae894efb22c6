"""Van der Vaart and van Zanten (2011), Theorem 5, by regression on grids and random designs.

Settles of chapter jmlr12/30_gp_information_rates: thm5-random-design. Exact over the noise; a row
is the risk of one design, seed -1 the regular grid. The page *Rates* reads it, too.
"""

from ..designs import PAIRS, design_risk

SIZES = {
    "default": {"n_max": 1600, "repeats": 4},
    "paper": {"n_max": 3200, "repeats": 20},
}


def cases(n_max, repeats):
    """Small designs first."""
    sizes = [n for n in (100, 200, 400, 800, 1600, 3200) if n <= n_max]
    return [
        {"alpha": alpha, "beta": beta, "n": n, "seed": seed}
        for n in sizes
        for seed in range(-1, repeats)
        for alpha, beta in PAIRS
    ]


def run(case):
    """The risk."""
    return {"risk": float(design_risk((case["alpha"], case["beta"]), case["n"], case["seed"]))}
