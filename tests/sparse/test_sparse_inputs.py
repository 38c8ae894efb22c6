"""The lasso takes sparse matrices: the answers of dense ones, and no dense matrix in between."""

import tracemalloc

import numpy as np
import pytest
from scipy import sparse

from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.sparse import ElasticNet, Lasso, lasso_path

RNG = np.random.default_rng(31)
DENSE = np.where(RNG.random((60, 90)) < 0.1, RNG.normal(size=(60, 90)), 0.0)
DENSE[:, 3] = 1e3 + RNG.normal(size=60)  # a full column far from zero
DENSE[:, 5] = 0.1  # a constant
Y = DENSE[:, 0] - 2 * DENSE[:, 7] + DENSE[:, 3] - 1e3 + 0.3 * RNG.normal(size=60)
WEIGHTS = RNG.integers(0, 4, 60)
FORMATS = [sparse.csr_array, sparse.csc_matrix]


@pytest.mark.parametrize("of", FORMATS)
@pytest.mark.parametrize("weights", [None, WEIGHTS])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("model", [Lasso(0.4, tol=1e-11), ElasticNet(0.4, 0.3, tol=1e-11)])
def test_a_sparse_matrix_gives_the_answers_of_the_dense_one(of, weights, fit_intercept, model):
    model = model.set_params(fit_intercept=fit_intercept)
    dense = DENSE if fit_intercept else np.delete(DENSE, 3, axis=1)
    want = model.fit(dense, Y, weights).predict(dense)
    support = np.flatnonzero(model.coef_)
    rows = of(dense)
    np.testing.assert_allclose(model.fit(rows, Y, weights).predict(rows), want, atol=1e-6)
    np.testing.assert_array_equal(np.flatnonzero(model.coef_), support)
    assert model.converged_


def test_a_path_of_a_sparse_matrix():
    dense = np.delete(DENSE, 3, axis=1)
    want = lasso_path(dense, Y, n_lams=20, ratio=0.05, tol=1e-11)
    found = lasso_path(sparse.csr_array(dense), Y, n_lams=20, ratio=0.05, tol=1e-11)
    np.testing.assert_allclose(found.lams, want.lams, rtol=1e-12)
    np.testing.assert_allclose(found.coefs, want.coefs, atol=1e-6)


def test_entries_that_stand_twice_add_up_and_stay_the_caller_s():
    rows = sparse.csr_array(([1.0, 2.0, 4.0], [0, 0, 1], [0, 2, 3, 3]), shape=(3, 2))
    rows.data.flags.writeable = False
    dense = rows.toarray()
    y = [1.0, 2.0, 0.5]
    for model in (Lasso(0.1), Lasso(0.1, fit_intercept=False)):
        want = model.fit(dense, y).coef_
        np.testing.assert_allclose(model.fit(rows, y).coef_, want, atol=1e-9)
    assert rows.nnz == 3


def test_a_wide_sparse_matrix_is_not_made_dense():
    """As a dense matrix it would take 160 MB."""
    wide = sparse.random_array((200, 100_000), density=1e-4, rng=np.random.default_rng(1)).tocsc()
    coef = np.zeros(wide.shape[1])
    coef[np.argsort(-np.diff(wide.indptr))[:5]] = 3.0
    y = wide @ coef
    tracemalloc.start()
    model = Lasso(0.5, tol=1e-4).fit(wide, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4e7
    assert 0 < np.count_nonzero(model.coef_) <= 200
    assert model.converged_


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_entries_that_are_no_numbers_are_refused(bad):
    rows = sparse.csr_array(np.where(DENSE[0, 3] == DENSE, bad, DENSE))
    with pytest.raises(ValueError, match="A contains NaN or infinity"):
        coordinate_descent(rows, Y, 1.0)
    with pytest.raises(ValueError, match="X contains"):
        Lasso().fit(rows, Y)
