"""What page and ledger read from the stored studies."""

import numpy as np

from .models import DENSE, SPARSE, WIDE

__all__ = [
    "ENET",
    "FIGURES",
    "boxes",
    "enet_measures",
    "gains",
    "medians",
    "never_much_worse",
    "repeats",
    "residues",
    "values",
]

#: The twelve settings of Figures 3 and 4, and the four of Table 2 and Figure 5.
FIGURES = (*SPARSE[:2], *DENSE, *SPARSE[2:], *(s for s in WIDE if s[1] < 200))
ENET = (("1", 20, 3.0), ("2", 20, 3.0), ("3", 20, 3.0), ("4", 100, 15.0))


def values(study, name, settings):
    """One number a setting (model, n, sigma)."""
    return [study.column(name, model=model, n=n, sigma=sigma)[0] for model, n, sigma in settings]


def boxes(study, method, settings):
    """Quantiles 5, 25, 50, 75 and 95 % of the prediction error, one row a setting."""
    return np.array(values(study, f"err_{method}", settings))


def medians(study, method, settings):
    """Median prediction error, one a setting."""
    return boxes(study, method, settings)[:, 2]


def repeats(study, settings, name="repeats"):
    """The fewest replications among some settings."""
    return int(min(values(study, name, settings)))


def _ratios(study, settings):
    """Median error of the star over the best selector's, one a setting."""
    selectors = []
    for setting in settings:
        names = ["cv", "loo"] + (["cp"] if setting[0] in "1234" else [])
        selectors.append(min(float(medians(study, name, [setting])[0]) for name in names))
    return medians(study, "star", settings) / selectors


def never_much_worse(tables, enet):
    """Measures of the claim of that name, from both studies."""
    ratio = [*_ratios(tables, FIGURES), *_ratios(enet, ENET)]
    models = [setting[0] for setting in (*FIGURES, *ENET)]
    aew = medians(enet, "star", ENET) / medians(enet, "aew", ENET)
    return {
        "ratio": [float(r) for r in ratio],
        "lost_sparse": sum(r > 1 and m in "1356" for r, m in zip(ratio, models)),
        "aew_enet": [float(r) for r in aew],
    }


def enet_measures(enet):
    """Measures of Table 2's claim."""
    three = [ENET[0], ENET[2], ENET[3]]
    rest = [values(enet, f"noise_{name}", three[:2]) for name in ("cv", "loo", "cp")]
    return {
        "star_sel": values(enet, "sel_star", three),
        "star_noise": values(enet, "noise_star", three),
        "rest_noise": np.min(rest, axis=0).tolist(),
        "cv_sel": values(enet, "sel_cv", three),
    }


def residues(rates, sizes, names=("star", "seg", "hull", "erm")):
    """Largest quantiles over the family, one a sample size, for each aggregate."""
    return {
        name: [float(rates.column(name, experiment="rates", n=n).max()) for n in sizes]
        for name in names
    }


def gains(rates, method="star"):
    """Relative gains of an aggregate over the chosen model, one a split of the diabetes data."""
    chosen = rates.column("chosen", experiment="mixed")
    return 1 - rates.column(method, experiment="mixed") / chosen
