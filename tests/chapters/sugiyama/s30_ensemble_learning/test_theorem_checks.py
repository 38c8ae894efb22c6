"""The searches for counterexamples find one where there is one."""

import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s30_ensemble_learning import theorem_checks as checks


def test_golden_sections_find_the_known_minimum():
    H = np.array([[1.0, 1.0, -1.0, 1.0]])
    w = np.array([1.0, 2.0, 1.0, 1.0])
    found = checks.lowest_losses(H, w, np.ones(4))[0]
    assert found == pytest.approx(2 * np.sqrt(4 * 1))


def test_no_counterexample_in_one_problem_and_one_for_a_poorer_step(monkeypatch):
    found = checks.steps_of(777, 5)
    assert found["theta_dev"] < 1e-6
    assert found["better"] == 0
    real = checks.StumpBooster

    class Short(real):
        def fit(self, X, y):
            super().fit(X, y)
            self.estimator_weights_ = 0.8 * self.estimator_weights_
            return self

    monkeypatch.setattr(checks, "StumpBooster", Short)
    assert checks.steps_of(777, 5)["better"] > 0
    assert checks.updates_of(777, "random", 5)["half_dev"] > 1e-3


@pytest.mark.parametrize("kind", ["random", "listing"])
def test_updates(kind):
    found = checks.updates_of(777, kind, 10)
    assert found["wrong_way"] == 0
    assert found["half_dev"] < 1e-10


def test_scores_of_points():
    assert checks.best_scores(0.5) == pytest.approx(0, abs=1e-7)
    assert checks.best_scores(0.9) == pytest.approx(0.5 * np.log(9), abs=1e-7)
    found = checks.cell_probabilities(777, 600)
    assert found["cell_dev"] < 1e-3 < found["cell_dev1"]
