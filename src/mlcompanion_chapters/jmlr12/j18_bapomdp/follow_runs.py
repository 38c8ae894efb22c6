"""Figure 2: following one of two people, with what is believed about their habits."""

from mlcompanion.rl.bayes_adaptive import follow_prior
from mlcompanion.rl.environments import follow

from .decades import run_decades

__all__ = ["follow_decades"]


def follow_decades(case):
    """One run of the Follow task.

    Parameters
    ----------
    case : dict
        ``agent``: "learns", or "prior" or "known" for one that plans with that model throughout;
        ``filter``, ``particles``, ``episodes``, ``seed``.

    Returns
    -------
    dict
    """
    world = follow()
    prior = follow_prior(world)
    if case["agent"] == "prior":
        prior = prior.known(prior.means)
    elif case["agent"] == "known":
        prior = prior.known(prior.laws_in(world))
    return run_decades(prior, world, case, depth=2, max_steps=10)
