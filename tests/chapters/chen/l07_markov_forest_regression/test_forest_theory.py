import numpy as np
import pytest
from scipy.special import rel_entr

from mlcompanion.graphical.forests import binary_forest, count_forests
from mlcompanion_chapters.chen.l07_markov_forest_regression import forest_theory


def test_every_forest_is_listed_once():
    for d in range(2, 6):
        forests = [tuple(edges) for edges, _ in forest_theory.all_forests(d)]
        assert len(set(forests)) == len(forests)
        for k in range(d):
            assert sum(len(edges) == k for edges in forests) == count_forests(d, k)


def test_marked_forests_follow_cayley():
    assert forest_theory.forest_counts([2, 3, 4, 5])[1] == [3, 16, 125, 1296]


def test_no_forest_beats_the_spanning_tree():
    found = forest_theory.optimal_forest_checks(9, 3)
    assert found["worse"] == 0
    assert max(found["identity"], found["norm"]) < 1e-12
    assert abs(found["opt"]) < 1e-8  # the search arrives at the law's own marginals
    assert found["forests"] == 291


def test_laws_of_consistency_are_no_forests():
    for law in forest_theory.consistency_laws():
        assert law.sum() == pytest.approx(1)
        np.testing.assert_allclose(law, np.flip(law))  # no spin is pulled to a side
    few, many = forest_theory.excess_risks(forest_theory.consistency_laws()[0], [200, 5000], 10)
    assert few.mean() > many.mean() > 0
    assert min(few.min(), many.min()) > -1e-9


def test_the_sign_decides():
    assert forest_theory.population_signs(10) == (10, 10)
    assert forest_theory.split_signs(5, 1000) == (0, 5)


def test_a_forest_density_is_that_of_its_law():
    P = binary_forest(4, [(0, 1), (1, 3)], crossover=0.8)
    density = forest_theory._forest_density(P.joint(), [(0, 1), (1, 3)])
    assert rel_entr(P.joint(), density).sum() == pytest.approx(0, abs=1e-12)
