"""Errata of the music section, checked by sounds and a table alone.

Shalev-Shwartz (2007), Section 9.6: the frequency of a pitch, the floor of an error, and what the
starts of EM can explain. Nothing here calls the aligners.
"""

import numpy as np
from sklearn.mixture import GaussianMixture

from mlcompanion._validation import check_rng

__all__ = ["KEYS", "cells_of", "em_starts", "frame_oracles", "octave_checks"]

#: Keys of a piano, from any table of pitches: MIDI code and hertz.
KEYS = {21: 27.5, 60: 261.63, 69: 440.0, 108: 4186.01}
COLUMNS = ("ghmm_1", "ghmm_3", "ghmm_5", "ghmm_7", "learned")
#: Means and standard deviations as printed below Table 9.2, in the order of the columns.
PRINTED_MEANS = (1000.1, 998.1, 30.3, 1106.4, 14.4)
PRINTED_SDS = (3159.0, 3078.3, 14.1, 3564.1, 9.0)


def cells_of(printed):
    """The sixty cells of the printed Table 9.2, in ms; columns as ``COLUMNS``, shape (12, 5)."""
    return np.array([printed.column(name) for name in COLUMNS]).T


def octave_checks():
    """Frequencies by the formula over those of tones, and energy in the bands, for 57 and 69.

    Returns
    -------
    ratios : dict
        Base code to four ratios of formula and lowest spectral peak.
    shares : dict
        Base code to four shares of the tone's energy in the quarter-tone band.
    """
    sampling = 44100
    t = np.arange(sampling) / sampling
    ratios = {57: [], 69: []}
    shares = {57: [], 69: []}
    for code, hertz in KEYS.items():
        # four harmonics of the highest key lie below half the sampling rate
        tone = sum(np.sin(2 * np.pi * h * hertz * t) / h for h in range(1, 7) if h * hertz < 22050)
        power = np.abs(np.fft.rfft(tone * np.hanning(sampling))) ** 2
        grid = np.fft.rfftfreq(sampling, 1 / sampling)
        peaks = np.flatnonzero(power > 0.01 * power.max())
        lowest = grid[peaks[0] : peaks[0] + 6]
        peak = float(lowest[np.argmax(power[peaks[0] : peaks[0] + 6])])
        for base in (57, 69):
            centre = 440.0 * 2 ** ((code - base) / 12)
            inside = np.abs(np.log2(np.maximum(grid, 1e-9) / centre)) <= 0.5 / 12
            ratios[base].append(centre / peak)
            shares[base].append(float(power[inside].sum() / power.sum()))
    return ratios, shares


def frame_oracles(pieces, frame=0.02):
    """Mean errors, ms, of starts known to a frame: the nearest time, and the frame's beginning.

    Parameters
    ----------
    pieces : list of PianoPiece
    frame : float
        Seconds.

    Returns
    -------
    near, begin : list of float
    """
    near = []
    begin = []
    for piece in pieces:
        number = piece.starts / frame
        near.append(1000 * float(np.abs(frame * np.rint(number) - piece.starts).mean()))
        begin.append(1000 * float(np.abs(frame * np.floor(number) - piece.starts).mean()))
    return near, begin


def em_starts(frames, n_starts=15, components=(1, 7)):
    """How fits from random partitions differ, by number of Gaussians.

    Parameters
    ----------
    frames : ndarray, shape (n, d)
    n_starts : int
    components : (int, int)

    Returns
    -------
    one : float
        Largest difference of any parameter of the first models, over the largest one.
    seven : float
        Highest minus lowest mean log-likelihood of the second ones.
    """
    rng = check_rng(0)
    fits = {}
    for n in components:
        fits[n] = [
            GaussianMixture(
                n, init_params="random", tol=1e-8, max_iter=2000,
                random_state=int(rng.integers(2**31)),
            ).fit(frames)
            for _ in range(n_starts)
        ]  # fmt: skip
    first = [np.append(m.means_.ravel(), m.covariances_.ravel()) for m in fits[components[0]]]
    one = np.ptp(first, axis=0).max() / np.abs(first).max()
    found = [model.score(frames) for model in fits[components[1]]]
    return float(one), float(np.ptp(found))
