"""Linear ALMA: a plain loop, its twin with a kernel, its bound; dense and sparse rows."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.online import OnlineToBatch
from mlcompanion.online.kernel_learners import KernelALMA
from mlcompanion.online.learners import ALMA, AlmaEngine
from mlcompanion.online.learners.alma import alma_constants

STREAM = make_noisy_separator(400, 6, flip=0.1, random_state=3)
X = STREAM.data * np.random.default_rng(0).uniform(0.2, 5, (400, 1))
Y = STREAM.target.astype(int)
SETTINGS = [{}, {"alpha": 1.0}, {"alpha": 0.2}, {"alpha": 0.5, "B": 8**0.5 / 0.5, "rate": 0.3}]
settings = pytest.mark.parametrize("given", SETTINGS, ids=repr)


def plain_loop(X, y, alpha=0.9, B=None, rate=2**0.5):
    """Gentile (2001), Figure 1 with p = 2: margins before each update, and the last weights."""
    B = 1 / alpha if B is None else B
    w = np.zeros(X.shape[1])
    k = 1
    margins = []
    for x, target in zip(X, y):
        unit = x / np.linalg.norm(x)
        margins.append(target * (w @ unit))
        if margins[-1] <= (1 - alpha) * B / np.sqrt(k):
            w = w + rate / np.sqrt(k) * target * unit
            w = w / max(1, np.linalg.norm(w))
            k += 1
    return np.array(margins), w, k - 1


@parametrize_with_checks([ALMA(n_epochs=20), ALMA(0.5, fit_intercept=True, n_epochs=20)])
def test_estimator_contract(estimator, check):
    check(estimator)


@settings
def test_the_plain_loop(given):
    model = ALMA(**given).fit(X, Y)
    margins, w, n_updates = plain_loop(X, Y, **given)
    np.testing.assert_allclose(model.run_.margins, margins, rtol=0, atol=1e-12)
    np.testing.assert_allclose(model.coef_[0], w, rtol=0, atol=1e-12)
    assert model.n_updates_ == model.run_.n_updates == n_updates
    assert model.n_mistakes_ == model.run_.n_mistakes == (margins <= 0).sum()


@settings
@pytest.mark.parametrize("passes", [1, 3])
def test_the_twin_with_the_linear_kernel(given, passes):
    ours = ALMA(**given, n_epochs=passes).fit(X, Y)
    twin = KernelALMA(**given, kernel="linear", n_epochs=passes).fit(X, Y)
    np.testing.assert_allclose(ours.run_.margins, twin.run_.margins, rtol=0, atol=1e-12)
    scores = twin.decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), scores, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), twin.predict(X))


@settings
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_sparse_rows_are_dense_rows(given, fit_intercept):
    thin = np.where(np.random.default_rng(1).random(X.shape) < 0.4, X, 0.0)
    thin[7] = 0.0
    ours, dense = (ALMA(**given, fit_intercept=fit_intercept, n_epochs=2) for _ in range(2))
    ours.fit(csr_array(thin), Y)
    dense.fit(thin, Y)
    np.testing.assert_allclose(ours.run_.margins, dense.run_.margins, rtol=0, atol=1e-12)
    np.testing.assert_allclose(ours.coef_, dense.coef_, rtol=0, atol=1e-12)
    np.testing.assert_allclose(ours.intercept_, dense.intercept_, rtol=0, atol=1e-12)
    asked = ours.decision_function(csr_array(thin))
    np.testing.assert_allclose(asked, dense.decision_function(thin), rtol=0, atol=1e-12)
    hypotheses = ours.path(thin).hypotheses()
    np.testing.assert_allclose(hypotheses, dense.path(thin).hypotheses(), rtol=0, atol=1e-12)


def test_sparse_rows_by_parts_with_entries_given_twice():
    double = csr_array((np.repeat(X.ravel() / 2, 2), np.repeat(np.tile(np.arange(6), 400), 2),
                        np.arange(0, 4801, 12)))  # fmt: skip
    kept = double.data.copy()
    model = ALMA()
    for part in (slice(0, 150), slice(150, 400)):
        model.partial_fit(double[part], Y[part], classes=[-1, 1])
    np.testing.assert_allclose(model.coef_, ALMA().fit(X, Y).coef_, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(double.data, kept)


@settings
@pytest.mark.parametrize("flip", [0.0, 0.1])
def test_updates_stay_below_their_bound(given, flip):
    """Each step's gain against a unit vector u, divided by its length and summed.

    With L the hinge losses of u at a margin gamma, m updates have m gamma - L <= c sqrt(m) where
    c = 2 / rate + rate + 2 (1 - alpha) B.
    """
    stream = make_noisy_separator(2000, 5, flip=flip, random_state=1)
    w = np.linalg.lstsq(stream.data, stream.target)[0]
    u = w / np.linalg.norm(w)
    margins = stream.target * (stream.data @ u) / np.linalg.norm(stream.data, axis=1)
    alpha, B, rate = alma_constants(**{"alpha": 0.9, **given})
    model = ALMA(**given, n_epochs=5).fit(stream.data, stream.target)
    m = model.n_updates_
    c = 2 / rate + rate + 2 * (1 - alpha) * B
    assert model.n_mistakes_ <= m
    for gamma in (0.05, 0.1, 0.2, 0.4):
        loss = 5 * np.maximum(0, gamma - margins).sum()
        assert m * gamma - loss <= c * np.sqrt(m)


def test_separated_rows_end_with_their_share_of_the_margin():
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(500, 3))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    u = np.array([2.0, -1, 2]) / 3
    rows = rows[np.abs(rows @ u) > 0.3]
    labels = np.where(rows @ u > 0, "b", "a")
    model = ALMA(0.5, B=8**0.5 / 0.5, n_epochs=300).fit(rows, labels)
    assert model.run_.n_updates == 0
    signs = np.where(labels == "b", 1, -1)
    assert (signs * (rows @ model.coef_[0])).min() >= 0.5 * 0.3
    assert model.score(rows, labels) == 1


def test_weights_stay_in_the_unit_ball():
    model = ALMA(0.5, rate=10.0)
    for part in np.split(np.arange(400), 20):
        model.partial_fit(X[part], Y[part], classes=[-1, 1])
        assert np.linalg.norm(model.coef_) <= 1 + 1e-12
    norms = np.linalg.norm(model.path(X[part]).hypotheses(), axis=1)
    assert norms.max() <= 1 + 1e-12


@pytest.mark.parametrize("size", [1e-250, 1e-160, 1e160, 1e250])
def test_lengths_whose_squares_are_no_floats(size):
    plain = ALMA().fit(X, Y)
    far = ALMA().fit(size * X, Y)
    np.testing.assert_allclose(far.coef_, plain.coef_, rtol=0, atol=1e-12)
    sparse = ALMA().fit(csr_array(size * X), Y)
    np.testing.assert_allclose(sparse.coef_, plain.coef_, rtol=0, atol=1e-12)


@pytest.mark.parametrize("rate", [1e-200, 1e200])
def test_steps_whose_squares_are_no_floats(rate):
    model = ALMA(rate=rate, alpha=1.0, n_epochs=2).fit(X, Y)
    assert 0 < np.abs(model.coef_).max() <= 1
    if rate > 1:  # a long step forgets everything else
        last = np.flatnonzero(model.run_.steps)[-1]
        unit = Y[last] * X[last] / np.linalg.norm(X[last])
        np.testing.assert_allclose(model.coef_[0], unit, atol=1e-12)


def test_rows_of_zeros_and_opposites_teach_what_they_can():
    zeros = ALMA().fit(np.vstack([np.zeros(6), X]), np.r_[1, Y])
    np.testing.assert_array_equal(zeros.coef_, ALMA().fit(X, Y).coef_)
    assert zeros.run_.margins[0] == 0
    back = ALMA(rate=1.0, alpha=1.0).fit([[1.0], [1.0], [1.0]], [1, 0, 0])
    assert back.coef_[0, 0] == pytest.approx(1 - 1 / 2**0.5 - 1 / 3**0.5)


def test_the_average_of_a_stream():
    model = OnlineToBatch(ALMA()).fit(X, Y)
    hypotheses = ALMA().fit(X, Y).path(X).hypotheses()
    np.testing.assert_allclose(model.coef_[0], hypotheses.mean(axis=0), atol=1e-12)
    assert model.loss_bound_ == pytest.approx(1 + np.linalg.norm(X, axis=1).max())


def test_the_engine_plays_single_rounds_and_counts_them():
    engine = AlmaEngine(6)
    whole = AlmaEngine(6)
    runs = [engine.update(x, float(y)) for x, y in zip(X, Y)]
    run = whole.run(X, Y)
    np.testing.assert_array_equal(np.concatenate([r.margins for r in runs]), run.margins)
    np.testing.assert_array_equal(engine.weights, whole.weights)
    assert engine.n_rounds == whole.n_rounds == 400
    assert engine.n_mistakes == whole.n_mistakes == run.n_mistakes
    assert not run.scores.flags.writeable


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"alpha": 0.0}, "alpha"),
        ({"alpha": 1.5}, "alpha"),
        ({"B": -1.0}, "B"),
        ({"rate": 0}, "rate"),
    ],
)
def test_constants_out_of_range_are_named(given, name):
    with pytest.raises(ValueError, match=name):
        ALMA(**given).fit(X, Y)
