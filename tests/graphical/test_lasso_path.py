import warnings

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.datasets import graph_precisions, random_graphs
from mlcompanion.graphical import (
    edge_scores,
    edges_of,
    graphical_lasso,
    graphical_lasso_kkt,
    graphical_lasso_path,
    refit_precision,
)


def covariance(seed, p=12, n=80):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, 1:] += 0.6 * X[:, :-1]
    return np.cov(X.T, bias=True)


@pytest.mark.parametrize("penalize_diagonal", [True, False])
def test_path_solves_each_penalty(penalize_diagonal):
    S = covariance(0)
    path = graphical_lasso_path(S, 12, penalize_diagonal=penalize_diagonal, tol=1e-10)
    assert path.converged
    for lam, precision in zip(path.lams, path.precisions):
        alone = graphical_lasso(S, lam, penalize_diagonal=penalize_diagonal, tol=1e-11).precision
        np.testing.assert_allclose(precision, alone, atol=1e-4)  # the root of the gap
        assert graphical_lasso_kkt(S, precision, lam, penalize_diagonal) < 1e-4
    assert np.count_nonzero(path.precisions[0]) == 12  # the first penalty leaves no edge
    assert len(edges_of(path.precisions[-1])) > 40


def test_given_penalties_are_sorted():
    S = covariance(1)
    path = graphical_lasso_path(S, [0.05, 0.4, 0.1])
    assert path.lams.tolist() == [0.4, 0.1, 0.05]


def test_a_path_that_is_cut_short_warns():
    with pytest.warns(ConvergenceWarning):
        graphical_lasso_path(covariance(2), 5, ratio=1e-3, tol=1e-13, max_iter=1)


@pytest.mark.parametrize("factor", [0.7, 1.5])
def test_a_warm_start_ends_at_the_same_place_sooner(factor):
    S = covariance(3, p=30, n=60)
    first = graphical_lasso(S, 0.1)
    warm = graphical_lasso(S, 0.1 * factor, start=first, tol=1e-11)
    cold = graphical_lasso(S, 0.1 * factor, tol=1e-11)
    np.testing.assert_allclose(warm.precision, cold.precision, atol=1e-4)
    assert warm.n_iter <= cold.n_iter
    assert graphical_lasso(S, 0.1, start=first).n_iter == 1
    with pytest.raises(ValueError, match="start"):
        graphical_lasso(S[:5, :5], 0.1, start=first)


def by_search(S, edges):
    """The refit by a generic optimiser over the free entries."""
    p = len(S)
    pairs = [(j, k) for j in range(p) for k in range(j + 1) if j == k or edges[j, k]]

    def matrix(values):
        theta = np.zeros((p, p))
        for (j, k), value in zip(pairs, values):
            theta[j, k] = theta[k, j] = value
        return theta

    def loss(values):
        theta = matrix(values)
        if np.linalg.eigvalsh(theta)[0] <= 0:
            return 1e10
        return np.vdot(S, theta) - np.linalg.slogdet(theta)[1]

    begin = [1 / S[j, j] if j == k else 0.0 for j, k in pairs]
    found = minimize(loss, begin, method="BFGS", options={"gtol": 1e-9, "maxiter": 2000})
    return matrix(found.x)


@pytest.mark.parametrize("seed", range(4))
def test_refit_is_the_maximum_of_the_likelihood(seed):
    S = covariance(seed, p=5, n=30)
    edges = random_graphs(1, 5, 5, 4, seed)[0]
    np.testing.assert_allclose(refit_precision(S, edges).precision, by_search(S, edges), atol=1e-4)


def test_refit_keeps_the_covariances_of_the_graph():
    for seed in range(5):
        S = covariance(seed) * np.outer(*[10.0 ** np.arange(-6, 6)] * 2)  # twelve units
        graph = random_graphs(1, 12, 14, 5, seed)[0]
        run = refit_precision(S, graph)
        assert run.converged
        W = np.linalg.inv(run.precision)
        kept = graph | np.eye(12, dtype=bool)
        np.testing.assert_allclose(W[kept], S[kept], rtol=1e-6)
        assert not run.precision[~kept].any()


def test_refit_of_all_or_no_pairs():
    S = covariance(6)
    np.testing.assert_allclose(refit_precision(S, np.ones((12, 12))).precision, np.linalg.inv(S))
    alone = refit_precision(S, np.zeros((12, 12))).precision
    np.testing.assert_allclose(alone, np.diag(1 / np.diag(S)))


def test_refit_with_fewer_rows_than_variables():
    S = covariance(7, p=12, n=8)
    chain = np.eye(12, k=1) + np.eye(12, k=-1)
    W = np.linalg.inv(refit_precision(S, chain).precision)
    np.testing.assert_allclose(np.diag(W, 1), np.diag(S, 1), atol=1e-7)
    with pytest.raises(ValueError, match="too few rows"):
        refit_precision(S, np.ones((12, 12)))


def test_refit_says_when_it_is_cut_short():
    S = covariance(8)
    with pytest.warns(ConvergenceWarning):
        assert not refit_precision(S, random_graphs(1, 12, 18, 6, 0)[0], max_iter=1).converged


def test_scores_are_those_of_sets_of_edges():
    graphs = random_graphs(30, 8, 6, 4, 0)
    scores = edge_scores(graphs[:15], graphs[15:])
    for i, (found, true) in enumerate(zip(graphs[:15], graphs[15:])):
        a, b = edges_of(found.astype(float)), edges_of(true.astype(float))
        assert scores.precision[i] == len(a & b) / len(a)
        assert scores.recall[i] == len(a & b) / len(b)
        assert scores.f1[i] == 2 * len(a & b) / (len(a) + len(b))
    same = edge_scores(graph_precisions(graphs[0]), graphs[0])
    assert tuple(same) == (1.0, 1.0, 1.0)
    nothing = np.zeros((3, 3))
    assert tuple(edge_scores(nothing, np.ones((3, 3)))) == (0.0, 0.0, 0.0)
    assert tuple(edge_scores(nothing, nothing)) == (1.0, 1.0, 1.0)
    with pytest.raises(ValueError, match="true must have shape"):
        edge_scores(nothing, np.zeros((4, 4)))


def test_units_of_the_covariance_move_the_path_along():
    S = covariance(9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        small = graphical_lasso_path(S * 1e-12, 8)
    plain = graphical_lasso_path(S, 8)
    np.testing.assert_allclose(small.precisions * 1e-12, plain.precisions, atol=1e-5)
