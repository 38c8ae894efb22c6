"""Cour, Sapp and Taskar (2011): the experiments of sections 7 and 8, on data that can be had.

Settles of chapter jmlr12/12_partial_labels: table4-lost, fig6-settings, fig7-bag-size, fig8-uci,
fig9-variants, fig12-hybrid.

``experiment`` tells the cases apart; every number is an error, a share of wrong labels, on new
examples; with ``t_``, among the candidates of the training set. *share*: ``x`` is the share of bags
with two extra labels. *epsilon*: ``x`` is the probability of the companion. *dimension*: ``x``
principal components. *size*: ``x`` extra labels on ``data``; *em*: discriminative EM on the same
bags, at the second and the last size, and in every *setting* of the first three.
*variants* and *boost*: Fig. 9. *series*: ``labels`` characters in ``x`` scenes, all errors among
the candidates. *refusal*: a share ``x`` of wrong bags, error among the surest by ``recall`` and
confidence. *Images* are digits and letters in place of the source's faces.
"""

from ..partial_label_protocols import (
    boosting_trial,
    dimension_trial,
    em_setting_trial,
    em_trial,
    epsilon_trial,
    refusal_trial,
    series_trial,
    share_trial,
    size_trial,
    variant_trial,
)

EXTRA = {
    "balanced": (0, 2, 4, 6, 8),
    "unbalanced": (0, 2, 4, 6, 8),
    "letters": (0, 5, 11, 16, 22),
    "ecoli": (1, 2, 4, 6),
    "abalone": (1, 8, 16, 24),
    "dermatology": (1, 2, 3, 4),
}
FIG_6 = {
    "share": (0.0, 0.2, 0.4, 0.6, 0.8, 0.95),
    "epsilon": (1 / 9, 0.3, 0.5, 0.75, 0.9, 1.0),
    "dimension": (1, 5, 20, 50, 100, 200),
}
SERIES = ((8, 400), (16, 200), (16, 400), (26, 400))
RECALLS = tuple(k / 10 for k in range(1, 11))
SIZES = {"default": {"repeats": 20}, "paper": {"repeats": 20}}


def cases(repeats):
    """Every point of every figure, every seed."""
    points = [{"experiment": setting, "x": x} for setting, xs in FIG_6.items() for x in xs]
    points += [{"experiment": "size", "data": d, "x": q} for d, qs in EXTRA.items() for q in qs]
    points += [
        {"experiment": "em", "data": d, "x": q} for d, qs in EXTRA.items() for q in (qs[1], qs[-1])
    ]
    points += [{"experiment": "em", "setting": s, "x": x} for s, xs in FIG_6.items() for x in xs]
    points += [{"experiment": "variants"}, {"experiment": "boost"}]
    points += [{"experiment": "series", "labels": n, "x": x} for n, x in SERIES]
    points += [{"experiment": "refusal", "x": x} for x in (0.01, 0.05)]
    return [point | {"seed": seed} for point in points for seed in range(repeats)]


def run(case):
    """The errors of all methods; for refusals, one row a recall."""
    kind, seed, x = case["experiment"], case["seed"], case.get("x")
    if "setting" in case:
        return em_setting_trial(case["setting"], x, seed)
    if kind in ("size", "em"):
        return {"size": size_trial, "em": em_trial}[kind](case["data"], x, seed)
    if kind == "series":
        return series_trial(case["labels"], x, seed)
    if kind == "refusal":
        return refusal_trial(x, RECALLS, seed)
    if kind in ("variants", "boost"):
        return {"variants": variant_trial, "boost": boosting_trial}[kind](seed)
    trial = {"share": share_trial, "epsilon": epsilon_trial, "dimension": dimension_trial}[kind]
    return trial(x, seed)
