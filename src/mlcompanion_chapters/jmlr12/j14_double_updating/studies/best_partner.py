"""Beside Zhao, Hoi and Jin (2011), section 5: the partner with which the dual rises most.

Settles own-best-partner of chapter jmlr12/14_double_updating. A row holds mistakes in per cent and
the share of partners that stood at C already, by the source's choice of partner (``conflict``) and
by the rise of the dual (``gain``).
"""

import numpy as np

from mlcompanion.online.kernel_learners import DoubleUpdatingClassifier

from ..protocol import gram_of, looked_up, one_pass, order_of

LARGEST = {"sonar": 5.0, "german": 5.0, "vehicle": 10.0, "segment": 10.0}  # C, as in the tables
SIZES = {"default": {"orders": 20}, "paper": {"orders": 20}}


def cases(orders):
    """One case for each data set and order."""
    return [{"data": name, "seed": seed} for name in LARGEST for seed in range(orders)]


def run(case):
    """The row of a case."""
    gram, y = gram_of(case["data"])
    order = order_of(y, case["seed"])
    C = LARGEST[case["data"]]
    found = {}
    for selector in ("conflict", "gain"):
        learner = DoubleUpdatingClassifier(C, selector=selector, **looked_up(gram))
        model = one_pass(learner, order, y)
        weights = model.run_.partner_weights[np.isfinite(model.run_.conflicts)]
        found[selector] = 100 * model.n_mistakes_ / len(order)
        found[f"{selector}_full"] = float((weights >= C * (1 - 1e-9)).mean())
    return found
