"""Ross et al. (2011), bottoms of Figures 1 and 2, Figure 4: processor seconds of a decision.

Settles of chapter jmlr12/18_bapomdp: planning-times.

Each row is the median over 60 decisions along one run, compilation not counted, one thread; run it
with one worker. A decision in Tiger is too short for a clock: the mean of a run of 300 episodes.
Rocks lie on cells drawn once for each board.
"""

from ..decision_times import decision_seconds, short_decision_seconds

FILTERS = [
    ("tiger", "most probable", 2),
    ("tiger", "weighted distance", 2),
    ("tiger", "most probable", 8),
    ("tiger", "weighted distance", 8),
    ("tiger", "Monte Carlo", 64),
    ("follow", "weighted distance", 16),
    ("follow", "most probable", 64),
    ("follow", "Monte Carlo", 64),
]
SIZES = {
    "default": {"runs": 5, "sides": (3, 4, 5, 6), "rocks": (2, 3, 4, 5, 6)},
    "paper": {"runs": 5, "sides": (3, 4, 5, 6), "rocks": (2, 3, 4, 5, 6)},
}


def cases(runs, sides, rocks):
    """One case for each run of each task."""
    found = []
    for seed in range(runs):
        found += [
            {"task": task, "filter": name, "particles": size, "seed": seed}
            for task, name, size in FILTERS
        ]
        found += [
            {"task": "rock", "filter": "most probable", "particles": 16, "n": n, "k": k,
             "seed": seed}
            for n in sides
            for k in rocks
        ]  # fmt: skip
    return found


def run(case):
    """The row of a run."""
    if case["task"] == "tiger":
        return short_decision_seconds(case)
    return decision_seconds(case)
