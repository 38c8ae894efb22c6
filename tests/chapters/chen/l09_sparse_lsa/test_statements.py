"""The searches find what they must: broken steps, broken factors."""

import numpy as np

from mlcompanion_chapters.chen.l09_sparse_lsa import misprints, statements


def test_a_wrong_factor_is_beaten(monkeypatch):
    right = statements.factor_search(5, 200, 5)
    assert right["beaten"] == 0
    assert right["wrong"] == 1
    assert right["reach"] < 1e-9
    monkeypatch.setattr(statements, "procrustes_orthonormal", lambda V: np.linalg.qr(V)[0])
    assert statements.factor_search(5, 200, 5)["beaten"] > 0


def test_wrong_steps_are_noticed(monkeypatch):
    right = statements.descents(6, 10, 60)
    assert right["rises"] == right["better"] == 0
    assert right["first_drop"] > 0
    made = statements.penalty_of
    monkeypatch.setattr(statements, "penalty_of", lambda v, lam, m: made(v, 1.5 * lam, m))
    assert statements.descents(6, 10, 60)["better"] > 0
    assert statements.oracle_gap() > 1e-3


def test_minimisers_agree():
    assert statements.oracle_gap() < 1e-6


def test_unit_rows():
    X = statements.unit_rows(20, 30, 0)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    assert X.min() >= 0
    assert (X == 0).mean() > 0.7


def test_the_objective_is_written_out():
    X = statements.unit_rows(8, 12, 0)
    U = np.eye(8, 2)
    A = np.ones((2, 12))
    fit = 0.5 * np.sum((X - U @ A) ** 2)
    assert np.isclose(statements.objective(X, U, A, 0.1), fit + 0.1 * 24)
    assert np.isclose(statements.objective(X, U, A, 0.1, "groups"), fit + 0.1 * 2 * 6 * 2)


def test_starts_that_are_stuck():
    found = misprints.stuck_starts(6, 10)
    assert found["stuck"] == found["escaped"] == found["cases"] > 0
    assert (found["above"], found["below"]) == (0, 5)


def test_sizes():
    found = misprints.sizes_in_mib()
    assert np.allclose(found["dense"], [132.68, 56.56], atol=0.01)


def test_scales():
    X = statements.unit_rows(20, 30, 0)
    found = misprints.projection_scales([X], (3,))
    assert found["row_gap"] < 1e-10
    assert found["rank_gap"] < 1e-10
    assert found["plain_gap"] > 0.01
    assert misprints.projection_scales([X.T], (3,))["row_gap"] < 1e-10


def test_without_the_square_the_scale_of_a_text_does_not_matter():
    """The printed problem is homogeneous of degree one in text and code; the right one is not."""
    found = misprints.unsquared(6)
    assert found["same"] < 1e-9
    assert found["printed"] > 0.01


def test_ranges():
    found = misprints.summed_range(3)
    assert found["right"] < 1e-6
    assert np.isclose(found["wrong"], 0.05, atol=0.01)
