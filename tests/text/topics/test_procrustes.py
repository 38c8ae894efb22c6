"""The nearest matrix with orthonormal columns, against another route to it and against search."""

import numpy as np
import pytest
from scipy.linalg import fractional_matrix_power

from mlcompanion.text.topics import procrustes_orthonormal


def orthonormal(n, d, rng):
    return np.linalg.qr(rng.normal(size=(n, d)))[0]


@pytest.mark.parametrize("unit", [1.0, 1e6, 1e-6])
def test_is_the_orthonormal_factor_of_the_polar_decomposition(unit):
    rng = np.random.default_rng(0)
    for n, d in ((5, 5), (12, 4), (30, 1)):
        V = unit * rng.normal(size=(n, d))
        polar = V @ fractional_matrix_power(V.T @ V / unit**2, -0.5) / unit
        np.testing.assert_allclose(procrustes_orthonormal(V), polar, atol=1e-9)


def test_nothing_found_by_search_agrees_more():
    rng = np.random.default_rng(1)
    V = rng.normal(size=(9, 3))
    best = np.vdot(procrustes_orthonormal(V), V)
    assert max(np.vdot(orthonormal(9, 3, rng), V) for _ in range(2000)) < best


@pytest.mark.parametrize("rank", [0, 1, 2, 3])
def test_lost_rank_keeps_the_columns_near(rank):
    rng = np.random.default_rng(rank)
    V = rng.normal(size=(10, rank)) @ rng.normal(size=(rank, 4))
    near = orthonormal(10, 4, rng)
    U = procrustes_orthonormal(V, near)
    np.testing.assert_allclose(U.T @ U, np.eye(4), atol=1e-12)
    most = np.linalg.svd(V, compute_uv=False).sum()
    assert np.vdot(U, V) == pytest.approx(most, abs=1e-12)
    # among the maximisers, which differ by what fills up the columns, none is nearer
    P, _, Q = np.linalg.svd(V, full_matrices=True)
    others = P[:, rank:]
    for _ in range(300):
        fill = others @ orthonormal(10 - rank, 4 - rank, rng)
        rival = P[:, :rank] @ Q[:rank] + fill @ Q[rank:]
        assert np.vdot(rival, near) <= np.vdot(U, near) + 1e-12


def test_an_empty_topic_stays_where_it_was():
    near = np.eye(6, 3)
    V = np.zeros((6, 3))
    np.testing.assert_allclose(procrustes_orthonormal(V, near), near, atol=1e-15)
    V[:, 0] = [0, 0, 0, 2, 0, 0]
    U = procrustes_orthonormal(V, near)
    np.testing.assert_allclose(U[:, 1:], near[:, 1:], atol=1e-15)
    np.testing.assert_allclose(U[:, 0], np.eye(6)[3], atol=1e-15)


def test_near_that_points_into_what_is_taken():
    """The open columns cannot follow ``near`` here; they must still be orthonormal."""
    V = np.zeros((5, 2))
    V[0, 0] = 1
    near = np.array([[0, 1], [1, 0], [0, 0], [0, 0], [0, 0.0]])
    U = procrustes_orthonormal(V, near)
    np.testing.assert_allclose(U.T @ U, np.eye(2), atol=1e-12)


@pytest.mark.parametrize("V", [np.ones((2, 3)), np.ones((3, 0)), np.ones(3), [[np.nan]]])
def test_refuses_by_name(V):
    with pytest.raises(ValueError, match="V"):
        procrustes_orthonormal(V)
