"""The protocol: order of events, the adversary, and the reduction to convex programming."""

import numpy as np
import pytest

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Absolute, Hinge, Squared, ZeroOne
from mlcompanion.online import GradientDescent, Perceptron, play
from mlcompanion.online.core.protocol import (
    Conservative,
    InducedLoss,
    LinearLearner,
    induced_losses,
    online_convex_programming,
)
from mlcompanion.online.core.stream_descent import strongly_convex_run
from mlcompanion.online.games.environments import (
    coin,
    drifting_regression,
    fixed_stream,
    orthogonal_stream,
    zero_one_adversary,
)
from mlcompanion.online.games.plain_learners import Constant

STREAM = make_noisy_separator(300, 5, flip=0.1, random_state=0)
X = STREAM.data
Y = STREAM.target.astype(float)


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
    w = np.zeros(5)
    mistakes = []
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
