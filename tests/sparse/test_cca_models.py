"""Two views: recovery of planted weights, agreement of the models, and their contract."""

import warnings

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, linkage
from scipy.spatial.distance import squareform
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.prox.tree import TreeGroups
from mlcompanion.sparse import sparse_cca
from mlcompanion.sparse.cca import (
    GroupPursuitCCA,
    GroupSparseCCA,
    SparseCCA,
    TreeSparseCCA,
    correlation_tree,
    permutation_tune,
)

MODELS = [SparseCCA(), GroupSparseCCA(), GroupPursuitCCA(), TreeSparseCCA()]
GROUPS = [[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9]]


def two_views(seed=0, n=60):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=n)
    u = np.array([1.0, -1, 1, 0, 0, 0, 0, 0])
    v = np.array([1.0, -1, 2, 0, 0, 0, 0, 0, 0, 0])
    X = np.outer(z, u) + 0.5 * rng.normal(size=(n, 8))
    Y = np.outer(z, v) + 0.5 * rng.normal(size=(n, 10))
    return X, Y, u, v


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("model", MODELS, ids=lambda m: type(m).__name__)
def test_estimators_keep_the_contract(model):
    check_estimator(model.set_params(n_init=1))


@pytest.mark.parametrize(
    "model",
    [
        SparseCCA(1.6, 1.6),
        GroupSparseCCA(GROUPS, 0.6, radius_x=1.6),
        GroupPursuitCCA(0.3, 0.05, radius_x=1.6),
        TreeSparseCCA(theta=0.3, radius_x=1.6),
    ],
    ids=lambda m: type(m).__name__,
)
def test_the_planted_variables_are_found(model):
    X, Y, _, v = two_views()
    model.set_params(n_init=2, random_state=0).fit(X, Y)
    assert set(np.flatnonzero(model.x_weights_)) == {0, 1, 2}
    assert set(np.flatnonzero(v)) <= set(np.flatnonzero(np.abs(model.y_weights_) > 0.05))
    assert np.linalg.norm(model.y_weights_) <= 1 + 1e-9
    assert model.correlation_ > 0.9
    assert model.score(*two_views(1)[:2]) > 0.9
    scores = model.transform(X)[:, 0]
    want = np.corrcoef(scores, model.transform_second(Y)[:, 0])[0, 1]
    assert model.correlation_ == pytest.approx(want, abs=1e-12)


def test_groups_that_do_not_matter_are_exactly_zero():
    X, Y, *_ = two_views()
    model = GroupSparseCCA(GROUPS, 0.6, radius_x=1.6, n_init=0).fit(X, Y)
    np.testing.assert_array_equal(model.selected_groups_, [0])
    np.testing.assert_array_equal(model.y_weights_[3:], 0)
    assert model.gap_ <= 1e-8


def test_the_sparse_model_is_the_function():
    X, Y, *_ = two_views()
    model = SparseCCA(1.6, 1.5, n_init=0, tol=1e-10).fit(X, Y)
    standard = lambda A: (A - A.mean(0)) / np.linalg.norm(A - A.mean(0), axis=0)  # noqa: E731
    run = sparse_cca(standard(X), standard(Y), 1.6, 1.5, tol=1e-14)
    np.testing.assert_allclose(model.x_weights_, run.u, atol=1e-6)
    np.testing.assert_allclose(model.y_weights_, run.v, atol=1e-6)


def test_groups_of_a_tree_agree_with_the_exact_step():
    X, Y, *_ = two_views(2)
    tree = TreeGroups.from_groups([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], *([j] for j in range(10))])
    exact = TreeSparseCCA(tree, 0.2, radius_x=1.6, n_init=0, tol=1e-9).fit(X, Y)
    searched = GroupSparseCCA(
        tree.groups(), 0.2, radius_x=1.6, n_init=0, tol=1e-7, gap_tol=1e-11
    ).fit(X, Y)
    np.testing.assert_allclose(searched.y_weights_, exact.y_weights_, atol=1e-5)
    np.testing.assert_allclose(searched.x_weights_, exact.x_weights_, atol=1e-5)


def test_pairs_that_want_to_be_equal_are():
    rng = np.random.default_rng(4)
    z = rng.normal(size=80)
    v = np.repeat([2.0, -1.0, 0.0], 4)
    X = np.outer(z, [1.0, 1, 0, 0]) + 0.4 * rng.normal(size=(80, 4))
    Y = np.outer(z, v) + 0.4 * rng.normal(size=(80, 12))
    model = GroupPursuitCCA(0.2, 0.03, radius_x=2.0, n_init=0).fit(X, Y)
    assert len(set(model.clusters_[:4])) == 1
    assert len(set(model.clusters_[4:8])) == 1
    assert model.clusters_[0] != model.clusters_[4]
    chain = GroupPursuitCCA(0.1, 0.03, [[0, 1], [2, 3]], radius_x=2.0, n_init=0).fit(X, Y)
    assert chain.clusters_[0] == chain.clusters_[1]
    assert chain.edges_.shape == (2, 2)


def test_the_tree_has_the_merges_below_the_cut():
    Y = two_views(3)[1]
    whole = correlation_tree(Y, 0.0)
    assert whole.n_groups == 19
    distances = 1 - np.abs(np.corrcoef(Y.T))
    merges = linkage(squareform(distances, checks=False), "average")
    height = merges[:, 2].max()
    cut = correlation_tree(Y, 0.3)
    kept = 10 + np.sum((height - merges[:, 2]) / height >= 0.3)
    assert cut.n_groups == kept
    together = squareform(cophenet(merges)) <= 0.7 * height
    for group in cut.groups():
        assert together[np.ix_(group, group)].all()
    assert correlation_tree(Y[:, :1]).n_groups == 1


def test_permutation_prefers_a_setting_that_finds_the_signal():
    X, Y, *_ = two_views(5, 25)
    settings = [{"theta": theta} for theta in (0.1, 0.5, 50.0)]
    model = GroupSparseCCA(GROUPS, radius_x=1.6, n_init=0)
    tuning = permutation_tune(model, X, Y, settings, n_permutations=6, random_state=0)
    assert tuning.permuted.shape == (3, 6)
    assert tuning.z[2] == 0  # nothing left
    assert tuning.best in settings[:2]
    assert tuning.z[:2].min() > 2
    again = permutation_tune(model, X, Y, settings, n_permutations=6, random_state=0)
    np.testing.assert_array_equal(tuning.z, again.z)
    noise = np.random.default_rng(1).normal(size=Y.shape)
    assert permutation_tune(model, X, noise, settings, n_permutations=6, random_state=0).z[0] < 4


def test_constant_columns_and_nothing_to_find():
    X, Y, *_ = two_views()
    X[:, 7] = 3.0
    Y[:, 9] = -1e6
    for model in MODELS:
        model.set_params(n_init=1, random_state=0).fit(X, Y)
        assert model.x_weights_[7] == 0
    model = GroupSparseCCA(theta=1e3, n_init=0).fit(X, Y)
    assert not model.y_weights_.any()
    assert model.correlation_ == 0
    assert model.score(X, Y) == 0


def test_a_stopped_search_warns():
    X, Y, *_ = two_views()
    with pytest.warns(ConvergenceWarning, match="GroupSparseCCA"):
        GroupSparseCCA(GROUPS, 0.3, n_init=0, max_iter=1).fit(X, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GroupSparseCCA(GROUPS, 0.3, n_init=0).fit(X, Y)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (GroupSparseCCA(theta=-1.0), "theta"),
        (GroupSparseCCA(tau=0.0), "tau"),
        (GroupSparseCCA(groups=[[0, 99]]), "groups"),
        (GroupPursuitCCA(theta1=-1.0), "theta1"),
        (TreeSparseCCA(TreeGroups.flat(3)), "tree"),
        (SparseCCA(radius_y=0.0), "radius_y"),
        (SparseCCA(radius_x=-1.0), "radius_x"),
    ],
)
def test_bad_input_is_named(model, name):
    X, Y, *_ = two_views()
    with pytest.raises(ValueError, match=name):
        model.fit(X, Y)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        model.fit(X, Y[1:])
    with pytest.raises(ValueError, match="crosses"):
        TreeGroups.from_groups(GROUPS)  # overlapping groups are no tree
