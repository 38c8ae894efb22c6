"""The vote of the neighbours against scikit-learn's, and against the densities behind it."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.classification import GenerativeClassifier, KNNClassifier, knn_error_rates
from mlcompanion.density import NNDensity
from mlcompanion.resampling import fold_labels

rng = np.random.default_rng(0)
X = rng.normal(size=(60, 3))
NEW = rng.normal(size=(25, 3)) + 100.0
X += 100.0  # distances by the expansion lose digits far from 0
Y = np.array(["b", "a", "c"])[rng.integers(3, size=60)]
KS = [1, 2, 4, 7, 60]


def test_scikit_learn_accepts_it():
    check_estimator(KNNClassifier(), on_skip=None)


def test_votes_are_those_of_scikit_learn():
    model = KNNClassifier().fit(X, Y)
    path = model.predict_path(NEW, KS)
    votes = model.votes(NEW, KS)
    for i, k in enumerate(KS):
        peer = KNeighborsClassifier(k, algorithm="brute").fit(X, Y)
        np.testing.assert_array_equal(path[i], peer.predict(NEW))
        np.testing.assert_allclose(votes[i] / k, peer.predict_proba(NEW))
    np.testing.assert_array_equal(KNNClassifier(4).fit(X, Y).predict(NEW), path[2])
    np.testing.assert_allclose(KNNClassifier(4).fit(X, Y).predict_proba(NEW), votes[2] / 4)


def test_a_tie_goes_to_the_smallest_label():
    line = np.array([[0.0], [1.0], [2.0], [3.0]])
    model = KNNClassifier().fit(line, [5, 3, 3, 5])
    np.testing.assert_array_equal(model.predict_path([[0.1]], [1, 2, 3, 4])[:, 0], [5, 3, 3, 3])


def test_many_points_in_blocks_are_the_same_as_few():
    model = KNNClassifier(3).fit(X, Y)
    many = rng.normal(size=(20_000, 3)) + 100.0
    np.testing.assert_array_equal(model.predict(many)[-9:], model.predict(many[-9:]))


def test_one_neighbour_is_the_most_probable_class_of_its_density():
    """Section 16.4.2: the density from the nearest neighbour, and the class's share as prior."""
    iris = load_iris()
    train = np.arange(150) % 3 > 0
    density = GenerativeClassifier(NNDensity(1)).fit(iris.data[train], iris.target[train])
    nearest = KNNClassifier(1).fit(iris.data[train], iris.target[train])
    new = iris.data[~train] + 0.01
    np.testing.assert_array_equal(density.predict(new), nearest.predict(new))


def test_held_out_errors_are_those_of_scikit_learn():
    split = PredefinedSplit(fold_labels(60, 5, 3))
    ours = knn_error_rates(X, Y, KS[:4], 5, 3)
    for i, k in enumerate(KS[:4]):
        right = cross_val_score(KNeighborsClassifier(k, algorithm="brute"), X, Y, cv=split)
        np.testing.assert_allclose(ours[:, i], 1 - right)
    with pytest.raises(ValueError, match="ks must hold values"):
        knn_error_rates(X, Y, [49], 5, 3)
