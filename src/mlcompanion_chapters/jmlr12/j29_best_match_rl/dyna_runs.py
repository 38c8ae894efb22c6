"""The Dyna maze of Tables 1, 2 and 3: learners with the numbers that the source prints."""

import numpy as np

from mlcompanion.rl import Task, run_episodes
from mlcompanion.rl.bestmatch import (
    BestMatchLVM,
    DelayedQ,
    DeterministicSweeping,
    ExperienceReplay,
    JustInTimeQ,
    PrioritizedSweeping,
    QLearning,
    WatkinsQ,
)
from mlcompanion.rl.environments import dyna_maze

__all__ = [
    "TABLE_1",
    "TABLE_2",
    "TABLE_3",
    "compare",
    "dyna_task",
    "noisy_row",
    "paired_row",
    "threshold_learner",
]

#: Noise, episodes, and the two learners of each column of Table 1.
TABLE_1 = {
    "no noise, from 0": (0.0, 100, QLearning(), JustInTimeQ()),
    "no noise, from 20": (0.0, 100, QLearning(initial=20), JustInTimeQ(initial=20)),
    "noise, from 0": (0.2, 200, QLearning(decay=1), JustInTimeQ(decay=1)),
    "noise, from 20": (
        0.2, 200, QLearning(initial=20, decay=0.005), JustInTimeQ(initial=20, decay=0.01),
    ),
}  # fmt: skip

#: Table 2: no noise, 50 episodes, greedy.
TABLE_2 = {
    "Q(λ)": WatkinsQ(initial=20, lam=0.8),
    "replay": ExperienceReplay(initial=20),
    "delayed Q": DelayedQ(initial=20, m=1, gap=0.0),
    "best-match": BestMatchLVM(initial=20),
    "deterministic": DeterministicSweeping(initial=20, threshold=1e-4),
    "full model": PrioritizedSweeping(initial=20),
}

#: Table 3: noise, 100 episodes, epsilon 0.1.
TABLE_3 = {
    "Q(λ)": WatkinsQ(initial=20, lam=0.9, decay=0.03),
    "replay": ExperienceReplay(initial=20, decay=0.18),
    "delayed Q": DelayedQ(initial=20, m=2, gap=0.015),
    "best-match": BestMatchLVM(initial=20, decay=0.02),
    "deterministic": DeterministicSweeping(initial=20, decay=0.3),
    "full model": PrioritizedSweeping(initial=20),
    "best-match, 4": BestMatchLVM(initial=20, decay=0.02, n_updates=4),
}


def dyna_task(noise=0.0):
    """The maze with the source's rewards and discount."""
    maze = dyna_maze()
    return Task(maze.mdp(noise), maze.start)


def compare(learners, task, n_episodes, n_runs, *, epsilon, seed):
    """Mean return over the episodes of each run, shape (n_learners, n_runs)."""
    options = {"epsilon": epsilon, "random_state": seed}
    return np.array(
        [
            run_episodes(learner, task, n_episodes, n_runs, **options).returns.mean(axis=1)
            for learner in learners
        ]
    )


def paired_row(column, n_runs, seed):
    """Mean returns of runs of both methods in a column of Table 1, and their learning curves."""
    noise, n_episodes, *learners = TABLE_1[column]
    row = {}
    for k, (name, learner) in enumerate(zip(("q", "jit"), learners, strict=True)):
        rng = np.random.default_rng([1, seed, k])
        made = run_episodes(learner, dyna_task(noise), n_episodes, n_runs, random_state=rng)
        row[name] = made.returns.mean(axis=1).round(5).tolist()
        row[f"{name}_curve"] = made.returns.mean(axis=0).round(4).tolist()
    return row


def threshold_learner(kind, threshold):
    """Best-match or deterministic sweeping as in Table 3, with another threshold."""
    if kind == "best-match":
        return BestMatchLVM(initial=20, decay=0.02, threshold=threshold)
    return DeterministicSweeping(initial=20, decay=0.3, threshold=threshold)


def noisy_row(name, threshold, n_runs, seed):
    """Mean return of each of some runs in the noisy maze, and over runs the curve of episodes.

    ``threshold`` 0 takes the learner of Table 3.
    """
    learner = threshold_learner(name, threshold) if threshold else TABLE_3[name]
    rng = np.random.default_rng([3, seed])
    made = run_episodes(learner, dyna_task(0.2), 100, n_runs, epsilon=0.1, random_state=rng)
    return {
        "returns": made.returns.mean(axis=1).round(5).tolist(),
        "curve": made.returns.mean(axis=0).round(4).tolist(),
        "steps": int(made.steps.sum()),
        "updates": int(made.updates.sum()),
    }
