"""The runs of the page and the studies: parts, accuracies, and one small case of each."""

import numpy as np
import pytest

from mlcompanion.datasets import make_utterances
from mlcompanion.online.alignment import AlignmentLearner, SpeechFeatures
from mlcompanion_chapters.shalev_shwartz.o09_alignment import music_runs, speech_runs


def test_parts_follow_each_other():
    made = make_utterances(7, 4, random_state=0)
    a, b = speech_runs.split_utterances(made, 3, 4)
    assert len(a.signals) == 3
    assert len(b.events) == 4
    assert b.starts[0] is made.starts[3]


def test_accuracies_leave_the_first_start_out():
    true = [np.array([0, 10, 20]), np.array([0, 5, 9])]
    found = [np.array([9, 11, 22]), np.array([0, 5, 30])]
    assert speech_runs.accuracies(true, found) == [50.0, 75.0, 75.0, 75.0]


def test_weights_on_the_way_are_those_of_the_learner():
    made = make_utterances(12, random_state=2)
    features = SpeechFeatures.estimate(*made[:3], free_start=False)
    tables = [features.tables(x, e) for x, e in zip(made.signals, made.events)]
    last, mean, costs = speech_runs.weights_after(features, tables, made.starts, (3, 12))
    whole = AlignmentLearner(features).fit(*made[:3])
    np.testing.assert_allclose(last[-1], whole.last_)
    np.testing.assert_allclose(mean[-1], whole.average_)
    assert np.array_equal(costs, whole.costs_)


def test_one_small_voice(monkeypatch):
    monkeypatch.setattr(speech_runs, "N_FRAME", 30)
    row = speech_runs.speech_seed(0, 20, 10)
    assert row["seen"] == [1, 2, 5, 10, 20]
    assert np.shape(row["last"]) == np.shape(row["avg"]) == (5, 4)
    assert len(row["best"]) == 7
    assert row["avg"][-1][3] > row["avg"][-1][0] > 40
    assert max(row["best"]) == row["best"][4]  # the frame classifier


def test_one_small_fold(monkeypatch):
    monkeypatch.setattr(music_runs, "GAUSSIANS", (1,))
    monkeypatch.setattr(music_runs, "N_PASS", 1)
    monkeypatch.setattr(
        music_runs,
        "make_piano_pieces",
        lambda n, random_state: make_small(n, random_state),
    )
    row = music_runs.leave_one_out(0, 1, n_pieces=3)
    assert len(row["generative"]) == 1
    assert 3 < row["frame"] < 7  # a quarter of 20 ms
    assert row["frame"] < row["learned"] < 400
    assert len(row["weights"]) == 10
    with pytest.raises(ValueError, match="fold"):
        music_runs.leave_one_out(0, 3, n_pieces=3)


def make_small(n, seed):
    """Pieces of 30 notes."""
    from mlcompanion.datasets import make_piano_pieces

    return make_piano_pieces(n, 30, noise=0.01, random_state=seed)


def test_milliseconds():
    assert music_runs.milliseconds(np.array([0.1, 0.2]), [5, 11]) == pytest.approx(10.0)
