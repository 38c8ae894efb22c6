"""Shalev-Shwartz, Tewari (2011): the telescope data with random features, Figures 3, 4, 7, 8.

Settles of chapter jmlr12/22_stochastic_l1: fig34-magic-weak, fig78-magic-strong, table1-steps;
with stochastic_l1_wide cyclic.

One case a data set, penalty and family of methods; lists in a row have one entry a seed. Weak
penalties have the source's 19,020 rows and five passes at either size.
"""

from ..data_sets import telescope
from ..tuned_runs import coordinate_rows, example_rows, minimum

SIZES = {
    "default": {"weak_rows": 19_020, "strong_rows": 3000, "seeds": 10, "tuned": 2, "strong": 20},
    "paper": {"weak_rows": 19_020, "strong_rows": 19_020, "seeds": 10, "tuned": 5, "strong": 50},
}
#: Step lengths of the source's Table 1: where the search begins.
TABLE_1 = {
    ("S", 1e-6): {"smidas": 1e-2, "trunc": 5e-4},
    ("S", 1e-2): {"smidas": 1e-4, "trunc": 5e-5},
    ("D", 1e-6): {"smidas": 5e-3, "trunc": 1e-4},
    ("D", 1e-2): {"smidas": 1e-3, "trunc": 1e-5},
}


def cases(weak_rows, strong_rows, seeds, tuned, strong):
    """Strong penalties first."""
    return [
        {
            "data": kind,
            "lam": lam,
            "family": family,
            "n_rows": weak_rows if lam < 1e-3 else strong_rows,
            "passes": 5 if lam < 1e-3 else strong,
            "seeds": seeds,
            "tuned": tuned,
        }
        for lam in (1e-2, 1e-6)
        for kind in ("S", "D")
        for family in ("coordinates", "smidas", "trunc")
    ]


def run(case):
    """One row a method."""
    data = telescope(case["data"], None if case["n_rows"] == 19_020 else case["n_rows"])
    lam = case["lam"]
    goal = 1.01 * minimum(data, lam) if lam > 1e-3 else 0.0
    if case["family"] == "coordinates":
        return coordinate_rows(data, lam, case["passes"], case["seeds"], records=4, goal=goal)
    near = TABLE_1[case["data"], lam][case["family"]]
    return example_rows(
        case["family"], data, lam, case["passes"], case["seeds"], near, case["tuned"], goal=goal
    )
