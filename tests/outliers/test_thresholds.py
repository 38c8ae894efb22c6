"""Densities and ratios as scores, and their thresholds."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.metrics import roc_auc_score
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.density import KernelDensity, NNDensity, RelativeDensityRatio
from mlcompanion.density.contrasts import KLIEP
from mlcompanion.outliers import DensityThreshold, InlierScore


def spoiled(seed=0):
    """Clean points, and tested points of which the last ten are uniform."""
    rng = np.random.default_rng(seed)
    clean, test = rng.normal(size=(200, 2)), rng.normal(size=(200, 2))
    test[-10:] = rng.uniform(-6, 6, size=(10, 2))
    return clean, test


@pytest.mark.parametrize("density", [None, KernelDensity(0.5), NNDensity(10)])
def test_low_densities_are_outliers(density):
    _, test = spoiled()
    model = DensityThreshold(density, contamination=0.05).fit(test)
    assert (model.predict(test) == -1).sum() == 10
    assert model.decision_function(test) == pytest.approx(
        model.density_.score_samples(test) - model.offset_
    )
    assert roc_auc_score(np.arange(200) < 190, model.score_samples(test)) > 0.9
    np.testing.assert_array_equal(model.fit_predict(test), model.predict(test))


def test_order_without_the_own_bump_is_the_same():
    _, test = spoiled()
    model = DensityThreshold(KernelDensity(0.5)).fit(test)
    alone = [
        KernelDensity(0.5).fit(np.delete(test, i, axis=0)).score_samples(test[i : i + 1])[0]
        for i in range(200)
    ]
    np.testing.assert_array_equal(np.argsort(alone), np.argsort(model.score_samples(test)))


@pytest.mark.parametrize("method", ["kliep", "ulsif", "relative"])
def test_ratios_find_what_clean_points_are_not(method):
    clean, test = spoiled()
    score = InlierScore(method, random_state=0).fit(clean, test)
    assert roc_auc_score(np.arange(200) < 190, score.score_samples(test)) > 0.9
    assert score.offset_ == 0.5
    shared = InlierScore(method, contamination=0.05, random_state=0).fit(clean, test)
    # where the least squares ratio is zero at several points they stand on one side together
    assert abs((shared.predict(test) == -1).sum() - 10) <= 10
    assert shared.decision_function(test) == pytest.approx(
        shared.score_samples(test) - shared.offset_
    )


def test_each_method_is_its_estimator():
    clean, test = spoiled()
    pairs = {
        "kliep": KLIEP(1.0, random_state=0),
        "ulsif": RelativeDensityRatio(0.0, 1.0, random_state=0),
        "relative": RelativeDensityRatio(0.1, 1.0, random_state=0),
    }
    for method, ratio in pairs.items():
        score = InlierScore(method, sigma=1.0, random_state=0).fit(clean, test)
        want = ratio.fit(clean, test).predict(test)
        np.testing.assert_array_equal(score.score_samples(test), want)


def test_equal_scores_stay_together():
    copies = np.repeat([[0.0], [1.0], [5.0]], [10, 9, 1], axis=0)
    model = DensityThreshold(KernelDensity(0.5), contamination=0.2).fit(copies)
    assert model.predict([[5.0]]) == -1
    assert len(set(model.predict(copies[10:19]))) == 1


def test_bad_arguments_are_named():
    clean, test = spoiled()
    with pytest.raises(ValueError, match="method"):
        InlierScore("density").fit(clean, test)
    for share in (0, 0.7, "many"):
        with pytest.raises(ValueError, match="contamination"):
            InlierScore(contamination=share).fit(clean, test)
        with pytest.raises(ValueError, match="contamination"):
            DensityThreshold(contamination=share).fit(test)
    with pytest.raises(ValueError, match="contamination"):
        DensityThreshold(contamination="auto").fit(test)
    with pytest.raises(TypeError, match="density"):
        DensityThreshold("kernel").fit(test)
    with pytest.raises(ValueError, match="X_den"):
        InlierScore().fit(clean, test[:, :1])
    with pytest.raises(NotFittedError):
        InlierScore().predict(test)


def test_estimator_checks():
    check_estimator(DensityThreshold(), on_skip=None)
