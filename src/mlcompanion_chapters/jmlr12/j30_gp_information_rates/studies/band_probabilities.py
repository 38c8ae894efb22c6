"""Van der Vaart and van Zanten (2011), Lemmas 3 and 6: the chance to stay within a narrow band.

Settles of chapter jmlr12/30_gp_information_rates: lemma3-6-small-balls. A row has twelve widths and
their -log P, from one run of splitting.
"""

from ..bands import PRIORS, band_exponents

SIZES = {
    "default": {"paths": 2000, "repeats": 5},
    "paper": {"paths": 20_000, "repeats": 5},
}


def cases(paths, repeats):
    """The roughest prior also on finer grids, with twice the paths: they mix more slowly there."""
    grids = [(prior, 256, paths) for prior in PRIORS]
    grids += [("matern 0.5", points, 2 * paths) for points in (512, 1024)]
    return [
        {"prior": prior, "points": points, "paths": n_paths, "seed": seed}
        for seed in range(repeats)
        for prior, points, n_paths in grids
    ]


def run(case):
    """Widths and exponents."""
    eps, exponent = band_exponents(case["prior"], case["points"], case["paths"], case["seed"])
    return {"eps": eps.tolist(), "exponent": exponent.tolist()}
