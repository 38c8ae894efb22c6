"""Shalev-Shwartz, Tewari (2011): many features, few examples, Figures 1, 2, 5, 6 on stand-ins.

Settles of chapter jmlr12/22_stochastic_l1: fig12-wide-weak, fig56-wide-strong, own-khan; with
stochastic_l1_magic cyclic.

One case a data set, penalty and family of methods; lists in a row have one entry a seed.
"""

from ..data_sets import arcene_like, duke_like, khan_pair
from ..tuned_runs import coordinate_rows, example_rows

SIZES = {
    "default": {"seeds": 10, "tuned": 3, "passes": 20},
    "paper": {"seeds": 10, "tuned": 5, "passes": 20},
}
DATA = {"duke": duke_like, "arcene": arcene_like, "khan": khan_pair}
#: Step lengths of the source's Table 1: where the search begins.
NEAR = {1e-6: {"smidas": 50.0, "trunc": 0.1}, 1e-2: {"smidas": 0.1, "trunc": 1e-2}}


def cases(seeds, tuned, passes):
    """Three data sets, two penalties, three families."""
    return [
        {
            "data": name,
            "lam": lam,
            "family": family,
            "passes": passes,
            "seeds": seeds,
            "tuned": tuned,
        }
        for name in DATA
        for lam in (1e-6, 1e-2)
        for family in ("coordinates", "smidas", "trunc")
    ]


def run(case):
    """One row a method."""
    data = DATA[case["data"]]()
    lam = case["lam"]
    if case["family"] == "coordinates":
        return coordinate_rows(data, lam, case["passes"], case["seeds"], records=4)
    near = NEAR[lam][case["family"]]
    return example_rows(
        case["family"], data, lam, case["passes"], case["seeds"], near, case["tuned"], records=4
    )
