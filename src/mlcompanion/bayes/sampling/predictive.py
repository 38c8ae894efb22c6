r"""The predictive density by samples of the parameter: Sugiyama (2016), Eq. (19.1).

.. math:: \hat p(x)=\int q(x|\theta)\,p(\theta|\mathcal D)\,d\theta
    \approx\sum_i\bar w_i\,q(x|\theta_i)
"""

import numpy as np

from mlcompanion._validation import check_array, check_function

__all__ = ["predictive_density"]

_ENTRIES = 2**17  # of one block of the table of densities, which then stays in the cache


def predictive_density(log_density, samples, points, *, log_weights=None):
    """Average the model's density at points over samples of its parameter.

    Parameters
    ----------
    log_density : callable
        ``log_density(points, thetas)`` returns log q(x | theta), shape (m, k), of m points and k
        samples; it is called with some of the samples at a time.
    samples : array_like, shape (n,) or (n, d)
        Draws of the parameter's posterior law, independent or of a chain.
    points : array_like, shape (m,) or (m, b)
    log_weights : array_like, shape (n,), optional
        Logarithms of the samples' importance, up to a constant; -inf is a weight of 0.

    Returns
    -------
    ndarray, shape (m,)
        Density at the points. It need not belong to the model.

    Raises
    ------
    ValueError
        If ``log_density`` returns another shape, NaN or +inf, or all weights are 0.

    Notes
    -----
    Cost: n m densities; memory for a block of them.

    Examples
    --------
    >>> log_normal = lambda x, m: -0.5 * (x[:, None] - m) ** 2 - 0.5 * np.log(2 * np.pi)
    >>> predictive_density(log_normal, [-1.0, 1.0], [0.0]).round(3)
    array([0.242])
    """
    check_function(log_density, "log_density")
    samples = check_array(samples, "samples", min_rows=1)
    points = check_array(points, "points", min_rows=1)
    for name, value in (("samples", samples), ("points", points)):
        if value.ndim not in (1, 2):
            raise ValueError(f"{name} must have one axis or two, got shape {value.shape}")
    weights = _weights(log_weights, len(samples))
    m = len(points)
    size = max(_ENTRIES // m, 1)
    top = np.full(m, -np.inf)  # largest log density of each point so far, the unit of its sum
    total = np.zeros(m)
    for first in range(0, len(samples), size):
        part = samples[first : first + size]
        logs = np.asarray(log_density(points, part), dtype=float)
        if logs.shape != (m, len(part)):
            raise ValueError(f"log_density must return {(m, len(part))}, got {logs.shape}")
        largest = np.maximum(top, logs.max(axis=1))
        if not (largest < np.inf).all():
            raise ValueError("log_density must return numbers or -inf, got NaN or +inf")
        unit = np.where(largest > -np.inf, largest, 0)
        densities = np.exp(logs - unit[:, None])
        # the sum so far goes over to the new unit
        total = total * np.exp(top - unit) + densities @ weights[first : first + size]
        top = largest
    return total * np.exp(top)


def _weights(log_weights, n):
    """Weights that sum to one."""
    if log_weights is None:
        return np.full(n, 1 / n)
    log_weights = check_array(log_weights, "log_weights", shape=(n,), finite=False)
    if not (log_weights < np.inf).all() or not (log_weights > -np.inf).any():
        raise ValueError("log_weights must be numbers or -inf, and not all -inf")
    weights = np.exp(log_weights - log_weights.max())
    return weights / weights.sum()
