"""Two ways to tune the scale without the horizon, beside the scales of the engine.

Shalev-Shwartz (2007), section 3.5 and its bibliographic notes: the doubling trick restarts the
learner; the slope scale reads the subgradients instead of a bound on them.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

from .dual_ascent import DualAscent, OnlineRun
from .scales import FixedScale
from .tuning import lipschitz_scale

__all__ = ["doubling_run", "slope_scale_run"]


def _joined(runs):
    """One run from several, played one after the other."""
    return OnlineRun(*(np.concatenate(parts) for parts in zip(*runs)))


def doubling_run(X, y, L, U, geometry=None, loss=None, step="subgradient"):
    """Forget everything after 1, 2, 4, ... rounds, and tune for twice as many (Corollary 1).

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
    L, U : float
        Every loss is ``sqrt(2 L)``-Lipschitz; the comparator's complexity is at most U.
    geometry, loss, step
        As in :class:`~mlcompanion.online.DualAscent`.

    Returns
    -------
    OnlineRun

    Raises
    ------
    ValueError
        On wrong shapes, or L or U that is not positive.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),))
    runs = []
    start = 0
    length = 1
    while start < len(X):
        stage = slice(start, start + length)
        scale = FixedScale(float(lipschitz_scale(L, U, length)))
        # A new learner each stage: the horizon's rate suits its own rounds only, and the regrets
        # of the stages add up to a constant times that of the last.
        learner = DualAscent(X.shape[1], geometry, loss, scale, step)
        runs.append(learner.run(X[stage], y[stage]))
        start = start + length
        length = 2 * length
    return _joined(runs)


def slope_scale_run(X, y, U, geometry=None, loss=None, step="subgradient"):
    """Dual ascent with ``c_t = sqrt((A_t + sum_{i<t} |lambda'_i|_*^2) / U)``, as in AdaGrad.

    ``A_t`` is the largest squared dual norm that a subgradient of the rounds up to t can have: the
    loss must be Lipschitz, and the instance is known before the prediction.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
    U : float
        Complexity of the comparators to compete with.
    geometry, loss, step
        As in :class:`~mlcompanion.online.DualAscent`.

    Returns
    -------
    OnlineRun

    Raises
    ------
    ValueError
        On wrong shapes, a loss without a Lipschitz constant, or a first instance that is 0.

    Notes
    -----
    O(n) a round, at one call of the engine each.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),))
    U = check_real(U, "U", low=0, open_low=True)
    learner = DualAscent(X.shape[1], geometry, loss, step=step)
    lipschitz = learner.loss.lipschitz
    if not np.isfinite(lipschitz):
        raise ValueError(f"loss must be Lipschitz, got {learner.loss!r}")
    # All rounds at once; each looks at the instances up to its own and at none later.
    largest = np.maximum.accumulate((lipschitz * learner.geometry.dual_norm(X)) ** 2)
    if largest[0] == 0:
        raise ValueError("X must not begin with a zero vector")
    runs = []
    total = 0.0
    for t in range(len(X)):
        learner.retune(scale=FixedScale(float(np.sqrt((largest[t] + total) / U))))
        runs.append(learner.update(X[t], y[t]))
        total += runs[-1].slopes2[0]
    return _joined(runs)
