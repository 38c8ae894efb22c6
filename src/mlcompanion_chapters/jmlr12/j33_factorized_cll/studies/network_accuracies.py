"""Carvalho and others (2011), Table 3: network classifiers on the source's data sets.

Settles of chapter jmlr12/33_factorized_cll: table3-networks, total-times, only-discriminative-term,
own-pima-twice, own-cuts-inside, own-rank-agreement.

*accuracy*: a learner on the test rows of one data set, with processor seconds, for five divisions
into training and test rows. *cuts*: the tree with cut points from all rows. *agreement*: rank
correlations of two scores with the conditional likelihood over random trees, and the interaction
informations along the tree of likelihood.
"""

from ..learners import NETWORKS, judge
from ..random_trees import rank_agreement, tree_interaction
from ..source_sets import AT_HAND, CUT_SETS, divisions

SIZES = {"default": {"seeds": 5, "trees": 200}, "paper": {"seeds": 5, "trees": 200}}


def cases(seeds, trees):
    """One case for each learner on each set, and the further experiments."""
    made = [
        {"experiment": "accuracy", "set": name, "split": split, "learner": learner}
        for split in range(seeds)
        for name in AT_HAND
        for learner in NETWORKS
    ]
    made += [{"experiment": "cuts", "set": name} for name in CUT_SETS]
    made += [{"experiment": "agreement", "set": name, "trees": trees} for name in AT_HAND]
    return made


def run(case):
    """The row of a case."""
    name = case["set"]
    if case["experiment"] == "agreement":
        fcll, ll = rank_agreement(name, case["trees"])
        return {"rho_fcll": fcll, "rho_ll": ll, "interaction": tree_interaction(name)}
    if case["experiment"] == "cuts":
        inside = judge("TAN-fCLL", divisions(name))
        outside = judge("TAN-fCLL", divisions(name, cut_with_all=True))
        return {"accuracy": inside[0], "with_all": outside[0], "tested": inside[1]}
    quick = case["learner"] != "TAN-LL-ELR"
    repeats = 3 if quick and case["split"] == 0 else 1
    accuracy, tested, used = judge(case["learner"], divisions(name, case["split"]), repeats)
    return {"accuracy": accuracy, "tested": tested, "learning": used}
