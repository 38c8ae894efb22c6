"""From the stored study on candidate labels to the numbers that its claims speak of.

Cour, Sapp and Taskar (2011): Figs. 6 to 9 and 12, Table 4. All errors in per cent.
"""

import numpy as np

__all__ = [
    "bag_sizes",
    "classical_tables",
    "errors",
    "refusals",
    "series",
    "settings",
    "variants",
]

_BASELINES = ("naive", "knn", "wknn", "model1", "chance")


def errors(study, method, experiment, x=None, **where):
    """Errors of the trials of one point in per cent, by seed.

    Parameters
    ----------
    study : StoredStudy
    method : str
    experiment : str
    x : float, optional
    **where
        Further conditions.

    Returns
    -------
    ndarray
    """
    if x is not None:
        where["x"] = x
    return 100 * np.asarray(study.column(method, experiment=experiment, **where), dtype=float)


def _mean(values):
    return float(np.mean(values))


def _sd(values):
    return float(np.std(values, ddof=1))


def _se(values):
    return _sd(values) / np.sqrt(len(values))


def _lead(ours, others):
    """Lead over the best of the others in the mean, and the standard error of the difference."""
    best = min(others, key=_mean)
    return _mean(best) - _mean(ours), _se(best - ours)


def settings(study, shares, epsilons, dimensions):
    """Fig. 6: shares of ambiguous bags, companions in both settings, and dimensions."""

    def em(setting, x, mark=""):
        return errors(study, f"{mark}em", "em", x, setting=setting)

    found = {"eps_ind": [], "sd_ind": [], "eps_trans": [], "sd_trans": [], "drop": []}
    leads = []
    for e in epsilons:
        for mark, name in (("", "ind"), ("t_", "trans")):
            ours = errors(study, f"{mark}mean", "epsilon", e)
            found[f"eps_{name}"].append(_mean(ours))
            found[f"sd_{name}"].append(_sd(ours))
            others = [errors(study, mark + b, "epsilon", e) for b in _BASELINES]
            leads.append(_lead(ours, [*others, em("epsilon", e, mark)]))
    for p in shares[1:]:
        at = {m: errors(study, m, "share", p) for m in (*_BASELINES, "mean", "supervised", "sknn")}
        found["drop"].append(_mean(at["supervised"] - at["mean"]))
        found["drop"].append(_mean(at["sknn"] - at["knn"]))
        ours = at.pop("mean")
        leads.append(_lead(ours, [*at.values(), em("share", p)]))
    for d in dimensions:
        others = [errors(study, b, "dimension", d) for b in _BASELINES]
        ours = errors(study, "mean", "dimension", d)
        leads.append(_lead(ours, [*others, em("dimension", d)]))
    pairs = [
        (errors(study, ours, "share", 0.95), errors(study, clean, "share", 0.4))
        for ours, clean in (("mean", "supervised"), ("knn", "sknn"))
    ]
    found["worth"] = [_mean(a) - _mean(b) for a, b in pairs]
    found["worth_sd"] = [_sd(a) + _sd(b) for a, b in pairs]
    found["lead"], found["lead_se"] = (list(part) for part in zip(*leads))
    return found


def _size(study, data, q, others):
    """At one size of bags: mean errors of both losses and of the best other, and their spread."""
    ours, naive = (errors(study, m, "size", q, data=data) for m in ("mean", "naive"))
    rest = min((errors(study, m, "size", q, data=data) for m in others), key=_mean)
    return _mean(ours), _mean(naive), _mean(rest), max(_se(ours - naive), _se(ours - rest))


def bag_sizes(study, extra):
    """Fig. 7: lists by data set, each by number of wrong candidates.

    Parameters
    ----------
    study : StoredStudy
    extra : dict
        Data set -> numbers of wrong candidates.

    Returns
    -------
    dict
    """
    found = {"clpl": [], "naive": [], "rest": [], "se": []}
    for data, qs in extra.items():
        rows = [_size(study, data, q, ("chance", "model1", "knn", "wknn")) for q in qs]
        for key, column in zip(found, zip(*rows)):
            found[key].append(list(column))
    return found


def classical_tables(study, extra):
    """Fig. 8: as :func:`bag_sizes`, with the mixture model in a list of its own."""
    found = {"clpl": [], "naive": [], "rest": [], "se": [], "model1": []}
    for data, qs in extra.items():
        rows = []
        for q in qs:
            *means, se = _size(study, data, q, ("chance", "knn", "wknn"))
            mixture = errors(study, "model1", "size", q, data=data)
            se = max(se, _se(mixture - errors(study, "mean", "size", q, data=data)))
            rows.append((*means, se, _mean(mixture)))
        for key, column in zip(found, zip(*rows)):
            found[key].append(list(column))
    return found


def variants(study, ks):
    """Fig. 9: boosting, and two other ways to pool the scores of a bag."""
    names = ("mean", "sum", "contrastive")
    trans = [errors(study, f"t_{name}", "variants") for name in names]
    ind = [errors(study, name, "variants") for name in names]
    votes = min(_mean(errors(study, f"knn{k}", "boost")) for k in ks)
    boosted = [_mean(errors(study, f"boost_{loss}", "boost")) for loss in ("mean", "naive")]
    return {
        "boost": [100 - e for e in (*boosted, votes)],
        "trans": [_mean(e) for e in trans],
        "trans_sd": max(_sd(e) for e in trans),
        "ind": [_mean(e) for e in ind],
        "ind_sd": max(_sd(e) for e in ind),
        "ind_se": float(_se(ind[2] - ind[0])),
    }


def series(study, sizes):
    """Table 4: pairs (characters, scenes); the third is the one with all baselines."""
    at = [
        {m: _mean(errors(study, m, "series", x, labels=n)) for m in ("mean", *_BASELINES)}
        for n, x in sizes
    ]
    return {
        "naive": [a["naive"] for a in at],
        "clpl": [a["mean"] for a in at],
        "knn": at[2]["knn"],
        "model1": at[2]["model1"],
        "chance": at[2]["chance"],
    }


def refusals(study, recalls, wrong=0.05):
    """Fig. 12: mean errors by recall for four kinds of confidence."""
    by = {
        kind: [errors(study, kind, "refusal", wrong, recall=r) for r in recalls]
        for kind in ("max", "relative", "constrained", "hybrid")
    }
    better = [min(pair, key=_mean) for pair in zip(by["relative"], by["constrained"], strict=True)]
    return {
        "emax": [_mean(e) for e in by["max"]],
        "erel": [_mean(e) for e in by["relative"]],
        "econ": [_mean(e) for e in by["constrained"]],
        "ehyb": [_mean(e) for e in by["hybrid"]],
        "se": [float(_se(h - b)) for h, b in zip(by["hybrid"], better)],
    }
