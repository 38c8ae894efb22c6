import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from mlcompanion.convex import biconjugate_grid, inf_convolution_grid, legendre_grid
from mlcompanion.convex.calculus.legendre import legendre_dense, lower_hull

few = settings(max_examples=40, deadline=None)
# quarters: sums and products of them are exact, so that ties are ties
quarters = st.integers(-40, 40).map(lambda v: v / 4)


@st.composite
def sampled(draw, least=1):
    n = draw(st.integers(least, 30))
    x = np.cumsum(draw(st.lists(st.integers(1, 8), min_size=n, max_size=n))) / 4.0
    f = np.array(draw(st.lists(quarters, min_size=n, max_size=n)))
    return x, f


slope_lists = st.lists(quarters, min_size=1, max_size=30).map(lambda s: np.sort(s))


@few
@given(sample=sampled(), slopes=slope_lists)
def test_linear_time_equals_dense(sample, slopes):
    fast = legendre_grid(*sample, slopes)
    dense = legendre_dense(*sample, slopes)
    np.testing.assert_array_equal(fast.value, dense.value)
    x, f = sample
    np.testing.assert_array_equal(  # at a tie the winners differ, their values do not
        slopes * fast.argmax - f[np.searchsorted(x, fast.argmax)], dense.value
    )


@pytest.mark.parametrize("n", [1000, 5000])
def test_linear_time_equals_dense_on_a_rough_function(n):
    x = np.sort(np.random.default_rng(n).uniform(-3, 3, n))
    f = np.cos(9 * x) + x**2 / 2 + 0.1 * np.random.default_rng(1).normal(size=n)
    slopes = np.linspace(-6, 6, n)
    fast = legendre_grid(x, f, slopes)
    dense = legendre_dense(x, f, slopes, block=30_000)
    np.testing.assert_allclose(fast.value, dense.value, rtol=0, atol=1e-12)


def test_hull_against_qhull():
    rng = np.random.default_rng(0)
    x = np.sort(rng.normal(size=400))
    f = rng.normal(size=400)
    corners, _ = lower_hull(x, f)
    points = np.column_stack([x, f])
    lower = {
        i
        for simplex, normal in zip(
            ConvexHull(points).simplices, ConvexHull(points).equations, strict=True
        )
        if normal[1] < 0
        for i in simplex
    }
    np.testing.assert_array_equal(corners, np.sort(x[list(lower)]))


@few
@given(sample=sampled(), other=st.integers(0, 999), slopes=slope_lists)
def test_order_reversal(sample, other, slopes):
    x, f = sample
    above = f + np.random.default_rng(other).uniform(0, 2, len(f))
    assert (legendre_grid(x, f, slopes).value >= legendre_grid(x, above, slopes).value).all()


@few
@given(sample=sampled())
def test_biconjugate_is_the_largest_convex_minorant(sample):
    x, f = sample
    envelope = biconjugate_grid(x, f)
    assert (envelope <= f + 1e-9).all()
    slope = np.diff(envelope) / np.diff(x)
    assert (np.diff(slope) >= -1e-7).all(), "convex"
    corners, height = lower_hull(x, f)
    np.testing.assert_allclose(envelope, np.interp(x, corners, height), atol=1e-9)
    np.testing.assert_allclose(biconjugate_grid(x, envelope), envelope, atol=1e-9)


def test_convex_functions_are_their_own_biconjugate():
    x = np.linspace(-2, 2, 4001)
    for f in (x**2 / 2, abs(x), np.maximum(0, 1 - x), np.exp(x)):
        np.testing.assert_allclose(biconjugate_grid(x, f), f, atol=1e-12)


def test_double_well_comes_back_as_its_envelope():
    x = np.linspace(-3, 3, 6001)
    envelope = biconjugate_grid(x, np.minimum((x - 1) ** 2, (x + 1) ** 2))
    np.testing.assert_allclose(envelope, np.maximum(abs(x) - 1, 0) ** 2, atol=1e-12)


def test_known_conjugates():
    x = np.linspace(-30, 30, 60_001)
    s = np.linspace(-2, 2, 41)
    np.testing.assert_allclose(legendre_grid(x, x**2 / 2, s).value, s**2 / 2, atol=1e-6)
    inside = s[abs(s) <= 1]
    np.testing.assert_allclose(legendre_grid(x, abs(x), inside).value, 0, atol=1e-12)
    argmax = legendre_grid(x, x**2 / 2, s).argmax
    np.testing.assert_allclose(argmax, s, atol=1e-3)


def test_points_outside_the_domain_are_never_chosen():
    x = np.linspace(-2, 2, 401)
    f = np.where(abs(x) <= 1, 0.0, np.inf)
    s = np.linspace(-3, 3, 13)
    np.testing.assert_allclose(legendre_grid(x, f, s).value, abs(s), atol=1e-12)


def test_inf_convolution_gives_the_huber_function():
    x = np.linspace(-4, 4, 4001)
    mu = 0.5
    smooth = inf_convolution_grid(x, abs(x), x**2 / (2 * mu), np.linspace(-1, 1, 4001))
    huber = np.where(abs(x) <= mu, x**2 / (2 * mu), abs(x) - mu / 2)
    np.testing.assert_allclose(smooth, huber, atol=1e-6)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="x must be strictly increasing"):
        legendre_grid([0.0, 0.0], [1.0, 2.0], [0.0])
    with pytest.raises(ValueError, match="slopes must be sorted"):
        legendre_grid([0.0, 1.0], [1.0, 2.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="f contains NaN"):
        legendre_grid([0.0, 1.0], [np.nan, 2.0], [0.0])
    with pytest.raises(ValueError, match="f must have the shape of x"):
        legendre_grid([0.0, 1.0], [1.0], [0.0])
    with pytest.raises(ValueError, match="f is infinite"):
        legendre_grid([0.0, 1.0], [np.inf, np.inf], [0.0])
    with pytest.raises(ValueError, match="f must be an array of numbers"):
        legendre_grid([0.0], ["a"], [0.0])
    with pytest.raises(ValueError, match="slopes needs at least 1"):
        legendre_grid([0.0, 1.0], [1.0, 2.0], [])
