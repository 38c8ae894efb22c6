"""Regret bounds of projected gradient descent (Zinkevich, 2003).

The setting is Shalev-Shwartz (2007), Figure 2.1.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

__all__ = ["gradient_descent_bound", "root_step_bound"]


def gradient_descent_bound(diameter, norms2, etas):
    """Regret bound of a path after every round: ``D^2 / (2 eta_T) + sum_t eta_t |g_t|^2 / 2``.

    Parameters
    ----------
    diameter : float
        Largest distance of two points of S.
    norms2 : array_like, shape (T,)
        Squared norms of the subgradients.
    etas : array_like, shape (T,)
        Steps, positive, never growing.

    Returns
    -------
    ndarray, shape (T,)

    Raises
    ------
    ValueError
        If a step grows: then the telescoping of the proof fails.
    """
    D = check_real(diameter, "diameter", low=0)
    norms2 = check_array(norms2, "norms2", ndim=1, low=0)
    etas = check_array(etas, "etas", shape=norms2.shape, low=0, open_low=True)
    if (np.diff(etas) > 0).any():
        raise ValueError("etas must not grow from round to round")
    # steps that do not grow let the distances telescope to D^2 over the last one
    return D**2 / (2 * etas) + np.cumsum(etas * norms2) / 2


def root_step_bound(diameter, lipschitz, n_rounds, factor=None):
    """The same for ``eta_t = c / sqrt(t)`` and ``|g_t| <= G``: ``(D^2 / (2 c) + c G^2) sqrt(T)``.

    Parameters
    ----------
    diameter, lipschitz : float
        D and G.
    n_rounds : int or array_like
    factor : float, optional
        Default ``D / (sqrt(2) G)``, the best: then the bound is ``sqrt(2) D G sqrt(T)``.

    Returns
    -------
    float or ndarray
    """
    D = check_real(diameter, "diameter", low=0, open_low=True)
    G = check_real(lipschitz, "lipschitz", low=0, open_low=True)
    if factor is None:
        c = D / (np.sqrt(2) * G)
    else:
        c = check_real(factor, "factor", low=0, open_low=True)
    return ((D**2 / (2 * c) + c * G**2) * np.sqrt(check_array(n_rounds, "n_rounds", low=0)))[()]
