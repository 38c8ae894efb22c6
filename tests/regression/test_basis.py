import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import gaussian_basis, poly_basis, trig_basis


def test_trig_basis_is_the_listing_column_by_column():
    x = np.linspace(-3, 3, 7)
    columns = [np.ones(7)]
    for j in range(1, 16):
        columns += [np.sin(j / 2 * x), np.cos(j / 2 * x)]
    np.testing.assert_allclose(trig_basis(x), np.column_stack(columns), atol=1e-15)
    assert trig_basis(x, 0).shape == (7, 1)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 8), st.integers(0, 2**32 - 1))
def test_trig_basis_has_period_four_pi(order, seed):
    x = np.random.default_rng(seed).uniform(-3, 3, size=5)
    np.testing.assert_allclose(trig_basis(x, order), trig_basis(x + 4 * np.pi, order), atol=1e-12)


def test_whole_frequencies_and_scaled_powers():
    x = np.linspace(-3, 3, 7)
    columns = [np.ones(7), np.sin(x), np.cos(x), np.sin(2 * x), np.cos(2 * x)]
    np.testing.assert_allclose(trig_basis(x, 2, frequency=1), np.column_stack(columns))
    np.testing.assert_allclose(poly_basis(x, 4, scale=3), poly_basis(x, 4) / 3.0 ** np.arange(5))


def test_poly_basis_evaluates_polynomials():
    x = np.random.default_rng(0).normal(size=9)
    w = np.array([2.0, -1.0, 0.5, 3.0])
    np.testing.assert_allclose(poly_basis(x, 3) @ w, np.polynomial.polynomial.polyval(x, w))


def test_gaussian_basis_by_brute_force_in_one_and_two_dimensions():
    rng = np.random.default_rng(0)
    for shape in ((6,), (6, 2)):
        x = rng.normal(size=shape)
        c = rng.normal(size=(4, *shape[1:]))
        expected = [[np.exp(-np.sum((a - b) ** 2) / (2 * 0.7**2)) for b in c] for a in x]
        np.testing.assert_allclose(gaussian_basis(x, c, 0.7), expected)
    K = gaussian_basis(x, sigma=0.7)
    np.testing.assert_array_equal(K, K.T)
    np.testing.assert_array_equal(np.diag(K), 1)


@pytest.mark.parametrize("basis", [trig_basis, poly_basis])
def test_bases_refuse_bad_input(basis):
    for x in ([[1.0]], [np.nan], "a"):
        with pytest.raises(ValueError, match="x "):
            basis(x)
    for size in (-1, 1.5):
        with pytest.raises(ValueError, match=r"order|degree"):
            basis([1.0], size)


def test_gaussian_basis_refuses_bad_input():
    with pytest.raises(ValueError, match="sigma"):
        gaussian_basis([1.0], sigma=0)
    with pytest.raises(ValueError, match="centres"):
        gaussian_basis([1.0], [np.inf])
    with pytest.raises(ValueError, match="x "):
        gaussian_basis([])


def test_sinc_trend_is_even_plus_odd_and_has_no_hole_at_zero():
    x, y, clean = make_sinc_trend(51, 0.0, 0)
    np.testing.assert_array_equal(y, clean)
    np.testing.assert_allclose((clean - clean[::-1]) / 2, 0.1 * x, atol=1e-15)
    assert clean[25] == 1.0  # at x = 0
    away = x != 0
    even = np.sin(np.pi * x[away]) / (np.pi * x[away])
    np.testing.assert_allclose((clean + clean[::-1])[away] / 2, even, atol=1e-15)


def test_sinc_trend_noise_has_its_size_and_seed():
    noise = make_sinc_trend(20_000, 0.05, 1)
    assert np.std(noise.y - noise.clean) == pytest.approx(0.05, rel=0.03)
    np.testing.assert_array_equal(make_sinc_trend(9, 1.0, 4).y, make_sinc_trend(9, 1.0, 4).y)
    for bad in (
        {"n_samples": 1}, {"noise": -1}, {"noise": np.nan}, {"random_state": "a"},
    ):  # fmt: skip
        with pytest.raises(ValueError, match=next(iter(bad))):
            make_sinc_trend(**bad)


def test_a_kernel_model_of_no_columns_is_refused():
    for arguments in ((np.empty((3, 0)),), (np.empty((3, 0)), np.empty((2, 0)))):
        with pytest.raises(ValueError, match=r"\bx must have at least one column"):
            gaussian_basis(*arguments)
