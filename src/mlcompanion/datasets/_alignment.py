"""Utterances and piano pieces with known starts, for want of recorded ones.

They stand in for TIMIT and the recordings of Shalev-Shwartz (2007), Sections 9.5.2 and 9.6.2,
which cannot be had.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["PianoPiece", "Utterances", "make_piano_pieces", "make_utterances"]

_SHORTEST = 3  # frames of a phoneme
_LONGEST = 25
_PARTIALS = 5  # of a string
_RISE = 0.004  # seconds of a hammer's attack
_PITCHES = (48, 84)


class Utterances(NamedTuple):
    """What :func:`make_utterances` returns.

    Attributes
    ----------
    signals : list of ndarray, shapes (T, n_features)
    events : list of ndarray of int, shapes (n_events,)
    starts : list of ndarray of int, shapes (n_events,)
        Frames, from 0; the first event starts with the signal.
    means : ndarray, shape (n_phonemes, n_features)
    durations : ndarray, shape (n_phonemes,)
        Mean lengths, in frames.
    """

    signals: list
    events: list
    starts: list
    means: np.ndarray
    durations: np.ndarray


def _no_neighbours(n_events, n_symbols, rng):
    """Random symbols of which no two neighbours are equal."""
    steps = rng.integers(1, n_symbols, n_events)
    steps[0] = rng.integers(n_symbols)
    return np.cumsum(steps) % n_symbols


def make_utterances(
    n_samples=100, n_events=10, *, n_phonemes=10, n_features=4, noise=1.2, random_state=None
):
    r"""Utterances of phonemes whose starts are known.

    A phoneme has a mean of :math:`1.2N(0,I)` and a mean length of 5 to 14 frames. Lengths vary by
    three tenths of it, and with the speed of the utterance, :math:`e^{N(0,0.15^2)}`; they are 3 to
    25 frames. Means are smoothed over three frames, as sounds run into each other, and the noise of
    a frame remembers half of the one before.

    Parameters
    ----------
    n_samples, n_events, n_phonemes, n_features : int
    noise : float
        Standard deviation of a frame.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Utterances
        No phoneme follows itself.

    Raises
    ------
    ValueError
        If a size or the noise is out of range.

    Notes
    -----
    Stands in for TIMIT, Shalev-Shwartz (2007), Section 9.5.2.

    Examples
    --------
    >>> made = make_utterances(2, random_state=0)
    >>> [len(y) for y in made.starts]
    [10, 10]
    """
    n = check_count(n_samples, "n_samples", low=1)
    n_events = check_count(n_events, "n_events", low=1)
    n_phonemes = check_count(n_phonemes, "n_phonemes", low=2)
    d = check_count(n_features, "n_features", low=1)
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    means = 1.2 * rng.normal(size=(n_phonemes, d))
    durations = rng.uniform(5, 14, n_phonemes)
    signals = []
    events = []
    starts = []
    for _ in range(n):
        e = _no_neighbours(n_events, n_phonemes, rng)
        speed = np.exp(0.15 * rng.normal())
        lengths = speed * durations[e] * (1 + 0.3 * rng.normal(size=n_events))
        lengths = np.clip(np.rint(lengths), _SHORTEST, _LONGEST).astype(int)
        clean = np.repeat(means[e], lengths, axis=0)
        padded = np.concatenate([clean[:1], clean, clean[-1:]])
        clean = (padded[:-2] + padded[1:-1] + padded[2:]) / 3
        hiss = rng.normal(size=clean.shape)
        for t in range(1, len(hiss)):
            hiss[t] = 0.5 * hiss[t - 1] + np.sqrt(0.75) * hiss[t]  # the variance stays 1
        signals.append(clean + noise * hiss)
        events.append(e)
        starts.append(np.cumsum(lengths) - lengths)
    return Utterances(signals, events, starts, means, durations)


class PianoPiece(NamedTuple):
    """One of the pieces that :func:`make_piano_pieces` returns.

    Attributes
    ----------
    sound : ndarray, shape (n_samples,)
    sampling : float
        Samples a second.
    events : ndarray, shape (K, 2)
        The score: MIDI pitch and score time in seconds, in the order of time.
    starts : ndarray, shape (K,)
        When the notes were played, in seconds.
    """

    sound: np.ndarray
    sampling: float
    events: np.ndarray
    starts: np.ndarray

    def frames(self, frame=0.02):
        """The frames nearest to the starts; frame t is centred at t times ``frame``.

        Parameters
        ----------
        frame : float
            Seconds.

        Returns
        -------
        ndarray of int, shape (K,)
        """
        frame = check_real(frame, "frame", low=0, open_low=True)
        return np.rint(self.starts / frame).astype(int)


def _score(n_notes, rng):
    """Pitches that wander, and their score times at a beat of 0.3 to 0.6 s."""
    beat = rng.uniform(0.3, 0.6)
    gaps = rng.choice([0.0, 0.25, 0.5, 1.0], n_notes, p=[0.2, 0.25, 0.4, 0.15])
    gaps[0] = 0.0
    low, high = _PITCHES
    pitches = np.empty(n_notes, int)
    pitch = int(rng.integers(60, 73))
    for i in range(n_notes):
        # in a chord another note than those before it, most often a third to an octave away
        leap = rng.integers(3, 13) * rng.choice([-1, 1]) if gaps[i] == 0 else rng.integers(-4, 5)
        pitch = int(np.clip(pitch + leap, low, high))
        pitches[i] = pitch
    return np.column_stack([pitches, beat * np.cumsum(gaps)])


def _played(score, rng):
    """When the notes are played: a tempo that wanders, and fingers that are not exact."""
    gaps = np.diff(score[:, 1])
    tempo = np.exp(0.1 * rng.normal() + np.cumsum(0.03 * rng.normal(size=len(gaps))))
    starts = rng.uniform(0.2, 0.8) + np.append(0.0, np.cumsum(gaps * np.clip(tempo, 0.6, 1.6)))
    return np.maximum.accumulate(starts + rng.uniform(-0.008, 0.008, len(starts)))


def _sound(pitches, starts, sampling, noise, rng):
    """Five partials a note, a sharp rise and a decay, and noise."""
    sound = np.zeros(int((starts[-1] + 0.9) * sampling))
    for pitch, start in zip(pitches, starts):
        seconds = rng.uniform(0.4, 1.0)
        first = int(np.ceil(start * sampling))
        samples = np.arange(first, min(len(sound), first + int(seconds * sampling)))
        t = samples / sampling - start
        envelope = np.minimum(1.0, t / _RISE) * np.exp(-4.0 * t / seconds)
        envelope *= np.minimum(1.0, (seconds - t) / 0.03) * rng.uniform(0.4, 1.0)
        frequency = 440.0 * 2.0 ** ((pitch - 69) / 12)
        for h in range(1, _PARTIALS + 1):
            if h * frequency < sampling / 2:
                sound[samples] += (
                    envelope / h * np.sin(2 * np.pi * (h * frequency * t + rng.random()))
                )
    return sound + noise * rng.normal(size=len(sound))


def make_piano_pieces(
    n_samples=12, n_notes=110, *, sampling=8000.0, noise=0.05, wrong=0.02, random_state=None
):
    """Piano pieces of several voices: the sound, the score, and when each note was played.

    Notes have five harmonics that decay; a fifth of them sound together with the one before. The
    tempo wanders, starts are off by up to 8 ms, and now and then a wrong key is struck.

    Parameters
    ----------
    n_samples, n_notes : int
        Pieces, and notes of a piece.
    sampling : float
        Samples a second.
    noise : float
        Standard deviation of the noise; a loud note has an amplitude of 1. Pieces have half to
        three times as much.
    wrong : float
        Share of notes that are played a semitone off.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    list of PianoPiece

    Raises
    ------
    ValueError
        If a size is out of range.

    Notes
    -----
    Stands in for the twelve recordings of Shalev-Shwartz (2007), Section 9.6.2.

    Examples
    --------
    >>> piece = make_piano_pieces(1, 20, random_state=0)[0]
    >>> piece.events.shape, piece.starts.shape
    ((20, 2), (20,))
    """
    n = check_count(n_samples, "n_samples", low=1)
    n_notes = check_count(n_notes, "n_notes", low=1)
    sampling = check_real(sampling, "sampling", low=1000)
    noise = check_real(noise, "noise", low=0)
    wrong = check_real(wrong, "wrong", low=0, high=1)
    rng = check_rng(random_state)
    pieces = []
    for _ in range(n):
        score = _score(n_notes, rng)
        starts = _played(score, rng)
        slips = (rng.random(n_notes) < wrong) * rng.choice([-1, 1], n_notes)
        level = noise * rng.uniform(0.5, 3.0)
        sound = _sound(score[:, 0] + slips, starts, sampling, level, rng)
        pieces.append(PianoPiece(sound, sampling, score, starts))
    return pieces
