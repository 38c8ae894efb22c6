"""Acting on a belief over hyperstates: a look ahead, and whole runs of episodes."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_instance, check_rng
from mlcompanion.rl.episodic import EpisodicPOMDP

from .belief import HyperBelief
from .cells import cloud_of, tables_of
from .filters import check_filter, rule_of
from .playing import Course, play
from .prior import CountPrior
from .searching import choose, values_of_actions

__all__ = ["AdaptiveRun", "Decision", "lookahead", "simulate"]


class Decision(NamedTuple):
    """What a look ahead finds.

    Attributes
    ----------
    action : int
    values : ndarray, shape (A,)
        Expected discounted reward of each action, with the best that follows.
    n_updates : int
        Beliefs that were computed.
    """

    action: int
    values: np.ndarray
    n_updates: int


def lookahead(belief, depth, filter=None, *, random_state=None):
    r"""Best action by expectimax over actions and observations (Algorithm 3).

    .. math:: Q(b, a) = \sum_\sigma b(\sigma) R(s, a)
        + \gamma \sum_z \Pr(z \mid b, a) V(\hat\tau(b, a, z))

    Parameters
    ----------
    belief : HyperBelief
    depth : int
        Steps D to look ahead; at the leaves the best immediate reward stands for the value.
    filter : HyperFilter, optional
        How beliefs are thinned on the way; default not at all.
    random_state : int or Generator, optional
        For the Monte Carlo filter, and between equally good actions.

    Returns
    -------
    Decision

    Raises
    ------
    ValueError
        If depth is below 1.

    Notes
    -----
    At most :math:`\sum_{d \le D} (|A| |Z|)^d` updates; impossible observations are skipped.

    Examples
    --------
    >>> from mlcompanion.rl.environments import tiger
    >>> known = CountPrior.of(tiger(), ends=[[False, True, True]] * 2)
    >>> lookahead(HyperBelief(known), 2).values.round(2)
    array([  2.31, -45.  , -45.  ])
    """
    check_instance(belief, "belief", HyperBelief)
    depth = check_count(depth, "depth", low=1)
    rule = rule_of(check_filter(filter), belief.prior.world)
    rng = check_rng(random_state)
    tally = np.zeros(1, dtype=np.int64)
    values = values_of_actions(belief._tables, rule, belief._cloud, depth, rng, tally)
    largest = np.abs(belief.prior.world.R).max()
    return Decision(int(choose(values, largest, rng.random())), values, int(tally[0]))


class AdaptiveRun(NamedTuple):
    """A run of episodes.

    Attributes
    ----------
    returns : ndarray, shape (n_episodes,)
        Discounted sum of rewards.
    model_error : ndarray, shape (n_episodes,)
        WL1 over the unknown probabilities at the start of an episode.
    belief_error : ndarray, shape (n_episodes,)
        Largest L1 distance in an episode to the belief of someone who knows the model.
    n_updates : ndarray of int, shape (n_episodes,)
        Beliefs computed while planning.
    n_steps : ndarray of int, shape (n_episodes,)
    n_lost : int
        Steps at which no hyperstate kept could explain what was observed; the counts are kept and
        the state is put wherever the observation is possible.
    """

    returns: np.ndarray
    model_error: np.ndarray
    belief_error: np.ndarray
    n_updates: np.ndarray
    n_steps: np.ndarray
    n_lost: int


def simulate(
    agent, world, *, filter=None, depth=3, n_episodes=100, max_steps=50, random_state=None
):
    """Let an agent plan, act and learn for some episodes.

    Parameters
    ----------
    agent : CountPrior
        What the agent knows and counts.
    world : EpisodicPOMDP
        What is true; with the agent's branches.
    filter : HyperFilter, optional
        Thins beliefs, in planning and in tracking; default exact.
    depth : int
        Steps to look ahead.
    n_episodes : int
        The counts go on from one to the next, the state begins anew.
    max_steps : int
        Steps of an episode at most.
    random_state : int or Generator, optional

    Returns
    -------
    AdaptiveRun

    Raises
    ------
    ValueError
        If the world has not the agent's branches, or a number is below 1.
    """
    check_instance(agent, "agent", CountPrior)
    check_instance(world, "world", EpisodicPOMDP)
    laws = agent.laws_in(world)
    rule = rule_of(check_filter(filter), agent.world)
    n_episodes = check_count(n_episodes, "n_episodes", low=1)
    numbers = [np.zeros(n_episodes) for _ in range(3)]
    counted = [np.zeros(n_episodes, dtype=np.int64) for _ in range(2)]
    depth = check_count(depth, "depth", low=1)
    max_steps = check_count(max_steps, "max_steps", low=1)
    course = Course(depth, max_steps, laws, *numbers, *counted)
    truth = tables_of(CountPrior(world, [], []))
    rng = check_rng(random_state)
    _, n_lost = play(tables_of(agent), rule, cloud_of(agent), truth, course, rng)
    return AdaptiveRun(*numbers, *counted, int(n_lost))
