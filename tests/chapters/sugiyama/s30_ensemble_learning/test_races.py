"""Flipped labels, calibration, tuned votes and forests: one small case each."""

import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s30_ensemble_learning import method_votes, noise_race


def test_error_curves_have_a_row_a_loss_and_round(monkeypatch):
    monkeypatch.setattr(noise_race, "ROUNDS", (1, 5, 20))
    rows = noise_race.error_curves(777, 60, 6)
    assert len(rows) == 9
    assert all(0 <= row["share"] <= 1 and 0 < row["test_error"] < 0.5 for row in rows)


def test_bins_of_probabilities():
    p = np.array([0.05, 0.05, 0.95, 0.95])
    assert noise_race.binned_gap(p, np.array([0, 0, 1, 1])) == pytest.approx(0.05)
    assert noise_race.binned_gap(p, np.array([1, 0, 1, 1])) == pytest.approx((0.9 + 0.1) / 4)
    found = noise_race.calibration_gaps(777, 300, 20)
    assert 0 < found["off_two"] < found["off_one"]


def test_a_tuned_vote():
    found = method_votes.tuned_vote("wine", 777)
    assert sum(found[m] for m in method_votes.METHODS) == pytest.approx(1)
    assert 0 <= found["vote"] <= 0.2


def test_disagreement_is_that_of_all_pairs():
    answers = np.array([[0, 1, 2], [0, 1, 1], [2, 1, 0]])
    pairs = [(0, 1), (0, 2), (1, 2)]
    want = np.mean([np.mean(answers[a] != answers[b]) for a, b in pairs])
    assert method_votes.mean_disagreement(answers) == pytest.approx(want)
    found = method_votes.forest_against_bagging("breast cancer", 777, 10)
    assert found["differ_forest"] > 0


@pytest.mark.parametrize("name", [*method_votes.DATA, *method_votes.FORESTS])
def test_data_are_pairs_of_inputs_and_classes(name):
    X, y = method_votes.load(name)
    assert len(X) == len(y)
    assert len(np.unique(y)) == {"wine": 3, "digits": 10}.get(name, 2)
