"""What the stored studies of DAL say: measurements by the names of the chapter's claims.

Each function takes a study with ``column(name, **where)``, such as
:func:`~mlcompanion.teaching.stored_study` reads.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion.optimize import rate_bounds

from .dal_races import RIVAL_COLUMNS, first_at_most

__all__ = [
    "Scaling",
    "bias_bend",
    "bias_medians",
    "bounds_of_draw",
    "factors",
    "path_means",
    "scaling_of",
    "shrinkage_cost",
    "starts_of",
    "step_counts",
    "time_medians",
]

STARTS = ("outer_con", "outer_agg", "cg_con", "cg_agg", "first_agg", "t_con", "t_agg")
SOLVERS = ("dal", "dalb", *RIVAL_COLUMNS.values())


def _median(study, name, experiment):
    return float(np.median(study.column(name, experiment=experiment)))


def step_counts(study):
    """Medians of the rivals' steps to DAL's distance and objective, and DAL's factors a step.

    Returns
    -------
    dict
        ``it_*``, ``f_*``, and ``drop``: ten geometric means over the draws.
    """
    names = [f"{word}_{key}" for word in ("it", "f") for key in RIVAL_COLUMNS.values()]
    ratios = factors(study)
    return {name: _median(study, name, "steps") for name in names} | {
        "drop": np.exp(np.log(ratios).mean(axis=0)).tolist()
    }


def factors(study):
    """Distance after over distance before each of the first ten steps, shape (n_draws, 10)."""
    r = np.column_stack(
        [study.column("r0", experiment="steps"), study.column("r", experiment="steps")]
    )
    return r[:, 1:11] / r[:, :10]


def time_medians(study):
    """``dal_end``, ``fista_6x``, ``low`` and ``high``: medians over the draws."""
    return {k: _median(study, k, "steps") for k in ("dal_end", "fista_6x", "low", "high")}


def bounds_of_draw(study, seed=0):
    r"""The run of one draw and the bounds of Theorems 2, 3 and 5 for its first ten steps.

    :math:`\sigma` is 0.7 times the smallest ratio of objective gap to squared distance, over the
    steps whose gap is above rounding (section 7.2.2).

    Returns
    -------
    dict
        ``r``, ``gap``, ``b3``, ``b5``, ``b2``, arrays of ten.
    """
    r0, r, gap, eta = (
        study.column(name, experiment="steps", seed=seed)[0] for name in ("r0", "r", "gap", "eta")
    )
    r = r[:10]
    gap = gap[:10]
    eta = eta[:10]
    solid = gap > 1e-9
    bound = rate_bounds(r0, eta, 0.7 * np.min(gap[solid] / r[solid] ** 2))
    return {
        "r": r, "gap": gap, "b3": bound.exact[1:], "b5": bound.inexact[1:],
        "b2": bound.objective[1:],
    }  # fmt: skip


def shrinkage_cost(study):
    """Steps of reweighted shrinkage and of its rivals, and how much heavier its steps are."""
    names = ("it_irs", "steps_irs", "it_owlqn", "it_sparsa", "products_irs", "products_owlqn",
             "products_sparsa")  # fmt: skip
    col = {k: float(study.column(k, experiment="shrinkage")[0]) for k in names}
    each = [col[f"products_{k}"] / col[f"it_{k}"] for k in ("owlqn", "sparsa")]
    return {
        "it_irs": col["it_irs"] or 101,
        "it_others": (col["it_owlqn"] + col["it_sparsa"]) / 2,
        "heavier": col["products_irs"] / col["steps_irs"] / max(each),
    }


def bias_medians(study):
    """The seven measurements of Figure 3: medians over the draws."""
    names = ("factor", "first", "last", "steps", "steps_plain", "steps_ip", "time_ratio")
    return {name: _median(study, name, "bias") for name in names}


def bias_bend(study):
    """Decades of the gap that DAL-B gains in a step (Figure 3): medians over the draws.

    Returns
    -------
    dict
        ``opening``: its very first step; ``first`` and ``last`` as in :func:`bias_medians`;
        ``crossing``: its last three steps when the one that takes the gap below 1e-8 is counted.
    """
    first = study.column("first", experiment="bias")
    last = study.column("last", experiment="bias")
    opening = []
    crossing = []
    for seed, slope in enumerate(first):
        draw = study.column("gaps", experiment="bias", seed=seed)[0]  # as long as its steps
        logs = np.log10(np.maximum(draw, 1e-9))
        end = first_at_most(draw, 1e-8)
        opening.append(3 * slope + logs[2] - logs[0])
        crossing.append((logs[end - 4] - logs[end - 1]) / 3)
    columns = {"opening": opening, "first": first, "last": last, "crossing": crossing}
    return {name: float(np.median(values)) for name, values in columns.items()}


class Scaling(NamedTuple):
    """Mean seconds by penalty and solver over the sizes, and what the claim asks of them."""

    sizes: np.ndarray
    seconds: dict
    slopes: dict
    measured: dict


def scaling_of(study, shares=(0.01, 0.1), largest=65536):
    """Times against the number of unknowns, up to ``largest``.

    Returns
    -------
    Scaling
    """
    sizes = np.unique(study.column("n", experiment="times"))
    sizes = sizes[sizes <= largest]
    seconds = {
        s: {
            key: np.array([
                study.column(f"t_{key}", experiment="times", share=s, n=int(n)).mean()
                for n in sizes
            ])
            for key in SOLVERS
        }
        for s in shares
    }  # fmt: skip
    x = np.log(sizes) - np.log(sizes).mean()
    slopes = {
        s: {key: float(x @ np.log(t) / (x @ x)) for key, t in seconds[s].items()} for s in shares
    }
    large = sizes >= 16384
    rivals = tuple(RIVAL_COLUMNS.values())
    fastest = [np.min([seconds[s][k] for k in rivals], axis=0) / seconds[s]["dal"] for s in shares]
    lead = [
        np.mean([np.log(seconds[s][k] / seconds[s]["dal"])[large] for k in ("fista", "owlqn")])
        for s in shares
    ]
    measured = {
        "slope_dal": [slopes[s]["dal"] for s in shares],
        "slope_rest": [[slopes[s][k] for k in rivals] for s in shares],
        "ahead": np.concatenate([f[large] for f in fastest]),
        "bias": np.concatenate([seconds[s]["dalb"] / seconds[s]["dal"] for s in shares]),
        "adv_small": float(np.exp(lead[0])),
        "adv_large": float(np.exp(lead[1])),
    }
    return Scaling(sizes, seconds, slopes, measured)


def starts_of(study, cg_tol):
    """The five lists of the claim on both starts, one entry for each number of unknowns."""
    found = {"outer_con": [], "outer_agg": [], "inner": [], "first": [], "time": []}
    for n in np.unique(study.column("n", experiment="starts")):
        outer_con, outer_agg, cg_con, cg_agg, first, t_con, t_agg = (
            study.column(name, experiment="starts", cg_tol=cg_tol, n=int(n)).mean()
            for name in STARTS
        )
        values = outer_con, outer_agg, cg_agg / cg_con, first / cg_agg, t_agg / t_con
        for name, value in zip(found, values):
            found[name].append(float(value))
    return found


def path_means(study, sets=("arcene", "dorothea", "gene", "madelon")):
    """Mean seconds and best accuracies by stand-in, and the measurements of both claims.

    Returns
    -------
    seconds, accuracy : dict
        By set, then by column ("dal", "dalb", "fista", "owlqn", "sparsa", "ip").
    times, accuracies : dict
        What the claims on Table 4 ask.
    """
    columns = (*SOLVERS, "ip")
    seconds, accuracy = (
        {
            name: {c: float(study.column(f"{kind}_{c}", set=name).mean()) for c in columns}
            for name in sets
        }
        for kind in ("t", "a")
    )
    ours = {k: min(seconds[k]["dal"], seconds[k]["dalb"]) for k in sets}
    rest = {k: min(seconds[k][c] for c in columns[2:]) for k in sets}
    wide = [k for k in sets if k != "madelon"]
    times = {
        "wide_dal": [ours[k] for k in wide], "wide_rest": [rest[k] for k in wide],
        "tall_dal": ours["madelon"], "tall_rest": rest["madelon"],
    }  # fmt: skip
    kept = [c for c in columns if c != "sparsa"]
    return seconds, accuracy, times, {c: [accuracy[k][c] for k in sets] for c in kept}
