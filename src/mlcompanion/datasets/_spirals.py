"""What only neighbourhoods tell apart: spirals in the plane and in space, a chessboard, a roll.

The planar spirals and the roll are of Sugiyama (2016), chapters 26, 27, 36 and 37; the chessboard
and the double spiral stand for sets that Zhuang, Tsang and Hoi (2011), Table 1, name without saying
how they were drawn.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_chessboard", "make_double_spiral", "make_swiss_roll", "make_two_spirals"]


def make_two_spirals(n_samples=200, noise=1.0, random_state=None, *, turns=2.0):
    r"""Draw two spirals, one inside the other, with uniform noise.

    The angles :math:`a` are equally spaced from 0 to :math:`2\pi` times the turns; the arm of class
    1 is :math:`a(\cos a,\sin a)`, that of class -1 is :math:`(a+\pi)(\cos a,\sin a)`; each
    coordinate gets an independent :math:`U(0,\text{noise})`, which moves both arms by half of it.

    Parameters
    ----------
    n_samples : int
        Even: half of them on each arm.
    noise : float
        Length of the interval of the noise.
    random_state : int, Generator, RandomState or None
    turns : float
        Positive. Two in chapters 26 and 27, one in chapter 37, a half in Fig. 36.3.

    Returns
    -------
    Bunch
        ``data`` (n_samples, 2); ``target`` (n_samples,), 1 for the first half and -1 for the
        second; ``DESCR``.

    Raises
    ------
    ValueError
        If ``n_samples`` is odd or less than 2, ``noise`` negative, or ``turns`` not positive.

    Notes
    -----
    Source: Sugiyama (2016), listings of Figs 26.2, 27.10, 27.15, 36.3 and 37.5.
    """
    n = check_count(n_samples, "n_samples", low=2)
    if n % 2:
        raise ValueError(f"n_samples must be even, got {n}")
    noise = check_real(noise, "noise", low=0)
    turns = check_real(turns, "turns", low=0, open_low=True)
    rng = check_rng(random_state)
    angle = np.linspace(0, 2 * np.pi * turns, n // 2)
    radius = np.concatenate([angle, angle + np.pi])
    angle = np.tile(angle, 2)
    clean = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return Bunch(
        data=clean + rng.uniform(0, noise, clean.shape),
        target=np.repeat([1, -1], n // 2),
        DESCR=f"{n} points on two spirals of {turns:g} turns, uniform noise of length {noise:g}",
    )


def make_double_spiral(n_samples=100, noise=0.3, random_state=None):
    r"""Draw two arms that wind up around each other in space.

    The angles :math:`a` are equally spaced in :math:`[\pi/2,3\pi]`; arm 0 is
    :math:`(a\cos a,a\sin a,a)`, arm 1 is turned by :math:`\pi` about the third axis; each
    coordinate gets normal noise.

    Parameters
    ----------
    n_samples : int
        Even: half of them on each arm.
    noise : float
        Standard deviation of the noise; the arms are about 3 apart.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, 3); ``target`` (n_samples,), 0 for the first half and 1 for the
        second; ``DESCR``.

    Raises
    ------
    ValueError
        If ``n_samples`` is odd or less than 2, or ``noise`` negative.

    Notes
    -----
    Stands for the set "spiral" of Zhuang, Tsang and Hoi (2011): 100 points, 3 features.
    """
    n = check_count(n_samples, "n_samples", low=2)
    if n % 2:
        raise ValueError(f"n_samples must be even, got {n}")
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    angle = np.linspace(np.pi / 2, 3 * np.pi, n // 2)
    arm = np.column_stack([angle * np.cos(angle), angle * np.sin(angle), angle])
    clean = np.vstack([arm, arm * [-1, -1, 1]])
    return Bunch(
        data=clean + noise * rng.normal(size=clean.shape),
        target=np.repeat([0, 1], n // 2),
        DESCR=f"{n} points on two arms that wind up in space, normal noise of deviation {noise:g}",
    )


def make_chessboard(n_samples=100, n_squares=4, random_state=None):
    """Draw points uniformly on a chessboard; the class is the colour of the square.

    Parameters
    ----------
    n_samples : int
    n_squares : int
        Squares along each side, each of length 1.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, 2); ``target`` (n_samples,), 0 or 1; ``DESCR``.

    Raises
    ------
    ValueError
        If a number is less than 1.

    Notes
    -----
    Stands for the set "chessboard" of Zhuang, Tsang and Hoi (2011): 100 points, 2 classes.
    """
    n = check_count(n_samples, "n_samples", low=1)
    side = check_count(n_squares, "n_squares", low=1)
    data = check_rng(random_state).uniform(0, side, (n, 2))
    return Bunch(
        data=data,
        target=np.floor(data).astype(int).sum(axis=1) % 2,
        DESCR=f"{n} points on a chessboard of {side} x {side} squares",
    )


def make_swiss_roll(n_samples=1000, random_state=None):
    r"""Draw a rolled-up sheet in space, whose angle and height are what should be found again.

    With :math:`a\sim U(0,3\pi)` and :math:`b\sim U(0,30)` a point is
    :math:`(a\cos a,\;b,\;a\sin a)`.

    Parameters
    ----------
    n_samples : int
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, 3); ``target`` (n_samples,), the angle; ``height`` (n_samples,);
        ``DESCR``.

    Raises
    ------
    ValueError
        If ``n_samples`` is less than 1.

    Notes
    -----
    The sheet begins in the middle of the roll, where the points lie closest; the roll of
    ``sklearn.datasets`` begins half a turn later, with other heights.
    Source: Sugiyama (2016), listing of Fig. 36.5.
    """
    n = check_count(n_samples, "n_samples", low=1)
    rng = check_rng(random_state)
    angle = rng.uniform(0, 3 * np.pi, n)
    height = rng.uniform(0, 30, n)
    return Bunch(
        data=np.column_stack([angle * np.cos(angle), height, angle * np.sin(angle)]),
        target=angle,
        height=height,
        DESCR=f"{n} points on a sheet rolled up one and a half times",
    )
