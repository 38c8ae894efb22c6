"""The stored study of boosting, as the measurements that the chapter's claims name."""

import numpy as np

from .boosting_trials import N_SAMPLES
from .studies.boosting_bounds import AFTER_ROUNDS, LEMMA_ROUNDS, STUMP_ROUNDS

__all__ = ["extents", "gain_shares", "measurements"]


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


def _repeats(rows):
    """How many seeds the rows have."""
    return len(set(_column(rows, "seed")))


def _values(rows, *names):
    """Which values each field of the rows has, by name."""
    return {name: sorted(set(_column(rows, name))) for name in names}


def extents(study):
    """The repeats and sizes with which each claim was run, as ``Ledger.measure`` takes them.

    Returns
    -------
    dict of str to dict
    """
    found = {}
    for claim, rule, rounds in (
        ("adaboost-bound", "adaboost", "oracle_rounds"),
        ("fixed-step-bound", "fixed", "rounds"),
        ("gentle-step-same-bound", "gentle", "rounds"),
        ("capped-adaboost-bound", "capped", "rounds"),
    ):
        runs = _rows(study, "oracle", rule=rule, factor=1.0)
        flipped = [row for row in _rows(study, "stumps", rule=rule) if row["flip"]]
        sizes = {
            "oracle_gamma": sorted(set(_column(runs, "gamma"))),
            rounds: min(_column(runs, "rounds_run")),
            "m" if rule == "capped" else "oracle_m": N_SAMPLES,
        }
        if rule in ("adaboost", "fixed"):
            sizes["stump_rounds"] = STUMP_ROUNDS[rule]
        found[claim] = {"repeats": min(_repeats(runs), _repeats(flipped)), "sizes": sizes}
    return found | _single_extents(study)


def _single_extents(study):
    """The same for the claims that one kind of trial settles."""
    errors = _rows(study, "errors")
    dual = _rows(study, "dual")
    race = _rows(study, "race")
    lemma = [row for row in _rows(study, "lemma", c=0.5) if "seed" in row]
    varied = _rows(study, "varied", factor=1.0)
    after = _rows(study, "after", rule="fixed")
    rounds = {"rounds": min(_column(varied, "rounds_run"))}
    return {
        "training-error-vanishes": {
            "repeats": _repeats(errors),
            "sizes": _values(errors, "gamma", "m"),
        },
        "dual-of-exp-loss": {"repeats": len(dual), "sizes": _values(dual, "m", "T")},
        "lemma1-for-boosting": {
            "repeats": len(lemma),
            "sizes": {"m": N_SAMPLES, "rounds": LEMMA_ROUNDS},
        },
        "need-to-know-gamma": {
            "repeats": len(race),
            "sizes": {name: min(_column(race, name)) for name in ("gamma", "m")},
        },
        "capped-is-constant": {
            "repeats": _repeats(varied),
            "sizes": _values(varied, "gamma") | rounds,
        },
        "half-the-weight": {
            "repeats": _repeats(after),
            "sizes": {"m": N_SAMPLES, "rounds": AFTER_ROUNDS},
        },
    }


def gain_shares(study, rule, gamma, factor=1.0):
    """Mean over the seeds of ``-log(exponential loss)`` at the last round, over ``2 γ² T``."""
    runs = _rows(study, "oracle", rule=rule, gamma=gamma, factor=factor)
    return float(np.mean([1 - row["last"] / (2 * row["rounds_run"] * gamma**2) for row in runs]))


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
