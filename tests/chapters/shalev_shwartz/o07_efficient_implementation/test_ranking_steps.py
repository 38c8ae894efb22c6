"""The exact step meets its references, and the searches notice a wrong one."""

import numpy as np
import pytest

from mlcompanion_chapters.shalev_shwartz.o07_efficient_implementation import ranking_steps as rs


def test_bisection_by_hand():
    alpha, beta, z = rs.coupled_by_bisection([0.6, 0.1], [0.2])
    assert [z, *alpha, *beta] == pytest.approx([0.4, 0.4, 0.0, 0.4])
    assert rs.coupled_by_bisection([-1.0], [0.5])[2] == 0
    assert rs.coupled_by_bisection([3.0], [0.5])[2] == 1


def test_coupled_search_and_a_wrong_step(monkeypatch):
    found = rs.coupled_search([1, 2, 5], 15, 0, 18)
    assert found["pairs"] == [(p, q) for p in (1, 2, 5) for q in (1, 2, 5)]
    assert found["err"] <= 1e-10
    assert found["err_general"] <= 1e-6
    assert min(found["cases"]) > 5
    assert found["looked"] <= 0
    exact = rs.sopopo
    monkeypatch.setattr(rs, "sopopo", lambda mu, nu: exact(mu, nu, cap=0.9))
    assert rs.coupled_search([1, 2, 5], 15, 0, 8)["err"] > 0.01


def test_constant():
    rows = [rs.constant_problem(3, 2, seed) for seed in range(8)]
    assert max(row["gap"] for row in rows) <= 1e-7
    assert all(row["lost"] > 1e-6 for row in rows if row["inside"])
    assert any(row["inside"] for row in rows)


@pytest.mark.parametrize("cost", rs.COSTS)
def test_interior_point(cost):
    row = rs.pdip_problem(cost, 10, 0)
    assert row["gap"] <= 1e-8
    assert row["eta"] <= 1e-9
    assert 5 < row["iterations"] < 60
    assert "gap" in rs.pdip_problem("quadratic", 200, 0)
    assert "gap" not in rs.pdip_problem("logistic", 200, 0)


def test_newton_signs(monkeypatch):
    found = rs.newton_sign_search([4, 10], 20, 0)
    assert found["right"] <= 1e-9
    assert found["printed_alpha"] >= 0.95
    assert found["printed_nu"] >= 0.95
    assert found["minus_err"] <= 1e-12
    assert found["plus_wrong"] == 1
    gap_errors = rs._gap_errors  # a state that is not stationary has another gap
    monkeypatch.setattr(rs, "_gap_errors", lambda mu, *a: gap_errors(mu + 1, *a))
    assert rs.newton_sign_search([4, 10], 20, 0)["minus_err"] > 0.01
    direction = rs.newton_direction
    monkeypatch.setattr(rs, "newton_direction", lambda *a: [-part for part in direction(*a)])
    assert rs.newton_sign_search([4, 10], 20, 0)["right"] > 1


def test_seconds():
    row = rs.sopopo_seconds(2000, 2, 0)
    assert row["z"] == pytest.approx(0.5)
    assert row["sorting"] > 0
    assert row["step"] > 0
    assert np.isfinite(row["step"])
