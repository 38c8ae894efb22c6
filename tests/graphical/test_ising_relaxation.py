from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.covariance import graphical_lasso as sklearn_lasso

from mlcompanion.graphical import IsingLeafModel, IsingRelaxation, edges_of, spins_of
from mlcompanion.graphical.forests import binary_forest
from mlcompanion.graphical.partitions import cell_sums

Y = binary_forest(6, [(0, 1), (1, 2), (3, 4)], crossover=0.2, share=0.4).sample(400, 0)


def exact_log_normalizer(fields, couplings):
    states = np.array(list(product((-1, 1), repeat=len(fields))))
    energies = states @ fields + 0.5 * np.einsum("ni,ij,nj->n", states, couplings, states)
    return np.logaddexp.reduce(energies)


@pytest.mark.parametrize("lam", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("refit", [False, True])
def test_the_bound_lies_above_the_sum_over_all_states(lam, refit):
    model = IsingRelaxation(lam, refit=refit).fit(Y)
    exact = exact_log_normalizer(model.fields_, model.couplings_)
    assert exact <= model.log_bound_ <= exact + 6


@pytest.mark.parametrize("refit", [False, True])
def test_the_bound_is_the_largest_value_over_means_and_moments(refit):
    model = IsingRelaxation(0.05, refit=refit).fit(Y[:, :3])
    upper = np.triu_indices(3, 1)

    def minus_value(point):
        means = point[:3]
        moments = np.eye(3)
        moments[upper] = point[3:]
        moments.T[upper] = point[3:]
        C = moments - np.outer(means, means) + np.eye(3) / 3
        sign, log_det = np.linalg.slogdet(C)
        if sign <= 0 or np.linalg.eigvalsh(C)[0] <= 0:
            return 1e3
        value = model.fields_ @ means + model.couplings_[upper] @ point[3:] + 0.5 * log_det
        return -value - 1.5 * np.log(np.pi * np.e / 2)

    start = np.zeros(6)
    options = {"xatol": 1e-9, "fatol": 1e-12, "maxiter": 20_000, "maxfev": 20_000}
    found = minimize(minus_value, start, method="Nelder-Mead", options=options)
    assert -found.fun == pytest.approx(model.log_bound_, abs=1e-7)


def test_it_is_a_graphical_lasso_of_spins_with_noise():
    model = IsingRelaxation(0.1).fit(Y)
    spins = 2 * Y - 1
    noisy = np.cov(spins.T, bias=True) + np.eye(6) / 3
    np.testing.assert_allclose(model.precision_, sklearn_lasso(noisy, 0.1, tol=1e-9)[1], atol=1e-5)
    assert {tuple(e) for e in model.edges_.tolist()} == edges_of(model.precision_)


def test_the_score_is_that_of_a_normal_law_averaged_over_the_noise():
    model = IsingRelaxation(0.1).fit(Y)
    K = model.precision_
    away = 2 * Y - 1 - model.means_
    squares = np.einsum("ni,ij,nj->n", away, K, away) + np.trace(K) / 3
    want = -0.5 * squares + 0.5 * np.linalg.slogdet(K)[1] - 3 * np.log(np.pi / 2)
    np.testing.assert_allclose(model.score_samples(Y), want, atol=1e-9)


def test_the_norm_goes_from_no_edge_to_all():
    assert len(IsingRelaxation(2.0).fit(Y).edges_) == 0
    assert len(IsingRelaxation(1e-5).fit(Y).edges_) == 15


def test_without_edges_columns_are_scored_one_by_one():
    one = IsingRelaxation(2.0)
    whole = one.fit(Y).score_samples(Y)
    parts = sum(IsingRelaxation(2.0).fit(Y[:, [j]]).score_samples(Y[:, [j]]) for j in range(6))
    np.testing.assert_allclose(whole, parts, atol=1e-9)


def test_refitted_couplings_match_the_moments_of_their_edges():
    model = IsingRelaxation(0.1, refit=True).fit(Y)
    C = np.linalg.inv(model.precision_)
    noisy = np.cov((2 * Y - 1).T, bias=True) + np.eye(6) / 3
    i, j = model.edges_.T
    np.testing.assert_allclose(C[i, j], noisy[i, j], atol=1e-6)
    np.testing.assert_allclose(np.diag(C), np.diag(noisy), atol=1e-6)
    plain = IsingRelaxation(0.1).fit(Y)
    assert model.score(Y) > plain.score(Y)
    assert np.array_equal(model.edges_, plain.edges_)


def test_a_constant_column_is_no_trouble():
    one = Y.copy()
    one[:, 0] = 1
    model = IsingRelaxation(0.1).fit(one)
    assert not (model.edges_ == 0).any()


def test_other_codes_are_refused():
    with pytest.raises(ValueError, match="X must hold only"):
        IsingRelaxation().fit([[0, 2], [1, 0]])
    with pytest.raises(ValueError, match="X must hold only"):
        IsingRelaxation().fit(Y).score_samples(0.5 * Y)


def test_a_search_that_was_cut_short_warns():
    with pytest.warns(match="stopped after 1 steps"):
        IsingRelaxation(0.01, max_iter=1).fit(Y)


def test_a_leaf_scores_held_out_spins_as_the_estimator_does():
    out = binary_forest(6, [(0, 1), (1, 2), (3, 4)], crossover=0.2, share=0.4).sample(300, 1)
    leaf = IsingLeafModel(n_lams=8, ratio=0.05)
    sums = [cell_sums(spins_of(rows)) for rows in (Y, out)]
    found = leaf(*sums)
    scores = {}
    for lam in found.path[:, 0]:
        model = IsingRelaxation(lam, refit=True, tol=1e-7).fit(Y)
        scores[lam] = model.score(out), len(model.edges_)
    best = max(scores, key=lambda lam: scores[lam][0])
    assert found.n_edges == scores[best][1]
    # twice minus the log-probability, without the constant of the volume
    want = -2 * len(out) * (scores[best][0] + 3 * np.log(np.pi / 2))
    assert found.loss == pytest.approx(want, rel=1e-5)


def test_the_path_of_a_leaf_begins_without_edges():
    sums = cell_sums(spins_of(Y))
    path = IsingLeafModel(ratio=1e-3)(sums, sums).path
    assert path[0, 1] == 0
    assert path[-1, 1] > 10
