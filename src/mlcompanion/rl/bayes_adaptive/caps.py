"""When counts are near enough: the distance of Theorem 3, and caps that make the model finite."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real

from .cells import cloud_of_one, tables_of
from .filters import most_probable, rule_of
from .prior import CountPrior
from .thinning import distance

__all__ = ["CountCaps", "count_caps", "hyperstate_distance", "project_counts"]


class CountCaps(NamedTuple):
    """Largest totals of counts that the finite model keeps apart.

    Attributes
    ----------
    moves, seen : float
        For laws of the next state, and of the observation.
    """

    moves: float
    seen: float


def hyperstate_distance(prior, state, counts, other_state, other_counts):
    r"""How far the values of two hyperstates can lie apart (Theorem 3, Definition 1).

    .. math:: d = \frac{2 \gamma \|R\|_\infty}{(1 - \gamma)^2} \sup_{s, s', a} \Bigl[ D_S^{sa}
        + D_Z^{s'a} + \frac{4}{\ln(\gamma^{-e})} \Bigl( \frac{\sum |\phi - \phi'|}
        {(N_\phi + 1)(N_{\phi'} + 1)} + \frac{\sum |\psi - \psi'|}
        {(N_\psi + 1)(N_{\psi'} + 1)} \Bigr) \Bigr]

    Parameters
    ----------
    prior : CountPrior
        The problem; its own counts are not used.
    state, other_state : int
    counts, other_counts : array_like, shape (C,)
        Above 0 in each law somewhere.

    Returns
    -------
    float
        In units of reward. Between different states a constant larger than any between equal ones.

    Notes
    -----
    O(C + A R): known laws add nothing, and tied ones are compared once.
    """
    check_instance(prior, "prior", CountPrior)
    high = prior.world.n_states - 1
    states = (
        check_count(state, "state", high=high),
        check_count(other_state, "other_state", high=high),
    )
    given = (
        check_rows_of(counts, "counts", prior.rows),
        check_rows_of(other_counts, "other_counts", prior.rows),
    )
    first, second = (cloud_of_one(prior, s, c) for s, c in zip(states, given))
    rule = rule_of(most_probable(1), prior.world)
    return float(distance(tables_of(prior), rule, first, 0, second, 0))


def check_rows_of(counts, name, rows):
    """Counts of whole laws, none of them all 0."""
    counts = check_array(counts, name, shape=(len(rows),), low=0, dtype=np.float64)
    totals = np.bincount(rows, weights=counts)
    if (totals == 0).any():
        raise ValueError(f"{name} has a row of counts that is all 0: {totals.argmin()}")
    return counts


def count_caps(eps, *, gamma, reward, n_states, n_observations):
    r"""Totals beyond which one more count hardly matters (section 4).

    .. math:: N_S = \max\Bigl(\frac{|S| (1 + \varepsilon')}{\varepsilon'},
        \frac{1}{\varepsilon''} - 1\Bigr),\quad
        \varepsilon' = \frac{\varepsilon (1 - \gamma)^2}{8 \gamma \|R\|_\infty},\quad
        \varepsilon'' = \frac{\varepsilon (1 - \gamma)^2 \ln(\gamma^{-e})}{32 \gamma \|R\|_\infty}

    Parameters
    ----------
    eps : float
        What the value of a hyperstate may move by.
    gamma : float
        Discount, in (0, 1).
    reward : float
        Largest absolute reward.
    n_states, n_observations : int

    Returns
    -------
    CountCaps

    Examples
    --------
    >>> caps = count_caps(1.0, gamma=0.95, reward=100, n_states=2, n_observations=2)
    >>> round(caps.moves)
    8721244
    """
    eps = check_real(eps, "eps", low=0, open_low=True)
    gamma = check_real(gamma, "gamma", low=0, high=1, open_low=True, open_high=True)
    reward = check_real(reward, "reward", low=0, open_low=True)
    n_states = check_count(n_states, "n_states", low=1)
    n_observations = check_count(n_observations, "n_observations", low=1)
    unit = eps * (1 - gamma) ** 2 / (8 * gamma * reward)
    steep = unit * np.e * np.log(1 / gamma) / 4
    caps = [max(n * (1 + unit) / unit, 1 / steep - 1) for n in (n_states, n_observations)]
    return CountCaps(*(float(cap) for cap in caps))


def cap_by_law(prior, caps):
    """The cap of each law of a prior, shape (R,)."""
    tables = tables_of(prior)
    moves = (tables.used & 1).any(axis=0)
    return np.where(moves, caps.moves, caps.seen)


def project_counts(counts, rows, cap):
    r"""Bring the total of each law below a cap, rounding down (Definition 3).

    Parameters
    ----------
    counts : array_like, shape (C,)
    rows : array_like of int, shape (C,)
        The law of each count: 0 0 1 1 1 ...
    cap : float or array_like, shape (R,)
        Largest total.

    Returns
    -------
    ndarray, shape (C,)
        :math:`\lfloor N \phi / \mathcal N_\phi \rfloor` where the total is larger than N.

    Raises
    ------
    ValueError
        If a law is all 0, or would be after rounding.

    Examples
    --------
    >>> project_counts([99, 99, 99, 99, 1604], [0] * 5, 20)
    array([ 0.,  0.,  0.,  0., 16.])
    """
    rows = check_array(rows, "rows", ndim=1, dtype=int, low=0)
    counts = check_rows_of(counts, "counts", rows)
    n_laws = int(rows.max(initial=-1)) + 1
    cap = check_array(cap, "cap", low=0, open_low=True)
    if cap.shape not in ((), (n_laws,)):
        raise ValueError(f"cap must be a number or have shape ({n_laws},), got {cap.shape}")
    totals = np.bincount(rows, weights=counts, minlength=n_laws)[rows]
    caps = np.broadcast_to(cap, (n_laws,))[rows]
    shares = caps * counts / totals
    # a share that is whole but for the rounding of fractions is not rounded down
    whole = np.rint(shares)
    whole = np.where(np.abs(shares - whole) <= 1e-12 * shares, whole, np.floor(shares))
    rounded = np.where(totals > caps, whole, counts)
    if (np.bincount(rows, weights=rounded) == 0).any():
        raise ValueError("cap is too small: a law would lose all its counts")
    return rounded
