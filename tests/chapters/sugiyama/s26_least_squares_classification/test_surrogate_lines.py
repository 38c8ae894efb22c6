import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from mlcompanion.classification import LSClassifier
from mlcompanion_chapters.sugiyama.s26_least_squares_classification.surrogate_lines import (
    LOSSES,
    draw_beans,
    far_point_errors,
    fit_line,
    separable,
)


@pytest.mark.parametrize("name", sorted(LOSSES))
def test_no_line_near_the_fitted_one_is_better(name):
    beans = draw_beans(5.0, 10, 3)
    loss = LOSSES[name]
    rng = np.random.default_rng(0)

    def criterion(w, b):
        return loss.value(beans.data @ w + b, beans.target).sum() + 0.05 * w @ w

    w, b = fit_line(beans.data, beans.target, loss, ridge=0.1)
    least = criterion(w, b)
    for step in (1e-3, 0.1, 1.0):
        for move in step * rng.normal(size=(20, 3)):
            assert criterion(w + move[:2], b + move[2]) >= least - 1e-6


def test_the_logistic_line_is_scikit_learn_s():
    beans = draw_beans(5.0, 10, 3)
    w, b = fit_line(beans.data, beans.target, LOSSES["logistic"], ridge=0.1)
    peer = LogisticRegression(C=10.0, tol=1e-8).fit(beans.data, beans.target)
    np.testing.assert_allclose([*w, b], [*peer.coef_[0], *peer.intercept_], rtol=1e-3)


def test_only_the_squared_loss_errs_and_only_with_far_points():
    found = far_point_errors(2)
    assert all(found["separable"])
    assert min(found["ls_err"]) > 0.1
    assert max(found["mono_err"]) == max(found["nofar_err"]) == 0
    assert len(found["mono_err"]) == 8
    assert all(found["missed_near"])


def test_errors_elsewhere_do_not_count_as_those_of_far_points(monkeypatch):
    def shifted(self, X, y, fit=LSClassifier.fit):
        model = fit(self, X, y)
        model.intercept_ = -model.intercept_
        return model

    monkeypatch.setattr(LSClassifier, "fit", shifted)
    found = far_point_errors(2)
    assert min(found["ls_err"]) > 0
    assert not any(found["missed_near"])


def test_mixed_classes_are_not_separable():
    beans = draw_beans(2.0, 0, 0)
    assert not separable(beans.data, -beans.target * np.where(np.arange(200) < 3, -1, 1))
