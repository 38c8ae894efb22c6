import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import gaussian_kde, multivariate_normal
from sklearn.neighbors import KernelDensity

from mlcompanion.manifold import GaussianKDEField, GaussianMixtureField


def random_covariances(rng, m, n):
    B = rng.normal(size=(m, n, n))
    return B @ B.transpose(0, 2, 1) + 0.2 * np.eye(n)


def a_field(kind, n, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, n))
    weights = rng.uniform(0.2, 2, size=12)
    widths = {
        "one": 0.6,
        "each": rng.uniform(0.3, 0.9, size=12),
        "full": random_covariances(rng, 12, n),
    }[kind]
    return GaussianKDEField(X, widths, weights), rng.normal(size=(7, n))


def differences(function, x, step=1e-5):
    moves = step * np.eye(len(x))
    return np.stack([(function(x + m) - function(x - m)) / (2 * step) for m in moves], axis=-1)


KINDS = pytest.mark.parametrize("kind", ["one", "each", "full"])
DIMENSIONS = pytest.mark.parametrize("n", [1, 2, 3, 5])


@KINDS
@DIMENSIONS
def test_density_is_the_mixture_of_its_kernels(kind, n):
    field, Q = a_field(kind, n)
    C = field.covariances
    C = C[:, None, None] * np.eye(n) if C.ndim == 1 else C
    direct = sum(
        w * multivariate_normal(m, c).pdf(Q) for w, m, c in zip(field.weights, field.means, C)
    )
    np.testing.assert_allclose(field.density(Q), direct, rtol=1e-10)


@KINDS
@DIMENSIONS
def test_gradient_and_hessian_by_finite_differences(kind, n):
    field, Q = a_field(kind, n)
    for x in Q:
        slope = differences(lambda y: field.density(y[None])[0], x)
        np.testing.assert_allclose(field.gradient(x[None])[0], slope, atol=1e-8)
        bend = differences(lambda y: field.gradient(y[None])[0], x)
        np.testing.assert_allclose(field.hessian(x[None])[0], bend, atol=1e-8)
        log_bend = differences(lambda y: field.evaluate(y[None]).score[0], x)
        np.testing.assert_allclose(
            field.local_inverse_covariance(x[None])[0], -log_bend, rtol=1e-6, atol=1e-7
        )


@KINDS
def test_mean_shift_is_the_printed_ratio_of_sums(kind):
    field, Q = a_field(kind, 3)
    C = field.covariances
    C = C[:, None, None] * np.eye(3) if C.ndim == 1 else C
    for x, shifted in zip(Q, field.mean_shift(Q)):
        left = np.zeros((3, 3))
        right = np.zeros(3)
        for w, mean, c in zip(field.weights, field.means, C):
            precision = w * multivariate_normal(mean, c).pdf(x) * np.linalg.inv(c)
            left += precision
            right += precision @ mean
        np.testing.assert_allclose(shifted, np.linalg.solve(left, right), rtol=1e-9)


def test_peers_agree():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, 2))
    Q = rng.normal(size=(9, 2))
    ours = GaussianKDEField(X, 0.4).log_density(Q)
    peer = KernelDensity(bandwidth=0.4).fit(X).score_samples(Q)
    np.testing.assert_allclose(ours, peer, rtol=1e-10)
    kde = gaussian_kde(X.T)
    field = GaussianKDEField(X, np.broadcast_to(kde.covariance, (30, 2, 2)))
    np.testing.assert_allclose(field.density(Q), kde(Q.T), rtol=1e-10)


def test_a_gaussian_has_its_own_inverse_covariance_everywhere():
    rng = np.random.default_rng(2)
    C = random_covariances(rng, 1, 4)
    field = GaussianMixtureField([3.0], np.zeros((1, 4)), C)
    local = field.local_inverse_covariance(10 * rng.normal(size=(6, 4)))
    np.testing.assert_allclose(local, np.broadcast_to(np.linalg.inv(C[0]), (6, 4, 4)), atol=1e-8)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 999), n=st.integers(1, 4))
def test_spherical_covariances_equal_widths(seed, n):
    field, Q = a_field("each", n, seed)
    full = GaussianMixtureField(
        field.weights, field.means, field.covariances[:, None, None] * np.eye(n)
    )
    for ours, same in zip(vars(field.evaluate(Q)).values(), vars(full.evaluate(Q)).values()):
        np.testing.assert_allclose(ours, same, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("kind", ["one", "full"])
def test_nothing_underflows_far_from_the_data(kind):
    field, _ = a_field(kind, 2)
    far = field.evaluate([[1e4, -2e4]])
    assert all(np.isfinite(v).all() for v in vars(far).values())
    assert field.density([[1e4, -2e4]])[0] == 0
    toward = field.means.mean(axis=0) - [1e4, -2e4]
    assert far.shift[0] @ toward > 0


def test_queries_do_not_influence_each_other():
    field, Q = a_field("full", 3)
    together = field.evaluate(Q)
    for i, x in enumerate(Q):
        np.testing.assert_array_equal(together.score[i], field.evaluate(x[None]).score[0])
    assert field.evaluate(np.empty((0, 3))).score.shape == (0, 3)


def test_sample_has_the_moments():
    field, _ = a_field("full", 2)
    X = field.sample(40_000, np.random.default_rng(0))
    np.testing.assert_allclose(X.mean(axis=0), field.weights @ field.means, atol=0.05)
    spherical, _ = a_field("each", 2)
    assert spherical.sample(5, np.random.default_rng(0)).shape == (5, 2)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: GaussianKDEField(np.empty((0, 2)), 1.0), "X"),
        (lambda: GaussianKDEField([[0.0, np.inf]], 1.0), "X"),
        (lambda: GaussianKDEField([[0.0, 1.0]], 0.0), "bandwidth"),
        (lambda: GaussianKDEField([[0.0, 1.0]], [1.0, 2.0]), "bandwidth"),
        (lambda: GaussianKDEField([[0.0, 1.0]], np.ones((1, 3, 3))), "bandwidth"),
        (lambda: GaussianKDEField([[0.0, 1.0]], 1.0, [-1.0]), "weights"),
        (lambda: GaussianMixtureField([1.0], [[0.0, 1.0]], -np.eye(2)[None]), "covariances"),
        (lambda: GaussianMixtureField([1.0], [[0.0, 1.0]], [-1.0]), "covariances"),
        (
            lambda: GaussianMixtureField([1.0], [[0.0, 1.0]], [[[1.0, 0.5], [0.0, 1.0]]]),
            "covariances must be symmetric",
        ),
        (lambda: GaussianMixtureField([1.0, 1.0], [[0.0, 1.0]], 1.0), "weights"),
        (lambda: GaussianKDEField([[0.0, 1.0]], 1.0).density([[1.0]]), "Q"),
        (lambda: GaussianKDEField([[0.0, 1.0]], 1.0).density([[np.nan, 1.0]]), "Q"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
