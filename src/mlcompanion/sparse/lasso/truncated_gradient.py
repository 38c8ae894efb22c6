r"""Stochastic gradient with truncation: sparse parameters from one sample at a time.

Sugiyama (2016), end of section 24.2; Langford, Li and Zhang (2009).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["TruncatedRun", "truncated_sgd"]


class TruncatedRun(NamedTuple):
    """What :func:`truncated_sgd` returns.

    Attributes
    ----------
    theta : ndarray of shape (n_features,)
        Parameters right after the last truncation.
    zeros : ndarray of int
        Number of exact zeros after each truncation.
    """

    theta: np.ndarray
    zeros: np.ndarray


@njit
def _run(Phi, y, order, steps, lam, every, theta):
    zeros = np.zeros(len(order) // every, np.int64)
    for t in range(len(order)):
        phi = Phi[order[t]]
        step = steps[t]
        error = y[order[t]]
        for j in range(len(theta)):
            error -= phi[j] * theta[j]  # with the parameters before the step, all of them
        for j in range(len(theta)):
            theta[j] += step * error * phi[j]
        # rarely, so that a parameter has time to grow between two shrinkages
        if (t + 1) % every == 0:
            shrink = lam * step
            for j in range(len(theta)):
                if abs(theta[j]) <= shrink:
                    theta[j] = 0.0
                else:
                    theta[j] -= np.sign(theta[j]) * shrink
                zeros[(t + 1) // every - 1] += theta[j] == 0
    return zeros


def truncated_sgd(Phi, y, lam, steps, *, every=10, n_epochs=100, random_state=None):
    r"""Least-squares steps on random samples; every few of them, shrink all parameters.

    A step is :math:`\theta\leftarrow\theta+\varepsilon\phi(x_i)(y_i-\theta^\top\phi(x_i))`, a
    truncation soft-thresholds every :math:`\theta_j` by :math:`\lambda\varepsilon`. On average this
    descends :math:`\tfrac12\|y-\Phi\theta\|^2+\frac{n\lambda}{\mathrm{every}}\|\theta\|_1`.

    Parameters
    ----------
    Phi : array_like of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    lam : float
        Threshold per step length, not negative; 0 is plain stochastic gradient.
    steps : float or (float, float)
        Step length, constant or falling in even ratios from the first value to the second.
    every : int
        Steps between two truncations.
    n_epochs : int
        Steps, in multiples of n_samples; the run ends with a truncation.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    TruncatedRun

    Raises
    ------
    ValueError
        If shapes do not fit or a parameter is out of range.

    Notes
    -----
    Cost: O(n_features) a step. Source: Sugiyama (2016), section 24.2.
    """
    Phi = plain_layout(check_array(Phi, "Phi", ndim=2, min_rows=1))
    y = plain_layout(check_array(y, "y", shape=(len(Phi),)))
    lam = check_real(lam, "lam", low=0)
    ends = np.atleast_1d(check_array(steps, "steps", low=0, open_low=True))
    if ends.shape not in ((1,), (2,)):
        raise ValueError(f"steps must be a number or a pair, got {steps!r}")
    every = check_count(every, "every", low=1)
    n_steps = check_count(n_epochs, "n_epochs", low=1) * len(y)
    n_steps = max(every, n_steps - n_steps % every)  # ends with a truncation: the zeros are exact
    order = check_rng(random_state).integers(len(y), size=n_steps)
    theta = np.zeros(Phi.shape[1])
    zeros = _run(Phi, y, order, np.geomspace(ends[0], ends[-1], n_steps), lam, every, theta)
    if not np.isfinite(theta).all():
        raise ValueError(f"steps {steps} are too long: the parameters diverged")
    return TruncatedRun(theta, zeros)
