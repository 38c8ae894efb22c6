import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.kernels import rbf_kernel
from mlcompanion.linalg import (
    cholesky_append,
    cholesky_downdate,
    cholesky_update,
    commutation_matrix,
    incomplete_cholesky,
    inverse_bordered,
    inverse_rank_one,
    squared_distances,
    standardize,
    vec,
)
from mlcompanion.linalg.updates import take_from_factor


@settings(max_examples=25, deadline=None)
@given(
    n=st.integers(1, 60),
    width=st.integers(1, 3),
    sigma=st.floats(0.2, 3),
    tol=st.floats(1e-6, 1.0),
    seed=st.integers(0, 1000),
)
def test_remainder_is_psd_and_its_trace_within_tol(n, width, sigma, tol, seed):
    X = np.random.default_rng(seed).normal(size=(n, width))
    G = incomplete_cholesky(X, sigma=sigma, tol=tol)
    rest = rbf_kernel(X, sigma=sigma) - G @ G.T
    assert np.trace(rest) <= tol + 1e-9
    assert np.linalg.eigvalsh(rest)[0] > -1e-7


def test_zero_tolerance_on_distant_points_is_the_full_cholesky():
    X = np.arange(8.0)[:, None]
    G = incomplete_cholesky(X, sigma=0.5, tol=0)
    assert G.shape == (8, 8)
    np.testing.assert_allclose(G @ G.T, rbf_kernel(X, sigma=0.5), atol=1e-12)


def test_rank_is_small_on_the_line_and_can_be_capped():
    x = np.random.default_rng(0).normal(size=3000)
    assert incomplete_cholesky(x, tol=0.3).shape[1] < 20
    assert incomplete_cholesky(x, tol=0, max_rank=3).shape == (3000, 3)


def test_repeated_points_give_rank_one():
    assert incomplete_cholesky(np.ones((5, 2)), tol=0).shape == (5, 1)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (dict(X=[]), "X"),
        (dict(X=[1.0, np.nan]), "X"),
        (dict(X=np.ones((2, 2, 2))), "X"),
        (dict(X=[1.0], sigma=0), "sigma"),
        (dict(X=[1.0], tol=-1), "tol"),
        (dict(X=[1.0], max_rank=0), "max_rank"),
    ],
)
def test_bad_input_is_refused(arguments, name):
    with pytest.raises(ValueError, match=name):
        incomplete_cholesky(**arguments)


MATRICES = dict(n=st.integers(1, 10), seed=st.integers(0, 9999))


def positive_definite(n, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, n))
    return A @ A.T + np.eye(n), rng.normal(size=n)


@settings(max_examples=25, deadline=None)
@given(**MATRICES, scale=st.floats(0, 3))
def test_rank_one_update_of_an_inverse(n, seed, scale):
    A, b = positive_definite(n, seed)
    updated = inverse_rank_one(np.linalg.inv(A), b, scale)
    np.testing.assert_allclose(updated, np.linalg.inv(A + scale * np.outer(b, b)), atol=1e-10)
    back = inverse_rank_one(updated, b, -scale)
    np.testing.assert_allclose(back, np.linalg.inv(A), atol=1e-8)


@settings(max_examples=25, deadline=None)
@given(**MATRICES, scale=st.floats(0, 3))
def test_rank_one_update_by_two_vectors(n, seed, scale):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, n)) + 3 * n * np.eye(n)
    b, c = rng.uniform(size=(2, n))
    updated = inverse_rank_one(np.linalg.inv(A), b, scale, c=c)
    np.testing.assert_allclose(updated @ (A + scale * np.outer(b, c)), np.eye(n), atol=1e-12)


@settings(max_examples=25, deadline=None)
@given(**MATRICES)
def test_bordered_inverse(n, seed):
    M, _ = positive_definite(n + 1, seed)
    grown = inverse_bordered(np.linalg.inv(M[:n, :n]), M[:n, n], M[n, n])
    np.testing.assert_allclose(grown, np.linalg.inv(M), atol=1e-10)
    indefinite = M - 3 * np.eye(n + 1)
    if np.linalg.cond(indefinite) < 1e4 and np.linalg.cond(indefinite[:n, :n]) < 1e4:
        inverse = np.linalg.inv(indefinite[:n, :n])
        grown = inverse_bordered(inverse, indefinite[:n, n], indefinite[n, n])
        np.testing.assert_allclose(grown @ indefinite, np.eye(n + 1), atol=1e-6)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: inverse_rank_one(np.eye(2), [1.0, 0.0], -1.0), "singular"),
        (lambda: inverse_rank_one(np.eye(2), [1.0, 0.0], c=[1.0]), "c"),
        (lambda: inverse_rank_one(np.eye(2), [1.0, 0.0, 0.0]), "A_inv"),
        (lambda: inverse_rank_one(np.eye(2), [1.0, np.nan]), "b"),
        (lambda: inverse_bordered(np.eye(2), [1.0, 0.0], 1.0), "singular"),
        (lambda: inverse_bordered(np.eye(2), [[1.0]], 1.0), "b"),
        (lambda: inverse_bordered(np.eye(2), [1.0, 0.0], np.inf), "c"),
    ],
)
def test_bad_updates_are_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000), shift=st.floats(-1e3, 1e3), scale=st.floats(1e-3, 1e3))
def test_a_standardized_vector_has_no_place_and_no_unit(seed, shift, scale):
    x = np.random.default_rng(seed).normal(size=9)
    z = standardize(x)
    assert (z.mean(), z.std()) == pytest.approx((0, 1), abs=1e-12)
    np.testing.assert_allclose(standardize(shift + scale * x), z, atol=1e-7)


def test_a_constant_has_no_standard_form():
    with pytest.raises(ValueError, match="pulse must not be constant"):
        standardize([3.0, 3.0], "pulse")


@given(seed=st.integers(0, 1000), m=st.integers(1, 4), n=st.integers(1, 4))
@settings(max_examples=20)
def test_stacked_columns_and_the_matrix_that_transposes(seed, m, n):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m, n))
    B = rng.normal(size=(n, 3))
    C = rng.normal(size=(3, m))
    np.testing.assert_array_equal(vec(A), A.ravel(order="F"))
    np.testing.assert_array_equal(vec(np.stack([A, 2 * A])), np.stack([vec(A), vec(2 * A)]))
    np.testing.assert_allclose(vec(A @ B @ C), np.kron(C.T, A) @ vec(B), atol=1e-12)
    np.testing.assert_array_equal(commutation_matrix(m, n) @ vec(A), vec(A.T))
    with pytest.raises(ValueError, match="A must be a matrix"):
        vec(A[0])


@pytest.mark.parametrize("far", [0.0, 1e3, 1e8])
@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("d", [1, 3, 200])
def test_squared_distances_keep_their_digits(far, unit, d):
    rng = np.random.default_rng(d)
    Z = unit * (far + rng.normal(size=(20, d)))
    X = np.vstack([Z[:7] * (1 + 1e-9), Z[3:9], unit * (far + rng.normal(size=(5, d)))])
    exact = np.square(X[:, None] - Z).sum(axis=2)
    found = squared_distances(X, Z)
    np.testing.assert_allclose(found, exact, rtol=1e-8)
    assert (found[7:13, 3:9].diagonal() == 0).all()


def test_squared_distances_of_one_cluster_beside_a_far_row():
    Z = np.vstack([1e-3 * np.random.default_rng(0).normal(size=(30, 2)), [[1e9, 0.0]]])
    exact = np.square(Z[:, None] - Z).sum(axis=2)
    np.testing.assert_allclose(squared_distances(Z, Z), exact, rtol=1e-8)


@settings(max_examples=25, deadline=None)
@given(**MATRICES)
def test_rank_one_up_and_downdate_of_a_factor(n, seed):
    A, b = positive_definite(n, seed)
    L = np.linalg.cholesky(A)
    grown = cholesky_update(L, b)
    np.testing.assert_allclose(grown, np.linalg.cholesky(A + np.outer(b, b)), atol=1e-10)
    back = cholesky_downdate(grown, b)
    np.testing.assert_allclose(back, L, atol=1e-9)
    inverse = inverse_rank_one(np.linalg.inv(A), b)  # the reference of another kind
    np.testing.assert_allclose(np.linalg.inv(grown @ grown.T), inverse, atol=1e-9)


def test_a_downdate_that_leaves_nothing_is_refused_and_changes_nothing():
    L = np.linalg.cholesky(np.array([[4.0, 1.0], [1.0, 3.0]]))
    kept = L.copy()
    for b in (L[:, 0], [3.0, 0.0], [0.0, 1e9]):
        with pytest.raises(ValueError, match="b takes too much"):
            cholesky_downdate(L, b)
        assert not take_from_factor(L, np.array(b, dtype=float))
        np.testing.assert_array_equal(L, kept)


def test_units_of_single_variables_turn_a_factor_alike():
    A, b = positive_definite(4, 3)
    units = np.array([1e-80, 1e-5, 1e5, 1e80])
    L = np.linalg.cholesky(A)
    grown = cholesky_update(units[:, None] * L, units * b)
    np.testing.assert_allclose(grown / units[:, None], cholesky_update(L, b), rtol=1e-12)
    back = cholesky_downdate(grown, units * b)
    np.testing.assert_allclose(back / units[:, None], L, atol=1e-12)


def test_appending_rows_makes_the_whole_factor():
    """From nothing to the factor of the whole matrix, in units far from one as well."""
    X = np.random.default_rng(5).normal(size=(9, 4))
    for unit in (1e-8, 1.0, 1e8):
        A = unit**2 * (X @ X.T + 0.5 * np.eye(9))
        L = np.zeros((0, 0))
        for d in range(9):
            before = L.copy()
            grown = cholesky_append(L, A[d, :d], A[d, d])
            np.testing.assert_array_equal(L, before)
            L = grown
        np.testing.assert_allclose(L, np.linalg.cholesky(A), rtol=1e-10, atol=1e-12 * unit)


def test_appending_a_row_that_is_there_already_is_refused():
    L = np.linalg.cholesky(np.array([[2.0, 1.0], [1.0, 3.0]]))
    with pytest.raises(ValueError, match="c must exceed"):
        cholesky_append(L, [2.0, 1.0], 2.0)
    with pytest.raises(ValueError, match="L must have shape"):
        cholesky_append(L, [2.0], 2.0)
