import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j15_markov_forests import real_tables, small_checks


def test_the_printed_rule_is_followed_to_the_letter():
    falling = [0.3, 0.2, 0.1]
    assert small_checks.printed_count(falling, 0.25) == 1
    assert small_checks.printed_count(falling, 0.15) == 2
    assert small_checks.printed_count(falling, 0.05) is None  # all three are meant
    assert small_checks.printed_count(falling, 0.5) is None  # none is meant


def test_crossings_and_sizes_are_interpolated():
    assert small_checks.crossing([0.5, 0.6], [-0.1, 0.3]) == pytest.approx(0.525)
    assert small_checks.sample_size_at([10, 20, 30], [0.9, 0.3, 0.05]) == pytest.approx(28)


def test_the_split_at_the_best_forest_needs_its_edges():
    inside, outside = small_checks.pythagoras_gaps(20)
    assert np.abs(inside).max() < 1e-12
    assert outside.min() < 0 < outside.max()


def test_divergences_fall_with_the_rows():
    assert (
        small_checks.divergence_runs(500, 3).mean() > small_checks.divergence_runs(5000, 3).mean()
    )


def test_half_is_the_best_constant_of_pinsker():
    assert small_checks.pinsker_ratios(2000).min() == pytest.approx(0.5, abs=0.01)


def test_hearts_are_codes():
    X, names = real_tables.heart_codes()
    assert X.shape == (270, len(names)) == (270, 14)
    assert (X.max(axis=0) == [1, 1, 3, 1, 1, 1, 2, 1, 1, 1, 2, 3, 2, 1]).all()
    assert X[:, -1].sum() == 120


def test_curves_rise_on_what_was_learned():
    X, names = real_tables.votes_codes()
    curves = real_tables.held_out_curves(X, np.array([0.1, 0.5, 0.9]), 196, 3)
    assert (np.diff(curves.train, axis=1) >= 0).all()
    assert (curves.tree > curves.empty).all()
    assert real_tables.degrees({(0, 1), (1, 2)}, 4).tolist() == [1, 2, 1, 0]
    assert real_tables.majority_edges([{(0, 1)}, {(0, 1), (1, 2)}]) == {(0, 1)}
    assert len(real_tables.full_graph(X, 0.9)) <= len(names) - 1
