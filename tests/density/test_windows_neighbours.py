"""Histogram, Parzen window, kernel and neighbour estimates against their definitions and peers."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import gaussian_kde, multivariate_normal
from sklearn.neighbors import KernelDensity as SklearnKernelDensity
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.density import (
    Histogram,
    KernelDensity,
    NNDensity,
    ParzenWindow,
    cross_validate_bandwidth,
    cross_validate_neighbours,
    knn_density,
    likelihood_cv,
    log_gaussian_mixture,
    log_kernel_density,
    silverman_bandwidth,
)
from mlcompanion.resampling import fold_labels

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))
POINTS = rng.normal(size=(7, 2))


@pytest.mark.parametrize("estimator", [Histogram(), ParzenWindow(), KernelDensity(), NNDensity()])
def test_scikit_learn_accepts_it(estimator):
    check_estimator(estimator, on_skip=None)


@pytest.mark.parametrize("columns", [1, 2])
def test_histogram_is_numpys(columns):
    data = X[:, :columns]
    places = POINTS[:, :columns]
    model = Histogram(width=0.5, origin=-5.0).fit(data)
    edges = np.linspace(-5, 5, 21)
    heights, _ = np.histogramdd(data, [edges] * columns, density=True)
    cells = tuple(np.searchsorted(edges, places.T, side="right") - 1)
    np.testing.assert_allclose(np.exp(model.score_samples(places)), heights[cells])
    assert model.n_params_ == np.count_nonzero(heights) - 1
    assert model.score_samples([[99.0] * columns]) == -np.inf


@pytest.mark.parametrize("columns", [1, 2])
def test_parzen_window_counts_a_box(columns):
    data = X[:, :columns]
    places = POINTS[:, :columns]
    inside = (np.abs(places[:, None] - data) <= 0.4).all(axis=2).sum(axis=1)
    model = ParzenWindow(0.8).fit(data)
    np.testing.assert_array_equal(model.count(places), inside)
    density = inside / (40 * 0.8**columns)
    np.testing.assert_allclose(np.exp(model.score_samples(places)), density)
    box = ParzenWindow(2.0).fit(np.zeros((1, columns)))
    ends = [[1.0] * columns, [-1.0] * columns, [1.01] * columns]
    np.testing.assert_array_equal(box.count(ends), [1, 1, 0])  # the box is closed


def test_kernel_estimate_with_one_width_several_and_a_matrix():
    theirs = SklearnKernelDensity(bandwidth=0.4).fit(X).score_samples(POINTS)
    np.testing.assert_allclose(KernelDensity(0.4).fit(X).score_samples(POINTS), theirs)
    H = np.array([[0.5, 0.1], [0.1, 0.3]])
    for bandwidth, matrix in (([0.3, 0.6], np.diag([0.3, 0.6])), (H, H)):
        bumps = [multivariate_normal(x, matrix @ matrix.T).pdf(POINTS) for x in X]
        ours = KernelDensity(bandwidth).fit(X)
        np.testing.assert_allclose(np.exp(ours.score_samples(POINTS)), np.mean(bumps, axis=0))


def test_silverman_is_that_of_scipy_for_one_feature():
    line = X[:, :1]
    theirs = gaussian_kde(line.T, "silverman")
    assert silverman_bandwidth(line) == pytest.approx(np.sqrt(theirs.covariance[0]))
    ours = KernelDensity("silverman").fit(line)
    np.testing.assert_allclose(np.exp(ours.score_samples(POINTS[:, :1])), theirs(POINTS[:, 0]))
    wide = silverman_bandwidth(np.repeat(X, 3, axis=1))
    np.testing.assert_allclose(wide, (4 / (8 * 40)) ** 0.1 * X.std(axis=0, ddof=1).repeat(3))


def test_many_points_in_blocks_are_the_same_as_few():
    many = rng.normal(size=(9000, 2))
    whole = log_kernel_density(many, X, 0.4)
    np.testing.assert_allclose(whole[-5:], log_kernel_density(many[-5:], X, 0.4), rtol=1e-12)
    assert log_kernel_density(np.empty((0, 2)), X, 0.4).shape == (0,)


def test_parzen_and_kernel_estimates_are_densities():
    line = np.sort(X[:, :1], axis=0)
    ends = np.sort(np.concatenate([line - 0.15, line + 0.15]).ravel())
    middles = (ends[1:] + ends[:-1]) / 2
    heights = np.exp(ParzenWindow(0.3).fit(line).score_samples(middles[:, None]))
    assert heights @ np.diff(ends) == pytest.approx(1)
    model = KernelDensity(0.3).fit(line)
    area = quad(lambda x: np.exp(model.score_samples([[x]])[0]), -6, 6, limit=200)[0]
    assert area == pytest.approx(1, abs=1e-6)


def test_neighbour_density_takes_the_kth_sample():
    np.testing.assert_allclose(
        np.exp(NNDensity(3).fit(X).score_samples(POINTS)), knn_density(POINTS, X, 3)
    )
    assert NNDensity().fit(X).k_ == 6  # the root of 40
    assert NNDensity(1).fit(X).score_samples(X[:1]) == np.inf
    with pytest.raises(ValueError, match="k must be between 1 and 40"):
        NNDensity(41).fit(X)


def test_shortcuts_over_candidates_are_the_general_cross_validation():
    labels = fold_labels(40, 4, 7)
    of_width = cross_validate_bandwidth(X, [0.2, 0.7], 4, 7)
    of_k = cross_validate_neighbours(X, [2, 5], 4, 7)
    for scores, models in (
        (of_width, (KernelDensity(0.2), KernelDensity(0.7))),
        (of_k, (NNDensity(2), NNDensity(5))),
    ):
        for score, model in zip(scores, models):
            held_out = likelihood_cv(model, X, 4, 7)
            by_fold = [held_out[labels == fold].mean() for fold in range(4)]
            assert score == pytest.approx(np.mean(by_fold))


def test_the_neighbour_further_makes_a_larger_ball():
    further = cross_validate_neighbours(X, [2], 4, 7, further=1)
    exact = cross_validate_neighbours(X, [3], 4, 7)  # log 2 - 2 log r_3 against log 3 - 2 log r_3
    assert exact - further == pytest.approx(np.log(3 / 2))


@pytest.mark.parametrize("full", [False, True])
def test_mixture_of_gaussians(full):
    weights = rng.uniform(0.5, 2, size=5)
    B = rng.normal(size=(5, 2, 2))
    covariances = B @ B.transpose(0, 2, 1) + 0.2 * np.eye(2) if full else rng.uniform(0.3, 1, 5)
    direct = sum(
        w * multivariate_normal(m, c if full else c * np.eye(2)).pdf(POINTS)
        for w, m, c in zip(weights / weights.sum(), X, covariances)
    )
    ours = log_gaussian_mixture(POINTS, weights, X[:5], covariances)
    np.testing.assert_allclose(np.exp(ours), direct)
    assert np.isfinite(log_gaussian_mixture([[900.0, 900.0]], weights, X[:5], covariances)).all()
