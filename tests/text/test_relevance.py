"""Relevance models against their textbook sums, and their algebra as S-functions."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.text import BM25, VSM, DirichletLM, SFunction

rng = np.random.default_rng(0)
PAGES = rng.poisson(0.6, (30, 12))
# an empty and a long page
PAGES[3] = 0
PAGES[4, :] = 9
QUERIES = rng.poisson(0.3, (8, 12))
MODELS = [VSM(), BM25(0.9, 0.4, 2.0, 0.3), DirichletLM(50.0)]


@pytest.mark.parametrize("model", [VSM(), BM25(), DirichletLM()], ids=lambda m: type(m).__name__)
def test_scikit_learn_accepts_it(model):
    check_estimator(model, on_skip=None)


@pytest.mark.parametrize("model", MODELS, ids=lambda m: type(m).__name__)
def test_scores_are_inner_products_of_the_features(model):
    model.fit(sparse.csr_array(PAGES))
    scores = model.relevance(QUERIES)
    products = (model.query_features(QUERIES) @ model.document_features(PAGES).T).toarray()
    np.testing.assert_allclose(scores, products, rtol=1e-13)
    np.testing.assert_allclose(scores, model.s_function()(QUERIES, PAGES), rtol=1e-13)


def test_bm25_is_the_sum_over_the_words_of_the_query():
    model = BM25(0.9, 0.4, 2.0, 0.3).fit(PAGES)
    N = len(PAGES)
    average = PAGES.sum() / len(PAGES)
    for query, row in zip(QUERIES, model.relevance(QUERIES)):
        for page, score in zip(PAGES, row):
            total = 0.3
            for t in np.flatnonzero(query):
                df = sum(other[t] > 0 for other in PAGES)
                idf = np.log(1 + (N - df + 0.5) / (df + 0.5))
                length = 0.9 * (1 - 0.4 + 0.4 * page.sum() / average)
                total += (
                    3.0 * query[t] / (2.0 + query[t]) * idf * 1.9 * page[t] / (length + page[t])
                )
            assert score == pytest.approx(total, rel=1e-12)


def test_the_language_model_is_the_likelihood_up_to_the_query():
    model = DirichletLM(50.0).fit(PAGES)
    mu = 50.0
    P = PAGES.sum(axis=0) / PAGES.sum()
    smoothed = (PAGES + mu * P) / (PAGES.sum(axis=1, keepdims=True) + mu)
    likelihood = QUERIES @ np.log(smoothed).T
    difference = model.relevance(QUERIES) - likelihood
    np.testing.assert_allclose(difference, np.tile(-QUERIES @ np.log(P), (30, 1)).T, atol=1e-10)


def test_a_word_that_the_collection_lacks_counts_nothing():
    pages = np.array([[1, 0, 0], [2, 1, 0]])
    for model in MODELS:
        model.fit(pages)
        assert np.isfinite(model.document_features([[1, 1, 3]]).toarray()).all()
        new = model.relevance([[1, 0, 5], [1, 0, 0]])
        lengths = [5.0, 0.0] if isinstance(model, DirichletLM) else [0.0, 0.0]
        shift = np.outer(lengths, np.log(50.0 / (pages.sum(axis=1) + 50.0)))
        np.testing.assert_allclose(new - shift, new[1:] * np.ones((2, 1)))


def test_s_functions_add_and_multiply():
    A, B = rng.normal(size=(2, 5, 3))
    k = SFunction(lambda x: A[x], lambda y: B[y])
    m = SFunction(lambda x: sparse.csr_array(B[x]), lambda y: A[y] ** 2)
    x = [0, 2]
    y = [1, 3, 4]
    np.testing.assert_allclose((-3 * k + m * k)(x, y), -3 * k(x, y) + m(x, y) * k(x, y))
    assert (k * 2)(x, y).shape == (2, 3)
    with pytest.raises(ValueError, match=r"\bX and Y have 3 and 5 features"):
        SFunction(lambda x: A[x], lambda y: A.T[:3][:, :5])(x, y)
    with pytest.raises(TypeError):
        k + 1
