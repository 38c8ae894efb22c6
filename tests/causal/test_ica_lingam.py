from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.causal import (
    ICALiNGAM,
    best_triangular_order,
    nonzero_diagonal,
    order_by_zeroing,
)
from mlcompanion.datasets import make_lingam


@parametrize_with_checks([ICALiNGAM(random_state=0)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), p=st.integers(1, 5))
def test_permutations_against_brute_force(seed, p):
    M = np.random.default_rng(seed).normal(size=(p, p))
    every = [list(order) for order in permutations(range(p))]
    W, rows = nonzero_diagonal(M)
    np.testing.assert_array_equal(W, M[rows])
    assert (1 / abs(np.diag(W))).sum() == pytest.approx(
        min((1 / abs(np.diag(M[o]))).sum() for o in every)
    )
    assert sorted(W[:, 0]) == sorted(M[:, 0])

    def upper(order):
        return (np.triu(M[np.ix_(order, order)]) ** 2).sum()

    best = best_triangular_order(M)
    assert upper(best) == pytest.approx(min(map(upper, every)))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), p=st.integers(1, 10))
def test_both_searches_find_the_order_of_a_noisy_triangle(seed, p):
    rng = np.random.default_rng(seed)
    lower = np.tril(rng.uniform(0.5, 1, (p, p)) * rng.choice((-1, 1), (p, p)), -1)
    place = rng.permutation(p)
    B = rng.uniform(-0.01, 0.01, (p, p))
    B[np.ix_(place, place)] += lower
    assert order_by_zeroing(B) == place.tolist()
    if p < 8:
        assert best_triangular_order(B) == place.tolist()


@pytest.mark.parametrize("p", [1, 2, 5, 9])
def test_zeroing_stops_at_the_first_acyclic_matrix(p):
    for seed in range(20):
        B = np.random.default_rng(seed).normal(size=(p, p))
        smallest = np.argsort(abs(B), axis=None)
        for zeroed in range(p * (p + 1) // 2, p * p + 1):
            left = B.copy()
            left.flat[smallest[:zeroed]] = 0
            if not np.linalg.matrix_power((left != 0).astype(int), p).any():  # no cycle
                break
        order = order_by_zeroing(B)
        assert not np.triu(left[np.ix_(order, order)]).any()


@pytest.mark.parametrize("p", [3, 9])
def test_recovers_a_model_with_much_data(p):
    X, B, order = make_lingam(5000, p, noise="c", random_state=2)
    fitted = ICALiNGAM(random_state=0).fit(X)
    assert fitted.converged_
    assert fitted.n_iter_ <= 1000
    assert fitted.causal_order_.tolist() == order.tolist()
    np.testing.assert_allclose(fitted.adjacency_matrix_, B, atol=0.15)
    raw = ICALiNGAM(random_state=0, refit=False).fit(X)
    np.testing.assert_allclose(raw.adjacency_matrix_, B, atol=0.6)
    assert not np.triu(raw.adjacency_matrix_[np.ix_(order, order)]).any()


def test_failure_to_converge_is_told():
    X, _, _ = make_lingam(300, 5, random_state=0)
    assert not ICALiNGAM(max_iter=1, random_state=0).fit(X).converged_


def test_bad_input_is_refused():
    X = np.random.default_rng(0).uniform(size=(20, 3))
    with pytest.raises(ValueError, match="max_iter"):
        ICALiNGAM(max_iter=0).fit(X)
    with pytest.raises(ValueError, match="dependent"):
        ICALiNGAM().fit(np.column_stack([X, X[:, 0]]))
    with pytest.raises(ValueError, match="NaN"):
        ICALiNGAM().fit(np.where(X > 0.5, np.nan, X))
