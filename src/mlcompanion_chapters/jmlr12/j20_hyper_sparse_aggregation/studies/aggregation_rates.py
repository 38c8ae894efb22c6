"""Gaïffas, Lecué (2011): the residue of Theorem 2, and a mixed dictionary on real data.

Settles of chapter jmlr12/20_hyper_sparse_aggregation: thm2-rates, own-mixed-diabetes.

*rates*: largest 95 % quantiles of the excess risk over a family of dictionaries of M functions, in
units of log M / n. *mixed*: test errors on splits of the diabetes data, one row a split.
"""

from ..finite_dictionaries import worst_quantiles
from ..mixed_dictionary import one_split

SIZES = {"default": {"repeats": 200, "splits": 100}, "paper": {"repeats": 200, "splits": 100}}
FUNCTIONS = (2, 8, 64)
SAMPLES = (64, 256, 1024, 4096)


def cases(repeats, splits):
    """One case for each M and n, and one for the splits."""
    made = [
        {"experiment": "rates", "M": M, "n": n, "repeats": repeats}
        for n in SAMPLES
        for M in FUNCTIONS
    ]
    return [*made, {"experiment": "mixed", "repeats": splits}]


def run(case):
    """The row of a case, or one row a split."""
    if case["experiment"] == "mixed":
        return [one_split(seed) for seed in range(case["repeats"])]
    return worst_quantiles(case["M"], case["n"], case["repeats"])
