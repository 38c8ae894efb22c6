import numpy as np
import pytest
from scipy.stats import entropy, multivariate_normal

from mlcompanion.probability import (
    Exponential,
    Laplace,
    Normal,
    binary_entropy,
    binary_kl,
    kl_divergence,
)
from mlcompanion.probability.distances.divergences import gaussian_kl


def test_coins_at_the_ends_and_in_the_middle():
    assert binary_entropy(0.5) == pytest.approx(np.log(2))
    assert binary_entropy(0) == binary_entropy(1.0) == 0
    assert binary_kl(0.3, 0.3) == pytest.approx(0)
    assert binary_kl(0.3, 0.0) == binary_kl(0.3, 1.0) == np.inf
    assert binary_kl(0.0, 0.25) == pytest.approx(-np.log(0.75))
    assert binary_kl(1, 1) == 0


def test_arrays_are_what_scipy_says_of_two_outcomes():
    p = np.linspace(0, 1, 21)
    q = np.linspace(0.05, 0.95, 7)[:, None]
    np.testing.assert_allclose(binary_entropy(p), entropy([p, 1 - p]), atol=1e-15)
    both = np.array([np.broadcast_arrays(p, q), np.broadcast_arrays(1 - p, 1 - q)])
    np.testing.assert_allclose(binary_kl(p, q), entropy(both[:, 0], both[:, 1]), atol=1e-12)
    assert isinstance(binary_kl(0.2, 0.4), float)
    assert isinstance(binary_entropy(0.2), float)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: binary_entropy(1.2), "p"),
        (lambda: binary_entropy([0.5, np.nan]), "p"),
        (lambda: binary_kl(0.5, -0.1), "q"),
    ],
)
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=rf"^{name} "):
        call()


def test_divergence_of_densities_by_hand():
    assert kl_divergence(Normal(0.0, 1.0), Normal(0.0, 4.0)) == pytest.approx(np.log(2) - 3 / 8)
    assert kl_divergence(Exponential(1.0), Exponential(3.0)) == pytest.approx(2 - np.log(3))
    assert kl_divergence(Exponential(1.0), Laplace(0.0, 1.0)) == pytest.approx(np.log(2))
    assert kl_divergence(Laplace(0.0, 1.0), Exponential(1.0)) == np.inf
    assert kl_divergence(Normal(1.0, 2.0), Normal(1.0, 2.0)) == pytest.approx(0, abs=1e-12)


def test_divergence_of_normal_laws_is_the_mean_log_ratio():
    rng = np.random.default_rng(0)
    roots = rng.normal(size=(2, 3, 3, 3))
    p, q = roots @ roots.transpose(0, 1, 3, 2) + 0.5 * np.eye(3)
    mu, mu_hat = rng.normal(size=(2, 3, 3))
    found = gaussian_kl(mu, p, mu_hat, q)
    drawn = rng.normal(size=(50_000, 3))
    for k in range(3):
        x = drawn @ np.linalg.cholesky(p[k]).T + mu[k]
        ratio = multivariate_normal(mu[k], p[k]).logpdf(x) - multivariate_normal(
            mu_hat[k], q[k]
        ).logpdf(x)
        assert abs(found[k] - ratio.mean()) < 4 * ratio.std() / np.sqrt(len(ratio))
    one = gaussian_kl(mu[0], p[0], mu_hat, q)
    assert one.shape == (3,)
    assert gaussian_kl([0], [[1]], [0], [[4]]) == pytest.approx(np.log(2) - 3 / 8)
