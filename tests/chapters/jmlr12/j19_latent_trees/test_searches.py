"""The chapter's searches: each finds what stands there, and an exception where one is made."""

import numpy as np
import pytest

from mlcompanion.graphical.latent import double_star, hidden_chain, robinson_foulds
from mlcompanion_chapters.jmlr12.j19_latent_trees import (
    page_runs,
    pictures,
    printed,
    real_data,
    searches,
    simulated,
)


def test_random_trees_are_what_the_claim_says():
    """4 to 60 observed nodes, largest degree 3 to 8, some inner nodes observed."""
    trees = list(searches.random_trees(60, 0))
    assert all(tree.is_minimal and 4 <= tree.n_observed <= 60 for tree in trees)
    assert {int(tree.degrees.max()) for tree in trees} == {3, 4, 5, 6, 7, 8}
    assert any((tree.degrees[: tree.n_observed] > 1).any() for tree in trees)


def test_searches_find_no_exception():
    """Small ones."""
    assert searches.exact_search(10)[1:] == (0, 0, 0, 0)
    assert searches.additivity_gap(5) < 1e-10
    assert searches.blind_search(10)[:2] == (0, 0)
    assert searches.spanning_search(20)[1:4] == (0, 0, 0)


def test_a_wrong_algorithm_is_noticed(monkeypatch):
    """The spanning tree for a latent tree."""
    learn = searches.learn_latent_tree
    monkeypatch.setattr(searches, "learn_latent_tree", lambda D, method: learn(D, "cl"))
    assert searches.exact_search(5).clnj > 0
    monkeypatch.setattr(searches, "merge_surrogates", lambda tree: np.array([[0, 1]]))
    assert searches.spanning_search(5)[1] > 0


def test_families_of_the_first_round():
    """A star of two hubs has two; a chain of m observed has m - 2."""
    assert searches.family_counts(double_star(8)) == (2, 3)
    assert searches.family_counts(hidden_chain(8)) == (8 - 2, 7)
    assert searches.family_counts(simulated.SHAPES["5-complete"]) == (21, 6)


def test_a_mean_of_exact_distances_is_exact():
    """The corrected form; the printed one is off even with the kindest sibling."""
    right, printed_errors = searches.mean_distance_errors(10)
    assert len(right) == 10
    assert right.max() < 1e-12
    assert printed_errors.min() > 0


def test_theta_and_footnote():
    """Both estimates agree for two states; some tables are in the wrong order."""
    _, printed_errors, right = searches.theta_errors(2, 1000, 20)
    np.testing.assert_allclose(printed_errors, right)
    assert np.median(searches.theta_errors(5, 10_000, 20)[1]) == 99
    inverted, symmetric, _ = searches.footnote_search(100, 20)
    assert inverted > 0
    assert symmetric == 0


def test_samples_needed_interpolates():
    """Between the last share above the level and the next."""
    assert simulated.samples_needed([100, 200, 300], [0.9, 0.2, 0.0]) == pytest.approx(250)
    with pytest.raises(ValueError, match="grid"):
        simulated.samples_needed([100, 200], [0.9, 0.5])


def test_a_run_of_the_simulation():
    """Four methods; a tree that is right has no further hidden nodes."""
    rows = simulated.run_errors("double star", 100_000, 0)
    assert rows.shape == (4, 4)
    assert rows[0, 0] == rows[0, 1] == 0
    assert (rows[:, 2] < 0.05).all()


def test_stocks_and_words():
    """216 months; a hundred columns with both states."""
    X, tickers = real_data.monthly_returns()
    assert X.shape == (216, 20)
    assert len(tickers) == 20
    W, words = real_data.word_table()
    assert W.shape == (395, 100)
    assert len(set(words)) == 100
    assert W.any(axis=0).all()


def test_printed_tables():
    """32 printed BICs; four of the five methods of Table 3 within rounding."""
    assert len(printed.BIC_ROWS) == 32
    gaps = page_runs.bic_gaps([row[1:] for row in printed.BIC_ROWS])
    assert np.abs(gaps[:5]).max() < 1.5


def test_places():
    """Every node has one; a tree's places in its own picture are those given."""
    tree = page_runs.FIGURE_5
    assert pictures.radial_places(tree).shape == (9, 2)
    places = page_runs.places_like(tree, tree, page_runs.FIGURE_5_PLACES)
    np.testing.assert_array_equal(places, page_runs.FIGURE_5_PLACES)
    assert pictures.split_marks(tree, tree) == [True] * 8
    assert robinson_foulds(tree, page_runs.FIGURE_5) == 0
