"""Two interleaved spirals: the planar classes of Sugiyama (2016), chapters 26, 27 and 37."""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_two_spirals"]


def make_two_spirals(n_samples=200, noise=1.0, random_state=None):
    r"""Draw two spirals of two turns, one inside the other, with uniform noise.

    The angles :math:`a` are equally spaced in :math:`[0,4\pi]`; the arm of class 1 is
    :math:`a(\cos a,\sin a)`, that of class -1 is :math:`(a+\pi)(\cos a,\sin a)`; each coordinate
    gets an independent :math:`U(0,\text{noise})`, which moves both arms by half of it.

    Parameters
    ----------
    n_samples : int
        Even: half of them on each arm.
    noise : float
        Length of the interval of the noise.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, 2); ``target`` (n_samples,), 1 for the first half and -1 for the
        second; ``DESCR``.

    Raises
    ------
    ValueError
        If ``n_samples`` is odd or less than 2, or ``noise`` negative.

    Notes
    -----
    Source: Sugiyama (2016), listings of Figs 26.2, 27.10 and 27.15.
    """
    n = check_count(n_samples, "n_samples", low=2)
    if n % 2:
        raise ValueError(f"n_samples must be even, got {n}")
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    angle = np.linspace(0, 4 * np.pi, n // 2)
    radius = np.concatenate([angle, angle + np.pi])
    angle = np.tile(angle, 2)
    clean = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return Bunch(
        data=clean + rng.uniform(0, noise, clean.shape),
        target=np.repeat([1, -1], n // 2),
        DESCR=f"{n} points on two spirals of two turns, uniform noise of length {noise:g}",
    )
