"""The equilibrium margin against its definition in high precision, and its bounds."""

from decimal import Decimal, getcontext

import numpy as np
import pytest

from mlcompanion.ensemble.equilibrium import (
    emargin,
    emargin_curve,
    emargin_vc,
    finite_class_cost,
    least_margin_bound,
    quantile_bound,
    simple_emargin,
)


def cost_of(theta, n, log_size, delta):
    """u(theta) of Theorem 3, as printed."""
    spread = 8 / theta**2 * np.log(2 * n**2 / log_size) * (np.log(2) + log_size)
    return (spread + 2 * log_size + np.log(n / delta)) / n


def bisected(q, u):
    """-log(1 - p) by bisection in 60 digits."""
    getcontext().prec = 60
    q = Decimal(float(q))
    u = Decimal(float(u))
    low = -(1 - q).ln() if q else Decimal(0)
    high = (u + 1) / (1 - q) + low + 1
    for _ in range(120):
        s = (low + high) / 2
        rest = (-s).exp()
        value = (1 - q) * ((1 - q).ln() + s)
        if q:
            value += q * (q / (1 - rest)).ln()
        low, high = (s, high) if value < u else (low, s)
    return float(s)


def by_definition(margins, log_size, delta):
    """The least -log(1 - p) over all q in the grid, theta(q) by counting."""
    n = len(margins)
    least = np.sqrt(8 * np.exp(-log_size))
    best = (np.inf, None, None)
    for j in range(n):
        if j < np.sum(margins <= least):
            continue
        theta = min(v for v in margins if np.sum(margins <= v) > j)  # sup of what at most j fail
        s = bisected(j / n, cost_of(theta, n, log_size, delta))
        best = min(best, (s, theta, j / n), key=lambda one: one[0])
    return best


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("decimals", [1, 8])
def test_emargin_is_the_best_of_all_quantiles(seed, decimals):
    rng = np.random.default_rng(seed)
    margins = np.round(rng.beta(3, 2, 40) * 1.6 - 0.7, decimals)  # one decimal: ties
    log_size = rng.uniform(2.2, 30)
    found = emargin(margins, log_size, 0.1)
    s, theta, q = by_definition(margins, log_size, 0.1)
    assert found.surprise == pytest.approx(s, rel=1e-10)
    assert (found.margin, found.error) == (theta, q)
    assert found.error == np.mean(margins < found.margin)
    assert found.bound == pytest.approx(log_size / 40 - np.expm1(-s))


def test_curve_and_search_agree():
    rng = np.random.default_rng(3)
    for n in (3, 63, 64, 65, 5000):
        margins = rng.uniform(-0.2, 0.9, n)
        margins[0] = 0.7
        q, theta, surprise = emargin_curve(margins, 12.0)
        found = emargin(margins, 12.0)
        at = np.argmin(surprise)
        assert found.surprise == pytest.approx(surprise[at], rel=1e-12)
        assert found.margin == theta[at]
        assert found.error == q[at]


def test_underflow_does_not_decide():
    """Where every p is 1 in floating point there is still one equilibrium."""
    margins = np.linspace(-0.4, 0.6, 700)
    found = emargin(margins, 7 * np.log(200 * 30))
    assert found.bound - 7 * np.log(200 * 30) / 700 == 1.0
    assert 100 < found.surprise < 1e4
    q, _, surprise = emargin_curve(margins, 7 * np.log(200 * 30))
    assert found.error == q[np.argmin(surprise)]


def test_equal_margins_have_their_least_as_equilibrium():
    found = emargin(np.full(50, 0.4), 8.0)
    assert (found.margin, found.error) == (0.4, 0.0)


def test_more_data_brings_the_equilibrium_to_the_least_margin():
    margins = np.linspace(0.1, 0.9, 100)
    errors = [emargin(np.repeat(margins, k), 8.0).error for k in (1, 10, 100, 1000, 10_000)]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 0.3
    assert errors[-1] == 0


def test_class_sizes_beyond_any_float():
    assert np.isfinite(emargin(np.linspace(0.1, 1, 500), 5000.0).surprise)
    with pytest.raises(ValueError, match="log_size must be below 2 n"):
        emargin([0.1, 0.5], 9.0)
    with pytest.raises(ValueError, match=r"margins must hold a value above sqrt"):
        emargin([0.1, 0.5, 0.2, 0.2, 0.1], 2.1)


def test_integers_and_order_do_not_matter():
    assert emargin([1, -1, 1, 1], 3) == emargin(np.array([1.0, 1.0, -1.0, 1.0]), 3.0)


def test_cost_is_the_printed_one():
    theta = np.array([0.1, 0.5, 1.0])
    np.testing.assert_allclose(
        finite_class_cost(theta, 300, 9.0, 0.2), cost_of(theta, 300, 9.0, 0.2)
    )
    assert isinstance(finite_class_cost(0.3, 300, 9.0), float)


def test_vc_bound_by_definition():
    rng = np.random.default_rng(4)
    margins = rng.uniform(-0.3, 0.9, 60)
    d = 3
    n = 60
    ordered = np.sort(margins)
    best = np.inf
    for j in range(np.sum(margins <= 0), n):
        draws = 16 / ordered[j] ** 2 * np.log(n / d)
        u = (draws * d * np.log(np.e * n**2 / d) + 3 * np.log(draws + 1) + np.log(2 * n / 0.05)) / n
        best = min(best, bisected(j / n, u))
    found = emargin_vc(margins, d)
    assert found.surprise == pytest.approx(best, rel=1e-10)
    assert found.bound == pytest.approx((d**2 + 1) / n + (n - 1) / n * -np.expm1(-best))


def test_least_margin_bound():
    n = 10_000
    R = 32 * np.log(2 * 1000) / (n * 0.25)
    want = R * (np.log(2 * n) + np.log(1 / R) + 1) + np.log(1000 / 0.05) / n
    assert least_margin_bound(0.5, n, np.log(1000)) == pytest.approx(want)
    assert least_margin_bound(0.01, 100, np.log(100)) == np.inf  # R above 2 n
    assert least_margin_bound(0.1, 10**6, np.log(100)) == np.inf  # margin too small for the class


def test_quantile_bound_is_the_least_over_a_fine_grid():
    rng = np.random.default_rng(5)
    margins = np.round(rng.uniform(-0.3, 0.9, 50), 2)
    theta, value = quantile_bound(margins, 6.0, constant=0.3)
    grid = np.linspace(1e-4, 1, 20_001)
    share = np.array([np.mean(margins <= t) for t in grid])
    values = share + 0.3 * np.sqrt((np.log(50) * 6.0 / grid**2 - np.log(0.05)) / 50)
    assert value <= values.min() + 1e-12
    assert value == pytest.approx(values.min(), abs=2e-3)
    assert theta == pytest.approx(grid[np.argmin(values)], abs=2e-4)


@pytest.mark.parametrize("factor", [0.01, 0.2, 4.0])
def test_simple_equilibrium_is_the_largest_that_fits(factor):
    rng = np.random.default_rng(6)
    margins = np.round(rng.uniform(0.05, 0.9, 3000), 3)
    found = simple_emargin(margins, 9.0, factor)
    grid = np.linspace(0.06, 1, 30_001)
    share = np.array([np.mean(margins <= t) for t in grid])
    fits = grid[(share <= factor * cost_of(grid, 3000, 9.0, 0.05)) & (share < 1)]
    assert found.margin == pytest.approx(fits.max(), abs=1e-3)
    cost = cost_of(found.margin, 3000, 9.0, 0.05)
    assert found.bound == pytest.approx(9.0 / 3000 + max(2 * factor, 8) * cost)
    assert found.error == np.mean(margins < found.margin)
