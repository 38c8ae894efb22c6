"""The price of imitation against box-constrained least squares and closed forms."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from mlcompanion.gp import Matern
from mlcompanion.gp.rates import analytic_factor, concentration_inf, price_path


def _box(K, f0, eps):
    root = np.linalg.inv(np.linalg.cholesky(K))
    found = lsq_linear(
        root, np.zeros(len(f0)), (f0 - eps, f0 + eps), method="bvls", tol=1e-15, max_iter=4000
    )
    return 2 * found.cost


@pytest.mark.parametrize("kind", ["brownian", "matern", "rough truth", "steps"])
def test_path_is_the_box_constrained_problem(kind):
    x = np.arange(1, 41) / 40
    K = np.minimum.outer(x, x) if kind == "brownian" else Matern(1.5, 0.7)(x[:, None])
    f0 = {
        "brownian": np.sin(7 * x),
        "matern": np.sin(7 * x),
        "rough truth": np.random.default_rng(0).normal(size=40),
        "steps": np.round(4 * x) % 2,  # many ties
    }[kind]
    eps = np.array([0.9, 0.4, 0.2, 0.1]) * np.abs(f0).max()
    found = concentration_inf(K, f0, eps)
    np.testing.assert_allclose(found, [_box(K, f0, e) for e in eps], rtol=1e-6)


def test_between_corners_the_price_is_exact():
    x = np.arange(1, 31) / 30
    K, f0 = np.minimum.outer(x, x), np.cos(5 * x)
    path = price_path(K, f0, 0.01)
    middle = 0.5 * (path.eps[3:9] + path.eps[4:10])
    np.testing.assert_allclose(path.at(middle), [_box(K, f0, e) for e in middle], rtol=1e-8)
    np.testing.assert_allclose(path.at(path.eps), path.price, rtol=1e-10, atol=1e-12)


def test_a_single_point_by_hand():
    # within eps of 3 at one point of variance 2: (3 - eps)^2 / 2
    assert concentration_inf([[2.0]], [3.0], 1.0) == pytest.approx(2.0)
    assert concentration_inf([[2.0]], [3.0], 3.5) == 0.0


def test_a_constant_and_a_point_that_is_pinned():
    x = np.linspace(0, 1, 11)
    K = np.minimum.outer(x, x)  # the first point has variance zero
    price = concentration_inf(K, np.ones(11), [0.5, 1.0, 1.5])
    assert np.isinf(price[0])
    assert price[1] == pytest.approx(0.0, abs=1e-10)
    assert price[2] == 0.0
    assert np.isfinite(concentration_inf(K, x * (1 - x), 0.05))


def test_units_scale_the_price():
    x = np.arange(1, 21) / 20
    K, f0 = Matern(1.5)(x[:, None]), np.sign(x - 0.5)
    base = concentration_inf(K, f0, 0.3)
    for unit in (1e-9, 1e9):
        assert concentration_inf(K, unit * f0, 0.3 * unit) == pytest.approx(
            unit**2 * base, rel=1e-6
        )


def test_factor_is_that_of_the_kernel_and_reaches_further():
    x = np.linspace(0, 1, 41)
    G = analytic_factor(x)
    np.testing.assert_allclose(G @ G.T, np.exp(-(np.subtract.outer(x, x) ** 2)), atol=1e-14)
    f0 = np.abs(x - 0.5)
    np.testing.assert_allclose(
        concentration_inf(G, f0, [0.2, 0.1], is_factor=True),
        concentration_inf(G @ G.T, f0, [0.2, 0.1]),
        rtol=1e-6,
    )
    with pytest.raises(ValueError, match="eps must not be below"):
        concentration_inf(G @ G.T, f0, 0.01)
    assert concentration_inf(G, f0, 0.0125, is_factor=True) > 1e7


def test_factor_agrees_with_gram_where_points_come_and_go():
    rng = np.random.default_rng(5)
    G = rng.normal(size=(25, 30))
    f0 = rng.normal(size=25)
    eps = np.array([1.0, 0.3, 0.05])
    np.testing.assert_allclose(
        concentration_inf(G, f0, eps, is_factor=True),
        concentration_inf(G @ G.T, f0, eps),
        rtol=1e-8,
    )


def test_what_is_refused():
    with pytest.raises(ValueError, match="eps"):
        concentration_inf(np.eye(2), np.ones(2), 0.0)
    with pytest.raises(ValueError, match="K must have no negative"):
        price_path(-np.eye(2), np.ones(2), 0.1)
    with pytest.raises(ValueError, match="max_corners"):
        price_path(np.eye(9), np.arange(9.0), 0.1, max_corners=2)
    with pytest.raises(ValueError, match="x must lie"):
        analytic_factor([0.0, 9.0])
