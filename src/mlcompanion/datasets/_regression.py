"""The noisy curve that Sugiyama (2016) fits throughout chapters 22 to 24 (Fig. 22.3, lines 1-2)."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["SincTrend", "make_sinc_trend"]


class SincTrend(NamedTuple):
    """Samples of a curve with noise.

    Attributes
    ----------
    x : ndarray, shape (n_samples,)
        Inputs, evenly spaced on [-3, 3].
    y : ndarray, shape (n_samples,)
        Noisy outputs.
    clean : ndarray, shape (n_samples,)
        The curve itself at ``x``.
    """

    x: np.ndarray
    y: np.ndarray
    clean: np.ndarray


def make_sinc_trend(n_samples=50, noise=0.05, random_state=None):
    r"""Draw :math:`y=\frac{\sin\pi x}{\pi x}+0.1x+\varepsilon` at even inputs on [-3, 3].

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation of the Gaussian noise.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    SincTrend
        ``x``, ``y`` and ``clean``, each of shape (n_samples,).

    Raises
    ------
    ValueError
        If there are fewer than two samples, or the noise is negative.

    Notes
    -----
    The listing divides by zero when an input is 0, which an even ``n_samples`` avoids; here the
    value at 0 is 1, its limit. Source: Sugiyama (2016), Figs. 22.3, 22.7 and 22.10.
    """
    n = check_count(n_samples, "n_samples", low=2)
    noise = check_real(noise, "noise", low=0)
    x = np.linspace(-3, 3, n)
    clean = np.sinc(x) + 0.1 * x
    return SincTrend(x, clean + noise * check_rng(random_state).normal(size=n), clean)
