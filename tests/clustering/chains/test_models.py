"""K-means for chains: the contract, descent, the optimum of tiny sets, planted groups."""

from itertools import product

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.clustering.chains import (
    ChainKMeans,
    Chains,
    OrderKMeans,
    chain_error,
    initial_labels,
    make_chains,
    nearest_order,
    order_error,
)
from mlcompanion.clustering.chains.starts import STARTS

MODELS = [ChainKMeans(random_state=0), OrderKMeans(n_init=2, random_state=0)]
TWO_COLUMNS = "two columns have two orders: three blobs in a plane cannot be told apart"


@parametrize_with_checks(MODELS, expected_failed_checks=lambda _: {"check_clustering": TWO_COLUMNS})
def test_scikit_learn_contract(estimator, check):
    check(estimator)


MADE = make_chains(400, 10, 6, 3, random_state=0)


@pytest.mark.parametrize("init", STARTS)
def test_the_error_falls_and_is_that_of_the_labels(init):
    model = ChainKMeans(3, init=init, n_init=1, random_state=1).fit(MADE.chains)
    assert (np.diff(model.errors_) < 0).all()
    assert model.errors_[-1] == model.inertia_
    assert model.inertia_ == pytest.approx(chain_error(MADE.chains, model.labels_))
    labels, distances = nearest_order(MADE.chains, model.centroids_)
    np.testing.assert_array_equal(labels, model.labels_)
    assert distances.sum() == pytest.approx(model.inertia_)
    assert model.score(MADE.chains) == pytest.approx(-model.inertia_)
    assert model.converged_


@pytest.mark.parametrize(
    "model", [ChainKMeans(3, n_init=5), OrderKMeans(3), OrderKMeans(3, center="ebc")]
)
def test_planted_groups_are_found(model):
    model = clone(model).set_params(random_state=0).fit(MADE.chains)
    assert adjusted_rand_score(MADE.target, model.labels_) > 0.95
    np.testing.assert_array_equal(model.predict(MADE.chains), model.labels_)


def test_orders_keep_their_error():
    for center in ("ebc", "tmse"):
        model = OrderKMeans(3, center=center, random_state=0).fit(MADE.chains)
        assert (np.diff(model.errors_) < 0).all()
        assert model.score(MADE.chains) == pytest.approx(-model.inertia_)
        assert order_error(MADE.chains, model.labels_, center) >= model.inertia_ * (1 - 1e-12)


def test_the_best_of_many_starts_is_the_optimum_of_a_tiny_set():
    rng = np.random.default_rng(2)
    for _ in range(5):
        D = Chains([rng.permutation(4)[: rng.integers(2, 5)] for _ in range(8)], 4)
        best = min(chain_error(D, np.array(labels)) for labels in product((0, 1), repeat=8))
        found = ChainKMeans(2, init="partition", n_init=60, random_state=0).fit(D)
        assert found.inertia_ == pytest.approx(best, abs=1e-12)


def test_an_empty_cluster_vanishes():
    D = Chains([[0, 1, 2]] * 5 + [[2, 1, 0]] * 5)
    for model in (ChainKMeans(4, random_state=0), OrderKMeans(4, random_state=0)):
        labels = model.fit(D).labels_
        assert set(labels) == {0, 1}
        assert model.inertia_ == 0
        np.testing.assert_array_equal(model.predict(D), labels)
    assert ChainKMeans(4, random_state=0).fit(D).centroids_.shape == (2, 3, 3)


def test_all_chains_alike_are_one_cluster():
    D = Chains([[3, 1, 0]] * 6)
    assert len(ChainKMeans(3, random_state=0).fit(D).centroids_) == 1


def test_ties_do_not_cycle():
    D = Chains([[0, 1], [1, 0], [2, 3], [3, 2]] * 3)
    for seed in range(20):
        model = ChainKMeans(3, init="partition", n_init=1, random_state=seed).fit(D)
        assert model.converged_
        assert model.n_iter_ < 10


def test_told_labels_are_where_it_begins():
    start = MADE.target
    model = ChainKMeans(3, init=start).fit(MADE.chains)
    assert model.errors_[0] == pytest.approx(chain_error(MADE.chains, start))
    for bad in ([0, 1], start + 1, start - 1, start + 0.5):
        with pytest.raises(ValueError, match="init"):
            ChainKMeans(3, init=bad).fit(MADE.chains)


def test_a_search_that_is_cut_short_says_so():
    D = make_chains(500, 30, 4, 4, random_state=0).chains
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        model = ChainKMeans(4, init="partition", n_init=1, max_iter=1, random_state=0).fit(D)
    assert not model.converged_
    assert model.n_iter_ == 1


@pytest.mark.parametrize("model", MODELS)
def test_bad_arguments(model):
    for bad in ({"n_clusters": 0}, {"n_clusters": 500}, {"init": "no"}, {"n_init": 0}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            clone(model).set_params(**bad).fit(MADE.chains)
    with pytest.raises(ValueError, match="items"):
        clone(model).set_params(n_clusters=2).fit(MADE.chains).predict(Chains([[0, 1]]))


def test_rows_of_numbers_are_ranked_in_any_unit():
    X = np.random.default_rng(0).normal(size=(60, 5))
    for model in MODELS:
        labels = clone(model).set_params(n_clusters=3).fit(X).labels_
        for moved in (1e6 + X, 1e-6 * X, np.exp(X)):
            moved = clone(model).set_params(n_clusters=3).fit(moved)
            np.testing.assert_array_equal(moved.labels_, labels)
        ranked = clone(model).set_params(n_clusters=3).fit(Chains.from_scores(X))
        np.testing.assert_array_equal(ranked.labels_, labels)


def test_starts_are_clusterings_of_their_own():
    share = {}
    for init in STARTS:
        labels = initial_labels(MADE.chains, 3, init, 0)
        assert labels.shape == (400,)
        assert set(labels) <= {0, 1, 2}
        share[init] = adjusted_rand_score(MADE.target, labels)
    assert min(share["hypersphere"], share["graph"]) > 0.3 > share["partition"]
