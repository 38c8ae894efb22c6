"""The hidden Markov baseline against a Viterbi over states, the note model on plain pieces."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from mlcompanion.datasets import make_piano_pieces, make_utterances
from mlcompanion.online.alignment import MusicFeatures, PhonemeHMM, ScoreHMM

MADE = make_utterances(40, 6, random_state=5)


def viterbi_states(emission, stay):
    """Forced alignment state by state: K left-to-right states, each frame stays or moves on."""
    T, K = emission.shape
    best = np.full((T, K), -np.inf)
    moved = np.zeros((T, K), bool)
    best[0, 0] = emission[0, 0]
    for t in range(1, T):
        for k in range(K):
            on = best[t - 1, k] + np.log(stay[k])
            here = best[t - 1, k - 1] + np.log1p(-stay[k - 1]) if k else -np.inf
            moved[t, k] = here > on
            best[t, k] = max(on, here) + emission[t, k]
    starts = np.zeros(K, int)
    k = K - 1
    for t in range(T - 1, 0, -1):
        if moved[t, k]:
            starts[k] = t
            k -= 1
    return starts


def test_forced_alignment_is_the_viterbi_path_of_the_chain():
    model = PhonemeHMM(random_state=0).fit(*MADE[:3])
    for x, e in list(zip(MADE.signals, MADE.events))[:10]:
        emission = np.column_stack([
            multivariate_normal(model.mixtures_[s].means_[0], model.mixtures_[s].covariances_[0])
            .logpdf(x) for s in e
        ])  # fmt: skip
        assert np.array_equal(model.align(x, e), viterbi_states(emission, model.stay_[e]))


def test_one_gaussian_is_mean_and_covariance_in_any_unit():
    model = PhonemeHMM().fit(*MADE[:3])
    frames = np.concatenate(MADE.signals)
    labels = np.concatenate([
        np.repeat(e, np.diff([*y, len(x)])) for x, e, y in zip(*MADE[:3])
    ])  # fmt: skip
    own = frames[labels == 3]
    np.testing.assert_allclose(model.mixtures_[3].means_[0], own.mean(axis=0))
    spread = np.cov(own.T, bias=True)
    np.testing.assert_allclose(model.mixtures_[3].covariances_[0], spread, atol=1e-4)
    tiny = PhonemeHMM(random_state=0).fit([1e-6 * x for x in MADE.signals], *MADE[1:3])
    for x, e in list(zip(MADE.signals, MADE.events))[:5]:
        assert np.array_equal(tiny.align(1e-6 * x, e), model.align(x, e))


def test_notes_are_found_to_a_frame_or_two_in_quiet_pieces():
    pieces = make_piano_pieces(4, 40, noise=0.001, wrong=0.0, random_state=0)
    features = MusicFeatures()
    sounds = [p.sound for p in pieces]
    scores = [p.events for p in pieces]
    starts = [p.frames() for p in pieces]
    model = ScoreHMM(features, 3, n_init=3, random_state=0).fit(sounds[:3], scores[:3], starts[:3])
    found = model.predict(sounds[3:], scores[3:])[0]
    assert np.median(np.abs(found - starts[3])) <= 1


def test_bad_input_names_what_is_wrong():
    with pytest.raises(ValueError, match="fit must be called"):
        PhonemeHMM().align(MADE.signals[0], MADE.events[0])
    with pytest.raises(ValueError, match="events must hold more of 1"):
        PhonemeHMM().fit([np.zeros((5, 1))], [[0, 2]], [[0, 3]])
    model = PhonemeHMM().fit(*MADE[:3])
    with pytest.raises(ValueError, match="signal must have shape"):
        model.align(np.zeros((20, 3)), [0, 1])
    with pytest.raises(ValueError, match="events must hold values"):
        model.align(MADE.signals[0], [0, 10])
    piece = make_piano_pieces(1, 2, random_state=0)[0]
    with pytest.raises(ValueError, match="tables must hold a change of tempo"):
        ScoreHMM(MusicFeatures(), n_init=1).fit([piece.sound], [piece.events], [piece.frames()])
