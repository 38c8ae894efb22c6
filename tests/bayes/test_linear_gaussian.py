from itertools import combinations_with_replacement

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.bayes import (
    IBPLinearGaussian,
    additive_clustering,
    binary_matrix_factorization,
    elimination_by_aspects,
    gibbs_sweep,
    infinite_ica,
    latent_feature_links,
    left_ordered_form,
    log_marginal_likelihood,
    log_prob_ibp,
    match_features,
    noisy_or,
    posterior_mean_features,
    shared_feature_counts,
)
from mlcompanion.datasets import make_feature_images, make_scenes


@parametrize_with_checks([IBPLinearGaussian(n_iter=5)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("k", [0, 1, 3])
def test_marginal_likelihood_is_the_gaussian_of_the_columns(k):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((7, 4))
    Z = rng.random((7, k)) < 0.5
    cov = 0.6**2 * np.eye(7) + 1.3**2 * Z.astype(float) @ Z.T
    direct = multivariate_normal(np.zeros(7), cov).logpdf(X.T).sum()
    assert log_marginal_likelihood(X, Z, 0.6, 1.3) == pytest.approx(direct)
    empty = np.hstack([Z, np.zeros((7, 2))])
    assert log_marginal_likelihood(X, empty, 0.6, 1.3) == pytest.approx(direct)


def test_posterior_mean_is_ridge_regression():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((9, 3))
    Z = rng.random((9, 2)) < 0.5
    A = posterior_mean_features(X, Z, 0.5, 2.0)
    gradient = Z.T @ (X - Z @ A) / 0.25 - A / 4
    assert np.allclose(gradient, 0)


@pytest.mark.parametrize("seed", range(6))
def test_both_methods_give_the_same_draws(seed):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((12, 5)) * 2
    quick = slow = rng.random((12, 3)) < 0.5
    for sweep in range(8):
        options = dict(k_max_new=3, random_state=100 * seed + sweep)
        quick = gibbs_sweep(X, quick, 1.5, 0.5, 1.0, **options)
        slow = gibbs_sweep(X, slow, 1.5, 0.5, 1.0, method="naive", **options)
        assert np.array_equal(quick, slow)
        assert quick.any(axis=0).all()


def every_class(n, most):
    """All left-ordered matrices of n rows with at most this many columns, none of them empty."""
    histories = range(1, 2**n)
    for k in range(most + 1):
        for codes in combinations_with_replacement(histories, k):
            bits = [[(code >> (n - 1 - i)) & 1 for code in codes] for i in range(n)]
            yield left_ordered_form(np.array(bits, dtype=bool).reshape(n, k))


# The naive method draws the same (see above). With fewer sweeps the errors of the frequencies would
# hide a wrong posterior.
def test_sampler_has_the_enumerated_posterior():
    X = np.array([[1.0], [1.4], [-0.6]])
    alpha = 0.7
    sigma_x = 0.8
    sigma_a = 1.0
    exact = {
        Z.tobytes() + bytes([Z.shape[1]]): log_prob_ibp(Z, alpha)
        + log_marginal_likelihood(X, Z, sigma_x, sigma_a)
        for Z in every_class(3, 6)
    }
    values = np.array(list(exact.values()))
    posterior = dict(zip(exact, np.exp(values - np.logaddexp.reduce(values))))
    rng = np.random.default_rng(7)
    Z = np.ones((3, 1), dtype=bool)
    path = []
    for _ in range(40_000):
        Z = gibbs_sweep(X, Z, alpha, sigma_x, sigma_a, k_max_new=6, random_state=rng)
        form = left_ordered_form(Z)
        path.append(form.tobytes() + bytes([form.shape[1]]))
    top = sorted(posterior, key=posterior.get, reverse=True)[:20]
    for key in top:
        hits = np.array([p == key for p in path]).reshape(20, -1).mean(axis=1)
        error = hits.std(ddof=1) / np.sqrt(20) + 1e-4
        assert abs(hits.mean() - posterior[key]) < 4.5 * error


def test_bars_are_found_from_a_good_start():
    images = make_feature_images(100, random_state=0)
    model = IBPLinearGaussian(init=images.Z, n_iter=20, random_state=0).fit(images.data)
    match, error = match_features(images.Z, model.Z_)
    assert error.max() < 0.05
    assert np.all(match >= 0)
    assert np.array_equal(model.transform(images.data).shape, model.Z_.shape)
    residual = np.std(images.data - model.reconstruct())
    assert residual == pytest.approx(0.5, abs=0.05)
    assert set(model.snapshots_) == {0, 1, 2, 4, 8, 16, 20}


def test_scales_are_learned():
    images = make_feature_images(100, sigma=0.3, random_state=1)
    model = IBPLinearGaussian(
        init=images.Z, sigma_x=1.0, sample_hyper=True, n_iter=80, random_state=0
    ).fit(images.data)
    assert model.sigma_x_ == pytest.approx(0.3, abs=0.05)


def test_features_match_up_to_order_and_negation():
    rng = np.random.default_rng(2)
    Z = rng.random((30, 3)) < 0.5
    match, error = match_features(Z, np.column_stack([~Z[:, 2], Z[:, 0], rng.random(30) < 0.5]))
    assert match[0] == 1
    assert match[2] == 0
    assert error[[0, 2]].tolist() == [0, 0]
    assert match_features(Z, Z[:, :1])[0].tolist() == [0, -1, -1]


def test_gallery():
    Z = np.array([[1, 1, 0], [1, 0, 1], [0, 0, 0]])
    w = np.array([1.0, 2.0, 3.0])
    P = elimination_by_aspects(Z, w)
    assert P[0, 1] == pytest.approx(2 / 5)
    assert np.allclose(P + P.T, 1)
    assert shared_feature_counts(Z)[0].tolist() == [2, 1, 0]
    assert additive_clustering(Z, w)[0, 1] == 1
    assert binary_matrix_factorization(Z, np.diag(w), Z)[0, 0] == 3
    links = latent_feature_links(Z, np.diag(w))
    assert links[0, 1] == pytest.approx(1 / (1 + np.exp(-1)))
    assert links[2, 2] == 0.5
    V = np.full((3, 3), 2.0)
    assert np.array_equal(infinite_ica(Z, V, np.eye(3)), 2 * Z)
    effect = noisy_or(Z, np.full((3, 1), 0.5), baseline=0.1)
    assert effect.ravel() == pytest.approx([1 - 0.9 / 4, 1 - 0.9 / 4, 0.1])


def test_data_are_what_they_say():
    images = make_feature_images(50, 0.0, random_state=0)
    scenes = make_scenes(8, random_state=0)
    assert np.array_equal(images.data, images.Z @ images.features)
    assert scenes.data.shape == (8, 768)
    assert images.features.sum(axis=1).tolist() == [5, 8, 6, 5]
    assert np.linalg.matrix_rank(scenes.features) == 4


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda X, Z: gibbs_sweep(X, Z, 0.0, 1, 1), "alpha"),
        (lambda X, Z: gibbs_sweep(X, Z, 1, 0, 1), "sigma_x"),
        (lambda X, Z: gibbs_sweep(X, Z[:2], 1, 1, 1), "Z must have the 4 rows"),
        (lambda X, Z: gibbs_sweep(X, Z, 1, 1, 1, method="fast"), "method"),
        (lambda X, Z: gibbs_sweep(X, Z, 1, 1, 1, k_max_new=0), "k_max_new"),
        (lambda X, Z: log_marginal_likelihood(X * np.nan, Z, 1, 1), "X contains NaN"),
        (lambda X, Z: IBPLinearGaussian(init="two").fit(X), "init"),
        (lambda X, Z: IBPLinearGaussian(init=Z[:2]).fit(X), "init must have 4 rows"),
        (lambda X, Z: IBPLinearGaussian(n_iter=0).fit(X), "n_iter"),
        (lambda X, Z: IBPLinearGaussian(sigma_a=-1.0).fit(X), "sigma_a"),
        (lambda X, Z: match_features(Z, Z[:2]), "Z must have 4 rows"),
        (lambda X, Z: elimination_by_aspects(Z, [1.0, -1.0]), "w must hold"),
        (lambda X, Z: latent_feature_links(Z, np.eye(3)), "W must have shape"),
        (lambda X, Z: noisy_or(Z, [[2.0], [0.1]]), "W must hold"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call(np.ones((4, 2)), np.eye(4, 2))
