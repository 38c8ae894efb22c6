"""Two learners of the template that are neither of its two named updates.

Shalev-Shwartz (2007), chapter 3. ``mixed_ascent`` changes its rule at random and goes back to old
rounds, which condition 3.10 allows; ``simplex_run`` is the template with the Euclidean complexity
function on the simplex, to be set against the entropy.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_rng
from mlcompanion.losses.formulas import hinge_coordinate
from mlcompanion.prox.balls.projections import project_simplex

from .dual_ascent import OnlineRun

__all__ = ["hinge_dual", "mixed_ascent", "simplex_run"]


def hinge_dual(alpha, X, y, inverse_rate):
    """Dual objective of hinge losses in Euclidean space: ``sum alpha - |sum alpha y x|^2 / (2 c)``.

    Parameters
    ----------
    alpha : array_like, shape (T,) or (k, T)
        Dual variables in [0, 1].
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
    inverse_rate : float
        The scale ``c``.

    Returns
    -------
    float or ndarray, shape (k,)
    """
    X = check_array(X, "X", ndim=2)
    y = check_array(y, "y", shape=(len(X),), among=(-1, 1))
    alpha = check_array(alpha, "alpha", low=0, high=1)  # elsewhere the dual is minus infinity
    if alpha.ndim not in (1, 2) or alpha.shape[-1] != len(X):
        raise ValueError(f"alpha must have {len(X)} columns, got shape {alpha.shape}")
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    theta = (alpha * y) @ X
    return alpha.sum(axis=-1) - (theta**2).sum(axis=-1) / (2 * c)


def mixed_ascent(X, y, inverse_rate, n_revisits=5, random_state=None):
    """Dual ascent for the hinge that draws its rule anew in every round.

    Rule A is the subgradient, B the best single coordinate, C does A and then climbs on the dual
    variables of old rounds, chosen at random. Each satisfies condition 3.10.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
        -1 and 1.
    inverse_rate : float
        The scale ``c``.
    n_revisits : int
        Old rounds that rule C opens again.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    OnlineRun
        ``steps`` are the final dual variables; ``slopes2`` belong to rule A's subgradients.

    Notes
    -----
    O(n) a round and revisit; unlike rules A and B it must store the stream.
    """
    X = check_array(X, "X", ndim=2)
    y = check_array(y, "y", shape=(len(X),), among=(-1, 1))
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    revisits = check_count(n_revisits, "n_revisits")
    rng = check_rng(random_state)
    T = len(X)
    norms2 = (X**2).sum(axis=1)
    alpha = np.zeros(T)
    theta = np.zeros(X.shape[1])
    scores, losses, slopes2, duals = (np.zeros(T) for _ in range(4))

    def best(i):
        """Maximum of the dual over ``alpha[i]`` alone (equation 3.12)."""
        missing = 1 - y[i] * (theta @ X[i]) / c
        return hinge_coordinate(alpha[i], missing, norms2[i] / c, 1.0)

    for t in range(T):
        scores[t] = theta @ X[t] / c
        losses[t] = max(0.0, 1 - y[t] * scores[t])
        slopes2[t] = norms2[t] * (losses[t] > 0)
        # Condition 3.10 asks for a rise only: which rule gives it may change from round to round.
        rule = rng.integers(3)
        alpha[t] = best(t) if rule == 1 else float(losses[t] > 0)
        theta += alpha[t] * y[t] * X[t]
        for i in rng.integers(t + 1, size=revisits if rule == 2 else 0):
            value = best(i)
            theta += (value - alpha[i]) * y[i] * X[i]
            alpha[i] = value
        # theta is kept up to date, so that the dual costs O(n) and not a pass over all rounds.
        duals[t] = alpha.sum() - theta @ theta / (2 * c)
    return OnlineRun(scores, losses, y * scores <= 0, -alpha * y, slopes2, np.full(T, c), duals)


def simplex_run(losses, inverse_rate):
    """Losses of the template on the simplex with half the squared norm and linear losses.

    Parameters
    ----------
    losses : array_like, shape (T, n)
        Loss of every expert in every round.
    inverse_rate : float
        The scale ``c``.

    Returns
    -------
    ndarray, shape (T,)
        ``<w_t, losses_t>``.

    Notes
    -----
    O(n log n) a round. The projection acts on the sum of all losses, not on the last weights.
    """
    losses = check_array(losses, "losses", ndim=2, min_rows=1)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    theta = np.zeros(losses.shape[1])
    suffered = np.empty(len(losses))
    for t, row in enumerate(losses):
        # The prediction comes before the loss is added: w_t may not know of it.
        suffered[t] = project_simplex(theta / c) @ row
        theta -= row
    return suffered
