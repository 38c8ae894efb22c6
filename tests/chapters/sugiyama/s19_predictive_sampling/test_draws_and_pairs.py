import numpy as np
import pytest
from scipy import integrate, stats

from mlcompanion_chapters.sugiyama.s19_predictive_sampling import draws, humps, pairs, posterior


def test_humps_are_two_normal_laws_and_their_cells_sum_up():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(20, 2)) * 3
    parts = [
        w * stats.multivariate_normal.pdf(points, c, np.diag(np.square(s)))
        for w, c, s in zip(humps.WEIGHTS, humps.CENTRES, humps.DEVIATIONS)
    ]
    np.testing.assert_allclose(humps.humps_density(*points.T), sum(parts), rtol=1e-12)
    logs = [humps.log_humps.py_func(point) for point in points]
    np.testing.assert_allclose(logs, np.log(sum(parts)), rtol=1e-10)
    cells = humps.cell_probabilities(humps.UNIT_EDGES)
    volume, _ = integrate.dblquad(
        lambda y, x: humps.humps_density(x, y), 0, 1, -2, -1, epsabs=1e-10
    )
    assert cells[4, 2] == pytest.approx(volume)
    assert 0.97 < cells.sum() < 1


def test_misplaced_probability():
    exact = humps.cell_probabilities(humps.UNIT_EDGES)
    at_one_place = np.tile([0.5, 0.5], (50, 1))
    assert humps.misplaced(at_one_place, exact) == pytest.approx(1 - exact[4, 4])
    outside = np.tile([9.0, 0.0], (50, 1))
    assert humps.misplaced(outside, exact) == pytest.approx(exact.sum())


def test_repeats_are_left_out():
    walk = np.array([[0.0, 0], [0, 0], [1, 0], [1, 0], [0, 0]])
    assert humps.without_repeats(walk).tolist() == [[0, 0], [1, 0], [0, 0]]


def test_normal_cells():
    law = stats.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]])
    cells = pairs.normal_cells(0.5)
    box = law.cdf([1, 2]) - law.cdf([0, 2]) - law.cdf([1, 1]) + law.cdf([0, 1])
    assert cells[4, 5] == pytest.approx(box, abs=1e-5)


def test_old_values_follow_their_recursion():
    found = pairs.with_old_values(50, 0.7, seed=1)
    noise = np.sqrt(1 - 0.49) * np.random.default_rng(1).normal(size=(2, 50))
    a = 0.0
    b = 0.0
    for row, one, two in zip(found, *noise):
        a, b = 0.7 * b + one, 0.7 * a + two
        np.testing.assert_allclose(row, [a, b])


def test_volumes_by_another_quadrature():
    s = np.sqrt(0.75)
    for divisor in (s, s**2):
        total, _ = integrate.dblquad(
            lambda y, x, d=divisor: np.exp(-(x * x - x * y + y * y) / 2 / d) / (2 * np.pi * s),
            -9, 9, -9, 9,
        )  # fmt: skip
        assert pairs.volume(divisor) == pytest.approx(total, abs=1e-6)


def test_printed_density_and_its_distribution_function():
    assert draws.printed_density(np.array([0.5, 1.5, 2.5, 3.5, 4.5, 6])).tolist() == [
        0.125, 0.125, 0.25, 0.25, 0.25, 0,
    ]  # fmt: skip
    assert draws.five_piece_cdf(5.0) == pytest.approx(1)
    assert draws.five_piece_cdf(3.0) == pytest.approx(0.5)


@pytest.mark.parametrize("name", draws.LAWS)
def test_inverse_functions(name):
    quantile, cdf = draws.LAWS[name]
    u = np.linspace(0.01, 0.99, 33)
    np.testing.assert_allclose(cdf(quantile(u)), u, atol=3e-5)


def test_the_wrong_table_is_wrong():
    case = draws.table_case(3)
    assert case["gap"] < 1e-12 < 1e-3 < case["control"]


def test_posterior_is_prior_times_likelihood():
    sample = posterior.NormalSample.of(posterior.three_numbers(1))
    rows = np.array([[0.3, 0.2], [1.0, 1.5], [-2.0, 0.7]])
    joint = posterior.NormalGammaPrior().logpdf(rows) + sample.log_likelihood(rows)
    log_posterior = sample.log_posterior().py_func
    walked = [log_posterior(np.array([m, np.log(p)])) for m, p in rows] - np.log(rows[:, 1])
    np.testing.assert_allclose(np.diff(walked), np.diff(joint))
    best = sample.largest_log_likelihood()
    grid = np.stack(np.meshgrid(np.linspace(-5, 5, 101), np.linspace(0.01, 9, 300)), axis=-1)
    assert sample.log_likelihood(grid.reshape(-1, 2)).max() <= best


def test_student_is_the_predictive_law_by_quadrature():
    sample = posterior.NormalSample.of(posterior.three_numbers(2))
    prior = posterior.NormalGammaPrior()
    x = 0.7
    mean, precision = np.meshgrid(np.linspace(-12, 12, 1201), np.linspace(1e-3, 12, 1200))
    rows = np.column_stack([mean.ravel(), precision.ravel()])
    weights = np.exp(prior.logpdf(rows) + sample.log_likelihood(rows))
    density = np.exp(posterior.log_normal(np.array([x]), rows)[0])
    assert sample.student().pdf(x) == pytest.approx(weights @ density / weights.sum(), rel=1e-2)
