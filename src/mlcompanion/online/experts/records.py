"""What a run of experts lost, in the record of the meter that all games share."""

import numpy as np

from mlcompanion._validation import check_array, check_instance
from mlcompanion.online.games.meter import best_arm, regret_record

from .runs import ExpertRun

__all__ = ["run_record"]


def run_record(run, losses, *, checkpoints=None):
    """Regret of a run against the best single expert of the rounds so far.

    Parameters
    ----------
    run : ExpertRun
        Of :func:`~mlcompanion.online.experts.static_expert`, for instance.
    losses : array_like, shape (T, n)
        The table that it has met, not negative; a round costs the mean loss under its weights.
    checkpoints : array_like of int, optional
        Rounds at which regret is kept; default 1, 2, 4, ... and the last.

    Returns
    -------
    RegretRecord
        Of one repeat.

    Raises
    ------
    ValueError
        If the losses have another shape than the run's weights.

    Notes
    -----
    O(T n). Source: Bubeck and Cesa-Bianchi (2012), section 1.

    Examples
    --------
    >>> from mlcompanion.online.experts import static_expert
    >>> losses = [[1.0, 0.0], [1.0, 0.0]]
    >>> run_record(static_expert(losses), losses, checkpoints=[1, 2]).regret.round(2)
    array([[0.5 , 0.88]])
    """
    weights = check_instance(run, "run", ExpertRun).weights
    losses = check_array(losses, "losses", shape=weights.shape, low=0)
    # what a round costs every expert is nobody's regret, and would only cost digits
    losses = losses - losses.min(axis=1, keepdims=True)
    paid = (weights * losses).sum(axis=1)
    best = best_arm(np.cumsum(losses, axis=0))
    return regret_record(paid[None], best, checkpoints=checkpoints)
