import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.kernels import gram
from mlcompanion.losses import ZeroOne
from mlcompanion.online import KernelPerceptron, Perceptron, play
from mlcompanion.online.bounds.perceptron import perceptron_bound_exact
from mlcompanion.online.games.environments import fixed_stream
from mlcompanion.online.learners.perceptrons import PerceptronRule

STREAM = make_noisy_separator(300, 4, flip=0.1, random_state=0)
X = STREAM.data
Y = STREAM.target


@parametrize_with_checks(
    [KernelPerceptron(n_epochs=5), KernelPerceptron("linear", n_epochs=20)],
    expected_failed_checks=lambda estimator: {},
)
def test_sklearn_contract(estimator, check):
    check(estimator)


def test_rule_is_the_estimator_bit_for_bit():
    rule = PerceptronRule(4)
    log = play(rule, fixed_stream(X, Y), ZeroOne())
    engine = Perceptron(fit_intercept=False).fit(X, Y)
    np.testing.assert_array_equal(log.mistakes, engine.run_.mistakes)
    np.testing.assert_array_equal(rule.w_, engine.coef_[0])
    assert rule.n_mistakes_ == engine.n_mistakes_


def test_linear_kernel_is_the_perceptron():
    kernel = KernelPerceptron("linear").fit(X, Y)
    plain = Perceptron(fit_intercept=False).fit(X, Y)
    assert kernel.n_mistakes_ == plain.n_mistakes_
    np.testing.assert_array_equal(kernel.support_vectors_, X[plain.run_.mistakes])
    w = kernel.dual_coef_ @ kernel.support_vectors_
    np.testing.assert_allclose(w, plain.coef_[0], atol=1e-12)


def test_polynomial_kernel_is_the_perceptron_on_products():
    products = np.einsum("ti,tj->tij", X, X).reshape(len(X), -1)
    kernel = KernelPerceptron("poly", {"degree": 2}).fit(X, Y)
    plain = Perceptron(fit_intercept=False).fit(products, Y)
    np.testing.assert_array_equal(kernel.support_vectors_, X[plain.run_.mistakes])


def test_kernel_calls_are_those_of_the_protocol():
    model = KernelPerceptron(kernel_params={"sigma": 0.5}).fit(X, Y)
    alphas = []
    calls = 0
    for t, x in enumerate(X):
        calls += len(alphas)
        score = sum(Y[i] * gram(X[i : i + 1], x[None], sigma=0.5)[0, 0] for i in alphas)
        if Y[t] * score <= 0:
            alphas.append(t)
    assert (model.n_kernel_calls_, model.n_mistakes_) == (calls, len(alphas))
    np.testing.assert_array_equal(model.support_vectors_, X[alphas])


def test_stream_in_pieces_equals_stream_at_once():
    whole = KernelPerceptron().fit(X, Y)
    pieces = KernelPerceptron()
    for rows in np.split(np.arange(300), [1, 2, 50, 299]):
        pieces.partial_fit(X[rows], Y[rows], classes=[-1, 1])
    np.testing.assert_array_equal(pieces.dual_coef_, whole.dual_coef_)
    assert pieces.n_kernel_calls_ == whole.n_kernel_calls_
    np.testing.assert_allclose(pieces.decision_function(X), whole.decision_function(X))


def test_bound_with_the_kernel_in_place_of_the_radius():
    """The comparator is a vector of the kernel's space, given by coefficients."""
    model = KernelPerceptron(kernel_params={"sigma": 0.3}).fit(X, Y)
    M = model.support_vectors_
    y = model.dual_coef_
    K = gram(M, sigma=0.3)
    for scale in (0.1, 1.0, 5.0):
        a = scale * np.linalg.solve(K + np.eye(len(K)), y)
        loss = np.maximum(0, 1 - y * (K @ a)).sum()
        assert model.n_mistakes_ <= perceptron_bound_exact(loss, np.sqrt(a @ K @ a), 1.0)


def test_bad_input():
    with pytest.raises(ValueError, match="n_features"):
        PerceptronRule(0)
    with pytest.raises(ValueError, match="kernel"):
        KernelPerceptron("cosine").fit(X, Y)
    with pytest.raises(ValueError, match="n_epochs"):
        KernelPerceptron(n_epochs=0).fit(X, Y)
    with pytest.raises(ValueError, match="classes"):
        KernelPerceptron().fit(X, Y).partial_fit(X, Y, classes=[0, 1])
    with pytest.raises(ValueError, match="outside"):
        KernelPerceptron().fit(X, Y).partial_fit(X[:2], [3, 3])
