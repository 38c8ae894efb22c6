"""The string learners against their boxes and bounds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.convex import Euclidean
from mlcompanion.datasets import make_chain_strings
from mlcompanion.online import FixedScale, StringLearner
from mlcompanion.online.bounds.mistakes import structured_bound, structured_fixed_bound
from mlcompanion.online.structured.comparators import string_comparator_losses
from mlcompanion.sequences import ChainFeatures, hamming, viterbi

STREAM = make_chain_strings(150, 3, 6, random_state=0)
CHAIN = ChainFeatures(3, 3)


def test_perceptron_for_strings_is_the_textbook_update():
    theta = np.zeros(CHAIN.size)
    for x, y in zip(STREAM.data, STREAM.target):
        z = CHAIN.predict(theta, x)
        theta = theta + CHAIN.phi(x, y) - CHAIN.phi(x, z)
    model = StringLearner.perceptron(CHAIN).partial_fit(STREAM.data, STREAM.target)
    np.testing.assert_allclose(model.coef_, theta, atol=1e-12)


def test_self_tuned_learner_is_figure_5_4():
    U = 5.0
    theta = np.zeros(CHAIN.size)
    largest = 0.0
    mistakes = 0
    costs = []
    for x, y in zip(STREAM.data, STREAM.target):
        z = CHAIN.predict(theta, x)
        rho = hamming(y, z)
        costs.append(rho)
        if rho > 0:
            mistakes += 1
            a = CHAIN.phi(x, y) - CHAIN.phi(x, z)
            largest = max(np.linalg.norm(a), largest)
            c = largest * np.sqrt(mistakes / (2 * U))
            theta = theta + min(1.0, max(0.0, c * rho - theta @ a) / (a @ a)) * a
    model = StringLearner(CHAIN, U).partial_fit(STREAM.data, STREAM.target)
    assert np.array_equal(model.costs_, costs)
    np.testing.assert_allclose(model.ascent.theta, theta, atol=1e-12)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.1, 2.0), st.floats(0.1, 100.0))
def test_theorem_7_and_the_bound_with_fixed_c_hold(seed, noise, U):
    stream = make_chain_strings(40, 3, 6, noise=noise, random_state=seed)
    model = StringLearner(CHAIN, U).partial_fit(stream.data, stream.target)
    true = np.concatenate([stream.inputs.ravel(), np.maximum(stream.neighbours, -9).ravel()])
    other = np.random.default_rng(seed).standard_normal(CHAIN.size)
    fixed = StringLearner(CHAIN, step="subgradient", scale=FixedScale(4.0))
    fixed.partial_fit(stream.data, stream.target)
    for u in (true, other, true + 0.3 * other):
        for share in (0.1, 0.5, 1.0):
            u = share * np.sqrt(2 * U) * u / np.linalg.norm(u)
            loss = string_comparator_losses(u[None], CHAIN, stream.data, stream.target)[0]
            radius = model.norms_.max(initial=0.0)  # at most the theorem's X: a stronger claim
            assert model.costs_.sum() <= structured_bound(loss, radius, U) + 1e-9
            bound = structured_fixed_bound(
                loss, Euclidean().value(u), fixed.norms_.max(initial=0.0), 40, 4.0
            )
            assert fixed.costs_.sum() <= bound + 1e-9


def test_both_losses_learn_and_any_cost_serves_the_prediction_loss():
    def graded(y, z):
        return (0, 1, 1, 2, 2, 3, 3)[hamming(y, z)]

    u = np.concatenate([STREAM.inputs.ravel(), STREAM.neighbours.ravel()])
    best = np.mean([hamming(CHAIN.predict(u, x), y) for x, y in zip(STREAM.data, STREAM.target)])
    for model in (
        StringLearner(CHAIN, 5.0),
        StringLearner(CHAIN, 5.0, loss="maximal"),
        StringLearner(CHAIN, 5.0, cost=graded),
    ):
        model.partial_fit(STREAM.data, STREAM.target)
        assert model.costs_[75:].mean() < 2 * best < 0.5 * 4.0  # a guess costs 6 * 2/3
    guess = model.predict(STREAM.data[:20])
    assert np.mean([hamming(y, z) for y, z in zip(STREAM.target, guess)]) < 2.0


def test_bad_input_names_the_argument():
    with pytest.raises(ValueError, match="trans"):
        viterbi([0.0, 1.0], np.zeros((3, 2, 3)))
    with pytest.raises(ValueError, match="places"):
        viterbi([0.0, 1.0], np.zeros((3, 2, 2)), places=np.zeros((2, 2)))
    with pytest.raises(ValueError, match="init contains"):
        viterbi([0.0, np.inf], np.zeros((3, 2, 2)))
    with pytest.raises(ValueError, match="other_than"):
        viterbi([0.0, 1.0], np.zeros((3, 2, 2)), other_than=[0, 1, 2, 0])
    with pytest.raises(ValueError, match="other_than leaves"):
        viterbi([0.0], np.zeros((3, 1, 1)), other_than=[0, 0, 0, 0])
    with pytest.raises(ValueError, match="y must"):
        CHAIN.phi(STREAM.data[0], [0, 1, 3, 0, 0, 0])
    with pytest.raises(ValueError, match="x must"):
        CHAIN.phi(np.zeros((6, 2)), [0] * 6)
    with pytest.raises(ValueError, match="cost must"):
        StringLearner(CHAIN, cost=lambda y, z: 1.0, loss="maximal")
    with pytest.raises(ValueError, match="U must"):
        StringLearner(CHAIN, U=0.0)


def test_average_is_the_mean_of_the_weights_that_predicted():
    model = StringLearner(CHAIN, 5.0)
    assert np.array_equal(model.average_, np.zeros(CHAIN.size))
    seen = []
    for x, y in zip(STREAM.data[:30], STREAM.target):
        seen.append(model.coef_)
        model.learn(x, y)
    np.testing.assert_allclose(model.average_, np.mean(seen, axis=0), atol=1e-12)


def test_any_features_will_do_that_can_predict_and_check():
    class Bits:
        """Each place is 0 or 1, and brings its input where it is 1."""

        size = 2

        def phi(self, x, y):
            return np.asarray(x).T @ y

        def predict(self, w, x):
            return (np.asarray(x) @ w > 0).astype(int)

        def answer(self, x, y):
            if len(y) != len(x):
                raise ValueError(f"y must have {len(x)} places, got {len(y)}")
            return np.asarray(y)

    rng = np.random.default_rng(0)
    xs = [rng.normal(size=(5, 2)) for _ in range(60)]
    ys = [(x @ [1.0, -2.0] > 0).astype(int) for x in xs]
    model = StringLearner(Bits()).partial_fit(xs, ys)
    assert model.costs_[40:].sum() < 5
    with pytest.raises(ValueError, match="y must have 5 places"):
        model.learn(xs[0], [0, 1])
    with pytest.raises(TypeError, match="worst_rival"):
        StringLearner(Bits(), loss="maximal")
    with pytest.raises(TypeError, match="features must have the method"):
        StringLearner(3.5)
