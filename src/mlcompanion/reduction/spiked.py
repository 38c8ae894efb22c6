r"""One signal in noise: how well its direction is learned from few points in many dimensions.

The transition of the spiked model that Abrahamsen and Hansen (2011), section 2 and Figure 2, draw
and cite; a formula they do not print, here in the form of Hoyle and Rattray (2007) and Paul (2007).
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["spike_overlap", "spike_threshold"]


def spike_overlap(n_samples, n_features, signal=1.0, noise=1.0):
    r"""Squared cosine between the first principal direction and the signal's, in the limit.

    For :math:`x=\eta u+\epsilon`, :math:`\eta\sim N(0,s^2)`, :math:`\epsilon\sim N(0,\sigma^2I)`:

    .. math:: R^2=\frac{1-c/\ell^2}{1+c/\ell}\quad\text{if }\ell>\sqrt c,\text{ else }0,
              \qquad c=\frac DN,\quad\ell=\frac{s^2}{\sigma^2}.

    Parameters
    ----------
    n_samples : int or array_like of float, positive
        N; of several an answer each.
    n_features : int
        D.
    signal : float
        Standard deviation s of the signal; of the k-th of several orthogonal ones for the k-th
        direction.
    noise : float
        Standard deviation of the noise in each dimension; positive.

    Returns
    -------
    float or ndarray, shaped as ``n_samples``
        Between 0 and 1.

    Notes
    -----
    Exact for N and D to infinity at a fixed ratio. Source: Abrahamsen and Hansen (2011), Figure 2.

    Examples
    --------
    >>> spike_overlap([10, 100, 1000], 1000, 1.0, 0.5).round(2)
    array([0.  , 0.11, 0.75])
    """
    counts = check_array(n_samples, "n_samples", low=0, open_low=True)
    features = check_count(n_features, "n_features", low=1)
    signal = check_real(signal, "signal", low=0)
    noise = check_real(noise, "noise", low=0, open_low=True)
    c = features / counts
    ratio = (noise / signal) ** 2 if signal > 0 else np.inf  # 1 / l
    # beyond the threshold the numerator is negative
    lost = np.sqrt(c) * ratio
    with np.errstate(over="ignore", invalid="ignore"):
        found = np.where(lost < 1, (1 - lost**2) / (1 + c * ratio), 0.0)
    return float(found) if found.ndim == 0 else found


def spike_threshold(n_features, signal=1.0, noise=1.0):
    r"""Number of samples at which the signal's direction begins to be learned.

    Parameters
    ----------
    n_features : int
        D.
    signal : float
        Standard deviation s of the signal; positive.
    noise : float
        Standard deviation of the noise in each dimension.

    Returns
    -------
    float
        :math:`D\sigma^4/s^4`.

    Examples
    --------
    >>> spike_threshold(1000, 1.0, 0.5)
    62.5
    """
    features = check_count(n_features, "n_features", low=1)
    signal = check_real(signal, "signal", low=0, open_low=True)
    noise = check_real(noise, "noise", low=0)
    return features * (noise / signal) ** 4
