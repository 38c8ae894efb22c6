r"""Ten features that place the notes of a score in a recording.

Shalev-Shwartz (2007), Section 9.6.1: energies at three harmonics of a note's pitch, their first
and second derivatives, and the change of tempo (9.8).
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

from .features import AlignmentFeatures, AlignmentTables

__all__ = ["MusicFeatures", "band_edges", "harmonic_energies", "local_polynomial", "pitch_hertz"]

CONCERT_A = 69  # its code in the MIDI standard; the source prints 57, which is an octave lower
_QUIET = 10  # frames of silence, so that the end of a sound does not ring in its beginning
_FAINT = 1e-4  # share of the mean energy that counts as silence


def pitch_hertz(pitch):
    r"""Frequency :math:`440\cdot 2^{(p-69)/12}` of a MIDI pitch.

    Parameters
    ----------
    pitch : array_like

    Returns
    -------
    ndarray

    Notes
    -----
    Source: Section 9.6.1, which prints 57 for 69.
    """
    return 440.0 * 2.0 ** ((check_array(pitch, "pitch") - CONCERT_A) / 12)


def band_edges(pitch, harmonic=1):
    """Cut-off frequencies a quarter tone below and above a harmonic of a pitch.

    Parameters
    ----------
    pitch : float
    harmonic : int

    Returns
    -------
    low, high : float
        In hertz.
    """
    pitch = check_real(pitch, "pitch")
    centre = check_count(harmonic, "harmonic", low=1) * float(pitch_hertz(pitch))
    quarter_tone = 2 ** (0.5 / 12)
    return centre / quarter_tone, centre * quarter_tone


def _band_energy(spectrum, bins_per_hertz, edges, n_frames):
    """Mean square of a band in each frame, from the spectrum divided by the sound's length."""
    low = int(np.ceil(edges[0] * bins_per_hertz))
    high = min(int(edges[1] * bins_per_hertz) + 1, len(spectrum))
    if high <= low:
        return np.zeros(n_frames)  # above what the sampling can hold
    # the band alone, moved down to zero: its envelope needs few samples a frame
    each = max(2, -(-(high - low) // n_frames))
    each += each % 2
    envelope = np.fft.ifft(spectrum[low:high], n_frames * each) * (n_frames * each)
    energy = 2 * (envelope.real**2 + envelope.imag**2)  # half of it lies at negative frequencies
    # a frame reaches half a frame to either side of its time
    return np.roll(energy, each // 2).reshape(n_frames, each).mean(axis=1)


def harmonic_energies(sound, sampling, pitches, frame=0.02, n_harmonics=3):
    """Energy around the first harmonics of pitches, in frames.

    Parameters
    ----------
    sound : array_like, shape (n_samples,)
    sampling : float
        Samples a second.
    pitches : array_like of int, shape (m,)
        MIDI pitches.
    frame : float
        Seconds from one frame to the next; frame t is centred at t times this.
    n_harmonics : int

    Returns
    -------
    ndarray, shape (m, n_harmonics, T)

    Notes
    -----
    One Fourier transform of the sound and one inverse of O(T log T) a band. Source: Section 9.6.1.
    """
    sound = check_array(sound, "sound", ndim=1, min_rows=1)
    sampling = check_real(sampling, "sampling", low=0, open_low=True)
    frame = check_real(frame, "frame", low=0, open_low=True)
    pitches = check_array(pitches, "pitches", ndim=1, min_rows=1, dtype=int, low=0, high=127)
    n_harmonics = check_count(n_harmonics, "n_harmonics", low=1)
    samples = round(sampling * frame)
    if samples < 1:
        raise ValueError(f"frame must last a sample at least, got {frame!r} s at {sampling!r}")
    T = -(-len(sound) // samples)
    padded = (T + _QUIET) * samples
    spectrum = np.fft.rfft(sound, padded) / padded
    seconds = padded / sampling
    energies = np.empty((len(pitches), n_harmonics, T))
    bands = {}
    for i, pitch in enumerate(pitches.tolist()):
        for h in range(1, n_harmonics + 1):
            if (pitch, h) not in bands:
                edges = band_edges(pitch, h)
                bands[pitch, h] = _band_energy(spectrum, seconds, edges, T + _QUIET)[:T]
            energies[i, h - 1] = bands[pitch, h]
    return energies


def local_polynomial(values, half=2):
    """Value, slope and curvature at each frame of a parabola fitted around it.

    Parameters
    ----------
    values : array_like, shape (..., T)
    half : int
        Frames on either side; beyond an end the last value goes on.

    Returns
    -------
    ndarray, shape (3, ..., T)
        Fitted value, first and second derivative, a frame as unit.
    """
    values = check_array(values, "values")
    if values.ndim == 0 or values.shape[-1] == 0:
        raise ValueError(f"values must have at least one frame, got shape {values.shape}")
    half = check_count(half, "half", low=1)
    around = np.arange(-half, half + 1)
    fit = np.linalg.pinv(np.vander(around, 3, increasing=True))
    fit[2] *= 2  # a x^2 has the second derivative 2 a
    frames = np.arange(values.shape[-1])
    found = np.zeros((3, *values.shape))
    for j, at in enumerate(around):
        shifted = values[..., np.clip(frames + at, 0, len(frames) - 1)]
        for k in range(3):
            found[k] += fit[k, j] * shifted
    return found


class MusicFeatures(AlignmentFeatures):
    r"""Ten features of notes placed in a recording.

    Logarithms of the energies around the first three harmonics of a note's pitch where it starts,
    their first and second derivatives, and the squared change of tempo (9.8), which counts where
    the score leaves more than ``tau`` before and after a note.

    Parameters
    ----------
    sampling : float
        Samples a second of the recordings.
    frame : float
        Seconds a frame.
    tau : float
        Seconds; shorter gaps of the score say nothing about the tempo.
    longest : int
        Largest distance of two neighbouring starts, in frames.
    half : int
        Frames on either side for the derivatives.

    Notes
    -----
    A signal is the recorded samples; events are rows (pitch, score time in seconds) in the order of
    time. Notes of a chord may start together: lengths begin at 0 frames. The source does not say
    energies of what scale; here they are divided by their mean, so that loudness has no unit.
    """

    shape = (9, 0, 0)

    def __init__(self, sampling=8000.0, frame=0.02, tau=0.06, longest=60, half=2):
        super().__init__(longest, 0, True)
        self.sampling = check_real(sampling, "sampling", low=0, open_low=True)
        self.frame = check_real(frame, "frame", low=0, open_low=True)
        self.tau = check_real(tau, "tau", low=0)
        self.half = check_count(half, "half", low=1)

    def tables(self, signal, events):
        """Tabulate the features of a recording.

        Parameters
        ----------
        signal : array_like, shape (n_samples,)
        events : array_like, shape (K, 2)

        Returns
        -------
        AlignmentTables
        """
        signal = check_array(signal, "signal", ndim=1, min_rows=1)
        events = check_array(events, "events", shape=(None, 2), min_rows=1)
        pitches = check_array(events[:, 0], "events", dtype=int, low=0, high=127)
        gaps = np.diff(events[:, 1])
        if len(gaps) and gaps.min() < 0:
            raise ValueError("events must stand in the order of score time")
        energies = harmonic_energies(signal, self.sampling, pitches, self.frame)
        mean = energies.mean()
        loud = np.log(_FAINT + energies / (mean if mean > 0 else 1.0))
        K, _, T = loud.shape
        # energies first, then slopes, then curvatures, three harmonics each
        slopes = local_polynomial(loud, self.half)
        slopes[0] = loud
        start = slopes.transpose(0, 2, 1, 3).reshape(9, K, T)
        wide = np.append(gaps > self.tau, False)  # after the last note the score has no gap
        turns = wide & np.append(False, wide[:-1])
        rate = np.ones(K)
        rate[wide] = self.frame / gaps[wide[:-1]]
        return AlignmentTables(
            start, np.empty((0, K, T + 1)), np.empty((0, K, self.longest + 1)), rate, turns
        )
