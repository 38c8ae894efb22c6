"""Figure 1: the tiger for a listener who must learn how well she hears."""

import numpy as np

from mlcompanion.rl.bayes_adaptive import CountPrior
from mlcompanion.rl.environments import tiger

from .decades import run_decades

__all__ = ["ENDS", "ear_prior", "tiger_batch"]

#: An opened door ends the episode.
ENDS = [[False, True, True]] * 2


def ear_prior(right=5.0, wrong=3.0):
    """Prior counts of the four unknown probabilities of the ear; all else is known.

    Parameters
    ----------
    right, wrong : float
        Counts of sounds from the tiger's door and from the other.

    Returns
    -------
    CountPrior
        Cells: left heard left, left heard right, right heard left, right heard right.
    """
    psi = np.array([[right, wrong], [wrong, right]])
    psi = np.repeat(psi[:, None], 3, axis=1)
    learn = [[True, False, False]] * 2
    return CountPrior.of(tiger(), psi=psi, learn_seen=learn, ends=ENDS)


def tiger_batch(case):
    """Means over a batch of runs, by tens of episodes.

    Parameters
    ----------
    case : dict
        ``agent``: "learns", or "prior" or "known" for one that plans with that model throughout;
        ``filter``, ``particles``, ``episodes``, ``batch`` and ``runs``, their number.

    Returns
    -------
    dict
        Two lists: discounted return, and model error at an episode's start.
    """
    prior = ear_prior()
    laws = prior.laws_in(tiger())
    agents = {"learns": prior, "prior": prior.known(prior.means), "known": prior.known(laws)}
    world = prior.known(laws).world
    found = {"returns": [], "model_error": []}
    for seed in range(case["batch"] * case["runs"], (case["batch"] + 1) * case["runs"]):
        one = run_decades(agents[case["agent"]], world, {**case, "seed": seed}, depth=3)
        for name, rows in found.items():
            rows.append(one[name])
    return {name: np.mean(rows, axis=0).round(5).tolist() for name, rows in found.items()}
