"""Laws along latent trees against sums over all states, and searches against what they maximize."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.graphical.forests import forest_of_edges
from mlcompanion.graphical.latent import (
    LatentTree,
    correlation_distance,
    double_star,
    learn_latent_tree,
    robinson_foulds,
    with_random_lengths,
)
from mlcompanion.graphical.latent_laws import (
    DiscreteLatentTree,
    GaussianLatentTree,
    LatentClassModel,
    LatentTreeLaw,
    fit_tree_law,
    regularized_grouping,
    sample_gaussian_tree,
    sample_symmetric_tree,
    tree_correlations,
)

TREE = LatentTree(4, [(0, 4), (4, 1), (4, 5), (5, 2), (2, 3)], [0.3, 0.5, 0.4, 0.2, 0.3])


@pytest.mark.parametrize("model", [GaussianLatentTree(), DiscreteLatentTree(), LatentClassModel()])
def test_scikit_learn_contract(model):
    """Every check of scikit-learn."""
    check_estimator(model)


def random_law(K, seed=0):
    """Probabilities drawn at random along the tree."""
    rng = np.random.default_rng(seed)
    return LatentTreeLaw(TREE, rng.dirichlet(np.ones(K)), rng.dirichlet(np.ones(K), (5, K)))


def joint_by_products(law):
    """The joint law of all nodes, state by state."""
    K = law.n_states
    joint = np.zeros((K,) * TREE.n_nodes)
    for x in product(range(K), repeat=TREE.n_nodes):
        p = law.root[x[0]]
        for node in range(1, TREE.n_nodes):
            p *= law.tables[TREE.parent_edges[node]][x[TREE.parents[node]], x[node]]
        joint[x] = p
    return joint


@pytest.mark.parametrize("K", [2, 3])
def test_probabilities_are_sums_over_hidden_states(K):
    """Rows, posteriors and expected counts."""
    law = random_law(K)
    joint = joint_by_products(law)
    X = np.array(list(product(range(K), repeat=4)))
    observed = joint.sum(axis=(4, 5))
    np.testing.assert_allclose(np.exp(law.log_prob(X)), observed.ravel(), rtol=1e-12)
    beliefs = law.posterior(X)
    for row, belief in zip(X, beliefs):
        given = joint[tuple(row)] / joint[tuple(row)].sum()
        np.testing.assert_allclose(belief[4], given.sum(axis=1))
        np.testing.assert_allclose(belief[5], given.sum(axis=0))
        np.testing.assert_array_equal(belief[:4].argmax(axis=1), row)


def test_imputed_states_follow_the_posterior():
    """Both hidden nodes together."""
    law = random_law(2, 1)
    joint = joint_by_products(law)[1, 0, 1, 0]
    drawn = law.impute(np.tile([1, 0, 1, 0], (40_000, 1)), 0)
    shares = np.bincount(2 * drawn[:, 0] + drawn[:, 1], minlength=4) / len(drawn)
    np.testing.assert_allclose(shares, (joint / joint.sum()).ravel(), atol=0.01)


def test_samples_follow_the_law():
    """Shares of all rows."""
    law = random_law(2, 2)
    X = law.sample(100_000, 0)
    shares = np.bincount(X @ [8, 4, 2, 1], minlength=16) / len(X)
    want = joint_by_products(law).sum(axis=(4, 5)).ravel()
    np.testing.assert_allclose(shares, want, atol=0.01)


def test_each_step_of_em_gains():
    """What is maximized never falls, and ends where another start near the truth ends."""
    law = random_law(2, 3)
    X = law.sample(500, 0)
    fit = fit_tree_law(TREE, X, tol=1e-6, max_iter=3000)
    assert fit.converged
    assert (np.diff(fit.objective) >= -1e-8).all()
    assert fit.law.log_prob(X).mean() > law.log_prob(X).mean()
    with pytest.warns(ConvergenceWarning):
        fit_tree_law(TREE, X, max_iter=1)


def test_without_hidden_nodes_em_is_counting():
    """Against the forest of frequencies, smoothed in the same way."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (60, 4))
    edges = [(0, 1), (1, 2), (1, 3)]
    for smoothing in (0.0, 2.0):
        fit = fit_tree_law(LatentTree(4, edges), X, 3, smoothing=smoothing)
        forest = forest_of_edges(X, edges, n_states=3, smoothing=smoothing)
        np.testing.assert_allclose(fit.law.log_prob(X), forest.log_prob(X))


def test_gaussian_law():
    """Density against SciPy; the tree and its correlations against the truth."""
    star = with_random_lengths(double_star(8), 0, low=0.5, high=0.8)
    scale = np.array([1, -1, 1e3, 1, -1e-3, 1, 1, 1])
    X = 5 + scale * sample_gaussian_tree(star, 20_000, 1)
    model = GaussianLatentTree("rg").fit(X)
    assert robinson_foulds(model.tree_, star) == 0
    np.testing.assert_array_equal(model.signs_ * model.signs_[0], np.sign(scale))
    np.testing.assert_allclose(
        model.correlation_, tree_correlations(star, np.sign(scale)), atol=0.04
    )
    want = multivariate_normal(None, model.correlation_).logpdf(
        (X[:9] - model.location_) / model.scale_
    )
    want -= np.log(model.scale_).sum()
    np.testing.assert_allclose(model.score_samples(X[:9]), want)
    total = model.score(X) * len(X)
    assert model.bic(X) == pytest.approx(total - 0.5 * (9 + 16) * np.log(len(X)))
    drawn = GaussianLatentTree("rg").fit(model.sample(20_000, 0))
    np.testing.assert_allclose(drawn.correlation_, model.correlation_, atol=0.05)


def test_equal_columns_and_constants():
    """Two equal columns still have a law; a constant one is refused by name."""
    X = np.random.default_rng(0).normal(size=(50, 3))
    X[:, 2] = X[:, 1]
    for method in ("cl", "nj", "rg", "clrg", "clnj"):
        assert np.isfinite(GaussianLatentTree(method).fit(X).score(X))
    X[:, 1] = 0.1
    with pytest.raises(ValueError, match="column 1"):
        GaussianLatentTree().fit(X)


@pytest.mark.parametrize("method", ["clnj", "clrg", "nj", "rg", "cl", "blind"])
def test_discrete_estimator(method):
    """Hidden nodes are found where they are, and explain rows better than none."""
    star = double_star(8)
    star = LatentTree(8, star.edges, [0.25] * 8 + [0.5])
    X = sample_symmetric_tree(star, 4000, 2, 0)
    model = DiscreteLatentTree(method).fit(X)
    assert model.n_params_ == 1 + 2 * (model.tree_.n_nodes - 1)
    if method in {"clnj", "clrg", "nj", "rg"}:
        assert robinson_foulds(model.tree_, star) == 0
        assert model.bic(X) > DiscreteLatentTree("cl").fit(X).bic(X)


def test_three_states_in_their_own_unit():
    """The limits of the relaxed algorithms are meant for two states."""
    star = LatentTree(8, double_star(8).edges, [0.5] * 8 + [1.0])
    X = sample_symmetric_tree(star, 30_000, 3, 0)
    for method in ("rg", "clrg", "clnj"):
        model = DiscreteLatentTree(method, n_states=3).fit(X)
        assert robinson_foulds(model.tree_, star) == 0


def test_regularized_grouping_pays_for_hidden_nodes():
    """Two topics are found; among independent columns none is."""
    star = LatentTree(10, double_star(10).edges, np.full(11, 0.3))
    X = sample_symmetric_tree(star, 1000, 2, 0)
    for sub in ("nj", "rg"):
        assert 1 <= regularized_grouping(X, sub, random_state=0).n_hidden <= 4
        assert regularized_grouping(X, sub, n_hidden=0).n_hidden == 0
    noise = np.random.default_rng(0).integers(0, 2, (300, 8))
    assert regularized_grouping(noise, random_state=0).n_hidden == 0
    assert DiscreteLatentTree("regclnj", random_state=0).fit(X).n_hidden_ >= 1


def test_latent_classes():
    """Two classes are told apart; each step gains; probabilities are sums over classes."""
    rng = np.random.default_rng(0)
    label = rng.integers(0, 2, 600)
    X = (rng.random((600, 6)) < np.where(label, 0.8, 0.2)[:, None]).astype(int)
    model = LatentClassModel(2, random_state=0).fit(X)
    found = model.predict_proba(X).argmax(axis=1)
    assert max(np.mean(found == label), np.mean(found != label)) > 0.9
    p = model.weights_ * np.prod([law[:, x] for law, x in zip(model.probabilities_, X[0])], axis=0)
    assert model.score_samples(X[:1])[0] == pytest.approx(np.log(p.sum()))
    assert model.n_params_ == 1 + 2 * 6
    assert LatentClassModel(1).fit(X).score(X) < model.score(X)
    drawn = model.sample(40_000, 0)
    mean = np.array([model.weights_ @ law[:, 1] for law in model.probabilities_])
    np.testing.assert_allclose(drawn.mean(axis=0), mean, atol=0.02)


def test_learning_from_samples_is_learning_from_distances():
    """The estimator adds nothing to the tree."""
    X = sample_gaussian_tree(with_random_lengths(double_star(12), 2), 500, 0)
    D = correlation_distance(np.corrcoef(X.T), smallest=1e-10)
    for method in ("rg", "clnj"):
        tree = learn_latent_tree(D, method, n_samples=500)
        assert robinson_foulds(GaussianLatentTree(method).fit(X).tree_, tree) == 0
