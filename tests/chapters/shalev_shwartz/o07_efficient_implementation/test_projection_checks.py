"""The searches agree with the procedures, and notice wrong ones."""

import numpy as np
import pytest

from mlcompanion_chapters.shalev_shwartz.o07_efficient_implementation import projection_checks as pc


def test_references_by_hand():
    assert pc.shift_by_bisection([[0.8, 0.6, -0.3]], 1.0) == pytest.approx([0.2])
    w = pc.entropic_by_bisection([[0.1, 0.9, 1.0]], 0.2)
    assert w[0] == pytest.approx([0.2, 0.8 * 0.9 / 1.9, 0.8 / 1.9])


def test_simplex_search_and_a_wrong_cut(monkeypatch):
    found = pc.simplex_search([1, 5, 20], [0.1, 1, 10], 4, 0)
    assert found["checked"] == 4 * 9 * 4
    assert found["err"] <= 1e-12
    assert found["support"] == 0
    monkeypatch.setattr(pc, "project_simplex", lambda mu, z: np.full(len(mu), z / len(mu)))
    assert pc.simplex_search([1, 5, 20], [0.1, 1, 10], 4, 0)["err"] > 0.01


def test_ball_search_and_no_projection(monkeypatch):
    found = pc.ball_search([1, 5, 20], [0.1, 1, 10], 4, 0)
    assert found["right_err"] <= 1e-12
    assert (found["printed_bad"], found["signs"]) == (1.0, 0)
    monkeypatch.setattr(pc, "project_l1_ball", lambda mu, z: mu)
    assert pc.ball_search([1, 5, 20], [0.1, 1, 10], 4, 0)["right_err"] > 0.01


def test_entropic_search_and_a_wrong_floor(monkeypatch):
    found = pc.entropic_search([2, 5], [0, 0.5, 0.999], 4, 0, 5)
    assert found["err"] <= 1e-12
    assert found["err_general"] <= 1e-5
    assert found["order"] == 0
    assert found["active"] > 0.3
    plain = pc.project_simplex_entropic
    monkeypatch.setattr(pc, "project_simplex_entropic", lambda u, floor: plain(u, 0.0))
    assert pc.entropic_search([2, 5], [0, 0.5, 0.999], 4, 0, 5)["err"] > 0.01


def test_lemma10_search():
    found = pc.lemma10_search([1, 2, 5], 6, 50, 0)
    assert found["ratio"] == pytest.approx([2, 2], abs=1e-9)
    assert found["jump"] <= 1e-3
    assert found["bend"] >= -1e-6
    assert found["wrong_piece"] >= 0.9
    value = pc.printed_distance(np.array([0.5]), np.array([1.0, 0.4]))
    assert value == pytest.approx([0.25 + 0.16])  # by hand, before the second entry joins


def test_kinds():
    assert len(set(pc.draw_vectors("equal", (1, 5), 0)[0])) == 1
    with pytest.raises(ValueError, match="kind"):
        pc.draw_vectors("odd", (1, 5), 0)
