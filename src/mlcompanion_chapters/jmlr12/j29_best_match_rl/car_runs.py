"""The mountain car of Table 5: best-match, replay and traces on ten tilings."""

from mlcompanion.rl import run_episodes
from mlcompanion.rl.approximation import CarTask, LinearBestMatch, LinearReplay, LinearSarsa

__all__ = ["LEARNERS", "STARTS", "TABLE_5", "car_row"]

EPISODES, LATE = 20, 10

#: The lines of Table 5, in its order, with the rates that it prints; then ours.
LEARNERS = {
    "bm-20": LinearBestMatch(),
    "er-20": LinearReplay(),
    "sarsa-20": LinearSarsa(),
    "bm-15": LinearBestMatch(n_samples=15, decay=0.03),
    "bm-5": LinearBestMatch(n_samples=5, decay=0.03),
    "sarsa-all": LinearSarsa(trace_length=None),
    "bm-20 at 0.07": LinearBestMatch(first=0.07, decay=0.0),
    "bm-20 at 0.05": LinearBestMatch(first=0.05, decay=0.0),
    "er-20 at 0.07": LinearReplay(first=0.07, decay=0.0),
    "er-20 at 0.05": LinearReplay(first=0.05, decay=0.0),
}
TABLE_5 = tuple(LEARNERS)[:6]
#: Where an episode begins: anywhere at any speed, or at rest in the valley.
STARTS = {"anywhere": None, "valley": (-0.5, 0.0)}


def car_row(name, start, n_runs, seed):
    """What runs of a learner earned on the first 20 episodes.

    Returns
    -------
    dict
        ``mean``, ``late``: mean return of each run, over all episodes and over the last ten;
        ``curve``: return by episode, mean of the runs.
    """
    task = CarTask(start=STARTS[start])
    made = run_episodes(LEARNERS[name], task, EPISODES, n_runs, epsilon=0.0, random_state=seed)
    return {
        "mean": made.returns.mean(axis=1).round(2).tolist(),
        "late": made.returns[:, -LATE:].mean(axis=1).round(2).tolist(),
        "curve": made.returns.mean(axis=0).round(2).tolist(),
    }
