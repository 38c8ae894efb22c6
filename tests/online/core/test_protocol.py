"""The protocol: order of events, the adversary, and the reduction to convex programming."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier
from sklearn.neural_network import MLPClassifier

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Absolute, Hinge, Squared, ZeroOne
from mlcompanion.online import GradientDescent, Perceptron, play
from mlcompanion.online.bounds.experts import vote_regret_bound
from mlcompanion.online.core.mirror_descent import strongly_convex_run
from mlcompanion.online.core.protocol import (
    Conservative,
    InducedLoss,
    LinearLearner,
    induced_losses,
    online_convex_programming,
)
from mlcompanion.online.games.environments import (
    coin,
    drifting_regression,
    fixed_stream,
    orthogonal_stream,
    zero_one_adversary,
)
from mlcompanion.online.games.plain_learners import (
    Constant,
    EstimatorLearner,
    LastAnswer,
    MajorityVote,
    MeanVote,
    RandomizedVote,
)

STREAM = make_noisy_separator(300, 5, flip=0.1, random_state=0)
X, Y = STREAM.data, STREAM.target.astype(float)


class Scripted:
    """A learner with its predictions written down beforehand."""

    def __init__(self, script):
        self.script = iter(script)

    def predict(self, x):
        """The next prediction."""
        return next(self.script)

    def update(self, x, y):
        """Ignore the round."""


def test_order_of_events():
    events = []

    def environment():
        for t in range(2):
            events.append(f"question {t}")
            prediction = yield np.ones(1)
            events.append(f"prediction {prediction}")
            yield 1.0

    class Learner(Constant):
        def update(self, x, y):
            events.append("answer")

    log = play(Learner(0.5), environment(), Squared())
    once = ["prediction 0.5", "answer"]
    assert events == ["question 0", *once, "question 1", *once]
    assert log.losses.tolist() == [0.125, 0.125]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=1, max_size=60))
def test_adversary_beats_every_sequence_of_predictions(script):
    log = play(Scripted(script), zero_one_adversary(len(script)), ZeroOne())
    assert log.n_mistakes == len(script) == log.losses.sum()
    best = min((log.targets > 0).sum(), (log.targets < 0).sum())
    assert best <= len(script) / 2


@pytest.mark.parametrize(
    "learner",
    [
        Constant(1.0),
        LastAnswer(),
        MajorityVote(),
        RandomizedVote(0),
        LinearLearner(GradientDescent(1, 0.3), Hinge()),
        EstimatorLearner(SGDClassifier(random_state=0)),
        EstimatorLearner(MLPClassifier((4,), random_state=0)),
    ],
)
def test_adversary_beats_every_learner(learner):
    assert play(learner, zero_one_adversary(50), ZeroOne()).n_mistakes == 50


@pytest.mark.parametrize("T", [1, 2, 5, 11])
def test_mean_vote_against_every_sequence(T):
    every = 1.0 - 2 * ((np.arange(2**T)[:, None] >> np.arange(T)) & 1)
    for y in every:
        log = play(MeanVote(), fixed_stream(np.ones((T, 1)), y), Absolute())
        best = min((y > 0).sum(), (y < 0).sum())
        assert log.losses.sum() / 2 - best <= vote_regret_bound(T)


def test_mean_vote_against_its_own_adversary():
    for T in (10, 1000, 5000):
        log = play(MeanVote(), zero_one_adversary(T), Absolute())
        best = min((log.targets > 0).sum(), (log.targets < 0).sum())
        assert log.losses.sum() / 2 - best <= vote_regret_bound(T)


def test_randomised_vote_has_the_mean_of_mean_vote():
    y = np.array([1.0, 1, 1, -1])
    mean = play(MeanVote(), fixed_stream(np.ones((4, 1)), y), Absolute()).losses.sum() / 2
    rng = np.random.default_rng(0)
    tries = [
        play(RandomizedVote(rng), fixed_stream(np.ones((4, 1)), y), ZeroOne()).n_mistakes
        for _ in range(4000)
    ]
    assert abs(np.mean(tries) - mean) < 4 * np.std(tries) / np.sqrt(4000)


def test_reduction_is_the_protocol():
    """Both loops, and the compiled pass, see the same weights."""
    losses, weights, functions = online_convex_programming(
        GradientDescent(5, lambda t: t**-0.5, radius=2.0), induced_losses(X, Y, Squared(2.0))
    )
    learner = LinearLearner(GradientDescent(5, lambda t: t**-0.5, radius=2.0), Squared(2.0))
    log = play(learner, fixed_stream(X, Y), Squared(2.0))
    np.testing.assert_array_equal(log.losses, losses)
    etas = np.arange(1, 301) ** -0.5
    run = strongly_convex_run(X, Y, Squared(2.0), eta=etas, radius=2.0, keep_path=True)
    np.testing.assert_allclose(run.path, weights, atol=1e-12)
    scores = (X * weights).sum(axis=1)
    np.testing.assert_allclose(losses, (scores - Y) ** 2, atol=1e-12)
    assert functions[7].value(weights[7]) == losses[7]


def test_environment_of_convex_programming_may_look_at_the_vector():
    def adversary():
        w = yield
        while True:
            w = yield InducedLoss(Squared(), np.ones(1), -1.0 if w[0] > 0 else 1.0)

    losses, weights, _ = online_convex_programming(GradientDescent(1, 0.5), adversary(), 20)
    assert losses.shape == (20,)
    assert weights.shape == (20, 1)
    assert (losses >= 0.5).all()  # the target is always on the other side of 0


@pytest.mark.parametrize("loss", [Hinge(), Squared(2.0), Absolute()])
def test_induced_loss_lies_above_its_tangent(loss):
    rng = np.random.default_rng(0)
    for _ in range(50):
        u, w, x = rng.standard_normal((3, 4))
        g = InducedLoss(loss, x, rng.choice([-1.0, 1.0]))
        assert g.value(u) >= g.value(w) + g.subgradient(w) @ (u - w) - 1e-12


def test_perceptron_is_conservative_gradient_descent_on_the_hinge():
    """The same weights, bit for bit, from three constructions."""
    learner = Conservative(LinearLearner(GradientDescent(5, 1.0), Hinge()))
    log = play(learner, fixed_stream(X, Y), ZeroOne())
    engine = Perceptron(fit_intercept=False).fit(X, Y)
    w, mistakes = np.zeros(5), []
    for x, y in zip(X, Y):  # the textbook's rule
        mistakes.append(y * np.dot(w, x) <= 0)
        if mistakes[-1]:
            w = w + y * x
    np.testing.assert_array_equal(log.mistakes, mistakes)
    np.testing.assert_array_equal(engine.run_.mistakes, mistakes)
    np.testing.assert_array_equal(learner.learner.ocp.w_, w)
    np.testing.assert_array_equal(engine.coef_[0], w)
    assert learner.n_mistakes_ == log.n_mistakes == engine.n_mistakes_


@pytest.mark.parametrize("eta", [1e-3, 7.0])
def test_scale_of_the_step_never_changes_a_prediction(eta):
    one, other = (
        play(
            Conservative(LinearLearner(GradientDescent(5, step), Hinge())),
            fixed_stream(X, Y),
            ZeroOne(),
        )
        for step in (1.0, eta)
    )
    np.testing.assert_array_equal(one.mistakes, other.mistakes)


def test_number_of_rounds():
    assert len(play(Constant(), zero_one_adversary(9), ZeroOne(), 4).targets) == 4
    assert len(play(Constant(), zero_one_adversary(9), ZeroOne(), 0).targets) == 0
    assert len(play(Constant(), zero_one_adversary(3), ZeroOne(), 9).targets) == 3


def test_coin_has_its_bias():
    log = play(Constant(1.0), coin(4000, 0.8, random_state=0), ZeroOne())
    assert abs(log.n_mistakes / 4000 - 0.2) < 0.03
    assert play(Constant(1.0), coin(50, 1.0), ZeroOne()).n_mistakes == 0


def test_drifting_regression():
    still = drifting_regression(50, 4, noise=0.0, random_state=0)
    np.testing.assert_allclose(still.data @ still.coefs[0], still.target)
    turning = drifting_regression(50, 4, drift=1.0, noise=0.0, random_state=0)
    np.testing.assert_allclose(np.linalg.norm(turning.coefs, axis=1), 1)
    np.testing.assert_allclose((turning.data * turning.coefs).sum(axis=1), turning.target)
    np.testing.assert_allclose(turning.coefs[25], -turning.coefs[0], atol=1e-12)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: play(Constant(), [1, 2], ZeroOne()), "environment"),
        (lambda: play(Constant(), zero_one_adversary(3), ZeroOne(), -1), "n_rounds"),
        (lambda: online_convex_programming(GradientDescent(2, 1.0), None), "environment"),
        (lambda: next(zero_one_adversary(-1)), "n_rounds"),
        (lambda: next(coin(5, 1.5)), "bias"),
        (lambda: next(fixed_stream([[1.0, np.nan]], [1.0])), "X"),
        (lambda: next(fixed_stream([[1.0]], [1.0, 2.0])), "y"),
        (lambda: Constant(np.inf), "value"),
        (lambda: drifting_regression(5, 1), "n_features"),
        (lambda: drifting_regression(5, 2, noise=-1.0), "noise"),
        (lambda: orthogonal_stream(0), "n_rounds"),
        (lambda: GradientDescent(0, 1.0), "n_features"),
        (lambda: GradientDescent(2, -1.0), "eta"),
        (lambda: GradientDescent(2, 1.0, radius=-1.0), "radius"),
    ],
)
def test_bad_input(call, name):
    with pytest.raises(ValueError, match=name):
        call()
