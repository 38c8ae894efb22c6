"""Inverse transform sampling: Sugiyama (2016), section 19.3.1."""

import numpy as np

from mlcompanion._validation import check_count, check_function, check_rng

__all__ = ["inverse_transform"]


def inverse_transform(quantile, n, *, random_state=None):
    r"""Independent draws :math:`\theta_i=P^{-1}(u_i)` from uniform numbers (Fig. 19.5).

    Parameters
    ----------
    quantile : callable
        The inverse of the distribution function, of an array of numbers inside (0, 1). Where the
        distribution function is flat or jumps: the least point at which it reaches u.
    n : int
        Number of draws.
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If ``quantile`` returns another shape, NaN or infinity.

    Notes
    -----
    Cost: n uniform numbers and values of ``quantile``. Source: Sugiyama (2016), Fig. 19.8.

    Examples
    --------
    >>> exponential = lambda u: -np.log(1 - u)
    >>> inverse_transform(exponential, 3, random_state=0).round(2)
    array([1.01, 0.31, 0.04])
    """
    check_function(quantile, "quantile")
    n = check_count(n, "n", low=1)
    u = check_rng(random_state).random(n)
    u = np.maximum(u, 2.0**-54)  # random() may return 0, whose quantile may be -inf
    draws = np.asarray(quantile(u), dtype=float)
    if draws.shape != (n,) or not np.isfinite(draws).all():
        raise ValueError(f"quantile must return {n} finite numbers, got shape {draws.shape}")
    return draws
