"""Rows of the race: a method with a setting on every seed, and the best of several settings."""

from statistics import median

from .racing import MARKS, bound_run, first_order
from .stand_ins import split

__all__ = ["bound_row", "rival_row", "tuned"]

DIVERGED = 1e30
TUNING = 3


def plain(value):
    """A number as a table holds it: six digits, and a large one for a run that diverged."""
    return float(f"{min(value, DIVERGED):.6g}") if value == value else DIVERGED


def gathered(runs, marks=MARKS):
    """One list a measure, one entry a seed."""
    row = {
        f"excess{mark}": [plain(run["excess"][k]) for run in runs] for k, mark in enumerate(marks)
    }
    for name in ("test_cost", "test_error", "share"):
        if name in runs[0]:
            row[name] = [plain(run[name]) for run in runs]
    return row


def bound_row(case, grown, scaling="standard", marks=MARKS, seeds=None, **options):
    """The bound on every seed; ``grown(n_samples)`` gives the growth of both batches."""
    runs = []
    for seed in range(seeds or case["seeds"]):
        data = split(case["set"], seed, scaling)
        excess, w, work = bound_run(
            data, grown(data.problem.n_samples), marks, random_state=seed, **options
        )
        runs.append(
            {
                "excess": excess,
                "test_cost": data.test_cost(w),
                "test_error": data.test_error(w),
                "share": work.curvature_samples / work.gradient_samples,
            }
        )
    return gathered(runs, marks)


def rival_row(case, step, scaling="standard", seeds=None):
    """A rival with one step on every seed."""
    runs = []
    for seed in range(seeds or case["seeds"]):
        data = split(case["set"], seed, scaling)
        excess, w = first_order(case["method"], data, step, seed)
        runs.append(
            {"excess": excess, "test_cost": data.test_cost(w), "test_error": data.test_error(w)}
        )
    return gathered(runs)


def tuned(row_of, settings, every=lambda setting: False):
    """Rows of all settings on a few seeds, and of the best one, and some others, on all.

    Parameters
    ----------
    row_of : callable
        ``row_of(setting, seeds)``, None for all seeds.
    settings : list
    every : callable
        Whether a setting is run on all seeds in any case.
    """
    rows = [row_of(setting, None if every(setting) else TUNING) for setting in settings]
    last = f"excess{MARKS[-1]}"
    best = min(range(len(rows)), key=lambda k: median(rows[k][last][:TUNING]))
    if not every(settings[best]):
        rows[best] = row_of(settings[best], None)
    return rows
