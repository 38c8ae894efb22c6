"""Ross et al. (2011), Figure 2: three filters follow two people whose habits they must learn.

Settles of chapter jmlr12/18_bapomdp: fig2-follow.

A row holds one run of 100 episodes, as means over tens of episodes of the discounted return, of the
model error at an episode's start and of the belief error. A person off both axes is reported on the
nearer one, distance is the larger coordinate, ten steps are paid.
"""

from ..follow_runs import follow_decades

AGENTS = [
    ("learns", "weighted distance", 16),
    ("learns", "most probable", 64),
    ("learns", "Monte Carlo", 64),
    ("learns", "Monte Carlo as printed", 64),
    ("learns", "most probable", 16),
    ("prior", "exact", 0),
    ("known", "exact", 0),
]
#: The filter as printed is the slowest: it comes last, and no more often than this.
PRINTED_RUNS = 30
SIZES = {
    "default": {"runs": 30, "episodes": 100},
    "paper": {"runs": 200, "episodes": 100},
}


def cases(runs, episodes):
    """One case for each run and agent."""
    found = [
        {"agent": agent, "filter": name, "particles": particles, "episodes": episodes, "seed": seed}
        for seed in range(runs)
        for agent, name, particles in AGENTS
        if seed < PRINTED_RUNS or "printed" not in name
    ]
    return sorted(found, key=lambda case: "printed" in case["filter"])


def run(case):
    """The row of a run."""
    return follow_decades(case)
