"""Sugiyama (2016), Figs. 32.3 and 32.4: the band by resampling beside the band by formula.

Settles of chapter sugiyama/32_confidence: fig32.4-bootstrap-similar and copies-in-both-folds.

Each case is a draw of the data of Fig. 32.1 with evenly spaced or normal inputs. A row holds the
``ratio`` of mean deviations over [-2.8, 2.8], bootstrap over formula, their rank correlation
``corr`` over the grid, both once more with copies of a sample kept in one fold, and the shares of
resamples in which copies in both folds lead to a choice with ``more`` or ``less`` effective
parameters.
"""

from ..sinc_bands import resampled_widths

SIZES = {
    "default": {"n_data_sets": 20, "n_resamples": 100},
    "paper": {"n_data_sets": 20, "n_resamples": 100},
}


def cases(n_data_sets, n_resamples):
    """One case for each design and data set."""
    return [
        {"inputs": inputs, "resamples": n_resamples, "seed": seed}
        for inputs in ("even", "normal")
        for seed in range(n_data_sets)
    ]


def run(case):
    """The row of a case."""
    return resampled_widths(case["inputs"], case["seed"], case["resamples"])
