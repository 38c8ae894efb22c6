"""Features of states, processes that they fit, and trajectories seen through them."""

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.rl.models import MRP

__all__ = ["faithful_process", "laplacian_basis"]


def faithful_process(P, Phi, gamma, coef):
    r"""A chain with the rewards that make its values exactly :math:`\Phi\theta`.

    .. math:: r=(I-\gamma P)\Phi\theta

    Parameters
    ----------
    P : array_like, shape (n, n)
        Probabilities of the moves.
    Phi : array_like, shape (n, m)
    gamma : float
        Discount, in [0, 1).
    coef : array_like, shape (m,)
        The true coefficients.

    Returns
    -------
    MRP
        With rewards by the state left.

    Raises
    ------
    ValueError
        If the rows of P do not sum to 1, or the shapes do not match.

    Notes
    -----
    O(n^2 + n m). Ueno et al. (2011), footnote 6.

    Examples
    --------
    >>> walk = faithful_process([[0.5, 0.5], [0.5, 0.5]], [[1.0], [3.0]], 0.5, [2.0])
    >>> walk.value(0.5)
    array([2., 6.])
    """
    Phi = check_features(Phi)
    P = check_array(P, "P", shape=(len(Phi), len(Phi)), dtype=np.float64)
    gamma = check_real(gamma, "gamma", low=0, high=1, open_high=True)
    coef = check_array(coef, "coef", shape=(Phi.shape[1],), dtype=np.float64)
    values = Phi @ coef
    return MRP(P, values - gamma * P @ values)


def laplacian_basis(n, m):
    r"""The smoothest functions on a path of n states: its Laplacian's first eigenvectors.

    .. math:: \phi_k(i)=\sqrt{2/n}\,\cos(\pi k(i-\tfrac12)/n),\qquad k=1,\dots,m-1

    Parameters
    ----------
    n : int
        States, at least 1.
    m : int
        Functions, at most n.

    Returns
    -------
    ndarray, shape (n, m)
        The first column is the constant 1, the others have length 1.

    Raises
    ------
    ValueError
        If m is above n.

    Notes
    -----
    O(n m), by the closed form. Ueno et al. (2011), section 7: the diffusion basis.

    Examples
    --------
    >>> laplacian_basis(5, 3)[0].round(4)
    array([1.    , 0.6015, 0.5117])
    """
    n = check_count(n, "n", low=1)
    m = check_count(m, "m", low=1, high=n)
    places = np.arange(n)[:, None] + 0.5
    basis = np.sqrt(2 / n) * np.cos(np.pi * np.arange(m) * places / n)
    basis[:, 0] = 1.0
    return basis


def check_features(Phi, n_states=None):
    """Features of the states, shape (n, m); a row for each state that occurs."""
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1, dtype=np.float64)
    if Phi.shape[1] == 0:
        raise ValueError("Phi needs at least 1 column")
    if n_states is not None and len(Phi) != n_states:
        raise ValueError(f"Phi must have a row for each of {n_states} states, got {len(Phi)}")
    return Phi


def check_runs(states, rewards, Phi):
    """Trajectories as (n_runs, T + 1) states and (n_runs, T) rewards; features; one run alone?"""
    Phi = check_features(Phi)
    states = check_array(states, "states", low=0, dtype=np.int64)
    if states.size and states.max() >= len(Phi):
        raise ValueError(f"states must be rows of Phi, 0 .. {len(Phi) - 1}, got {states.max()}")
    if states.ndim not in (1, 2) or states.shape[-1] < 2:
        raise ValueError(f"states must have shape (T + 1,) or (n, T + 1), got {states.shape}")
    alone = states.ndim == 1
    shape = (*states.shape[:-1], states.shape[-1] - 1)
    rewards = check_array(rewards, "rewards", shape=shape, dtype=np.float64)
    # one layout, so that the loops are compiled once
    runs = plain_layout(np.atleast_2d(states)), plain_layout(np.atleast_2d(rewards))
    return *runs, plain_layout(Phi), alone


def check_weights(weights, Phi):
    """Weights of the states, shape (n, m); the features themselves if there are none."""
    if weights is None:
        return Phi
    return check_array(weights, "weights", shape=Phi.shape, dtype=np.float64)
