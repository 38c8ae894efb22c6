"""The stored study of boosting, as the measurements that the chapter's claims name."""

import numpy as np

__all__ = ["measurements", "repeats"]


def _rows(study, trial, **where):
    """Rows of one trial whose fields have the given values."""
    return [
        row
        for row in study.rows
        if row["trial"] == trial and all(row.get(name) == value for name, value in where.items())
    ]


def _column(rows, name):
    return [row[name] for row in rows]


def _kept(study, rule):
    """Runs with the right coefficient: against oracles, and valid ones with stumps."""
    stumps = [row for row in _rows(study, "stumps", rule=rule) if row["valid"]]
    return _rows(study, "oracle", rule=rule, factor=1.0) + stumps


def repeats(study, trial, **where):
    """How many seeds a trial was run with."""
    return len(set(_column(_rows(study, trial, **where), "seed")))


def measurements(study):
    """What each claim is measured by: a dictionary from ids to dictionaries.

    Parameters
    ----------
    study : StoredStudy
        Of ``boosting_bounds``.

    Returns
    -------
    dict of str to dict
    """
    runs = {rule: _kept(study, rule) for rule in ("adaboost", "fixed", "gentle", "capped")}
    gentle = runs["gentle"] + _rows(study, "real")
    nearly = [
        row
        for row in _rows(study, "oracle", rule="adaboost", factor=1.0)
        if row["gamma"] in (0.05, 0.1)
    ]
    wrong = {
        rule: [row for row in _rows(study, "oracle", rule=rule) if row["factor"] != 1.0]
        for rule in ("fixed", "capped")
    }
    told = runs["capped"] + _rows(study, "varied", factor=1.0)
    return {
        "adaboost-bound": {
            "excess": _column(runs["adaboost"], "excess"),
            "tight": _column(nearly, "tight"),
        },
        "fixed-step-bound": {
            "excess": _column(runs["fixed"], "excess"),
            "control": _column(wrong["fixed"], "last"),
        },
        "capped-adaboost-bound": {
            "excess": _column(runs["capped"], "excess"),
            "control": _column(wrong["capped"], "last"),
            "n_valid": len(runs["capped"]),
        },
        "gentle-step-same-bound": {
            "round_ratio": min(_column(gentle, "gain")),
            "excess": _column(gentle, "excess"),
            "control": max(_column(_rows(study, "doubled"), "doubled")),
        },
        "capped-is-constant": {
            "deviation": round(max(_column(told, "deviation")), 14) + 0.0,
            "contrast": float(np.mean(_column(_rows(study, "varied", factor=3.0), "below"))),
        },
        **_of_single_trials(study),
    }


def _of_single_trials(study):
    """The claims that one kind of trial settles."""
    errors = _rows(study, "errors")
    dual = _rows(study, "dual")
    race = _rows(study, "race")
    after = {rule: _rows(study, "after", rule=rule) for rule in ("adaboost", "gentle", "fixed")}
    return {
        "training-error-vanishes": {
            "over": _column(errors, "over"),
            "late": sum(_column(errors, "late")),
            "early": _column(errors, "early"),
        },
        "dual-of-exp-loss": {
            "gap": np.round(np.ravel(_column(dual, "gap")), 6) + 0.0,
            "weak": min(_column(dual, "weak")),
        },
        "lemma1-for-boosting": {
            "slack": _column(_rows(study, "lemma"), "slack"),
            "tight": _rows(study, "even")[0]["slack"],
        },
        "need-to-know-gamma": {
            "ada": float(np.median(_column(race, "ada"))),
            "rounds": np.median(_column(race, "rounds"), axis=0),
        },
        "half-the-weight": {
            "ada": max(_column(after["adaboost"], "largest")),
            "gentle": min(_column(after["gentle"], "least")),
            "const": min(_column(after["fixed"], "least_above")),
        },
    }
