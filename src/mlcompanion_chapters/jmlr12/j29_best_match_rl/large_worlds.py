"""What the stored studies of Tables 4 and 5 and of a step's time say, in the claims' measures."""

import numpy as np

from .car_runs import STARTS, TABLE_5
from .large_maze_runs import MODEL_SIZES

__all__ = [
    "car_runs_of",
    "easier_maze",
    "maze_runs_of",
    "start_of_the_car",
    "stuck_cars",
    "table_4",
    "table_5",
    "times_of_steps",
    "worst_episode",
]

STUCK = -400.0
RATES = {0.1: "", 0.07: " at 0.07", 0.05: " at 0.05"}


def _joined(study, column, **fields):
    return np.concatenate([np.asarray(one, dtype=float) for one in study.column(column, **fields)])


def maze_runs_of(study, learner, column="plain", maze="hard"):
    """One number a run: ``plain``, ``discounted`` or ``share``."""
    return _joined(study, column, learner=learner, maze=maze)


def car_runs_of(study, learner, column="mean", start="anywhere"):
    """One number a run: ``mean`` over all episodes, or over the ``late`` ones."""
    return _joined(study, column, learner=learner, start=start)


def _se_of_differences(runs):
    """Largest standard error of a difference of two means."""
    errors = sorted(one.std(ddof=1) / np.sqrt(len(one)) for one in runs)
    return float(np.hypot(*errors[-2:]))


def table_4(study, column="plain"):
    """Measures of table4-large-maze; ``column`` may be ``discounted`` too."""
    names = [f"{kind}-{n}" for kind in ("ps", "bm") for n in MODEL_SIZES]
    runs = {name: maze_runs_of(study, name, column) for name in (*names, "lvm", "q")}
    found = {
        "ps": [float(runs[name].mean()) for name in names[:4]],
        "bm": [float(runs[name].mean()) for name in names[4:]],
        "lvm": float(runs["lvm"].mean()),
        "q": float(runs["q"].mean()),
        "se": _se_of_differences(runs.values()),
    }
    for key, part in (("w_ps", names[:4]), ("w_bm", names[4:])):
        found[key] = [float(maze_runs_of(study, name, "share").mean()) for name in part]
    return found


def easier_maze(study):
    """Measures of own-easier-maze."""
    names = ("ps-1", "ps-15", "bm-1", "bm-15", "q")
    runs = {name: maze_runs_of(study, name, maze="easy") for name in names}
    means = {name: float(one.mean()) for name, one in runs.items()}
    return {
        "ps": [means["ps-1"], means["ps-15"]],
        "bm": [means["bm-1"], means["bm-15"]],
        "q": means["q"],
        "se": _se_of_differences(runs.values()),
    }


def table_5(study):
    """Measures of table5-mountain-car."""
    runs = [car_runs_of(study, name) for name in TABLE_5]
    return {"ret": [float(one.mean()) for one in runs], "se": _se_of_differences(runs)}


def stuck_cars(study):
    """Measures of own-car-stuck."""
    found = {}
    for name, end in (("bm-20", ""), ("er-20", "_er")):
        runs = [name + rate for rate in RATES.values()]
        late = [car_runs_of(study, one, "late") for one in runs]
        found[f"stuck{end}"] = [float((one < STUCK).mean()) for one in late]
        found[f"medians{end}"] = [float(np.median(car_runs_of(study, one))) for one in runs]
    found["mean_half"] = float(car_runs_of(study, "bm-20 at 0.05").mean())
    found["sarsa"] = float(car_runs_of(study, "sarsa-20").mean())
    return found


def start_of_the_car(study):
    """Measures of own-car-start."""
    return {
        key: [float(np.median(car_runs_of(study, name, start=start))) for start in STARTS]
        for key, name in (("bm", "bm-20"), ("er", "er-20"), ("sarsa", "sarsa-20"))
    }


def times_of_steps(study):
    """Measures of time-per-step: medians over the races, then ratios."""

    def median(name):
        return float(np.median(study.column(name)))

    return {
        "dyna": [median(f"dyna {name}") / median("dyna bm") for name in ("dps", "ps", "q-lambda")],
        "four": median("dyna bm-four") / median("dyna q-lambda"),
        "ntm": [median(f"large bm-{n}") / median(f"large ps-{n}") for n in MODEL_SIZES],
        "car": [median("car bm-20") / median(f"car {name}") for name in ("sarsa-20", "er-20")],
    }


def worst_episode(steps=500, gamma=0.99, reward=-0.1):
    """Measures of err-large-maze-return: no goal, and every step costs."""
    rewards = [reward] * steps
    return {
        "discounted": sum(gamma**k * r for k, r in enumerate(rewards)),
        "closed": reward * (1 - gamma**steps) / (1 - gamma),
        "plain": sum(rewards),
    }
