"""Chen (2013), section 5.6.2: Tables 5.5 and 5.6 on smaller sets of digits and of news.

Settles of chapter chen/05_optimal_rda: table55-mnist, table56-newsgroups.

A case is a method on a data set: a row for each step constant, means over 20 splits, 500 steps of
50 samples each.
"""

from ..classifier_race import DATA, METHODS, race_rows

SIZES = {"default": {"runs": 20}, "paper": {"runs": 20}}


def cases(runs):
    """All methods on both data sets."""
    return [{"data": d, "method": m, "runs": runs} for d in DATA for m in METHODS]


def run(case):
    """The rows of a case."""
    return race_rows(case["method"], case["data"], case["runs"])
