"""Metropolis-Hastings on finitely many states, written out as a table: no sampling."""

import numpy as np

from mlcompanion._validation import check_array, check_square, mass_rounding

from .metropolis import acceptance_log_ratio

__all__ = ["metropolis_hastings_table"]


def metropolis_hastings_table(log_target, proposal):
    """Probabilities of moving from each state to each other one.

    Parameters
    ----------
    log_target : array_like, shape (k,)
        Logarithms of the masses, up to a constant.
    proposal : array_like, shape (k, k)
        Row i has the probabilities of proposing each state from state i.

    Returns
    -------
    ndarray, shape (k, k)
        Rows sum to one; the target is their stationary law: ``p @ table`` is p.

    Raises
    ------
    ValueError
        If a row of ``proposal`` is no probability, or the shapes do not match.

    Notes
    -----
    Cost: O(k^2). Source: Sugiyama (2016), section 19.3.3.

    Examples
    --------
    >>> metropolis_hastings_table(np.log([0.2, 0.8]), [[0.5, 0.5], [0.5, 0.5]])
    array([[0.5  , 0.5  ],
           [0.125, 0.875]])
    """
    log_target = check_array(log_target, "log_target", ndim=1, min_rows=1)
    k = len(log_target)
    rounding = mass_rounding(proposal)
    proposal = check_square(proposal, "proposal", size=k, low=0)
    if np.abs(proposal.sum(axis=1) - 1).max() > rounding:
        raise ValueError("proposal must have rows that sum to 1")
    table = np.zeros((k, k))
    old, new = np.nonzero(proposal)
    with np.errstate(divide="ignore"):
        log_proposal = np.log(proposal)
    log_ratio = acceptance_log_ratio(
        log_target[new], log_target[old], log_proposal[new, old], log_proposal[old, new]
    )
    table[old, new] = proposal[old, new] * np.exp(np.minimum(log_ratio, 0))
    np.fill_diagonal(table, 0)
    # What is rejected stays where it is.
    np.fill_diagonal(table, np.maximum(1 - table.sum(axis=1), 0))
    return table
