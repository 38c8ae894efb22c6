"""Many fits at once are the fits of the package; criteria, distances and picks."""

import numpy as np
import pytest

from mlcompanion.density import GaussianDensity, likelihood_cv
from mlcompanion.probability import MultivariateNormal
from mlcompanion.stats.selection.criteria import select
from mlcompanion_chapters.sugiyama.s14_model_selection import gaussian_choices as choices

MODELS = [GaussianDensity(kind) for kind in choices.KINDS]
LAW = MultivariateNormal([0.0, 1.0, 2.0], [[1.0, 0.5, 0.0], [0.5, 2.0, 0.0], [0.0, 0.0, 3.0]])
X = LAW.rvs((2, 20), 0)


def test_criteria_are_those_of_the_package():
    found = choices.criteria(X, LAW)
    for name, word, folds in (
        ("likelihood", "likelihood", 5),
        ("AIC", "aic", 5),
        ("TIC", "tic", 5),
        ("leave-one-out", "cv", 20),
    ):
        scores = [select(MODELS, x, word, folds, random_state=0).scores for x in X]
        np.testing.assert_allclose(found[name], scores, rtol=1e-8)
    fresh = LAW.rvs(40_000, 1)
    for model, truth in zip(MODELS, found["truth"][0]):
        values = model.fit(X[0]).score_samples(fresh)
        assert abs(values.mean() - truth) < 4 * values.std() / 200


def test_folds_of_consecutive_rows_leave_them_out():
    blocks = np.split(X[0], 4)
    full = GaussianDensity()
    parts = [
        full.fit(np.concatenate([*blocks[:k], *blocks[k + 1 :]])).score(blocks[k]) for k in range(4)
    ]
    assert choices.fold_scores(X, 4)[0] == pytest.approx(np.mean(parts))


def test_picks_and_distances_of_many_samples():
    assert choices.picks([[0, 1, 2], [5, 1, 2], [0, 3, 1], [0, 0, 1]]).tolist() == [0.25, 0.25, 0.5]
    far = choices.mean_distances(LAW, (8, 200), 100, 0)
    assert far[0].argmin() < 2
    assert far[1].argmin() == 2
    share, aic, full, always = choices.selection_table([LAW], (10, 300), 50, 0)
    assert always == 1
    assert share[0, 1, 2] > 0.9
    assert np.all(aic <= full)
    bars = choices.widget_bars(LAW, 10, 20, 0)
    assert bars["likelihood"][1].tolist() == [0, 0, 1]
    assert np.all(bars["truth"][0] > 0)


def test_rows_that_were_not_drawn_are_asked():
    data = LAW.rvs(40, 3)
    found = choices.draws_from(data, 10, 30, 0)
    assert found["truth"][1] >= max(mean for _, mean in found.values())
    order = np.random.default_rng(0).permuted(np.arange(40))
    model = GaussianDensity().fit(data[order[:10]])
    one = choices.draws_from(data, 10, 1, 0)
    assert one["likelihood"][1] == pytest.approx(model.score(data[order[10:]]))
    held_out = likelihood_cv(GaussianDensity("diag"), data[order[:10]], 10, 0).mean()
    assert choices.loo_scores(data[order[:10]])[1] == pytest.approx(held_out)
