"""The runs on known class probabilities, and that they notice what is wrong."""

import numpy as np
import pytest
from scipy.stats import norm

from mlcompanion.classification import LSPC
from mlcompanion.losses import MultinomialLogit
from mlcompanion_chapters.sugiyama.s28_probabilistic_classification import (
    class_probabilities as runs,
)
from mlcompanion_chapters.sugiyama.s28_probabilistic_classification import (
    digit_reliability as digits,
)


def test_true_probabilities_follow_from_the_densities():
    joint = norm.pdf(runs.GRID[:, None], [-3, 0, 3])
    np.testing.assert_allclose(
        runs.true_probabilities(runs.GRID), joint / joint.sum(axis=1, keepdims=True)
    )
    x, y = runs.draw_line(30_000, random_state=0)
    means = [x[y == k].mean() for k in range(3)]
    np.testing.assert_allclose(means, [-3, 0, 3], atol=0.04)
    with pytest.raises(ValueError, match="multiple of c=3"):
        runs.draw_line(10)


def test_the_silent_class_is_the_last_one_of_the_other_logit():
    scores = np.random.default_rng(0).normal(size=(5, 3)) * 20
    expected = MultinomialLogit(4).probabilities(scores)[:, :-1]
    np.testing.assert_allclose([runs.silent_class(s) for s in scores], expected)


def test_both_figures_come_near_the_truth_and_a_wrong_method_does_not(monkeypatch):
    found = runs.figure_errors(1)
    assert found["base"] == pytest.approx(0.388, abs=0.001)
    assert max(found["err"] + found["err_ls"] + found["err_ridge"]) < 0.25 * found["base"]

    class Flipped(LSPC):
        def predict_proba(self, X):
            return super().predict_proba(X)[:, ::-1]

    monkeypatch.setattr(runs, "LSPC", Flipped)
    monkeypatch.setattr(runs, "listing_probabilities", lambda x, y, **_: (np.ones((100, 3)) / 3, 1))
    wrong = runs.figure_errors(1)
    assert wrong["err_ls"][0] > wrong["base"]
    assert wrong["same"][0] < 0.9


def test_postprocessing_moves_less_with_more_samples():
    few, many = runs.postprocessing_change((9, 150), repeats=10)
    assert few > 2 * many > 0


def test_left_out_choices_and_all_penalties():
    rows = runs.small_sample_errors(9, 2, seed=0)
    again = runs.best_penalty_errors(9, 2, seed=0)
    for row in rows:
        for name in ("logistic", "squares"):
            match = [
                r for r in again if r["draw"] == row["draw"] and r["lam"] == row[f"lam_{name}"]
            ]
            assert match[0][name] == row[name] < 0.3
    x, y = runs.draw_line(9, random_state=np.random.default_rng([0, 9, 0]))
    for lam, name in ((0.1, "squares"), (1.0, "logistic")):
        model = LSPC(lam=lam) if name == "squares" else runs.ridge_logistic(lam)
        error = abs(model.fit(x, y).predict_proba(runs.GRID[:, None])
                    - runs.true_probabilities(runs.GRID)).mean()  # fmt: skip
        found = next(r for r in again if r["draw"] == 0 and r["lam"] == lam)
        assert found[name] == pytest.approx(error, abs=1e-4)


def test_log_losses_are_those_of_the_estimators():
    rows = runs.small_sample_log_losses(9, 0, [{"logistic": 1.0, "squares": 0.1}], (0.001, 0.1))
    x, y = runs.draw_line(9, random_state=np.random.default_rng([0, 9, 0]))
    truth = runs.true_probabilities(runs.GRID)
    for name, model in (("logistic", runs.ridge_logistic(1.0)), ("squares", LSPC(lam=0.1))):
        guess = model.fit(x, y).predict_proba(runs.GRID[:, None])
        for floor, found in zip((0.001, 0.1), rows[0][name]):
            logs = np.log(np.maximum(guess, floor))
            assert found == pytest.approx(-np.mean(np.sum(truth * logs, axis=1)), abs=1e-3)
        assert rows[0][name][0] > -np.mean(np.sum(truth * np.log(truth), axis=1))


def test_refusals_and_reliability_count():
    proba = np.array([[0.9, 0.1], [0.45, 0.55], [0.3, 0.7], [0.2, 0.8]])
    y = [0, 0, 1, 0]
    np.testing.assert_allclose(digits.refusals([proba], [y], (0.0, 0.25, 0.5)), [0.5, 1 / 3, 0.5])
    said, right, count = digits.reliability_table([proba], [y], (0.0, 0.75, 1.0))
    np.testing.assert_allclose([said, right], [[0.625, 0.85], [0.5, 0.5]])
    np.testing.assert_array_equal(count, [2, 2])


def test_digits_are_halved_and_parameters_chosen(monkeypatch):
    X, y, X_test, _ = digits.digit_halves(0)
    assert len(X) + len(X_test) == 1797
    assert set(y) == set(range(10))
    sigma, chosen = digits.choose(X[:420], y[:420])
    assert 1 < sigma < 2
    assert set(chosen.values()) <= set(digits.PENALTIES)
    monkeypatch.setattr(digits, "digit_halves", lambda _: (X[:420], y[:420], X_test, X_test[:, 0]))
    found, labels, _ = digits.probabilities(1)
    assert found["squares"][0].shape == found["logistic"][0].shape == (len(labels[0]), 10)
