"""Sugiyama (2016), chapter 38: scores with and without clean points rank outliers.

Settles of chapter sugiyama/38_outlier_detection: race-generated, race-real.

Areas under the ROC curve on generated points, tumours and images of digits, a row a split.
"""

from ..detection_race import DATA, areas

SIZES = {"default": {"repeats": 20}, "paper": {"repeats": 20}}


def cases(repeats):
    """One case for each data set and split."""
    return [{"data": data, "seed": seed} for data in DATA for seed in range(repeats)]


def run(case):
    """The areas of a split."""
    return areas(case["data"], case["seed"])
