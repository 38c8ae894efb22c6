"""The large maze of Table 4: learners with 1, 3, 5 and all 15 next states in the model."""

import numpy as np

from mlcompanion.rl import Task, run_episodes
from mlcompanion.rl.bestmatch import BestMatchLVM, BestMatchNTM, QLearning
from mlcompanion.rl.environments import large_maze, scattered_moves

__all__ = ["LEARNERS", "MAZES", "MODEL_SIZES", "large_maze_task", "maze_row", "plain_returns"]

MODEL_SIZES = (1, 3, 5, 15)
EPISODES, MAX_STEPS, EPSILON = 500, 500, 0.05
BLOCK = 25  # episodes of one point of a learning curve
_DECAYS = {1: 0.04, 3: 0.09, 5: 0.06, 15: 0.0}


def _sparse(n, *, corrected):
    return BestMatchNTM(n_next=n, n_updates=5, corrected=corrected, decay=_DECAYS[n])


#: The lines of Table 4, in its order, with the rates that it prints.
LEARNERS = {
    **{f"ps-{n}": _sparse(n, corrected=False) for n in MODEL_SIZES},
    **{f"bm-{n}": _sparse(n, corrected=True) for n in MODEL_SIZES},
    "lvm": BestMatchLVM(n_updates=5, decay=0.09),
    "q": QLearning(decay=0.03),
}


#: Lanes and width of the doors: the stand-in for the source's maze, and one that is easier.
MAZES = {"hard": (9, 1), "easy": (5, 3)}


def large_maze_task(kind="hard"):
    """Our maze with the source's rewards, discount and limit of steps."""
    n_lanes, door = MAZES[kind]
    world = large_maze(n_lanes, door=door)
    return Task(scattered_moves(world), world.start, MAX_STEPS)


def plain_returns(returns, steps):
    """Returns without a discount, from those with discount 0.99 and the number of steps.

    An episode has reached the goal if it was shorter than the limit, or paid more than steps cost.
    """
    worst = -0.1 * (1 - 0.99**steps) / 0.01
    reached = returns > worst + 0.1
    return np.where(reached, 100 - 0.1 * (steps - 1), -0.1 * steps)


def maze_row(name, maze, n_runs, seed):
    """What runs of a learner earned.

    Returns
    -------
    dict
        ``plain``, ``discounted``: mean return of each run, without and with the discount;
        ``share``: share of its moves that entered the model, NaN without one; ``curve``: plain
        returns over blocks of 25 episodes, mean of the runs; ``reached``: share of the episodes.
    """
    task = large_maze_task(maze)
    made = run_episodes(LEARNERS[name], task, EPISODES, n_runs, epsilon=EPSILON, random_state=seed)
    plain = plain_returns(made.returns, made.steps)
    curve = plain.mean(axis=0).reshape(-1, BLOCK).mean(axis=1)
    return {
        "plain": plain.mean(axis=1).round(3).tolist(),
        "discounted": made.returns.mean(axis=1).round(3).tolist(),
        "share": np.round(made.model_share, 4).tolist(),
        "curve": curve.round(2).tolist(),
        "reached": float((plain > 0).mean().round(4)),
    }
