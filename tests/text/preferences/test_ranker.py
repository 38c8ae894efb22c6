"""The estimator: its parts, streams, what it refuses, and that it learns."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import load_digits
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.text.preferences import (
    PairwiseRanker,
    mean_average_precision,
    pair_error,
    preference_steps,
    sample_tuples,
)


@pytest.fixture(scope="module")
def digits():
    X, y = load_digits(return_X_y=True)
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    return X, y


def test_scikit_learn_accepts_it():
    check_estimator(PairwiseRanker(n_iter=300), on_skip=None)


def test_pairs_learn_and_the_refit_keeps_the_support(digits):
    X, y = digits
    model = PairwiseRanker(n_iter=10_000, random_state=0).fit(X[:1200], y[:1200])
    tuples = sample_tuples(y[1200:], 5000, 1)
    scores = model.relevance(X[1200:], X[1200:])
    cosine = X[1200:] @ X[1200:].T
    assert pair_error(scores, tuples) < 0.8 * pair_error(cosine, tuples)
    assert mean_average_precision(scores, y[1200:]) > mean_average_precision(cosine, y[1200:])
    before = model.W_shrunk_.toarray() != 0
    assert not np.any((model.W_.toarray() != 0) & ~before)
    assert 0.2 < model.density_ < 0.8
    assert model.n_steps_ == 10_000


def test_fit_is_the_steps(digits):
    X, y = digits
    options = {"lam": 1e-3, "C": 10.0, "T": 50}
    model = PairwiseRanker(**options, n_iter=777, refit=False, random_state=3).fit(X, y)
    tuples = sample_tuples(y, 777, 3)
    *_, last = preference_steps(X, tuples, every=777, **options)
    assert abs(model.W_ - last.W).max() == 0
    assert model.density_ == last.density


def test_a_stream_in_parts_is_the_whole(digits):
    X, y = digits
    tuples = sample_tuples(y, 600, 0)
    whole = PairwiseRanker().learn(X, tuples)
    parts = PairwiseRanker()
    for part in np.split(tuples, [100, 250]):
        parts.learn(sparse.csr_array(X), part)
    assert abs(whole.W_ - parts.W_).max() == 0
    assert parts.n_steps_ == 600
    # labels that were not seen before are no trouble: they only tell which rows belong together
    parts.partial_fit(X[:50], np.repeat(["new", "other"], 25))
    assert parts.n_steps_ == 650


def test_identity_start_is_the_cosine(digits):
    X, y = digits
    model = PairwiseRanker(0.0, 1e-12, n_iter=1, refit=False, random_state=0).fit(X, y)
    np.testing.assert_allclose(model.relevance(X[:9], X[9:20]), X[:9] @ X[9:20].T, atol=1e-10)


def test_a_penalty_that_leaves_nothing_ties_everything(digits):
    X, y = digits
    model = PairwiseRanker(10.0, n_iter=100, random_state=0).fit(X, y)
    assert model.density_ == 0
    assert pair_error(model.relevance(X, X), sample_tuples(y, 50, 0)) == 1


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"lam": -1.0}, "lam"), ({"C": 0.0}, "C"), ({"schedule": "linear"}, "schedule"),
        ({"T": 0}, "T"), ({"n_iter": 0}, "n_iter"), ({"start": "random"}, "start"),
        ({"refit": 2}, "refit"), ({"diagonal": "yes"}, "diagonal"), ({"scale": [1.0]}, "scale"),
    ],
)  # fmt: skip
def test_parameters_are_refused_by_name(options, name):
    with pytest.raises((TypeError, ValueError), match=name):
        PairwiseRanker(**options).fit(np.eye(4), [0, 0, 1, 1])


def test_labels_and_tuples_are_refused():
    with pytest.raises(ValueError, match="two classes"):
        PairwiseRanker().fit(np.eye(3), [1, 1, 1])
    with pytest.raises(ValueError, match="two classes"):
        PairwiseRanker().fit(np.eye(4), [0, 0, 1, 1]).partial_fit(np.eye(4), [2, 2, 2, 2])
    with pytest.raises(ValueError, match="tuples"):
        PairwiseRanker().learn(np.eye(3), [[0, 1, 3]])
    with pytest.raises(ValueError, match="tuples"):
        preference_steps(np.eye(3), [[0, 1]])
