import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from mlcompanion.causal import (
    hsic,
    kernel_mi,
    kernel_mi_parameters,
    maxent_entropy,
    nonlinear_correlation,
    pairwise_likelihood_ratio,
    residual,
)
from mlcompanion.causal.independence import (
    gaussian_factor,
    mi_from_factors,
    residual_entropy,
    whitened_factor,
)
from mlcompanion.kernels import rbf_kernel
from mlcompanion.linalg import standardize


def full_gram(x, sigma, center):
    K = rbf_kernel(standardize(x)[:, None], sigma=sigma)
    H = np.eye(len(x)) - center / len(x)
    return H @ K @ H


def full_kernel_mi(x, y, center):
    """The determinants of Section 3.1, without any low-rank shortcut."""
    n = len(x)
    kappa, sigma = kernel_mi_parameters(n)
    K1 = full_gram(x, sigma, center)
    K2 = full_gram(y, sigma, center)
    A, B = (K + n * kappa / 2 * np.eye(n) for K in (K1, K2))
    joint = np.block([[A @ A, K1 @ K2], [K2 @ K1, B @ B]])
    logdets = [np.linalg.slogdet(M)[1] for M in (joint, A @ A, B @ B)]
    return -0.5 * (logdets[0] - logdets[1] - logdets[2])


def pair(seed, n=150, slope=0.8):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return x, slope * x**2 + rng.laplace(size=n) * 0.3


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), center=st.booleans())
def test_low_rank_mi_equals_the_determinants(seed, center):
    x, y = pair(seed)
    exact = full_kernel_mi(x, y, center)
    n = len(x)
    # Bach and Jordan's stopping rule loses about 1e-4 of a nat; without it nothing is lost.
    assert kernel_mi(x, y, center=center) == pytest.approx(exact, abs=5e-4)
    kappa, sigma = kernel_mi_parameters(n)
    factors = [
        whitened_factor(gaussian_factor(standardize(z), sigma, 1e-12, center), n * kappa / 2)
        for z in (x, y)
    ]
    assert mi_from_factors(*factors) == pytest.approx(exact, abs=1e-7)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), a=st.floats(-1e3, 1e3), b=st.floats(0.01, 1e3))
def test_kernel_mi_is_symmetric_nonnegative_and_scale_free(seed, a, b):
    x, y = pair(seed, n=60)
    value = kernel_mi(x, y)
    assert value >= 0
    assert kernel_mi(y, x) == pytest.approx(value, rel=1e-6)
    assert kernel_mi(a - b * x, y) == pytest.approx(value, rel=1e-4)


def test_centring_is_what_makes_independent_samples_score_low():
    rng = np.random.default_rng(0)
    x = rng.uniform(size=500)
    y = rng.laplace(size=500)
    assert kernel_mi(x, y) < 0.03
    assert kernel_mi(x, y, center=False) > 0.5
    assert kernel_mi(x, x**3) > 1


def test_mi_of_a_sample_with_itself_is_finite():
    x = np.random.default_rng(1).normal(size=1200)
    assert np.isfinite(kernel_mi(x, x))


def test_parameters_change_at_a_thousand():
    assert kernel_mi_parameters(1000) == (2e-2, 1.0)
    assert kernel_mi_parameters(1001) == (2e-3, 0.5)


def test_hsic_equals_the_trace_formula():
    x, y = pair(3)
    K = full_gram(x, 1.0, 1)
    L = full_gram(y, 1.0, 1)
    assert hsic(x, y, tol=1e-9) == pytest.approx(np.trace(K @ L) / len(x) ** 2, rel=1e-5)


def test_maxent_entropy_of_known_laws():
    """Against the exact expectations, by quadrature, and the true entropies."""
    n = 20_001
    q = (np.arange(n) + 0.5) / n
    assert maxent_entropy(norm.ppf(q)) == pytest.approx(norm.entropy(), abs=1e-3)
    root = np.sqrt(3)
    log_cosh = quad(lambda u: np.log(np.cosh(u)) / (2 * root), -root, root)[0]
    expected = norm.entropy() - 79.047 * (log_cosh - 0.37457) ** 2
    assert maxent_entropy(q) == pytest.approx(expected, abs=1e-3)
    assert np.log(2 * root) < expected < norm.entropy()  # few moments: an upper bound


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000), n=st.integers(5, 1500), rho=st.floats(-0.9, 0.9))
def test_one_pass_entropy_equals_the_two_means(seed, n, rho):
    x, y = np.random.default_rng(seed).standard_t(3, (2, n))
    u = (x - rho * y) / 0.7
    log_cosh = np.mean(np.logaddexp(u, -u)) - np.log(2)
    gauss = np.mean(u * np.exp(-(u**2) / 2))
    expected = norm.entropy() - 79.047 * (log_cosh - 0.37457) ** 2 - 7.4129 * gauss**2
    assert residual_entropy(x, y, rho, 0.7) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000))
def test_likelihood_ratio_is_antisymmetric_and_is_a_difference_of_entropies(seed):
    x, y = pair(seed)
    ratio = pairwise_likelihood_ratio(x, y)
    assert pairwise_likelihood_ratio(y, x) == pytest.approx(-ratio, abs=1e-10)
    x = standardize(x)
    y = standardize(y)
    forward = maxent_entropy(x) + maxent_entropy(residual(y, x))
    backward = maxent_entropy(y) + maxent_entropy(residual(x, y))
    assert ratio == pytest.approx(backward - forward, abs=1e-8)


def test_every_measure_knows_the_direction():
    rng = np.random.default_rng(5)
    cause = rng.uniform(-1, 1, 800)
    effect = cause + 0.6 * rng.uniform(-1, 1, 800)
    for measure in (kernel_mi, hsic, nonlinear_correlation):
        assert measure(cause, residual(effect, cause)) < measure(effect, residual(cause, effect))
    assert pairwise_likelihood_ratio(cause, effect) > 0


@pytest.mark.parametrize("measure", [kernel_mi, hsic, nonlinear_correlation])
def test_bad_samples_are_refused(measure):
    good = np.arange(5.0)
    for x, message in [
        (np.ones(5), "constant"),
        ([1.0, 2, np.nan, 3, 4], "NaN"),
        (np.ones((5, 2)), "dimension"),
        (np.arange(4.0), "y must have shape"),
        ([], "at least 2"),
    ]:
        with pytest.raises(ValueError, match=message):
            measure(x, good)


def test_bad_parameters_are_refused():
    x = np.arange(5.0)
    for name in ("kappa", "sigma"):
        with pytest.raises(ValueError, match=name):
            kernel_mi(x, x, **{name: 0})
    with pytest.raises(ValueError, match="sigma"):
        hsic(x, x, sigma=-1)
