"""Wang et al. (2011), section 7: Tables 3 to 6, and the programs of sections 2 and 8.

Settles of chapter jmlr12/21_equilibrium_margin: table3-large-stumps, table4-small-stumps,
table5-large-trees, table6-small-trees, agreement-counts, larger-least-margin-no-smaller-error,
bound-above-half, improvement-program-trivial, own-zero-classifier, own-arc-gv, own-bound-or-least.

A *votes* case is one shuffle of a set, a row a fold: AdaBoost against the linear program. A
*programs* case has the further programs on the first shuffle of a small set. Trees grow by the
error of each node; *gini* is the other way, on the first shuffle of the small sets and Letter.
"""

from ..sets import LARGE, SMALL, two_classes
from ..votes import compared, five_splits, programs

SIZES = {"default": {"small": 10, "large": 2}, "paper": {"small": 10, "large": 10}}


def cases(small, large):
    """One case for each set, weak learner and shuffle; the small sets first."""
    made = [
        {"experiment": "programs", "set": name, "weak": weak, "seed": 0}
        for name in SMALL
        for weak in ("stump", "tree")
    ]
    made += [{"experiment": "votes", "set": name, "weak": "gini", "seed": 0} for name in SMALL]
    for names, repeats in ((SMALL, small), (LARGE, large)):
        made += [
            {"experiment": "votes", "set": name, "weak": weak, "seed": seed}
            for seed in range(repeats)
            for name in names
            for weak in ("stump", "tree")
        ]
    return [*made, {"experiment": "votes", "set": "Letter", "weak": "gini", "seed": 0}]


def run(case):
    """A row for each of the five folds."""
    X, y = two_classes(case["set"])
    look = programs if case["experiment"] == "programs" else compared
    splits = five_splits(len(X), case["seed"])
    return [{"fold": k} | look((X, y, rows), case["weak"]) for k, rows in enumerate(splits)]
