"""A chaotic series whose next value looks back: Sugiyama (2016), Fig. 32.7, lines 1-6."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["DelaySeries", "make_mackey_glass"]


class DelaySeries(NamedTuple):
    """A series as it is observed, and as it is.

    Attributes
    ----------
    y : ndarray, shape (n_samples,)
        With noise.
    clean : ndarray, shape (n_samples,)
        Without.
    """

    y: np.ndarray
    clean: np.ndarray


def make_mackey_glass(n_samples=350, tau=17, *, start=1.2, noise=0.0, burn_in=0,
                      random_state=None):  # fmt: skip
    r"""Iterate :math:`z_{t+1}=0.9z_t+\dfrac{0.2\,z_{t-\tau}}{1+z_{t-\tau}^{10}}`, and add noise.

    Parameters
    ----------
    n_samples : int
    tau : int
        Delay, at least 1. From 17 on the series never repeats itself.
    start : float
        Value of the first and of the ``tau`` before it; not negative.
    noise : float
        Standard deviation of the noise in what is observed; it does not enter the recursion.
    burn_in : int
        Steps that are left out before the first sample.
    random_state : int, Generator or None
        Draws the noise.

    Returns
    -------
    DelaySeries
        ``y`` and ``clean``, each of shape (n_samples,).

    Raises
    ------
    ValueError
        If a number is out of its range.

    Notes
    -----
    Proposed by Mackey and Glass (1977) for the count of white blood cells, in continuous time; the
    step of one day is the listing's. Cost: O(n_samples + burn_in + tau).
    Source: Sugiyama (2016), Fig. 32.7.

    Examples
    --------
    >>> make_mackey_glass(3).clean.round(4)
    array([1.2   , 1.1134, 1.0354])
    """
    n = check_count(n_samples, "n_samples", low=1)
    tau = check_count(tau, "tau", low=1)
    start = check_real(start, "start", low=0)
    noise = check_real(noise, "noise", low=0)
    skipped = check_count(burn_in, "burn_in")
    rng = check_rng(random_state)
    z = np.full(tau + skipped + n, start)
    for t in range(tau, len(z) - 1):
        past = z[t - tau]
        with np.errstate(over="ignore"):  # from a large start: the fraction is then 0
            z[t + 1] = 0.9 * z[t] + 0.2 * past / (1 + past**10)
    clean = z[tau + skipped :].copy()
    return DelaySeries(clean + noise * rng.normal(size=n), clean)
