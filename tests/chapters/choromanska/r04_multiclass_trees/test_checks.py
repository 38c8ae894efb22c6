"""The searches find what they look for, also where it is put there; small sizes."""

import numpy as np
import pytest

from mlcompanion_chapters.choromanska.r04_multiclass_trees import (
    entropy_checks,
    objective_checks,
    one_node,
    plane_cuts,
)


def test_bounds_and_their_extremes():
    found = objective_checks.search_bounds(600)
    assert found["bad_balance"] == found["bad_purity"] == 0
    assert max(found["climb"]) < 1e-9
    assert min(found["climb"]) > -1e-2  # the climbs do arrive at the bounds
    assert found["gap_pure"] < 1e-9
    assert found["wrong_side"] > 0


def test_a_bound_that_is_too_tight_is_found_out(monkeypatch):
    bound = objective_checks.mixed_share_bound
    monkeypatch.setattr(objective_checks, "mixed_share_bound", lambda J, p: 0.5 * bound(J, p))
    assert objective_checks.search_bounds(600)["bad_purity"] > 0


def test_lemmas_by_lists_of_examples():
    found = objective_checks.search_lemmas(20, 10)
    assert found["inside"] == found["beaten"] == 0
    assert found["jmax"] == [1, 1]
    np.testing.assert_allclose(found["ratio"], 1)
    assert objective_checks.by_examples([2, 2], [2, 0]) == (4, 1)
    whole = objective_checks.search_whole_labels(60)
    assert whole["one_worse"] > whole["ends_worse"] == 0


def test_relaxed_form_and_median_cuts():
    found = objective_checks.search_relaxed(30)
    assert found["gap"] < 1e-12
    assert found["top"] == 2
    cuts = objective_checks.median_cuts(50)
    assert cuts["share"] == pytest.approx([0.5, 0.5], abs=0.01)
    assert cuts["axis"] > 0.99


def test_constants_of_the_entropy():
    found = entropy_checks.search_constant(500)
    assert found["bad4"] > 0.5
    assert found["bad8"] == 0
    assert entropy_checks.ideal_entropy(8, 7) == 0
    assert entropy_checks.ideal_entropy(8, 1) == pytest.approx(np.log(4))
    splits, steps = entropy_checks.search_splits(20, 50)
    assert splits["bad_step"] == splits["bad_right"] == 0
    assert steps > 20
    (low, high), _ = entropy_checks.search_lemma15([0.05, 0.3])
    assert low == pytest.approx(0.484, abs=2e-3)
    assert high == pytest.approx(0.516, abs=2e-3)
    weak = entropy_checks.search_weak(500)
    assert weak["excess"] <= 1e-12
    assert weak["reached"] == pytest.approx(1)
    assert entropy_checks.stalls()["served"] < 1e-12


def test_cuts_of_the_square():
    found = plane_cuts.search_cuts(1000)
    assert found["best"] == 0.5
    assert found["two"] == found["both"] == found["noisy"] == 0
    X, labels = plane_cuts.towns(4, 50, 0)
    pi, P = plane_cuts.cut(X, labels, 0.0, 0.0)
    assert pi.tolist() == [0.25] * 4
    assert P.round().tolist() == [0, 1, 0, 1]


def test_a_node_settles():
    seen = one_node.moments(8, [0, 1, 50, 400], seed=0, step=0.05)
    assert np.isnan(seen[0].leads).all()
    assert np.isfinite(seen[400].leads).all()
    assert ((seen[50].leads > 0) == (seen[400].leads > 0)).sum() >= 6
