import numpy as np

from mlcompanion.classification import OneVsOne, OneVsRest
from mlcompanion_chapters.sugiyama.s26_least_squares_classification.class_reductions import (
    OnePass,
    balanced_errors,
    draw_row,
    random_triples,
    reduction_seconds,
    vote_ties,
)


def test_the_middle_of_three_classes_in_a_row_hides_from_one_against_the_rest():
    X, y = draw_row(random_state=0)
    assert np.mean(OneVsRest().fit(X, y).predict(X) == 1) < 0.1
    assert OneVsOne().fit(X, y).score(X, y) > 0.95


def test_pairs_are_easier_than_rests_on_vowels():
    found = balanced_errors("vowel", 0)
    assert 0 < found["one"] < found["rest"] < 0.5


def test_ties_happen_among_three_and_never_between_two():
    found = vote_ties(4, side=20)
    assert any(found["tied"])
    assert found["tied_two"] == 0
    assert np.mean(np.array(found["err"]) < found["base"]) == 1
    assert set(np.unique(random_triples(0)[1])) == {0, 1, 2}


def test_seconds_are_measured_and_one_pass_learns():
    found = reduction_seconds(3, 0, cubic=60, linear=300)
    assert min(found.values()) > 0
    X = np.random.default_rng(0).normal(size=(400, 2))
    y = np.where(X[:, 0] > 0, 1, -1)
    assert np.mean(np.sign(OnePass().fit(X, y).decision_function(X)) == y) > 0.9
