"""What a run of a hundred episodes is boiled down to: means of ten episodes each."""

import numpy as np

from mlcompanion.rl.bayes_adaptive import (
    exact_filter,
    monte_carlo,
    most_probable,
    simulate,
    weighted_distance,
)

__all__ = ["FILTERS", "decade_means", "run_decades"]

#: The agents of the figures, by the words of the stored tables.
FILTERS = {
    "exact": lambda _: exact_filter(),
    "most probable": most_probable,
    "weighted distance": weighted_distance,
    "Monte Carlo": monte_carlo,
    "Monte Carlo as printed": lambda size: monte_carlo(size, as_printed=True),
}


def decade_means(values):
    """Means over tens of episodes, as a list of rounded numbers."""
    return np.reshape(values, (-1, 10)).mean(axis=1).round(5).tolist()


def run_decades(agent, world, case, **settings):
    """Run an agent; returns, model error and belief error by tens of episodes.

    Parameters
    ----------
    agent : CountPrior
    world : EpisodicPOMDP
    case : dict
        With ``filter``, ``particles``, ``episodes`` and ``seed``.
    **settings
        Depth and largest number of steps of :func:`simulate`.

    Returns
    -------
    dict
        Three lists, and the mean number of updates of a decision.
    """
    run = simulate(
        agent, world, filter=FILTERS[case["filter"]](case["particles"]),
        n_episodes=case["episodes"], random_state=case["seed"], **settings,
    )  # fmt: skip
    return {
        "returns": decade_means(run.returns),
        "model_error": decade_means(run.model_error),
        "belief_error": decade_means(run.belief_error),
        "updates": float(run.n_updates.sum() / run.n_steps.sum()),
    }
