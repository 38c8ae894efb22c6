"""Penalties on a grid, and the splits and starts of few labels."""

import numpy as np

from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction import pretraining
from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction.sparse_units import (
    activation_row,
    penalty_minima,
)


def test_minima_lie_where_the_derivative_vanishes():
    printed, right = penalty_minima([0.1], [4, 30])
    np.testing.assert_allclose(printed, [0.4, 0.999])  # rho m, or the end of the grid
    np.testing.assert_allclose(right, [0.1])


def test_the_penalty_lowers_the_activation():
    row = activation_row(0, n_steps=100, m=20)
    assert row["with_kl"] < row["without"]


def test_splits_share_no_image_but_the_labelled_are_among_the_unlabelled():
    (X, y), (held, _), (test, _), every = pretraining.splits(0)
    assert X.shape == (200, 196)
    assert len(held) == 100
    assert len(every) == 2200
    assert np.array_equal(np.bincount(y), np.full(10, 20))
    rows = [{row.tobytes() for row in part} for part in (X, held, test, every)]
    assert rows[0] <= rows[3]
    assert not rows[3] & (rows[1] | rows[2])
    assert not rows[1] & rows[2]


def test_starts_differ_below_the_last_layer_only(monkeypatch):
    monkeypatch.setattr(pretraining, "PASSES", 1)
    monkeypatch.setattr(pretraining, "HIDDEN", (5, 4, 3))
    parts = pretraining.splits(0)
    made = {s: pretraining.first_layers(s, parts[3][:200], 0) for s in pretraining.STARTS}
    for layers in made.values():
        assert [W.shape for W in layers] == [(5, 197), (4, 6), (3, 5), (10, 4)]
        assert np.array_equal(layers[-1], made["random"][-1])
    found = pretraining.tuned_error(made["random"], parts[:3], n_steps=3)
    assert 0 <= found["wrong"] <= 1
    assert found["eta"] in pretraining.RATES
