"""Local outlier factors against loops, against scikit-learn, and where distances are zero."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import LocalOutlierFactor
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.outliers import LOF
from mlcompanion.outliers.near import Neighbours, smallest


def by_definition(X, k):
    """The text's formulas, point by point, without ties."""
    n = len(X)
    D = np.array([[np.sqrt(((a - b) ** 2).sum()) for b in X] for a in X])
    near = [[j for j in np.argsort(D[i]) if j != i][:k] for i in range(n)]
    kth = [D[i, near[i][-1]] for i in range(n)]
    lrd = [1 / np.mean([max(kth[j], D[i, j]) for j in near[i]]) for i in range(n)]
    return np.array([np.mean([lrd[j] for j in near[i]]) / lrd[i] for i in range(n)])


def listing(seed=0):
    """The data of the source's listing."""
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.uniform(-10, 10, (50, 2)), rng.normal(size=(50, 2))])
    X[-1, 0] = 14
    return X


@pytest.mark.parametrize("k", [1, 3, 10, 30, 99])
def test_factors_are_the_definition(k):
    X = listing()
    np.testing.assert_allclose(LOF(k).fit(X).factors_, by_definition(X, k), rtol=1e-9)


@pytest.mark.parametrize("d", [1, 2, 8, 12, 40])
@pytest.mark.parametrize("far", [0.0, 1e6])
def test_factors_are_the_peers(d, far):
    rng = np.random.default_rng(d)
    X = rng.normal(size=(250, d))
    X[:5] *= 4
    ours = LOF(15).fit(X + far)
    peer = LocalOutlierFactor(15).fit(X)
    np.testing.assert_allclose(ours.factors_, -peer.negative_outlier_factor_, rtol=1e-6)
    new = rng.normal(size=(30, d)) * 1.5
    peer = LocalOutlierFactor(15, novelty=True).fit(X)
    np.testing.assert_allclose(ours.score_samples(new + far), peer.score_samples(new), rtol=1e-6)


def test_two_distant_clouds_in_many_dimensions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 20))
    X[:200] += 1e8  # expanded squares lose all digits
    together = LOF(10).fit(X).factors_
    apart = np.append(LOF(10).fit(X[:200]).factors_, LOF(10).fit(X[200:]).factors_)
    np.testing.assert_allclose(together, apart, rtol=1e-12)


def test_smallest_values_of_rows():
    A = np.random.default_rng(0).normal(size=(20, 50))
    last, places = smallest(A, 7)
    np.testing.assert_array_equal(places, np.argsort(A, axis=1)[:, :7])
    np.testing.assert_array_equal(last, np.sort(A, axis=1)[:, 6])


@pytest.mark.parametrize("d", [2, 12])
def test_the_order_of_rows_does_not_matter_with_ties(d):
    rng = np.random.default_rng(1)
    X = np.zeros((60, d))
    X[:, :2] = rng.integers(0, 6, size=(60, 2))
    order = rng.permutation(60)
    here = LOF(5).fit(X)
    there = LOF(5).fit(X[order])
    np.testing.assert_allclose(there.factors_, here.factors_[order], rtol=1e-12)
    points = rng.integers(0, 6, size=(9, d)) + 0.5
    np.testing.assert_allclose(there.factors(points), here.factors(points), rtol=1e-12)


def test_ties_are_all_neighbours():
    near = Neighbours(np.array([[0.0], [1.0], [-1.0], [5.0]])).of_each_other(1)
    first = near.indices[near.starts[0] : near.starts[1]]
    assert sorted(first) == [1, 2]
    assert near.radius[0] == 1


def test_copies():
    X = np.append(np.zeros((5, 1)), [[1.0], [2.0], [4.0]], axis=0)
    model = LOF(3).fit(X)
    assert (model.factors_[:5] == 1).all()  # as dense as their neighbours
    assert np.isinf(model.factors_[5])  # next to infinite density, and outside of it
    assert np.isinf(model.local_density_[:5]).all()
    assert model.predict(X)[5] == -1
    few = LOF(3).fit(np.append(np.zeros((3, 1)), [[1.0], [2.0], [4.0]], axis=0))
    assert np.isfinite(few.factors_).all()
    assert (LOF(2).fit(np.ones((6, 2))).factors_ == 1).all()
    many = LOF(5, contamination=0.1).fit(np.append(np.zeros((2000, 2)), np.eye(2), axis=0))
    assert (many.predict(np.eye(2)) == -1).all()


def test_training_points_are_known_again():
    X = listing()
    model = LOF(4).fit(X)
    assert (model.factors(X) == model.factors_).all()
    assert (model.fit_predict(X) == model.predict(X)).all()
    assert model.score_samples([[50.0, 50.0]]) < model.score_samples(X).min()


def test_the_share_of_outliers():
    X = np.random.default_rng(0).normal(size=(200, 3))
    for share in (0.05, 0.1, 0.5):
        assert (LOF(contamination=share).fit_predict(X) == -1).sum() == round(200 * share)
    assert LOF().fit(X).offset_ == -1.5
    assert LOF().fit(X).k_ == 20
    assert LOF().fit(X[:9]).k_ == 8


def test_units():
    X = listing()
    want = LOF(3).fit(X).factors_
    for unit in (1e-100, 1e-6, 1e12):
        np.testing.assert_allclose(LOF(3).fit(unit * X).factors_, want, rtol=1e-9)


@pytest.mark.parametrize("options", [{"k": 0}, {"k": 100}, {"k": 2.5}, {"k": "all"}])
def test_bad_neighbours_are_named(options):
    with pytest.raises(ValueError, match="k must be"):
        LOF(**options).fit(listing())


@pytest.mark.parametrize("share", [0.0, 0.6, "some"])
def test_bad_shares_are_named(share):
    with pytest.raises(ValueError, match="contamination"):
        LOF(contamination=share).fit(listing())


def test_before_fit_and_estimator_checks():
    with pytest.raises(NotFittedError):
        LOF().factors(listing())
    check_estimator(LOF(), on_skip=None)
