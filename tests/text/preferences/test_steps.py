"""Algorithm 8.1 against sweeps written out, against scikit-learn, in both stores."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import SGDClassifier

from mlcompanion.text.preferences import PairwiseRanker, preference_steps, sample_tuples
from mlcompanion.text.preferences.descent import PairDescent, StepRule


def problem(seed, n=24, n_features=9, m=260):
    """Sparse rows with repeated values, and tuples of them."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, size=(n, n_features)) * (rng.random((n, n_features)) < 0.5) / 2.0
    return X, sample_tuples(np.arange(n) % 3, m, rng)


def swept(X, tuples, rule, start):
    """Algorithm 8.1 with a sweep over the whole matrix each T steps, line by line."""
    W = start.copy()
    owed = 0.0
    for t, (q, better, worse) in enumerate(tuples, start=1):
        rate = rule.C if rule.schedule == "fixed" else rule.C / t**0.5
        difference = X[better] - X[worse]
        if X[q] @ W @ difference < 1:
            W = W + rate * np.outer(X[q], difference)
        owed += rule.lam * rate
        if t % rule.T == 0:
            W = np.sign(W) * np.maximum(abs(W) - owed * np.outer(rule.scale, rule.scale), 0)
            owed = 0.0
    return np.sign(W) * np.maximum(abs(W) - owed * np.outer(rule.scale, rule.scale), 0)


def rule_of(n_features, C=2.0, schedule="sqrt", lam=0.01, T=1):
    return StepRule(C, schedule, lam, T, np.ones(n_features))


def learned(X, tuples, rule, **options):
    run = PairDescent(X.shape[1], rule, **options)
    return run.advance(sparse.csr_array(X), tuples).matrix().toarray()


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("T", [1, 7, 100])
@pytest.mark.parametrize("schedule", ["sqrt", "fixed"])
def test_lazy_shrinkage_is_the_sweep(hashed, T, schedule):
    for seed in range(4):
        X, tuples = problem(seed)
        C, lam = (2.0, 0.01) if schedule == "sqrt" else (0.0917, 0.02)
        rule = rule_of(9, C=C, schedule=schedule, lam=lam, T=T)
        want = swept(X, tuples, rule, np.eye(9))
        assert 0 < np.mean(want == 0) < 1
        np.testing.assert_allclose(learned(X, tuples, rule, hashed=hashed), want, atol=1e-11)


def test_weighted_penalties_from_zero():
    X, tuples = problem(1)
    rule = rule_of(9, T=7)._replace(scale=np.linspace(0, 2, 9))
    want = swept(X, tuples, rule, np.zeros((9, 9)))
    np.testing.assert_allclose(learned(X, tuples, rule, start="zero"), want, atol=1e-11)


@pytest.mark.parametrize("T", [1, 100])
def test_diagonal_is_the_projection_of_each_step(T):
    X, tuples = problem(2)
    rule = rule_of(9, T=T)
    W = np.eye(9)
    owed = 0.0
    for t, (q, better, worse) in enumerate(tuples, start=1):
        difference = X[better] - X[worse]
        if X[q] @ W @ difference < 1:
            W += 2 / t**0.5 * np.diag(X[q] * difference)
        owed += rule.lam * 2 / t**0.5
        if t % T == 0:
            W = np.sign(W) * np.maximum(abs(W) - owed, 0)
            owed = 0.0
    W = np.sign(W) * np.maximum(abs(W) - owed, 0)
    np.testing.assert_allclose(learned(X, tuples, rule, diagonal=True), W, atol=1e-11)


@pytest.mark.parametrize("hashed", [False, True])
def test_refit_moves_the_support_alone(hashed):
    X, tuples = problem(3)
    first = learned(X, tuples, rule_of(9, lam=0.02))
    W = first.copy()
    for t, (q, better, worse) in enumerate(tuples, start=1):
        difference = X[better] - X[worse]
        if X[q] @ W @ difference < 1:
            W += 2 / t**0.5 * np.outer(X[q], difference) * (first != 0)
    got = learned(X, tuples, rule_of(9, lam=0.02), start=sparse.csr_array(first), hashed=hashed)
    np.testing.assert_allclose(got, W, atol=1e-11)
    assert np.all(got[first == 0] == 0)
    assert 0 < np.mean(first == 0) < 1


def test_refit_of_single_words_moves_the_support_alone():
    X, tuples = problem(3)
    first = learned(X, tuples, rule_of(9, lam=0.02), diagonal=True)
    first[0, 0] = first[3, 3] = 0.0
    W = first.copy()
    for t, (q, better, worse) in enumerate(tuples, start=1):
        difference = X[better] - X[worse]
        if X[q] @ W @ difference < 1:
            W += 2 / t**0.5 * np.outer(X[q], difference) * (first != 0)
    start = sparse.csr_array(first)
    got = learned(X, tuples, rule_of(9, lam=0.02), diagonal=True, start=start)
    np.testing.assert_allclose(got, W, atol=1e-11)
    assert got[0, 0] == got[3, 3] == 0.0


def test_steps_without_penalty_are_scikit_learns():
    """On outer products as features, labels of both signs, the same rates, from zero."""
    X, tuples = problem(4)
    sign = np.where(np.arange(len(tuples)) % 2, 1, -1)
    pairs = [np.outer(X[q], X[b] - X[w]).ravel() for q, b, w in tuples]
    peer = SGDClassifier(
        alpha=0.0, penalty=None, fit_intercept=False, learning_rate="invscaling", eta0=2.0,
        power_t=0.5, shuffle=False, max_iter=1, tol=None,
    )  # fmt: skip
    peer.fit(sign[:, None] * pairs, sign)
    got = learned(X, tuples, rule_of(9, lam=0.0), start="zero")
    np.testing.assert_allclose(got.ravel(), peer.coef_[0], atol=1e-11)


def test_states_are_those_of_shorter_runs():
    X, tuples = problem(5)
    for state in preference_steps(X, tuples, every=70, lam=0.01, C=2.0, T=30):
        want = learned(X, tuples[: state.t], rule_of(9, T=30))
        np.testing.assert_allclose(state.W.toarray(), want, atol=1e-12)
        assert state.density == np.mean(want != 0)


def test_a_hash_table_grows_and_forgets_zeros():
    rng = np.random.default_rng(6)
    X = sparse.random_array((200, 3000), density=0.004, rng=rng, format="csr")
    tuples = sample_tuples(np.arange(200) % 4, 3000, rng)
    direct = learned(X, tuples, rule_of(3000, lam=1e-3), hashed=False)
    run = PairDescent(3000, rule_of(3000, lam=1e-3), hashed=True)
    first = len(run.cells.keys)
    got = run.advance(X, tuples).matrix()
    np.testing.assert_allclose(got.toarray(), direct, atol=1e-12)
    assert len(run.cells.keys) > first
    strong = PairDescent(3000, rule_of(3000, lam=1.0), hashed=True)
    assert strong.advance(X, tuples).matrix().nnz < run.matrix().nnz
    assert len(strong.cells.keys) <= len(run.cells.keys)


def test_a_million_words_fit():
    """A dense matrix would take 8 terabytes."""
    rng = np.random.default_rng(7)
    X = sparse.random_array((50, 1_000_000), density=1e-5, rng=rng, format="csr")
    model = PairwiseRanker(start="zero", n_iter=200, random_state=0).fit(X, np.arange(50) % 2)
    assert 0 < model.W_.nnz < 200 * 20 * 40


def test_sparse_rows_are_the_dense_ones_in_any_form():
    X, tuples = problem(8)
    want = next(preference_steps(X, tuples, lam=0.01)).W.toarray()
    shuffled = sparse.coo_array(X)
    doubled = sparse.coo_array(
        (np.tile(shuffled.data / 2, 2), np.tile(shuffled.coords, 2)), shape=X.shape
    )
    got = next(preference_steps(doubled, tuples, lam=0.01)).W.toarray()
    np.testing.assert_allclose(got, want, atol=1e-12)


def test_units_of_rows_come_back_in_the_rates():
    """Rows times a, C over its fourth power: weights over its square, and the same scores."""
    X, tuples = problem(9)
    small = next(preference_steps(X, tuples, C=2.0, start="zero")).W.toarray()
    large = next(preference_steps(1e3 * X, tuples, C=2e-12, start="zero")).W.toarray()
    np.testing.assert_allclose(large * 1e6, small, rtol=1e-9)
