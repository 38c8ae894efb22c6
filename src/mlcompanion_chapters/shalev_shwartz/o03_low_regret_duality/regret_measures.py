"""The stored study of low regret, as the measurements that the chapter's claims name."""

import numpy as np

from mlcompanion.teaching import log_slope

__all__ = ["measurements", "repeats"]


def _rows(study, search):
    return [row for row in study.rows if row["search"] == search]


def repeats(study, search):
    """How many seeds a search was run with."""
    return len({row["seed"] for row in _rows(study, search)})


def measurements(study, lengths):
    """What each claim is measured by: a dictionary from ids to dictionaries.

    Parameters
    ----------
    study : StoredStudy
        Of ``low_regret``.
    lengths : sequence of int
        Rounds at which the regret without noise was looked at.

    Returns
    -------
    dict of str to dict
    """
    ends = _rows(study, "sandwich")
    horizon = _rows(study, "horizon")
    tuned = _rows(study, "tuned")
    quiet = np.mean([row["quiet"] for row in tuned], axis=0)
    return {
        "dual-sandwich": {
            "n_runs": sum(row["n_runs"] for row in ends),
            **{
                name: round(max(row[name] for row in ends), 12) + 0.0
                for name in ("left_viol", "right_viol", "euclid_gap")
            },
        },
        "sqrt-regret": _of_lipschitz(_rows(study, "lipschitz")),
        "unknown-horizon": {
            name: sum(row[name] for row in horizon)
            for name in ("n_checked", "viol2", "viol3", "lemma2_viol", "fixed_fails")
        },
        "self-tuned-regret": {
            **{
                name: sum(row[name] for row in tuned)
                for name in ("n_checked", "viol_cor4", "viol_thm2")
            },
            "quiet_slope": round(log_slope(lengths, quiet), 6) + 0.0,
        },
    }


def _of_lipschitz(rows):
    """Counts, and the power of T with which the largest regret of the streams grows."""
    horizons = sorted({row["T"] for row in rows})
    largest = [
        np.mean([row["regret"] for row in rows if row["T"] == T], axis=0).max() for T in horizons
    ]
    return {
        "n_checked": sum(row["n_checked"] for row in rows),
        "viol": sum(row["viol"] for row in rows),
        "slope": float(log_slope(horizons, largest)),
    }
