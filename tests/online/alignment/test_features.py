"""Features from their definitions, the frames of labels, costs, and the learner of Figure 5.4."""

import numpy as np
import pytest
from scipy.signal import savgol_filter
from scipy.stats import norm
from sklearn.naive_bayes import GaussianNB

from mlcompanion.datasets import make_piano_pieces, make_utterances
from mlcompanion.online.alignment import (
    AlignmentFeatures,
    AlignmentLearner,
    MusicFeatures,
    SpeechFeatures,
    alignment_cost,
    alignment_score,
    band_edges,
    boundary_accuracy,
    durations_of,
    harmonic_energies,
    labelled_frames,
    local_polynomial,
    mean_deviation,
    pitch_hertz,
    tenfold_cost,
)

MADE = make_utterances(30, random_state=0)
SPEECH = SpeechFeatures.estimate(*MADE[:3], free_start=False)


def speech_by_hand(features, x, e, y):
    """Equations 9.4 to 9.7 in plain loops, frames from 0."""
    T = len(x)
    confidence = features.frame_model.predict_log_proba(x)
    ends = [*y[1:], T]
    phi = np.zeros(7)
    for i in range(len(y)):
        for j in (1, 2, 3, 4):
            phi[j - 1] += np.linalg.norm(x[max(y[i] - j, 0)] - x[min(y[i] + j, T - 1)])
        phi[4] += sum(confidence[t, e[i]] for t in range(y[i], ends[i]))
        phi[5] += norm.logpdf(ends[i] - y[i], features.mu[e[i]], features.sigma[e[i]])
        if i > 0:
            now = (ends[i] - y[i]) / features.mu[e[i]]
            before = (y[i] - y[i - 1]) / features.mu[e[i - 1]]
            phi[6] += (now - before) ** 2
    return phi


def test_speech_features_are_their_definitions():
    rng = np.random.default_rng(0)
    for x, e, y in zip(*MADE[:3]):
        tables = SPEECH.tables(x, e)
        expected = speech_by_hand(SPEECH, x, e, y)
        np.testing.assert_allclose(SPEECH.phi(tables, y), expected, rtol=1e-9, atol=1e-9)
        w = rng.normal(size=7)
        scores = SPEECH.scores(w, tables)
        assert alignment_score(scores, y) == pytest.approx(w @ expected)
        found = SPEECH.predict(w, tables)
        assert w @ SPEECH.phi(tables, found) >= w @ expected - 1e-9


def test_estimates_are_means_and_deviations_of_labels():
    lengths, of = durations_of(*MADE[:3])
    frames, labels = labelled_frames(*MADE[:3])
    assert len(frames) == len(labels) == lengths.sum() == sum(map(len, MADE.signals))
    for e in range(10):
        assert SPEECH.mu[e] == pytest.approx(lengths[of == e].mean())
        assert (labels == e).sum() == lengths[of == e].sum()
    own = GaussianNB().fit(frames, labels)
    assert SpeechFeatures.estimate(*MADE[:3], frame_model=own).frame_model is own


def test_music_features_are_their_definitions():
    piece = make_piano_pieces(1, 12, random_state=3)[0]
    features = MusicFeatures()
    tables = features.tables(piece.sound, piece.events)
    y = features.answer(tables, piece.frames())
    assert np.abs(0.02 * y - piece.starts).max() <= 0.01 + 1e-12
    energy = harmonic_energies(piece.sound, 8000, piece.events[:, 0].astype(int))
    loud = np.log(1e-4 + energy / energy.mean())
    expected = np.zeros(10)
    for i in range(12):
        for h in range(3):
            track = loud[i, h]
            expected[h] += track[y[i]]
            for order in (1, 2):
                slope = savgol_filter(track, 5, 2, deriv=order, mode="nearest")
                expected[3 * order + h] += slope[y[i]]
    s = piece.events[:, 1]
    for i in range(1, 11):
        if s[i + 1] - s[i] > 0.06 and s[i] - s[i - 1] > 0.06:
            now = 0.02 * (y[i + 1] - y[i]) / (s[i + 1] - s[i])
            before = 0.02 * (y[i] - y[i - 1]) / (s[i] - s[i - 1])
            expected[9] += (now - before) ** 2
    np.testing.assert_allclose(features.phi(tables, y), expected, rtol=1e-7, atol=1e-7)
    louder = features.tables(1e6 * piece.sound, piece.events)
    np.testing.assert_allclose(louder.start, tables.start, atol=1e-6)


def test_energies_of_a_tone_are_found_where_and_when_it_sounds():
    t = np.arange(16000) / 8000
    tone = 2.0 * np.sin(2 * np.pi * 440 * t) * (t >= 1.0)
    energy = harmonic_energies(tone, 8000, [69, 57, 74])
    assert energy.shape == (3, 3, 100)
    # a sine of amplitude 2 has the mean square 2
    assert energy[0, 0, 60:90].mean() == pytest.approx(2.0, rel=0.05)
    assert energy[0, 0, :40].max() < 0.02  # nor does the end ring in the beginning
    assert energy[1, 1, 60:90].mean() == pytest.approx(2.0, rel=0.05)  # second harmonic of 57
    assert energy[2].max() < 0.05
    rise = local_polynomial(np.log(energy[0, 0] + 1e-4))[1]
    assert abs(int(np.argmax(rise)) - 50) <= 1
    assert np.all(harmonic_energies(tone, 8000, [127])[0, 1:] == 0)  # above half the sampling
    assert pitch_hertz(69) == 440
    assert pitch_hertz(60) == pytest.approx(261.63, abs=0.01)
    low, high = band_edges(69, 2)
    assert high / low == pytest.approx(2 ** (1 / 12))
    assert low * high == pytest.approx(880**2)


def test_parabola_and_its_derivatives_are_exact():
    t = np.arange(20.0)
    value, slope, curve = local_polynomial(3 + 2 * t - 0.5 * t**2, 3)[..., 4:-4]
    np.testing.assert_allclose(value, (3 + 2 * t - 0.5 * t**2)[4:-4])
    np.testing.assert_allclose(slope, (2 - t)[4:-4])
    np.testing.assert_allclose(curve, -1.0)


def test_costs_by_hand():
    y = [0, 10, 20, 30]
    z = [0, 11, 23, 30]
    assert alignment_cost(y, z) == 0.25
    assert alignment_cost(y, z, 0) == 0.5
    assert tenfold_cost(y, z) == 3
    assert tenfold_cost(y, y) == 0
    assert tenfold_cost(np.zeros(10), np.arange(10) >= 3, 0) == 7
    assert boundary_accuracy(y, z, 1) == 0.75
    assert mean_deviation(y, z) == 1.0


def test_learner_is_figure_5_4():
    tables = [SPEECH.tables(x, e) for x, e in zip(MADE.signals, MADE.events)]
    theta = np.zeros(7)
    vectors = []
    costs = []
    largest = 0.0
    mistakes = 0
    for x, y in zip(tables, MADE.starts):
        w = theta / (largest * np.sqrt((mistakes + 1) / 2) or 1.0)
        vectors.append(w)
        z = SPEECH.predict(w, x)
        rho = tenfold_cost(y, z)
        costs.append(rho)
        if rho > 0:
            mistakes += 1
            a = SPEECH.phi(x, y) - SPEECH.phi(x, z)
            largest = max(largest, np.linalg.norm(a))
            c = largest * np.sqrt(mistakes / 2)
            theta = theta + min(1.0, max(0.0, c * rho - theta @ a) / (a @ a)) * a
    model = AlignmentLearner(SPEECH).fit(*MADE[:3])
    assert np.array_equal(model.costs_, costs)
    last = theta / (largest * np.sqrt((mistakes + 1) / 2))
    np.testing.assert_allclose(model.last_, last, atol=1e-10)
    np.testing.assert_allclose(model.average_, np.mean(vectors, axis=0), atol=1e-10)
    assert model.coef_ is not model.last_
    assert np.array_equal(model.coef_, model.average_)
    by_last = AlignmentLearner(SPEECH, weights="last").fit(*MADE[:3])
    np.testing.assert_allclose(by_last.coef_, last, atol=1e-10)


def test_several_passes_keep_the_best():
    model = AlignmentLearner(SPEECH, n_pass=3).fit(*MADE[:3])
    guesses = model.predict(MADE.signals, MADE.events)
    error = np.mean([mean_deviation(y, z) for y, z in zip(MADE.starts, guesses)])
    assert model.errors_.shape == (3,)
    assert error == pytest.approx(model.errors_.min())


def test_bad_input_names_what_is_wrong():
    x = SPEECH.tables(MADE.signals[0], MADE.events[0])
    y = MADE.starts[0]
    with pytest.raises(ValueError, match="y must give events 1 to 25 frames, got 0 for event 1"):
        SPEECH.phi(x, np.where(np.arange(10) == 1, y[2], y))
    with pytest.raises(ValueError, match="y must start within frames 0 to 0"):
        SPEECH.answer(x, y + (np.arange(10) == 0))
    long = make_utterances(3, random_state=1)
    with pytest.raises(ValueError, match="for event"):
        AlignmentLearner(SpeechFeatures.estimate(*MADE[:3], longest=9)).fit(*long[:3])
    with pytest.raises(ValueError, match="10 events, which need at least 10 frames, got 5"):
        SPEECH.predict(np.ones(7), SPEECH.tables(MADE.signals[0][:5], MADE.events[0]))
    with pytest.raises(ValueError, match=r"events must hold values in \[0, 9\]"):
        SPEECH.tables(MADE.signals[0], [10])
    with pytest.raises(ValueError, match="none is 1"):
        SpeechFeatures.estimate([np.zeros((9, 2))] * 2, [[0, 2], [2, 0]], [[0, 4], [0, 5]])
    with pytest.raises(ValueError, match="order of score time"):
        MusicFeatures().tables(np.zeros(8000), [[60, 1.0], [62, 0.5]])
    with pytest.raises(ValueError, match="fit must be called"):
        AlignmentLearner(SPEECH).predict(MADE.signals, MADE.events)
    with pytest.raises(NotImplementedError):
        AlignmentFeatures(5).tables(None, None)
    with pytest.raises(ValueError, match="frame must last a sample"):
        harmonic_energies(np.zeros(10), 10.0, [60])
