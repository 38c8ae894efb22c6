"""Leave-one-out projections, lost parts and first-order changes against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.datasets import make_spiked_gaussian
from mlcompanion.kernels import center_gram, rbf_kernel
from mlcompanion.reduction import (
    first_order_changes,
    loo_projections,
    orthogonal_factors,
    perpendicular_norms,
)
from mlcompanion.reduction.downdate import downdated_directions, prepared_poles

RNG = np.random.default_rng(1)
SPIKED = make_spiked_gaussian(30, 300, [1.4, 1.2, 1.0, 0.8], 0.2, 0).data


def distance_from_hull(X, i):
    """From the affine hull of the other rows, by least squares."""
    others = np.delete(X, i, axis=0)
    edges = (others[1:] - others[0]).T
    gap = X[i] - others[0]
    if not edges.size:
        return np.linalg.norm(gap)
    return np.linalg.norm(gap - edges @ np.linalg.lstsq(edges, gap, rcond=None)[0])


# -- the three ways ----------------------------------------------------------------------------


@pytest.mark.parametrize("q", [1, 4, 25])
@pytest.mark.parametrize("kernel", ["linear", "wide", "narrow"])
def test_one_decomposition_gives_what_all_of_them_give(kernel, q):
    K = {
        "linear": SPIKED @ SPIKED.T,
        "wide": rbf_kernel(SPIKED, sigma=20.0),
        "narrow": rbf_kernel(SPIKED, sigma=3.0),
    }[kernel]
    want = loo_projections(K, q, method="refit")
    assert np.abs(loo_projections(K, q) - want).max() < 1e-8 * np.abs(want).max()


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 9999),
    n=st.integers(4, 12),
    d=st.integers(1, 15),
    ties=st.sampled_from(["none", "rows", "whole"]),
)
def test_also_with_repeated_rows_and_whole_numbers(seed, n, d, ties):
    X = np.random.default_rng(seed).normal(size=(n, d))
    if ties == "rows":
        X[n // 2] = X[0]
    if ties == "whole":
        X = np.round(X)
    if not np.ptp(X, axis=0).any():
        return
    K = X @ X.T
    q = min(2, n - 2)
    exact = loo_projections(K, q)
    want = loo_projections(K, q, method="refit")
    # where eigenvalues coincide, any turn of their directions is right: compare what is fixed
    spectra = [
        np.linalg.eigvalsh(center_gram(np.delete(np.delete(K, i, 0), i, 1)))[::-1] for i in range(n)
    ]
    apart = [np.min(-np.diff(s[: q + 2]), initial=np.inf) > 1e-6 * max(s[0], 1e-9) for s in spectra]
    full = np.linalg.eigvalsh(center_gram(K))[::-1]
    if np.min(-np.diff(full[: q + 2]), initial=np.inf) <= 1e-6 * full[0]:
        return
    close = np.isclose(np.abs(exact), np.abs(want), atol=1e-6 * np.sqrt(np.abs(K).max()))
    assert close[np.array(apart)].all()


def test_the_downdate_is_an_eigendecomposition():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        r = int(rng.integers(1, 12))
        values = np.sort(rng.exponential(size=r) ** 3)[::-1]
        f = rng.normal(size=r) * np.sqrt(values)
        f[rng.random(r) < 0.2] = 0
        S = np.diag(values)
        rho = 0.9 / max(np.square(f) @ (1 / values), 1e-9)
        unit = np.sqrt(values[0])
        kept, W = downdated_directions(prepared_poles(values), f / unit, rho, r)
        changed = S - rho * np.outer(f, f)
        np.testing.assert_allclose(W.T @ W, np.eye(r), atol=1e-6)
        left = W.T @ changed @ W
        np.testing.assert_allclose(left, np.diag(np.diag(left)), atol=1e-8 * values[0])
        want = np.linalg.eigvalsh(changed)[::-1]
        np.testing.assert_allclose(np.diag(left), want, atol=1e-10 * values[0])
        assert kept.sum() >= r - 1


def test_the_shortcut_projects_what_the_others_span():
    """Equation 1 by its definition: the full sample's direction, the point's part in the hull."""
    mean = SPIKED.mean(axis=0)
    axes = np.linalg.svd(SPIKED - mean, full_matrices=False)[2][:3]
    found = loo_projections(SPIKED @ SPIKED.T, 3, method="geometric")
    for i, row in enumerate(SPIKED):
        others = np.delete(SPIKED, i, axis=0)
        centre = others.mean(axis=0)
        span = np.linalg.svd(others - centre, full_matrices=False)[2][:-1]
        inside = span.T @ (span @ (row - centre))
        np.testing.assert_allclose(np.abs(found[i]), np.abs(axes @ inside), atol=1e-9)


def test_the_shortcut_follows_leave_one_out_and_training_does_not():
    X = make_spiked_gaussian(50, 2000, [1.4, 1.2, 1.0, 0.8], 0.2, 1).data
    K = X @ X.T
    exact = loo_projections(K, 4)
    short = loo_projections(K, 4, method="geometric")
    values, vectors = np.linalg.eigh(center_gram(K))
    trained = (vectors * np.sqrt(np.abs(values)))[:, :-5:-1]
    trained *= np.sign((trained * exact).sum(axis=0))
    assert np.all(np.std(short - exact, axis=0) < 0.5 * np.std(trained - exact, axis=0))


def test_pure_noise_is_nothing_new():
    noise = RNG.normal(size=(20, 20_000))
    found = loo_projections(noise @ noise.T, 3, method="geometric")
    assert np.abs(found).max() < 0.05 * np.sqrt(20_000)


def test_missing_directions_are_zero_and_units_are_those_of_the_rows():
    line = np.arange(6.0)[:, None] ** 2
    found = loo_projections(line @ line.T, 3)
    np.testing.assert_allclose(found[:, 1:], 0, atol=1e-9)
    want = [line[i, 0] - np.delete(line[:, 0], i).mean() for i in range(6)]
    np.testing.assert_allclose(np.abs(found[:, 0]), np.abs(want), rtol=1e-9)
    for method in ("exact", "geometric", "refit"):
        scaled = loo_projections(1e12 * SPIKED @ SPIKED.T, 2, method=method)
        plain = loo_projections(SPIKED @ SPIKED.T, 2, method=method)
        np.testing.assert_allclose(scaled / 1e6, plain, atol=1e-8)


@pytest.mark.parametrize(
    ("K", "q", "options", "word"),
    [
        (np.eye(5)[:4], 1, {}, "K"),
        (np.triu(np.ones((5, 5))), 1, {}, "K must be symmetric"),
        (np.eye(2), 1, {}, "K needs at least 3 rows"),
        (np.zeros((5, 5)), 1, {}, "K: no direction has variance"),
        (np.eye(5), 4, {}, "n_components"),
        (np.eye(5), 1, {"method": "fast"}, "method"),
    ],
)
def test_bad_input_is_named(K, q, options, word):
    with pytest.raises(ValueError, match=word):
        loo_projections(K, q, **options)


# -- lost parts --------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "d"), [(2, 1), (6, 9), (12, 40), (9, 3), (5, 4), (6, 5)])
@pytest.mark.parametrize(("move", "unit"), [(0, 1), (1e6, 1), (0, 1e-12), (0, 1e150)])
def test_perpendicular_norms_by_least_squares(n, d, move, unit):
    X = np.random.default_rng(n * d).normal(size=(n, d))
    want = [distance_from_hull(X, i) for i in range(n)]
    found = perpendicular_norms(unit * (X + move)) / unit
    np.testing.assert_allclose(found, want, atol=2e-7)


def test_a_lonely_row_among_rows_that_span_each_other():
    X = np.vstack([RNG.integers(0, 3, size=(8, 2)), [[1, 1]]]).astype(float)
    X = np.column_stack([X, np.zeros(9)])
    X[-1, 2] = 4
    want = [distance_from_hull(X, i) for i in range(9)]
    np.testing.assert_allclose(perpendicular_norms(X), want, atol=1e-9)
    assert perpendicular_norms(np.full((4, 2), 0.1)).tolist() == [0, 0, 0, 0]


def test_the_factor_is_that_of_the_kernel():
    X = SPIKED[:12, :40]
    sigma = 2.5
    factors = orthogonal_factors(X, sigma)
    others = X[1:]
    span = np.linalg.svd(others - others.mean(axis=0), full_matrices=False)[2][:-1]
    inside = others.mean(axis=0) + (X[0] - others.mean(axis=0)) @ span.T @ span
    new = rbf_kernel(X[:1], others, sigma=sigma)
    np.testing.assert_allclose(new, factors[0] * rbf_kernel(inside[None], others, sigma=sigma))


# -- first order -------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [0, 2])
@pytest.mark.parametrize("unit", [1.0, 1e-9, 1e120])
def test_first_order_changes_are_the_slope_of_exact_ones(k, unit):
    """Twice the points, each twice: the exact change halves, its error falls to a quarter."""
    errors = []
    for copies in (20, 40):
        X = unit * np.tile(RNG.normal(size=(12, 5)) * [3, 2.5, 2, 1.5, 1], (copies, 1))
        found = first_order_changes(X, k)
        cov = np.cov(X.T / unit, bias=True)
        values, vectors = np.linalg.eigh(cov)
        rest = np.delete(X, 0, axis=0)
        new_values, new_vectors = np.linalg.eigh(np.cov(rest.T / unit, bias=True))
        u = vectors[:, -1 - k]
        u = u * np.sign(u[np.abs(u).argmax()])
        v = new_vectors[:, -1 - k]
        exact = v * np.sign(u @ v) - u
        errors.append(np.linalg.norm(found.directions[0] - exact))
        assert errors[-1] < 0.1 * np.linalg.norm(exact)
        change = (new_values - values)[-1 - k]
        assert found.values[0] / unit**2 == pytest.approx(change, rel=0.2, abs=1e-4)
        assert np.linalg.norm(found.directions, axis=1).max() > 0
        assert np.all(np.linalg.norm(found.directions, axis=1) <= found.bounds * (1 + 1e-9))
        np.testing.assert_allclose(found.directions @ u, 0, atol=1e-9)


def test_equal_variances_have_no_direction_of_their_own():
    square = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])
    with pytest.raises(ValueError, match="component 0 must have a variance of its own"):
        first_order_changes(square)
    with pytest.raises(ValueError, match="two different rows"):
        first_order_changes(np.zeros((5, 2)))
