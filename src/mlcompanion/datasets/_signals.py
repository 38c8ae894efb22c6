"""Generators of signals whose structure is a curve: blocks in time, chirps, a fading channel.

The kinds of data of Ozertem and Erdogmus (2011), sections 4.2.1, 4.2.3 and 4.2.4; the equations are
this project's (the blocks are those of Donoho and Johnstone 1994), as the paper prints none.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_blocks", "make_chirps", "make_fading_channel"]

#: Places and heights of the jumps of "Blocks" (Donoho and Johnstone 1994).
_JUMPS = (0.1, 0.13, 0.15, 0.23, 0.25, 0.40, 0.44, 0.65, 0.76, 0.78, 0.81)
_HEIGHTS = (4.0, -5.0, 3.0, -4.0, 5.0, -4.2, 2.1, 4.3, -3.1, 2.1, -4.2)


def make_blocks(n_samples=512, noise=0.5, random_state=None):
    """Draw the piecewise constant signal "Blocks" with Gaussian noise.

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation; the signal ranges from -2 to 5.2.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data``, ``clean`` and ``time`` (n_samples,), time in [0, 1]; ``jumps`` (11,); ``DESCR``.
    """
    n = check_count(n_samples, "n_samples", low=2)
    noise = check_real(noise, "noise", low=0)
    time = np.linspace(0, 1, n)
    clean = (time[:, None] > np.array(_JUMPS)) @ np.array(_HEIGHTS)
    return Bunch(
        data=clean + noise * check_rng(random_state).normal(size=n),
        clean=clean,
        time=time,
        jumps=np.array(_JUMPS),
        DESCR=f"Blocks, {n} samples, noise {noise:g}",
    )


def make_chirps(n_samples=256, noise=0.0, random_state=None):
    """Draw a sum of two components whose frequencies move: a line and a sinusoid.

    Frequencies, in cycles a sample, at ``u = t / n_samples``: ``0.08 + 0.12 u`` and
    ``0.34 + 0.06 sin(2 pi u)``; the second is there for ``0.25 <= u <= 0.9`` only.

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation of the complex noise.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples,) complex; ``frequencies`` (n_samples, 2), NaN where a component is
        silent; ``DESCR``.
    """
    n = check_count(n_samples, "n_samples", low=8)
    noise = check_real(noise, "noise", low=0)
    u = np.arange(n) / n
    frequencies = np.column_stack([0.08 + 0.12 * u, 0.34 + 0.06 * np.sin(2 * np.pi * u)])
    loud = np.column_stack([np.ones(n, dtype=bool), (u >= 0.25) & (u <= 0.9)])
    # the phase is the sum of the frequencies so far
    signal = (loud * np.exp(2j * np.pi * np.cumsum(frequencies, axis=0))).sum(axis=1)
    # real and imaginary part together have variance 1
    hiss = check_rng(random_state).normal(size=(n, 2)) @ [1, 1j] / np.sqrt(2)
    return Bunch(
        data=signal + noise * hiss,
        frequencies=np.where(loud, frequencies, np.nan),
        DESCR=f"two chirps, {n} samples, noise {noise:g}",
    )


def make_fading_channel(n_samples=600, snr_db=5.0, turns=1.0, random_state=None):
    """Draw what two antennas receive from two, over a channel that rotates while it is used.

    ``y_t = H_t s_t + e_t`` with two binary symbols ``s_t`` in {-1, 1}^2 and a complex 2 x 2 matrix
    ``H_t`` whose entries are smooth random functions of time (three harmonics each). Real and
    imaginary parts of ``y`` give four dimensions; the four values of ``s`` give four threads.

    Parameters
    ----------
    n_samples : int
    snr_db : float
        Power of ``H s`` over power of the noise, in decibels.
    turns : float
        How many times the slowest harmonic goes round: the speed of the fading.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data``, ``clean`` (n_samples, 4); ``time`` (n_samples,) in [0, 1]; ``target``
        (n_samples,), the symbol pair as 0..3; ``DESCR``.
    """
    n = check_count(n_samples, "n_samples", low=4)
    snr_db = check_real(snr_db, "snr_db")
    turns = check_real(turns, "turns", low=0)
    rng = check_rng(random_state)
    time = np.linspace(0, 1, n)
    waves = np.exp(2j * np.pi * turns * np.outer(time, (-1.0, -0.4, 0.5)))
    gains = rng.normal(size=(3, 2, 2, 2)) @ [1, 1j]
    symbols = 2 * rng.integers(2, size=(n, 2)) - 1
    received = np.einsum("tk,kij,tj->ti", waves, gains, symbols)
    clean = np.column_stack([received.real, received.imag])
    clean /= np.sqrt((clean**2).mean())  # power 1, so that the noise has the ratio asked for
    data = clean + 10 ** (-snr_db / 20) * rng.normal(size=clean.shape)
    target = (symbols > 0) @ np.array([1, 2])  # two bits as a number
    return Bunch(
        data=data, clean=clean, time=time, target=target, DESCR=f"fading channel, {snr_db:g} dB"
    )
