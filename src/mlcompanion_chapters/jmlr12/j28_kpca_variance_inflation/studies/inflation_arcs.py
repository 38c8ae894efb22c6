"""Abrahamsen and Hansen (2011), section 4.1: width, noise and number of points on the two arcs.

Settles of chapter jmlr12/28_kpca_variance_inflation: fig7-width, fig8-tenfold.

*width*: errors of 500 points in 1,000 dimensions at a signal-to-noise ratio, a row a width.
*plane*: the error without noise. *curve*: errors against the number of points in 2,000 dimensions,
at six times the ratio of Figure 6, as the captions of Figures 6 and 8 (10 and 60) say.
"""

from ..arcs import learning_curve, plane_error, width_errors

WIDTHS = (0.05, 0.1, 0.5)
RATIOS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
POINTS = (50, 71, 100, 141, 200, 283, 400, 566, 800, 1131, 1600, 2263, 3200)
CURVE = {"d": 2000, "snr": 6.0, "c": 0.03}
SIZES = {"default": {"repeats": 10, "curves": 10}, "paper": {"repeats": 10, "curves": 10}}


def cases(repeats, curves):
    """One case for each setting and seed."""
    made = []
    for seed in range(repeats):
        made += [{"experiment": "width", "snr": snr, "seed": seed} for snr in RATIOS]
        made += [{"experiment": "plane", "width": c, "seed": seed} for c in WIDTHS]
    made += [{"experiment": "curve", "seed": seed} for seed in range(curves)]
    return made


def run(case):
    """The rows of a case."""
    if case["experiment"] == "curve":
        return learning_curve(**CURVE, seed=case["seed"], sizes=POINTS)
    if case["experiment"] == "plane":
        return {"batch": plane_error(500, case["width"], case["seed"])}
    return width_errors(500, 1000, case["snr"], case["seed"], WIDTHS)
