"""Data of regression: Sugiyama's noisy curve (2016, Fig. 22.3, lines 1-2), and stack loss."""

from typing import NamedTuple

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_in, check_real, check_rng

__all__ = ["SincTrend", "load_stackloss", "make_sinc_trend"]

_STACKLOSS = """
42 80 27 89
37 80 27 88
37 75 25 90
28 62 24 87
18 62 22 87
18 62 23 87
19 62 24 93
20 62 24 93
15 58 23 87
14 58 18 80
14 58 18 89
13 58 17 88
11 58 18 82
12 58 19 93
 8 50 18 89
 7 50 18 86
 8 50 19 72
 8 50 19 79
 9 50 20 80
15 56 20 82
15 70 20 91
"""


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


def make_sinc_trend(n_samples=50, noise=0.05, random_state=None, *, inputs="even"):
    r"""Draw :math:`y=\frac{\sin\pi x}{\pi x}+0.1x+\varepsilon` at inputs on [-3, 3] or around 0.

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation of the Gaussian noise.
    random_state : int, Generator, RandomState or None
    inputs : {"even", "normal"}
        Evenly spaced on [-3, 3], or drawn from the standard normal law, in the order drawn.

    Returns
    -------
    SincTrend
        ``x``, ``y`` and ``clean``, each of shape (n_samples,).

    Raises
    ------
    ValueError
        If there are fewer than two samples, the noise is negative, or ``inputs`` unknown.

    Notes
    -----
    The listing divides by zero when an input is 0, which an even ``n_samples`` avoids; here the
    value at 0 is 1, its limit. Source: Sugiyama (2016), Figs. 22.3, 22.7, 22.10
    and, with noise 0.2 and either inputs, 32.1 and 32.3.
    """
    n = check_count(n_samples, "n_samples", low=2)
    noise = check_real(noise, "noise", low=0)
    check_in(inputs, "inputs", ("even", "normal"))
    rng = check_rng(random_state)
    x = np.linspace(-3, 3, n) if inputs == "even" else rng.normal(size=n)
    clean = np.sinc(x) + 0.1 * x  # NumPy's sinc has the pi
    return SincTrend(x, clean + noise * rng.normal(size=n), clean)


def load_stackloss():
    """Load stack loss: 21 days in the life of a plant, and the classic of robust regression.

    Days 1, 3, 4 and 21 (from 1) are known as outliers.

    Returns
    -------
    Bunch
        ``data`` (21, 3), ``target`` (21,), ``feature_names``, ``DESCR``.
    """
    rows = np.array(_STACKLOSS.split(), dtype=float).reshape(21, 4)
    return Bunch(
        data=rows[:, 1:],
        target=rows[:, 0],
        feature_names=["air_flow", "water_temperature", "acid"],
        DESCR=(
            "Stack loss (Brownlee 1965, Statistical Theory and Methodology in Science and "
            "Engineering, 2nd edition), 21 days at a plant that oxidises ammonia to nitric "
            "acid.\n\n"
            "Origin: K. A. Brownlee; public domain.\nTaken from: PyPI statsmodels 0.15.0 "
            "(statsmodels.datasets.stackloss).\nChanged: nothing; the response is `target`.\n\n"
            "target: ten times the percentage of the ammonia that escapes; air_flow: rate of "
            "operation; water_temperature: of the cooling water; acid: concentration of the "
            "circulating acid, ten times its excess over 50 %.\n"
        ),
    )
