"""The game behind boosting: the convex combination of hypotheses with the largest least margin.

Von Neumann's theorem makes the weak learner's promise, Shalev-Shwartz (2007), (6.1), a statement
about margins: ``min_w max_t <w, v_t> = max_p min_i sum_t p_t v_ti``.
"""

import numpy as np
from scipy.optimize import linprog

from mlcompanion._linear import power_of_two
from mlcompanion._validation import check_array

__all__ = ["best_margin"]


def best_margin(V):
    """Largest least margin of a convex combination of hypotheses, by linear programming.

    Parameters
    ----------
    V : array_like, shape (n_samples, T)
        ``V[i, t] = y_i h_t(x_i)``.

    Returns
    -------
    margin : float
        The value of the game.
    p : ndarray, shape (T,)
        The combination: not negative, with sum 1.
    w : ndarray, shape (n_samples,)
        The hardest distribution over the examples, from the dual of the program.

    Raises
    ------
    ValueError
        If ``V`` is not a finite matrix with at least one row.
    """
    V = check_array(V, "V", ndim=2, min_rows=1)
    n, T = V.shape
    if T == 0:
        raise ValueError(f"V must have at least one column, got shape {V.shape}")
    # the solver's tolerances are absolute: small numbers would be taken for 0, large ones refused
    size = power_of_two(np.abs(V).max()) / 2
    unit = size if size < 2.0**-10 else max(size / 2.0**40, 1.0)
    V = V / unit
    found = linprog(
        np.append(np.zeros(T), -1.0),  # the last variable is the margin
        A_ub=np.column_stack([-V, np.ones(n)]),  # margin <= (V p)_i
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(T), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * T + [(None, None)],
        method="highs",
    )
    # prices of the margins are the weights that make all hypotheses weak
    return float(-found.fun * unit), found.x[:T], -found.ineqlin.marginals
