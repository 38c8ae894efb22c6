"""When measurements agree with Theorem 6: Wang et al. (2011), section 7.

Two votes are compared three times: equilibrium margin, error at it, test error. The theory predicts
the third from the first two where these do not contradict each other.
"""

import numpy as np
from scipy.stats import ttest_ind, ttest_rel

__all__ = ["LEVEL", "agrees", "order", "orders", "table_row"]

LEVEL = 0.01
#: Of each number the sign with which it is better: a larger margin, a smaller error.
BETTER = {"em": 1, "ee": -1, "te": -1}


def order(ours, others, paired=True):
    """1 if the first runs have the larger mean, -1 if the smaller, 0 if no t-test tells.

    Parameters
    ----------
    ours, others : array_like, shape (n_runs,)
    paired : bool
        Whether runs of one split are compared with each other.
    """
    gap = np.asarray(ours) - np.asarray(others)
    if not gap.any():
        return 0
    if paired and gap.std() == 0:
        return int(np.sign(gap.mean()))
    p = (ttest_rel if paired else ttest_ind)(ours, others).pvalue
    return int(np.sign(gap.mean())) if p < LEVEL else 0


def orders(study, name, weak, paired=True, shuffles=None):
    """The three comparisons of a set: 1 where AdaBoost is better, -1 where the program is.

    Over all runs, or over those of the first ``shuffles`` shuffles.
    """
    where = {"experiment": "votes", "set": name, "weak": weak}
    runs = slice(None)
    if shuffles is not None:
        runs = study.column("seed", **where) < shuffles
    found = []
    for number, sign in BETTER.items():
        pair = (study.column(f"{method}_{number}", **where)[runs] for method in ("ada", "lp"))
        found.append(sign * order(*pair, paired=paired))
    return tuple(found)


def agrees(margin, error, test):
    """Whether the test error goes as the theory says; None where it says nothing."""
    if margin * error < 0:
        return None
    return test == np.sign(margin + error)


def table_row(study, name, weak):
    """Means over the runs of all numbers of a set: from ``"ada_em"`` to ``"lp_mm"``."""
    where = {"experiment": "votes", "set": name, "weak": weak}
    return {
        f"{method}_{number}": float(np.mean(study.column(f"{method}_{number}", **where)))
        for method in ("ada", "lp")
        for number in ("em", "ee", "te", "mm", "med", "s", "bound", "silent")
    }
