"""Joint tables, Bayes' theorem, mixtures and the diamond against brute force and closed forms."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import mutual_info_score

from mlcompanion.probability import JointTable, kolmogorov_distance
from mlcompanion.probability.joint.bayes_theorem import (
    bayes_posterior,
    break_even_prior,
    sequential_posterior,
)
from mlcompanion.probability.joint.dependence import (
    binned_information,
    diamond_marginal,
    diamond_pdf,
    sample_diamond,
)
from mlcompanion.probability.sums.portfolio import minimum_variance_share, portfolio_variance

LECTURE = [[20, 40], [20, 20]]  # Table 5.1: like / dislike by sleepy / not


@pytest.fixture
def table():
    rng = np.random.default_rng(1)
    return JointTable(rng.dirichlet(np.ones(12)).reshape(3, 4), rng.normal(size=3), range(4))


def pairs(table):
    """Every (x, y, mass), one at a time."""
    return [(x, y, table.P[i, j]) for i, x in enumerate(table.xs) for j, y in enumerate(table.ys)]


def test_the_lecture():
    table = JointTable.from_counts(LECTURE, xs=[1, 0], ys=[1, 0])
    np.testing.assert_allclose(table.marginal("x"), [0.6, 0.4])
    np.testing.assert_allclose(table.marginal("y"), [0.4, 0.6])
    np.testing.assert_allclose(table.conditional("x")[:, 0], [1 / 3, 1 / 2])
    np.testing.assert_allclose(table.conditional("y")[:, 0], [1 / 2, 1 / 2])
    assert table.cov() == pytest.approx(-0.04)
    assert table.corr() == pytest.approx(-1 / 6)
    assert table.dependence() == pytest.approx(0.08)


def test_moments_are_sums_over_all_pairs(table):
    mx, my = (sum(m * v for *_, v, m in rows) for rows in (
        [(x, m) for x, y, m in pairs(table)], [(y, m) for x, y, m in pairs(table)]))  # fmt: skip
    assert table.mean("x") == pytest.approx(mx)
    assert table.mean("y") == pytest.approx(my)
    assert table.var("x") == pytest.approx(sum(m * (x - mx) ** 2 for x, y, m in pairs(table)))
    assert table.cov() == pytest.approx(sum(m * (x - mx) * (y - my) for x, y, m in pairs(table)))
    for j, y in enumerate(table.ys):
        slice_ = [(x, m) for x, z, m in pairs(table) if z == y]
        total = sum(m for _, m in slice_)
        mean = sum(m * x for x, m in slice_) / total
        assert table.cond_mean("y")[j] == pytest.approx(mean)
        assert table.cond_var("y")[j] == pytest.approx(
            sum(m * (x - mean) ** 2 for x, m in slice_) / total
        )


def test_the_variance_splits_into_within_and_between(table):
    for known, other in (("x", "y"), ("y", "x")):
        masses = table.marginal(known)
        within = masses @ table.cond_var(known)
        between = masses @ (table.cond_mean(known) - table.mean(other)) ** 2
        assert within + between == pytest.approx(table.var(other))


def test_the_law_of_the_sum(table):
    values, masses = table.sum_law()
    mean = values @ masses
    assert masses.sum() == pytest.approx(1)
    variance = table.var("x") + table.var("y") + 2 * table.cov()
    assert (values - mean) ** 2 @ masses == pytest.approx(variance)
    dice = JointTable.from_marginals(np.full(6, 1 / 6), np.full(6, 1 / 6), range(1, 7), range(1, 7))
    np.testing.assert_allclose(dice.sum_law()[1] * 36, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])


def test_independent_tables_carry_no_information():
    table = JointTable.from_marginals([0.2, 0.8], [0.5, 0.1, 0.4])
    assert table.dependence() == pytest.approx(0, abs=1e-15)
    assert table.mutual_information() == pytest.approx(0, abs=1e-15)
    assert table.cov() == pytest.approx(0, abs=1e-15)


def test_pairs_and_draws_and_information_against_peers(table):
    draws = table.rvs(4000, 0)
    again = JointTable.from_pairs(*draws.T)
    assert np.abs(again.P - table.P[np.argsort(table.xs)]).max() < 4 * 0.5 / np.sqrt(4000)
    labels = [np.unique(v, return_inverse=True)[1] for v in draws.T]
    assert again.mutual_information() == pytest.approx(mutual_info_score(*labels))
    sample = np.cov(draws.T, bias=True)
    np.testing.assert_allclose(again.covariance_matrix(), sample, rtol=1e-10)
    assert again.corr() == pytest.approx(np.corrcoef(draws.T)[0, 1])


def test_a_constant_has_no_correlation():
    assert np.isnan(JointTable([[0.5, 0.5]]).corr())


def test_nothing_follows_from_the_impossible():
    table = JointTable([[0.25, 0.0, 0.5], [0.25, 0.0, 0.0]])
    np.testing.assert_array_equal(table.conditional("y"), [[0.5, np.nan, 1.0], [0.5, np.nan, 0.0]])
    np.testing.assert_array_equal(table.cond_mean("y"), [0.5, np.nan, 0.0])
    np.testing.assert_array_equal(table.cond_var("y"), [0.25, np.nan, 0.0])
    assert np.isfinite(table.cond_var("x")).all()
    with pytest.raises(ValueError, match="likelihood"):
        bayes_posterior([1.0, 0.0], [[1.0, 0.0], [0.5, 0.5]])
    with pytest.raises(ValueError, match="effects"):
        sequential_posterior([0.5, 0.5], [[1.0, 0.0], [1.0, 0.0]], [0, 1])


def test_the_polygraph():
    posterior = bayes_posterior([0.001, 0.999], [[0.99, 0.01], [0.05, 0.95]])
    assert posterior[0, 0] == pytest.approx(0.99 * 0.001 / (0.99 * 0.001 + 0.05 * 0.999))
    np.testing.assert_allclose(posterior.sum(axis=0), 1)
    at = break_even_prior(0.99, 0.95)
    assert at == pytest.approx(0.05 / 1.04)
    assert bayes_posterior([at, 1 - at], [[0.99, 0.01], [0.05, 0.95]])[0, 0] == pytest.approx(0.5)


def test_bayes_agrees_with_the_joint_table(table):
    likelihood = table.conditional("x")
    np.testing.assert_allclose(
        bayes_posterior(table.marginal("x"), likelihood), table.conditional("y")
    )


def test_the_order_of_observations_does_not_matter():
    rng = np.random.default_rng(2)
    prior = rng.dirichlet(np.ones(4))
    likelihood = rng.dirichlet(np.ones(3), 4)
    effects = rng.integers(3, size=5000)  # the plain product of 5000 numbers would be 0
    steps = sequential_posterior(prior, likelihood, effects)
    np.testing.assert_allclose(steps[0], prior)
    np.testing.assert_allclose(
        steps[1], bayes_posterior(prior, likelihood)[:, effects[0]], rtol=1e-12
    )
    np.testing.assert_allclose(
        steps[-1], sequential_posterior(prior, likelihood, effects[::-1])[-1], rtol=1e-9
    )


def test_the_best_mixture_against_a_fine_grid():
    rng = np.random.default_rng(4)
    shares = np.linspace(0, 1, 10_001)
    weights = np.stack([shares, 1 - shares], axis=-1)
    for _ in range(50):
        sd = rng.uniform(0.1, 2, 2)
        rho = rng.uniform(-0.95, 0.95)
        shared = rho * sd.prod()
        covariance = [[sd[0] ** 2, shared], [shared, sd[1] ** 2]]
        grid = shares[portfolio_variance(weights, covariance).argmin()]
        assert minimum_variance_share(*sd, rho) == pytest.approx(grid, abs=1e-4)
    assert minimum_variance_share(1.0, 1.0, 1.0) == 0.5


def test_information_of_a_normal_pair():
    rho = 0.8
    x = np.random.default_rng(5).normal(size=(2, 50_000))
    y = rho * x[0] + np.sqrt(1 - rho**2) * x[1]
    # Cells of equal probability of the normal law lose a little of -log(1 - rho^2) / 2.
    exact = -np.log(1 - rho**2) / 2
    found = binned_information(x[0], y)
    assert 0.85 * exact < found < exact
    assert found == pytest.approx(binned_information(norm.cdf(x[0]), np.exp(y)), abs=1e-12)
    assert abs(binned_information(x[0], x[1])) < 0.002


def test_the_diamond():
    points = sample_diamond(20_000, 6)
    assert diamond_pdf(points).all()
    assert diamond_pdf([0.6, 0.6]) == 0
    side = np.linspace(-1, 1, 2001)
    area = diamond_pdf(np.stack(np.meshgrid(side, side), axis=-1)).sum() * (side[1] - side[0]) ** 2
    assert area == pytest.approx(1, abs=0.003)
    assert diamond_marginal(side).sum() * (side[1] - side[0]) == pytest.approx(1, abs=1e-5)
    turned = points @ np.array([[1, 1], [1, -1]]) / np.sqrt(2)
    uniform = np.random.default_rng(7).uniform(-0.5, 0.5, 20_000)
    for coordinate in turned.T:
        assert kolmogorov_distance(coordinate, uniform) < 1.95 * np.sqrt(2 / 20_000)
