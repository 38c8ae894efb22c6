"""How far a rule departs from independence: Hahsler et al. (2011), sections 1 and 3.

Hyper-lift and hyper-confidence are those of the cited Hahsler and Hornik (2007): if X and Y were
independent, the baskets with both would be hypergeometric, given how often each occurs.
"""

import numpy as np

from mlcompanion._validation import check_in, check_instance, check_real
from mlcompanion.probability import Hypergeometric

from .associations import Rules

__all__ = ["MEASURES", "interest"]

#: Measures that :func:`interest` knows, with what they are.
MEASURES = {
    "support": "share of baskets with X and Y",
    "confidence": "share of the baskets with X that hold Y",
    "lift": "confidence divided by the share of baskets with Y",
    "leverage": "support minus what independence would give",
    "conviction": "expected share of X without Y divided by the observed one",
    "hyper_lift": "count divided by a high quantile of the count under independence",
    "hyper_confidence": "chance of fewer baskets under independence",
    "p_value": "chance of as many baskets or more under independence",
}


def _leverage(rules):
    q = rules.quality
    return q["support"] - q["lhs_count"] * (q["rhs_count"] / rules.n_baskets**2)


def _conviction(rules):
    q = rules.quality
    # a rule that is never wrong has an infinite one, unless nothing can be without Y
    without = 1 - q["rhs_count"] / rules.n_baskets
    wrong = (q["lhs_count"] - q["count"]) / q["lhs_count"]
    never = wrong == 0
    ratio = without / np.where(never, 1.0, wrong)
    return np.where(never, np.where(without == 0, 1.0, np.inf), ratio)


def _by_law(rules, ask):
    """Ask the law of the count under independence about each rule, once a pair of counts."""
    q = rules.quality
    answers = np.empty(len(rules))
    pairs = np.column_stack([q["lhs_count"], q["rhs_count"]])
    distinct, which = np.unique(pairs, axis=0, return_inverse=True)
    order = np.argsort(which, kind="stable")
    ends = np.cumsum(np.bincount(which, minlength=len(distinct)))
    for (x, y), rows in zip(distinct.tolist(), np.split(order, ends[:-1])):
        law = Hypergeometric(rules.n_baskets, y, x)
        answers[rows] = ask(law, q["count"][rows])
    return answers


def interest(rules, measure, *, level=0.99):
    r"""A measure of interest of each rule.

    With m baskets and counts :math:`c_X,c_Y,c_{XY}`, the count under independence is
    :math:`C_{XY}\sim\mathrm{Hypergeometric}(m,c_Y,c_X)`, and

    .. math::
        \mathrm{hyperlift}=c_{XY}/Q_{.99}(C_{XY}),\qquad
        \mathrm{hyperconfidence}=\Pr(C_{XY}<c_{XY}).

    Parameters
    ----------
    rules : Rules
    measure : str
        One of ``MEASURES``: "support", "confidence", "lift", "leverage", "conviction",
        "hyper_lift", "hyper_confidence", "p_value".
    level : float
        Level of the quantile of the hyper-lift, in (0, 1).

    Returns
    -------
    ndarray, shape (number of rules,)
        Hyper-lift is infinite where the quantile is 0, conviction where a rule is never wrong. A
        chance below 1e-17 or so may come out as 0.

    Raises
    ------
    ValueError
        If there is no such measure, or ``level`` is not inside (0, 1).

    Notes
    -----
    Cost: O(r) time for r rules; of the last three O(d s log r) for d different pairs of counts of
    the two sides, s the atoms of a law. The chance of one rule says nothing of the best of many:
    divide the level by the number of rules looked at.

    Examples
    --------
    >>> from mlcompanion.rules import Transactions, association_rules, eclat
    >>> baskets = Transactions.from_lists([["a", "b"]] * 4 + [["a"], ["c"], ["c"], ["c"]])
    >>> rules = association_rules(eclat(baskets, 0.5), 0.8, min_len=2)
    >>> interest(rules, "lift").round(2), interest(rules, "p_value").round(3)
    (array([1.6, 1.6]), array([0.071, 0.071]))
    """
    check_instance(rules, "rules", Rules)
    check_in(measure, "measure", MEASURES)
    level = check_real(level, "level", low=0, high=1, open_low=True, open_high=True)
    if measure in rules.quality:
        return rules.quality[measure].copy()
    if measure == "leverage":
        return _leverage(rules)
    if measure == "conviction":
        return _conviction(rules)
    if measure == "hyper_confidence":
        return _by_law(rules, lambda law, count: law.cdf(count - 1))
    if measure == "p_value":
        return _by_law(rules, lambda law, count: law.sf(count - 1))
    high = _by_law(rules, lambda law, count: law.quantile(level))
    ratio = rules.quality["count"] / np.where(high > 0, high, 1)
    return np.where(high > 0, ratio, np.inf)
