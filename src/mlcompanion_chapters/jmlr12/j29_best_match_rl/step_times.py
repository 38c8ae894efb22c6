"""What a step costs: processor seconds of the methods of Tables 3 to 5, all compiled."""

from time import process_time

from mlcompanion.rl import Task, run_episodes
from mlcompanion.rl.approximation import CarTask
from mlcompanion.rl.bestmatch import (
    BestMatchLVM,
    DeterministicSweeping,
    PrioritizedSweeping,
    WatkinsQ,
)
from mlcompanion.rl.environments import dyna_maze

from . import car_runs, large_maze_runs

__all__ = ["step_seconds"]

#: Table 3's methods with the rates that it prints; start values 20.
DYNA = {
    "bm": BestMatchLVM(initial=20.0, decay=0.02),
    "dps": DeterministicSweeping(initial=20.0, decay=0.30),
    "ps": PrioritizedSweeping(initial=20.0),
    "q-lambda": WatkinsQ(initial=20.0, decay=0.03, lam=0.9),
    "bm-four": BestMatchLVM(initial=20.0, decay=0.02, n_updates=4),
}


def _seconds(learner, task, n_episodes, n_runs, epsilon):
    """Processor seconds of a step, without what a run costs before its first step."""
    options = {"epsilon": epsilon, "random_state": 0}
    # one step a run: compiles, and then measures what is no step
    short = task._replace(max_steps=1) if isinstance(task, Task) else CarTask(max_steps=1)
    run_episodes(learner, short, 1, n_runs, **options)
    start = process_time()
    run_episodes(learner, short, 1, n_runs, **options)
    begun = process_time() - start
    start = process_time()
    made = run_episodes(learner, task, n_episodes, n_runs, **options)
    return (process_time() - start - begun) / made.steps.sum()


def step_seconds(n_runs):
    """Microseconds of a step, by table and method."""
    maze = dyna_maze()
    task = Task(maze.mdp(0.2), maze.start)
    found = {
        f"dyna {name}": _seconds(learner, task, 100, 20 * n_runs, 0.1)
        for name, learner in DYNA.items()
    }
    task = large_maze_runs.large_maze_task()
    for name, learner in large_maze_runs.LEARNERS.items():
        found[f"large {name}"] = _seconds(
            learner, task, large_maze_runs.EPISODES, n_runs, large_maze_runs.EPSILON
        )
    for name in car_runs.TABLE_5:
        learner = car_runs.LEARNERS[name]
        found[f"car {name}"] = _seconds(learner, CarTask(), car_runs.EPISODES, 10 * n_runs, 0.0)
    return {name: round(1e6 * seconds, 4) for name, seconds in found.items()}
