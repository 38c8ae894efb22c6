"""Laws of vectors and matrices against SciPy, sums over all outcomes, and their own stories."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.linalg import solve_triangular
from scipy.special import betaln, multigammaln

from mlcompanion.linalg import vec
from mlcompanion.probability import (
    Dirichlet,
    Multinomial,
    MultivariateNormal,
    Wishart,
)
from mlcompanion.probability.laws import multivariate_t_logpdf
from mlcompanion.probability.laws.simplex_laws import log_beta_d, simplex_grid
from mlcompanion.probability.laws.wishart import log_gamma_d

SIGMA = np.array([[2.0, 0.6, -0.3], [0.6, 1.0, 0.2], [-0.3, 0.2, 0.5]])
LAWS = {
    "multinomial": Multinomial(7, [0.2, 0.5, 0.3]),
    "a side that never shows": Multinomial(4, [0.4, 0.0, 0.6, 0.0]),
    "normal": MultivariateNormal([1.0, -2.0, 0.5], SIGMA),
    "dirichlet": Dirichlet([0.5, 2.0, 3.0]),
    "small dirichlet": Dirichlet([0.05, 0.2, 0.4]),
    "wishart": Wishart(SIGMA, 5),
}


def largest_z(draws, law):
    """Largest distance of a mean or a covariance from the law's, in standard errors."""
    flat = vec(draws) if len(law.shape) == 2 else draws.astype(float)
    mean = vec(law.mean()) if len(law.shape) == 2 else law.mean()
    centred = flat - mean
    products = centred[:, :, None] * centred[:, None, :]
    worst = []
    for sample, truth in ((flat, mean), (products, law.cov())):
        error = sample.std(axis=0) / np.sqrt(len(sample))
        gap = np.abs(sample.mean(axis=0) - truth)
        assert gap[error == 0].max(initial=0) < 1e-12
        worst.append((gap[error > 0] / error[error > 0]).max())
    return max(worst)


@pytest.mark.parametrize("name", LAWS)
def test_draws_and_story_have_the_mean_and_the_covariance(name):
    law = LAWS[name]
    ways = [law.rvs, law.story] + ([law.stick_breaking] if "dirichlet" in name else [])
    for seed, draw in enumerate(ways):
        draws = draw(20_000, random_state=seed)
        assert draws.shape == (20_000, *law.shape)
        assert largest_z(draws, law) < 5
        np.testing.assert_array_equal(draw((2, 3), 5), draw(6, 5).reshape(2, 3, *law.shape))
        assert draw(0, 0).shape == (0, *law.shape)


@pytest.mark.parametrize("name", LAWS)
def test_the_generating_function_has_the_moments_as_derivatives(name):
    law = LAWS[name]
    h = 1e-4
    size = int(np.prod(law.shape))
    steps = h * np.eye(size).reshape(size, *law.shape)
    zero = np.zeros(law.shape)
    assert law.cgf(zero) == pytest.approx(0, abs=1e-14)
    assert law.mgf(zero) == pytest.approx(1, abs=1e-14)
    slopes = (law.cgf(steps) - law.cgf(-steps)) / (2 * h)
    np.testing.assert_allclose(slopes, law.mean().ravel(), atol=1e-5)
    bends = (law.cgf(steps) + law.cgf(-steps)) / h**2
    np.testing.assert_allclose(bends, np.diag(law.cov()), atol=3e-4)


@settings(max_examples=15)
@given(seed=st.integers(0, 999), d=st.integers(1, 5), n=st.integers(0, 8))
def test_multinomial_over_all_outcomes(seed, d, n):
    rng = np.random.default_rng(seed)
    law = Multinomial(n, rng.dirichlet(np.ones(d)))
    t = rng.uniform(-1, 1, (3, d))
    x = simplex_grid(d, n)
    assert len(np.unique(x, axis=0)) == len(x)
    np.testing.assert_allclose(law.pmf(x), stats.multinomial(n, law.p).pmf(x), atol=1e-13)
    np.testing.assert_allclose(law.pmf(x) @ x, law.mean(), atol=1e-12)
    np.testing.assert_allclose((x.T * law.pmf(x)) @ x - np.outer(*2 * [law.mean()]), law.cov(),
                               atol=1e-12)  # fmt: skip
    np.testing.assert_allclose(law.mgf(t), np.exp(t @ x.T) @ law.pmf(x), rtol=1e-12)


def test_impossible_counts_and_shares_have_no_mass():
    law = Multinomial(3, [0.5, 0.5])
    np.testing.assert_array_equal(law.pmf([[1, 1], [1.5, 1.5], [-1, 4]]), 0)
    assert law.pmf([1, 2]) == pytest.approx(3 / 8)
    shares = Dirichlet([0.5, 2.0, 1.0])
    np.testing.assert_array_equal(shares.pdf([[0.5, 0.6, -0.1], [0.3, 0.3, 0.3]]), 0)
    assert shares.pdf([0.0, 0.5, 0.5]) == np.inf


def log_of_exact_mass(counts, n, p):
    """The logarithm of the mass in whole numbers."""
    if min(counts) < 0 or sum(counts) != n:
        return -math.inf
    mass = Fraction(math.factorial(n)) * math.prod(Fraction(a) ** x for a, x in zip(p, counts))
    mass /= math.prod(math.factorial(x) for x in counts)
    if mass == 0:
        return -math.inf
    bits = mass.numerator.bit_length() - mass.denominator.bit_length()
    return math.log(mass / Fraction(2) ** bits) + bits * math.log(2)


def test_masses_of_whole_numbers_of_either_kind():
    """Arrays of integers, of floats and lists."""
    for n, p in ((6, [0.5, 0.3, 0.2]), (6, [0.7, 0.3, 0.0]), (2_000, [0.5, 0.3, 0.2])):
        law = Multinomial(n, p)
        x = law.rvs((3, 4), 0)
        x[0, 0] = (n + 1, -1, 0)
        x[1, 1] = (n, 0, 1)
        want = [[log_of_exact_mass(counts, n, p) for counts in row] for row in x.tolist()]
        for points in (x, x.astype(float), x.tolist(), x.astype(np.int32)):
            np.testing.assert_allclose(law.logpmf(points), want, rtol=1e-12, atol=1e-12)
        assert law.logpmf(x[2, 2]) == pytest.approx(want[2][2])
        assert law.logpmf(x[:0]).shape == (0, 4)
        for bad in (x[..., :2], x[0, 0, 0], np.full((2, 3), np.nan)):
            with pytest.raises(ValueError, match="x "):
                law.logpmf(bad)
    shares = Dirichlet([0.5, 2.0, 1.0])
    x = shares.rvs((3, 4), 1)
    np.testing.assert_allclose(shares.logpdf(x)[2], shares.logpdf(x[2]), rtol=1e-14)
    assert shares.logpdf(x[:0]).shape == (0, 4)
    with pytest.raises(ValueError, match="x contains"):
        shares.logpdf(np.where(x == x[1, 1, 1], np.nan, x))


def test_a_narrow_normal_keeps_its_distances():
    """Nine digits separate the widths, and distances keep ten: no inverse is formed."""
    root = np.array([[1.0, 0, 0], [1, 2.0**-15, 0], [-1, 1, 2.0**-15]])
    law = MultivariateNormal(np.zeros(3), root @ root.T)
    y = np.random.default_rng(0).integers(-9, 10, (50, 3)).astype(float)
    x = y @ law.root.T
    solved = np.linalg.norm(solve_triangular(law.root, x.T, lower=True), axis=0)
    np.testing.assert_allclose(law.mahalanobis(x), solved, rtol=1e-10)
    np.testing.assert_allclose(law.mahalanobis(x), np.linalg.norm(y, axis=1), rtol=1e-10)


def test_normal_against_scipy():
    law = LAWS["normal"]
    rng = np.random.default_rng(0)
    x = rng.normal(size=(4, 5, 3))
    peer = stats.multivariate_normal(law.mu, SIGMA)
    np.testing.assert_allclose(law.logpdf(x), peer.logpdf(x), rtol=1e-12)
    np.testing.assert_allclose(law.pdf(x[0, 0]), peer.pdf(x[0, 0]), rtol=1e-12)
    centred = x - law.mu
    square = np.einsum("...i,ij,...j", centred, np.linalg.inv(SIGMA), centred)
    np.testing.assert_allclose(law.mahalanobis(x) ** 2, square, rtol=1e-10)


def test_axes_and_ellipse_of_a_turned_normal():
    turn = np.array([[np.cos(0.5), -np.sin(0.5)], [np.sin(0.5), np.cos(0.5)]])
    law = MultivariateNormal([3.0, 1.0], turn @ np.diag([4.0, 0.25]) @ turn.T)
    lengths, axes = law.principal_axes()
    np.testing.assert_allclose(lengths, [2.0, 0.5])
    np.testing.assert_allclose(np.abs(axes.T @ turn), np.eye(2), atol=1e-12)
    rim = law.ellipse(2.0, 5001)
    np.testing.assert_allclose(law.mahalanobis(rim), 2.0)
    radius = np.linalg.norm(rim - law.mu, axis=1)
    np.testing.assert_allclose([radius.max(), radius.min()], [4.0, 1.0], rtol=1e-5)
    with pytest.raises(ValueError, match="mu of length 2"):
        LAWS["normal"].ellipse()


@pytest.mark.parametrize("alpha", [[1.0, 1.0, 1.0], [0.5, 2.0, 3.0], [4.0, 0.3]])
def test_dirichlet_against_scipy(alpha):
    law = Dirichlet(alpha)
    x = np.random.default_rng(1).dirichlet(alpha, 20)
    np.testing.assert_allclose(law.logpdf(x), [stats.dirichlet(alpha).logpdf(row) for row in x])
    np.testing.assert_allclose(law.cov(), stats.dirichlet(alpha).cov(), atol=1e-14)


@pytest.mark.parametrize("draw", ["rvs", "stick_breaking"])
def test_first_share_is_beta(draw):
    for alpha in ([0.5, 2.0, 3.0], [0.05, 0.2, 0.4]):
        shares = getattr(Dirichlet(alpha), draw)(20_000, 3)
        law = stats.beta(alpha[1], alpha[0] + alpha[2])
        assert stats.kstest(shares[:, 1], law.cdf).pvalue > 1e-4


def test_generating_function_of_shares_by_other_means():
    # Of two shares, the first is beta: Kummer's function. Of more, averages of exp(t' x).
    t = np.array([[3.0, -1.0], [-40.0, 5.0], [0.2, 0.2]])
    two = np.exp(t[:, 1]) * [float(stats.beta(2, 3).expect(lambda x, g=g: np.exp(g * x)))
                             for g in t[:, 0] - t[:, 1]]  # fmt: skip
    np.testing.assert_allclose(Dirichlet([2.0, 3.0]).mgf(t), two, rtol=1e-8)
    law = LAWS["dirichlet"]
    s = np.array([1.0, -2.0, 0.5])
    values = np.exp(law.rvs(50_000, 0) @ s)
    assert abs(values.mean() - law.mgf(s)) < 4 * values.std() / np.sqrt(50_000)


def test_tiny_parameters_draw_shares_and_no_nan():
    for draw in (Dirichlet([1e-4, 1e-4, 2e-4]).rvs, Dirichlet([1e-4, 1e-4, 2e-4]).stick_breaking):
        shares = draw(20_000, random_state=0)
        np.testing.assert_allclose(shares.sum(axis=1), 1)
        # Nearly all draws are a corner, and corner j has the probability alpha_j / alpha_0.
        np.testing.assert_allclose((shares > 0.999).mean(axis=0), [0.25, 0.25, 0.5], atol=0.02)


@pytest.mark.parametrize("n", [2.25, 3, 4.5, 9])
def test_wishart_against_scipy(n):
    law = Wishart(SIGMA, n)
    S = law.rvs((2, 3), 1)
    peer = stats.wishart(df=n, scale=SIGMA)
    expected = [[peer.logpdf(matrix) for matrix in row] for row in S]
    np.testing.assert_allclose(law.logpdf(S), expected, rtol=1e-9)
    np.testing.assert_allclose(np.diag(law.cov()), vec(peer.var()))
    none = [np.diag([1.0, 1.0, -1.0]), np.diag([1.0, 1.0, 0.0]), S[0, 0] + np.triu(S[0, 0], 1)]
    np.testing.assert_array_equal(law.pdf(np.array(none)), 0)


@pytest.mark.parametrize("units", [[1e-4, 1e4], [1e-100, 1.0], [1e60, 1e-60]])
def test_units_of_single_variables_only_shift_a_wishart_density(units):
    units = np.array(units)
    covariance = np.array([[2.0, 0.5], [0.5, 1.0]])
    there = Wishart(covariance * np.outer(units, units), 5)
    S = np.array([[11.0, 2.0], [2.0, 4.0]])
    shift = 3 * np.log(units).sum()  # three entries, each with the product of two units
    found = there.logpdf(S * np.outer(units, units)) + shift
    assert found == pytest.approx(Wishart(covariance, 5).logpdf(S), rel=1e-12)
    assert there.logpdf(there.mean()) > -np.inf
    assert there.logpdf(S * np.outer(units, units) * [[1, 1], [1, -1]]) == -np.inf


def test_draws_and_story_of_a_wishart_law_agree():
    law = Wishart(SIGMA, 4)
    pairs = law.rvs(20_000, 0), law.story(20_000, 1)
    for read in (np.linalg.det, lambda S: S[:, 0, 2], lambda S: S[:, 2, 2]):
        assert stats.ks_2samp(*map(read, pairs)).pvalue > 1e-4


def test_generating_function_of_a_wishart_law_and_where_it_ends():
    law = Wishart([[1.0]], 4)  # chi-squared with 4 degrees of freedom: (1 - 2t)^-2
    np.testing.assert_allclose(law.mgf([[[0.2]], [[-1.0]]]), [0.6**-2, 1 / 9])
    np.testing.assert_array_equal(law.mgf([[[0.5]], [[2.0]]]), np.inf)
    # One that is not symmetric acts through its symmetric half alone.
    law = LAWS["wishart"]
    t = np.array([[0.0, 0.1, 0], [0, 0, 0], [0, 0, 0]])
    assert law.mgf(t) == pytest.approx(law.mgf((t + t.T) / 2))
    # Negative definite twice over: an even number of negative eigenvalues has a positive
    # determinant, and yet there is no expectation.
    assert Wishart(np.eye(2), 3).mgf(np.eye(2)) == np.inf


def test_the_two_functions_that_normalize():
    alpha = np.random.default_rng(0).uniform(0.1, 5, (20, 2))
    np.testing.assert_allclose(log_beta_d(alpha), betaln(*alpha.T), atol=1e-12)
    for d in (1, 2, 5):
        a = np.array([2.6, 4.0, 30.0])
        np.testing.assert_allclose(log_gamma_d(a, d), [multigammaln(v, d) for v in a], atol=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Multinomial(3, [0.5, 0.4]), "p must sum to 1"),
        (lambda: Multinomial(3, [1.5, -0.5]), "p must hold"),
        (lambda: MultivariateNormal([0, 0], [[1, 2], [2, 1]]), "covariance must be positive"),
        (lambda: MultivariateNormal([0, 0], [[1, 0.5], [0.2, 1]]), "covariance must be symm"),
        (lambda: Dirichlet([1.0, 0.0]), "alpha must hold"),
        (lambda: Wishart(np.eye(3), 2), "n must"),
        (lambda: Wishart(np.eye(3), 2.5).story(1), "n must be whole"),
        (lambda: log_gamma_d(0.5, 2), "a must hold"),
        (lambda: LAWS["normal"].logpdf([1.0, 2.0]), "x must have shape"),
        (lambda: LAWS["wishart"].mgf(np.eye(2)), "t must have shape"),
    ],
)
def test_bad_laws_are_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_multivariate_t_against_scipy_and_its_normal_limit():
    x = np.random.default_rng(0).normal(size=(2, 5, 3))
    mean = np.array([1.0, -2.0, 0.5])
    for nu in (0.7, 3.0, 50.5):
        peer = stats.multivariate_t(mean, SIGMA, nu).logpdf(x)
        np.testing.assert_allclose(multivariate_t_logpdf(x, mean, SIGMA, nu), peer, atol=1e-11)
    normal = MultivariateNormal(mean, SIGMA).logpdf(x)
    np.testing.assert_allclose(multivariate_t_logpdf(x, mean, SIGMA, 1e12), normal, atol=1e-9)
    with pytest.raises(ValueError, match="x must have shape"):
        multivariate_t_logpdf(x[..., :2], mean, SIGMA, 3.0)
