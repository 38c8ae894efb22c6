"""What a decision costs: processor seconds of a look ahead, along runs of the three tasks."""

from time import process_time

import numpy as np

from mlcompanion.rl.bayes_adaptive import (
    CountPrior,
    HyperBelief,
    follow_prior,
    lookahead,
    rock_prior,
    simulate,
)
from mlcompanion.rl.environments import RockSample, tiger

from .decades import FILTERS
from .rock_runs import sensor_prior

__all__ = ["board", "decision_seconds", "short_decision_seconds", "task_prior"]

DEPTHS = {"tiger": 3, "follow": 2, "rock": 3}


def board(n, k, **settings):
    """A board whose k rocks lie on cells drawn once for each n, off the start.

    Returns
    -------
    RockSample
    """
    cells = np.random.default_rng(n).permutation(n * n)
    cells = cells[cells != n // 2 * n][:k]
    return RockSample(n, np.stack(np.divmod(cells, n), axis=1), **settings)


def task_prior(task, n=3, k=2, seed=0):
    """What an agent counts in "tiger", "follow" or "rock".

    Returns
    -------
    CountPrior
    """
    if task == "tiger":
        psi = [[[5, 3]] * 3, [[3, 5]] * 3]
        listens = [[True, False, False]] * 2
        ends = [[False, True, True]] * 2
        return CountPrior.of(tiger(), psi=psi, learn_seen=listens, ends=ends)
    if task == "follow":
        return follow_prior()
    rover = board(n, k)
    rng = np.random.default_rng([18, seed])
    return rock_prior(rover, sensor_prior("vague", 0, rover.accuracy, rng))


def short_decision_seconds(case, episodes=300):
    """Seconds of a decision too short for a clock: a whole run over its steps.

    Parameters
    ----------
    case : dict
        As for :func:`decision_seconds`.
    episodes : int

    Returns
    -------
    dict
        ``decision``: mean, with the one update that follows each; ``updates``: as there.
    """
    prior = task_prior(case["task"])
    settings = {"filter": FILTERS[case["filter"]](case["particles"]), "depth": DEPTHS[case["task"]]}
    simulate(prior, prior.world, n_episodes=1, random_state=0, **settings)
    begin = process_time()
    run = simulate(prior, prior.world, n_episodes=episodes, random_state=case["seed"], **settings)
    spent = process_time() - begin
    steps = run.n_steps.sum()
    return {"decision": float(spent / steps), "updates": float(run.n_updates.sum() / steps)}


def decision_seconds(case, decisions=60, max_steps=20):
    """Median seconds of a decision, along a run in the true world.

    Parameters
    ----------
    case : dict
        ``task``, ``filter``, ``particles``, ``seed``, and for "rock" ``n`` and ``k``.
    decisions : int
    max_steps : int
        Steps of an episode at most.

    Returns
    -------
    dict
        ``decision``: the median; ``updates``: mean number of beliefs computed for a decision.
    """
    task = case["task"]
    prior = task_prior(task, case.get("n", 3), case.get("k", 2), case["seed"])
    world = prior.world
    rng = np.random.default_rng(case["seed"])
    rule = FILTERS[case["filter"]](case["particles"])
    start = HyperBelief(prior)
    lookahead(start, 1, rule, random_state=rng)  # compiled before the clock starts
    belief = start
    state = rng.choice(world.n_states, p=world.b0)
    steps = 0
    spent = []
    updates = []
    while len(spent) < decisions:
        begin = process_time()
        found = lookahead(belief, DEPTHS[task], rule, random_state=rng)
        spent.append(process_time() - begin)
        updates.append(found.n_updates)
        steps += 1
        if world.ends[state, found.action] or steps == max_steps:
            belief = belief.next_episode(filter=rule, random_state=rng)
            state = rng.choice(world.n_states, p=world.b0)
            steps = 0
            continue
        pair = state * world.n_actions + found.action
        branches = slice(world.start[pair], world.start[pair + 1])
        state = rng.choice(world.to[branches], p=world.prob[branches])
        seen = rng.choice(world.n_observations, p=world.O[state, found.action])
        belief = belief.update(found.action, seen, filter=rule, random_state=rng)
    return {"decision": float(np.median(spent)), "updates": float(np.mean(updates))}
