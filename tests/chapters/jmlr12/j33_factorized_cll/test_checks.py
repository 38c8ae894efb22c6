import numpy as np
import pytest

from mlcompanion.graphical.classifiers import network_score
from mlcompanion.graphical.classifiers.approximations import BETA, RHO
from mlcompanion_chapters.jmlr12.j33_factorized_cll import approximation_checks as approximations
from mlcompanion_chapters.jmlr12.j33_factorized_cll import frequency_checks as frequencies
from mlcompanion_chapters.jmlr12.j33_factorized_cll import structure_checks as structures


def test_draws_meet_the_formulas_and_rivals_lose():
    drawn = approximations.log_ratio_draws(0.1, 200_000, 5, rivals=100)
    assert drawn.slopes < 0.006
    assert drawn.better == 0
    assert drawn.mse**0.5 == pytest.approx(0.352, abs=0.005)
    odds = approximations.log_odds_draws(200_000, 5, rivals=100)
    assert odds.mse == pytest.approx(approximations.printed_odds_mse(), rel=0.02)
    assert odds.better == 0


def test_a_wrong_coefficient_is_noticed(monkeypatch):
    monkeypatch.setattr(approximations, "LAMBDA", 1.5)
    odds = approximations.log_odds_draws(200_000, 5, rivals=100)
    assert odds.slopes > 0.1
    assert odds.better > 0


def test_the_surface_is_that_of_single_points():
    surface = approximations.error_surface(0.2, [0.5, 1e-3], [0.25])
    U, V = 0.2 * 1e-3, 0.05
    fitted = float(approximations.log_ratio_approximation(U, V, 0.2))
    assert surface[1, 0] == pytest.approx(np.log2(U / (U + V)) - fitted)
    assert abs(surface[0, 0]) < 0.4


def test_equation_22_is_the_score_of_a_network():
    counts = np.array([[[3, 4, 2], [5, 1, 6]], [[2, 2, 7], [1, 8, 3]]])
    rows = np.repeat(np.indices(counts.shape).reshape(3, -1).T, counts.ravel(), axis=0)
    X = rows[:, [2, 0]]
    y = rows[:, 1]
    shares = counts.sum(axis=(0, 2)) / counts.sum()
    own = frequencies.eq22_parts(counts, frequencies.frequencies(counts), shares)
    both = network_score([(1,), ()], X, y)
    parent = network_score([()], X[:, 1:], y)
    constant = network_score([()], X[:, :1] * 0, y)  # an attribute with one value adds nothing
    assert own == pytest.approx(both - parent + constant + BETA * len(y) * RHO)


def test_frequencies_are_best_and_others_are_not():
    tables = frequencies.random_tables(10, seed=1)
    beat, lower, gap = frequencies.frequency_search(tables, 50)
    assert beat == 0
    assert lower > 0.99
    assert gap < 1e-5
    assert frequencies.sign_of_eq22(tables)[1] < 1e-9
    assert frequencies.unbounded(3)[1] == 0


def test_a_wrong_maximiser_is_beaten(monkeypatch):
    def smoothed(counts):
        return (counts + 2) / (counts + 2).sum(axis=2, keepdims=True)

    monkeypatch.setattr(frequencies, "frequencies", smoothed)
    assert frequencies.frequency_search(frequencies.random_tables(10, seed=1), 50)[0] > 0


def test_entropies_tell_the_count_formula():
    found = structures.information_differences(10)
    fitted, *_ = np.linalg.lstsq(found[:, 1:], found[:, 0])
    np.testing.assert_allclose(found[:, 0], found[:, 1:] @ fitted, atol=1e-12)
    term = structures.information_term(10)
    np.testing.assert_allclose(term[:, 0], term[:, 1])


def test_there_are_as_many_trees_as_cayley_says():
    assert len({tuple(t) for t in structures.all_trees(5)}) == 125


def test_reversals_roots_and_trees():
    covered, others = structures.reversals(20)
    assert covered.max() < 1e-10 < np.median(others)
    assert structures.tree_wins(4) == 4
    assert structures.root_differences(1, 3).max() < 1e-10
    assert np.median(structures.root_differences(1, 2, pseudo_count=0.5)) > 1e-8
