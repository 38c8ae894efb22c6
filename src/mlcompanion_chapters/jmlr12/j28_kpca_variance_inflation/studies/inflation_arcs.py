"""Abrahamsen and Hansen (2011), section 4.1: width, noise and number of points on the two arcs.

Settles of chapter jmlr12/28_kpca_variance_inflation: fig7-width, fig8-tenfold.

*width*: errors of 500 points in 1,000 dimensions for three widths and six signal-to-noise ratios.
*plane*: the error without noise. *curve*: errors against the number of points in 2,000 dimensions,
at six times the ratio of Figure 6, as the captions of Figures 6 and 8 (10 and 60) say.
"""

from ..arcs import arc_errors, learning_curve, plane_error

WIDTHS = (0.05, 0.1, 0.5)
RATIOS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
POINTS = (50, 71, 100, 141, 200, 283, 400, 566, 800, 1131, 1600, 2263, 3200)
CURVE = {"d": 2000, "snr": 6.0, "c": 0.03}
SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 10}}


def cases(repeats):
    """One case for each setting and seed."""
    made = []
    for seed in range(repeats):
        made += [{"experiment": "width", "c": c, "snr": snr, "seed": seed}
                 for c in WIDTHS for snr in RATIOS]  # fmt: skip
        made += [{"experiment": "plane", "c": c, "seed": seed} for c in WIDTHS]
        made.append({"experiment": "curve", "seed": seed})
    return made


def run(case):
    """The row of a case, or the rows of a curve."""
    if case["experiment"] == "curve":
        return learning_curve(**CURVE, seed=case["seed"], sizes=POINTS)
    if case["experiment"] == "plane":
        return {"batch": plane_error(500, case["c"], case["seed"])}
    row = arc_errors(500, 1000, case["snr"], case["c"], case["seed"])
    return {name: row[name] for name in ("train", "raw", "batch")}
