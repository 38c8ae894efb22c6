r"""What the draws of a chain are worth: autocorrelation, effective size and split R-hat.

The estimators are those of Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021, *Rank-
normalization, folding, and localization*), without ranks, after Geyer (1992): they see chains that
have not settled, as each is cut into halves that must agree.
"""

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft

from mlcompanion._validation import check_array, check_count

__all__ = ["autocorrelation", "chain_effective_size", "chain_mean_error", "split_rhat"]


def _check_draws(draws, least):
    """Draws as rows, one a chain, moved to mean 0 and scaled so that squares are safe."""
    draws = check_array(draws, "draws")
    if draws.ndim not in (1, 2) or not draws.size or draws.shape[-1] < least:
        raise ValueError(
            f"draws must have shape (n,) or (n_chains, n) with n >= {least}, got {draws.shape}"
        )
    draws = np.atleast_2d(draws)
    if (draws == draws[0, 0]).all():
        raise ValueError("draws must vary, got one value throughout")
    draws = draws - draws[0, 0]
    draws -= draws.mean()
    scale = np.abs(draws).max()
    return draws / scale, scale


def _autocovariances(rows):
    """Autocovariances at all lags, of each row about its own mean, averaged over the rows.

    They are the transform of the power spectra, which are averaged first: one way back for all.
    """
    if (rows == rows[:, :1]).all():
        raise ValueError("draws must vary: no chain ever moves")
    n = rows.shape[1]
    centred = rows - rows.mean(axis=1, keepdims=True)
    # twice the length: the transform's circle must not wrap late draws onto early ones
    size = next_fast_len(2 * n, real=True)
    power = np.abs(rfft(centred, size, axis=1)) ** 2
    return irfft(power.mean(axis=0), size)[:n] / n


def _halves(rows):
    """Each chain as two; of an odd number the middle draw is left out."""
    half = rows.shape[1] // 2
    return np.concatenate([rows[:, :half], rows[:, -half:]])


def autocorrelation(draws, max_lag=None):
    r"""Correlation of a chain with itself some steps later.

    .. math:: \hat\rho_t=\frac{\sum_{i}(x_i-\bar x)(x_{i+t}-\bar x)}{\sum_i(x_i-\bar x)^2}

    Parameters
    ----------
    draws : array_like, shape (n,) or (n_chains, n)
        Draws of one number. Of several chains the autocovariances are averaged.
    max_lag : int, optional
        Largest t; default n - 1.

    Returns
    -------
    ndarray, shape (max_lag + 1,)
        It begins with 1.

    Raises
    ------
    ValueError
        If no chain ever moves, or ``max_lag`` is not below n.

    Notes
    -----
    Cost: O(n log n). At large lags the estimate is noise; it sums to -1/2 over all lags beyond 0.

    Examples
    --------
    >>> autocorrelation([1.0, 2.0, 1.0, 2.0], 1)
    array([ 1.  , -0.75])
    """
    rows, _ = _check_draws(draws, 2)
    n = rows.shape[1]
    max_lag = n - 1 if max_lag is None else check_count(max_lag, "max_lag", high=n - 1)
    covariance = _autocovariances(rows)
    return covariance[: max_lag + 1] / covariance[0]


def _chain_autocorrelations(rows):
    """Autocorrelations that count the chains' disagreement as dependence (Eq. 10 of 2021)."""
    c, n = rows.shape
    covariance = _autocovariances(rows)
    within = covariance[0] * n / (n - 1)
    pooled = covariance[0]
    if c > 1:
        # chains that disagree make the pooled variance greater: fewer draws are claimed
        pooled = pooled + rows.mean(axis=1).var(ddof=1)
    rho = 1 - (within - covariance) / pooled
    rho[0] = 1.0
    return rho


def _integrated_time(rho):
    """1 + 2 sum of the autocorrelations, cut where a pair of neighbours falls below 0 (Geyer)."""
    count = (len(rho) - 1) // 2  # the last lags are left out: they have one or two products
    pairs = rho[: 2 * count].reshape(-1, 2).sum(axis=1)
    below = np.flatnonzero(pairs[:-1] < 0)
    cut = below[0] if len(below) else len(pairs) - 1
    kept = np.minimum.accumulate(pairs[:cut])  # a pair is no larger than the one before it
    return 2 * kept.sum() - 1 + max(rho[2 * cut], 0)


def chain_effective_size(draws):
    r"""How many independent draws would give the mean as well: :math:`n/\tau`.

    :math:`\tau=1+2\sum_t\rho_t`, the integrated autocorrelation time, is estimated from pairs of
    neighbouring lags as long as their sum is positive, made to decrease, over the halves of all
    chains.

    Parameters
    ----------
    draws : array_like, shape (n,) or (n_chains, n)
        Draws of one number; at least 8 of each chain.

    Returns
    -------
    float
        It can exceed the number of draws, for a chain that moves back and forth.

    Raises
    ------
    ValueError
        If there are fewer draws, or no chain ever moves.

    See Also
    --------
    mlcompanion.stats.intervals.effective_sample_size : What weighted draws are worth.

    Notes
    -----
    Cost: O(n log n). It is arviz's ``ess(method="mean")``. A chain that has never left one hump of
    two looks excellent: start several chains far apart.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> bool(800 < chain_effective_size(rng.normal(size=1000)) < 1250)
    True
    """
    rows = _halves(_check_draws(draws, 8)[0])
    time = _integrated_time(_chain_autocorrelations(rows))
    size = rows.size
    # antithetic chains may seem better than independent draws: the claim is bounded
    return float(size / max(time, 1 / np.log10(size)))


def chain_mean_error(draws):
    """Standard error of the mean of a chain: its deviation over the root of the effective size.

    Parameters
    ----------
    draws : array_like, shape (n,) or (n_chains, n)
        Draws of one number; at least 8 of each chain.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If there are fewer draws, or no chain ever moves.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> round(chain_mean_error(rng.normal(size=10_000)), 2)
    0.01
    """
    size = chain_effective_size(draws)
    rows, scale = _check_draws(draws, 8)
    return float(scale * rows.std(ddof=1) / np.sqrt(size))


def split_rhat(draws):
    r"""Do the halves of the chains agree? Near 1 if they do; above 1.01 they have not mixed.

    .. math:: \hat R=\sqrt{\frac{(m-1)\,W/m+B/m}{W}}

    for halves of m draws, with W the mean of their variances and B/m the variance of their means.

    Parameters
    ----------
    draws : array_like, shape (n,) or (n_chains, n)
        Draws of one number; at least 4 of each chain.

    Returns
    -------
    float
        Infinite if no half moves, but they stand at different places.

    Raises
    ------
    ValueError
        If there are fewer draws, or all are equal.

    Notes
    -----
    Cost: O(n). It is arviz's ``rhat(method="split")``.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> round(split_rhat(rng.normal(size=(4, 1000))), 2)
    1.0
    """
    rows = _halves(_check_draws(draws, 4)[0])
    m = rows.shape[1]
    within = rows.var(axis=1, ddof=1).mean()
    between = rows.mean(axis=1).var(ddof=1)
    if within == 0:  # no chain moves, yet they differ
        return np.inf
    return float(np.sqrt((m - 1) / m + between / within))
