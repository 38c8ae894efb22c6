"""Exponents, exact tails and counts against grids, enumeration and closed forms."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components
from scipy.special import rel_entr
from scipy.stats import chi2, multinomial

from mlcompanion.graphical.forests import (
    count_forests,
    euclidean_exponent,
    fewest_forests,
    guessing_error_bound,
    information_hessian,
    information_tail,
    necessary_samples,
    overestimation_bound,
    overestimation_probability,
    sanov_rate,
    sufficient_samples,
    table_information,
    type_class_bounds,
    underestimation_bound,
)


def channel(crossover):
    half = crossover / 2
    return np.array([[0.5 - half, half], [half, 0.5 - half]])


def product_rate(P, m=2001):
    """The nearest product table by a grid of both marginals."""
    u = np.linspace(1e-6, 1 - 1e-6, m)
    best = np.inf
    for p in u:
        Q = np.array([(1 - p) * (1 - u), (1 - p) * u, p * (1 - u), p * u])
        best = min(best, rel_entr(Q, P.reshape(4, 1)).sum(axis=0).min())
    return best


@pytest.mark.parametrize("crossover", [0.02, 0.05, 0.119, 0.13, 0.3])
def test_the_rate_of_a_lost_edge_is_that_of_the_grid(crossover):
    P = channel(crossover)
    assert sanov_rate(P).rate == pytest.approx(product_rate(P), rel=2e-4)


def test_printed_rates():
    assert sanov_rate(channel(0.3)).rate == pytest.approx(0.0872, abs=1e-4)
    assert sanov_rate(channel(0.05)).rate == pytest.approx(0.620, abs=1e-3)


def test_rates_at_other_levels_are_those_of_the_grid():
    steps = np.arange(1, 100) / 100
    grid = np.array(
        [[a, b, c, 1 - a - b - c] for a, b, c in product(steps, repeat=3) if a + b + c < 0.995]
    )
    within = np.array([table_information(Q.reshape(2, 2)) for Q in grid[::7]])
    grid = grid[::7]
    for P in (channel(0.25), np.array([[0.5, 0.1], [0.1, 0.3]])):
        far = rel_entr(grid, P.ravel()).sum(axis=1)
        for side, level in (("below", 0.02), ("above", 0.25)):
            ok = within <= level if side == "below" else within >= level
            found = sanov_rate(P, level, side)
            assert found.rate <= far[ok].min() + 1e-9
            assert found.rate > 0.8 * far[ok].min()
            assert found.rate == pytest.approx(rel_entr(found.table, P).sum())
            assert table_information(found.table) == pytest.approx(level, abs=1e-6)


def test_what_is_beyond_already_costs_nothing():
    assert sanov_rate(channel(0.3), 0.5, "below").rate == 0
    assert sanov_rate(channel(0.3), 0.01, "above").rate == 0
    assert sanov_rate(channel(0.3), 0.7, "above").rate == np.inf


def test_the_second_derivative_is_that_of_differences():
    row = np.array([0.2, 0.8])
    column = np.array([0.3, 0.3, 0.4])
    P = np.outer(row, column)
    H = information_hessian(row, column)
    rng = np.random.default_rng(0)
    for _ in range(5):
        z = rng.normal(size=P.shape)
        z -= z.mean()
        t = 1e-3
        curve = table_information(P + t * z) + table_information(P - t * z)
        assert curve / t**2 == pytest.approx(z.ravel() @ H @ z.ravel(), rel=1e-3)


def test_the_euclidean_exponent_is_one_and_so_is_the_slope_of_the_rate():
    rng = np.random.default_rng(1)
    for r, s in ((2, 2), (2, 3), (4, 3)):
        row = rng.dirichlet(np.ones(r))
        column = rng.dirichlet(np.ones(s))
        assert euclidean_exponent(row, column) == pytest.approx(1, abs=1e-9)
    P = np.outer([0.4, 0.6], [0.3, 0.7])
    assert sanov_rate(P, 1e-3, "above").rate / 1e-3 == pytest.approx(1, abs=0.02)
    root = 1 / np.sqrt(np.outer([0.2, 0.8], [0.3, 0.3, 0.4]).ravel())
    H = information_hessian([0.2, 0.8], [0.3, 0.3, 0.4])
    found = np.linalg.eigvalsh(H / np.outer(root, root))
    np.testing.assert_allclose(found, [-1, 0, 0, 0, 1, 1], atol=1e-9)


def slow_tail(n, level, P):
    """Sum of multinomial probabilities over all tables of counts."""
    total = 0.0
    for a, b, c in product(range(n + 1), repeat=3):
        if a + b + c <= n:
            counts = np.array([a, b, c, n - a - b - c])
            if table_information(counts.reshape(2, 2) / n) >= level - 1e-13:
                total += multinomial.pmf(counts, n, P.ravel())
    return total


def test_tails_are_sums_over_all_tables():
    for P in (channel(0.5), channel(0.2), np.outer([0.2, 0.8], [0.5, 0.5])):
        for level in (0.05, 0.2):
            above = information_tail(12, level, P)
            assert above == pytest.approx(slow_tail(12, level, P), rel=1e-9)
            assert information_tail(12, [level], P, "below")[0] == pytest.approx(1 - above)


def test_tails_are_those_of_samples_and_of_the_limit():
    n = 200
    P = np.outer([0.3, 0.7], [0.5, 0.5])
    rng = np.random.default_rng(3)
    tables = rng.multinomial(n, P.ravel(), 4000).reshape(-1, 2, 2) / n
    informations = np.array([table_information(t) for t in tables])
    found = overestimation_probability(n, [0.005, 0.01], 0.7, 0.5)
    for eps, probability in zip((0.005, 0.01), found):
        assert np.mean(informations >= eps) == pytest.approx(probability, abs=0.015)
        assert chi2.sf(2 * n * eps, 1) == pytest.approx(probability, rel=0.1)


def test_a_type_class_lies_between_its_bounds():
    rng = np.random.default_rng(4)
    for _ in range(30):
        P = rng.dirichlet(np.ones(4))
        counts = rng.multinomial(15, rng.dirichlet(np.ones(4)))
        found = type_class_bounds(counts, P)
        assert found.exact == pytest.approx(multinomial.logpmf(counts, 15, P))
        assert found.lower <= found.exact <= found.upper + 1e-12


def parts(edges, d):
    A = np.zeros((d, d))
    for i, j in edges:
        A[i, j] = 1
    return connected_components(A, directed=False)[0]


def test_forests_are_counted_by_listing_them():
    for d in (1, 2, 3, 4, 5):
        pairs = list(combinations(range(d), 2))
        for k in range(d):
            listed = sum(parts(edges, d) == d - k for edges in combinations(pairs, k))
            assert count_forests(d, k) == listed
            assert k == 0 or fewest_forests(d, k) <= listed
        assert d ** max(d - 2, 0) <= count_forests(d) <= (d + 1) ** (d - 1)


def test_bounds_on_samples():
    assert count_forests(20, 19) == 20**18
    assert necessary_samples(16, 9) == pytest.approx(8 * 4 / 16)
    assert guessing_error_bound(0, 4, 1) == pytest.approx(5 / 6)
    assert guessing_error_bound(100, 4, 1) == 0
    assert sufficient_samples(50, 49, 0.1, 0.001) == pytest.approx(3000 * np.log(49))
    assert sufficient_samples(50, 0, 1e9, 1.0, 1.0) == pytest.approx((2 * np.log(50)) ** 2)


def test_union_bounds_stand_above_what_they_bound():
    P = channel(0.5)
    for n in (50, 200):
        eps = n**-0.3
        assert overestimation_bound(n, 3, 1, eps) >= information_tail(n, eps, P)
        lost = information_tail(n, eps, channel(0.1), "below")
        assert underestimation_bound(n, 1, sanov_rate(channel(0.1), eps).rate) >= lost
    assert overestimation_bound(10**6, 100, 50, 0.01) < 1e-300
