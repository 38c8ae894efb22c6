"""Ozertem and Erdogmus (2011), sections 1 and 4: what takes minutes on a page.

Settles of chapter jmlr12/04_principal_curves: table2-scms and table2-polygonal (``spiral``,
``polygonal``), thm-convergence (``search``), fig19-dimension (``dimension``), fig21-components
(``components``), fig3-outliers (``crescents``) and channel (``channel``). A row is one data set; a
row of the search is 100 starts on one cloud.
"""

from mlcompanion_chapters.jmlr12.j04_principal_curves import density_ridges, principal_curves

SIGMAS = (0.005, 0.01, 0.02, 0.04, 0.06, 0.08)
PENALTIES = (0.02, 0.05, 0.1)
DIMENSIONS = (2, 3, 4, 5, 10, 20, 30, 40)
COMPONENTS = (1, 2, 4, 5, 6, 10, 15, 25, 50, 100, 200, 400)
SEARCHES = [(name, d) for name, (_, dims) in density_ridges.CLOUDS.items() for d in dims]
SIZES = {
    "default": {"runs": 50, "line_runs": 3, "low": 100, "high": 5, "mixtures": 8, "draws": 10},
    "paper": {"runs": 50, "line_runs": 50, "low": 100, "high": 100, "mixtures": 50, "draws": 10},
}


def cases(runs, line_runs, low, high, mixtures, draws):
    """``low`` and ``high``: repeats in up to 5 dimensions and in more."""
    found = [{"what": "spiral", "sigma": s, "seed": k} for s in SIGMAS for k in range(runs)]
    found += [
        {"what": "polygonal", "sigma": s, "penalty": penalty, "seed": k}
        for s in SIGMAS
        for penalty in PENALTIES
        for k in range(line_runs)
    ]
    found += [
        {"what": "search", "cloud": name, "d": d, "seed": k}
        for name, d in SEARCHES
        for k in range(9)
    ]
    found += [
        {"what": "dimension", "n": n, "samples": m, "seed": k}
        for n in DIMENSIONS
        for m in (25, 75, 200)
        for k in range(low if n <= 5 else high)
    ]
    found += [{"what": "components", "seed": k} for k in range(mixtures)]
    found += [
        {"what": "crescents", "widths": widths, "seed": k}
        for widths in ("constant", "variable")
        for k in range(draws)
    ]
    return found + [
        {"what": "channel", "snr": snr, "seed": k} for snr in (-5, 0, 5) for k in range(draws)
    ]


def run(case):
    """The results of one case."""
    seed, what = case["seed"], case["what"]
    if what == "spiral":
        return principal_curves.spiral_scms(case["sigma"], seed)
    if what == "polygonal":
        return principal_curves.spiral_polygonal(case["sigma"], seed, case["penalty"])
    if what == "search":
        return density_ridges.ridge_search(case["cloud"], case["d"], 100, seed)
    if what == "dimension":
        return principal_curves.dimension_errors(case["n"], case["samples"], seed)
    if what == "components":
        return principal_curves.component_ridges(COMPONENTS, seed)
    if what == "crescents":
        return principal_curves.crescent_scores(case["widths"], seed)
    return principal_curves.channel_errors(case["snr"], seed)
