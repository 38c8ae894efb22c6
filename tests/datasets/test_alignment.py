"""Utterances and piano pieces: what they promise, and that a seed gives the same."""

import numpy as np
import pytest

from mlcompanion.datasets import make_piano_pieces, make_utterances


def test_utterances_keep_their_word():
    made = make_utterances(200, random_state=0)
    lengths = np.concatenate([np.diff([*y, len(x)]) for x, y in zip(made.signals, made.starts)])
    assert lengths.min() >= 3
    assert lengths.max() <= 25
    assert all(y[0] == 0 for y in made.starts)
    assert all((np.diff(e) != 0).all() for e in made.events)
    of = np.concatenate(made.events)
    own = np.array([lengths[of == e].mean() for e in range(10)])
    assert np.corrcoef(own, made.durations)[0, 1] > 0.97
    # the noise: as large as said, and half remembered
    rest = np.concatenate([
        (x - np.repeat(made.means[e], np.diff([*y, len(x)]), axis=0))[2:4]
        for x, e, y in zip(*made[:3]) if np.diff([*y, len(x)])[0] > 5
    ])  # fmt: skip
    assert rest.std() == pytest.approx(1.2, rel=0.1)
    assert np.corrcoef(rest[::2].ravel(), rest[1::2].ravel())[0, 1] == pytest.approx(0.5, abs=0.1)


def test_pieces_keep_their_word():
    piece = make_piano_pieces(2, 100, random_state=0)[1]
    gaps = np.diff(piece.events[:, 1])
    assert gaps.min() == 0
    assert 10 < (gaps == 0).sum() < 35
    assert (np.diff(piece.starts) >= 0).all()
    assert piece.starts[0] > 0
    assert len(piece.sound) == int((piece.starts[-1] + 0.9) * 8000)
    together = np.diff(piece.starts)[gaps == 0]
    assert together.max() < 0.02
    assert np.array_equal(piece.frames(), np.rint(piece.starts / 0.02))
    again = make_piano_pieces(2, 100, random_state=0)[1]
    assert np.array_equal(again.sound, piece.sound)
    quiet = make_piano_pieces(1, 10, noise=0.0, random_state=1)[0]
    assert np.all(quiet.sound[: int(quiet.starts[0] * 8000)] == 0)


def test_bad_input_names_the_argument():
    with pytest.raises(ValueError, match="n_phonemes"):
        make_utterances(1, n_phonemes=1)
    with pytest.raises(ValueError, match="wrong"):
        make_piano_pieces(1, wrong=2.0)
    with pytest.raises(ValueError, match="sampling"):
        make_piano_pieces(1, sampling=10)
