"""No bound breaks, and every search notices a bound that is too small."""

import numpy as np
import pytest

from mlcompanion.convex import Entropy
from mlcompanion_chapters.shalev_shwartz.o05_derived_algorithms import mistake_bounds as mb


def test_streams_are_labelled_as_told():
    streams = mb.mistake_streams(400, 12, 0)
    assert len(streams) == 7
    for name, (X, y, u) in streams.items():
        agree = np.mean(np.sign(X @ u) == y)
        share = 0.01 * float(name.split()[-1].rstrip("%")) if "%" in name else 0.0
        assert agree == pytest.approx(1 - share, abs=0.07)
    assert np.count_nonzero(streams["sparse, flips 0%"][2]) == 5


def test_p_norm_bound_survives_and_half_of_it_does_not(monkeypatch):
    found = mb.p_norm_search([10], 150, [0])
    assert found["n_checked"] == 9 * 4 * 100
    assert found["viol"] == 0 < found["mismatch_viol"]
    bound = mb.p_norm_bound
    monkeypatch.setattr(mb, "p_norm_bound", lambda *a: bound(*a) / 2)
    assert mb.p_norm_search([10], 150, [0])["viol"] > 0


def test_basis_vectors_meet_the_bound():
    assert mb.basis_ratio(7) == pytest.approx(1, abs=1e-12)


def test_winnow_bounds_survive_and_a_tenth_does_not(monkeypatch):
    small = {"n_scales": 4, "n_margins": 4, "n_points": 3}
    found = mb.winnow_search(20, "bits", 0.0, 300, 0, **small)
    assert found["n_checked"] == 5 * 4 * 5
    assert found["viol_57"] == found["viol_c6"] == 0
    assert found["self_tuned"] <= 2 * found["hindsight"]
    assert "hindsight" not in mb.winnow_search(20, "signs", 0.1, 100, 0, **small)
    for name in ("quasi_additive_bound", "self_tuned_winnow_bound"):
        bound = getattr(mb, name)
        monkeypatch.setattr(mb, name, lambda *a, bound=bound: bound(*a) / 50)
    found = mb.winnow_search(20, "bits", 0.0, 300, 0, **small)
    assert found["viol_57"] > 0 < found["viol_c6"]


def test_simplex_points():
    points = mb.simplex_points(30, 8, 0)
    assert points.shape == (30, 8)
    assert points.sum(axis=1) == pytest.approx(np.ones(30))
    values = [Entropy().value(p) for p in points]
    assert min(values) < 0.2 < 1.5 < max(values)


@pytest.mark.parametrize(("name", "rounds"), [("flips 10%", 300), ("bits", 1500)])
def test_aggressive_bounds_survive_and_smaller_ones_do_not(name, rounds, monkeypatch):
    few = {"margins": (1.0,), "Us": (0.5, 5.0)}
    found = mb.aggressive_search(name, rounds, 0, **few)
    assert found["viol_516"] == found["viol_t6"] == 0 < found["blind_viol"]
    for bound_name in ("aggressive_bound", "aggressive_regret_bound"):
        bound = getattr(mb, bound_name)
        monkeypatch.setattr(mb, bound_name, lambda *a, bound=bound: bound(*a) / 20)
    found = mb.aggressive_search(name, rounds, 0, **few)
    assert found["viol_516"] > 0 < found["viol_t6"]
