"""Ross et al. (2011), Figure 1: three filters for a listener who must learn how well she hears.

Settles of chapter jmlr12/18_bapomdp: fig1-tiger.

A row holds the means over a batch of 20 runs, by tens of episodes. The filter as printed never
makes out the tiger and listens to the end of an episode, here 50 steps: it gets fewer batches. The
exact belief grows with every sound: it is followed for 20 episodes.
"""

from ..tiger_runs import tiger_batch

AGENTS = [
    ("known", "exact", 0),
    ("prior", "exact", 0),
    *(("learns", name, K) for K in (2, 8) for name in ("most probable", "weighted distance")),
    ("learns", "Monte Carlo", 64),
]
#: Agents that are slow, or only drawn: these batches and episodes.
FEW = [
    ("learns", "Monte Carlo", 8, 10, 100),
    ("learns", "Monte Carlo as printed", 64, 3, 100),
    ("learns", "exact", 0, 1, 20),
]
RUNS = 20
SIZES = {"default": {"batches": 50}, "paper": {"batches": 50}}


def cases(batches):
    """One case for each agent and batch."""
    rows = [(*agent, batches, 100) for agent in AGENTS] + FEW
    return [
        {
            "agent": agent,
            "filter": name,
            "particles": particles,
            "episodes": episodes,
            "batch": batch,
            "runs": RUNS,
        }
        for agent, name, particles, number, episodes in rows
        for batch in range(min(number, batches))
    ]


def run(case):
    """The row of a batch."""
    return tiger_batch(case)
