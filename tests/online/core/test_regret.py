"""The best predictor in hindsight against solvers that share nothing with it."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import (
    EpsilonInsensitive,
    Hinge,
    Huber,
    HyperbolicSecant,
    Linear,
    Logistic,
    Squared,
    SquaredHinge,
    Tukey,
    ZeroOne,
)
from mlcompanion.online import best_in_hindsight, regret_curve
from mlcompanion.online.core.regret import hindsight_objective

STREAM = make_noisy_separator(40, 4, flip=0.2, random_state=3)
X = STREAM.data
Y = STREAM.target.astype(float)


def largest_dual(c):
    """The dual of the hinge's problem, by plain coordinate ascent to rounding."""
    alpha = np.zeros(len(X))
    theta = np.zeros(4)
    squares = (X**2).sum(axis=1)
    for _ in range(5000):
        before = alpha.copy()
        for i in range(len(X)):
            best = min(1.0, max(0.0, alpha[i] + (c - Y[i] * (theta @ X[i])) / squares[i]))
            theta += (best - alpha[i]) * Y[i] * X[i]
            alpha[i] = best
        if np.abs(alpha - before).max() < 1e-12:
            break
    return alpha.sum() - theta @ theta / (2 * c)


@pytest.mark.parametrize("c", [0.5, 3.0, 50.0])
def test_the_hinge_is_as_good_as_its_docstring_says(c):
    value = hindsight_objective(best_in_hindsight(X, Y, Hinge(), l2=c), X, Y, Hinge(), c)
    dual = largest_dual(c)
    assert dual - 1e-9 <= value <= dual * (1 + 1e-7)


@pytest.mark.parametrize(
    "loss", [Squared(), SquaredHinge(), Logistic(), Huber(0.3), HyperbolicSecant()], ids=repr
)
@pytest.mark.parametrize("radius", [None, 0.7])
def test_smooth_losses_are_as_good_as_the_docstring_says(loss, radius):
    def objective(w):
        return hindsight_objective(w, X, Y, loss, 0.1)

    ball = () if radius is None else {"type": "ineq", "fun": lambda w: radius**2 - w @ w}
    rival = minimize(objective, np.zeros(4), constraints=ball, method="SLSQP",
                     options={"ftol": 1e-14, "maxiter": 1000})  # fmt: skip
    value = objective(best_in_hindsight(X, Y, loss, radius=radius, l2=0.1))
    assert value <= rival.fun * (1 + 1e-8)


@pytest.mark.parametrize(
    "loss", [ZeroOne(), Tukey(), EpsilonInsensitive(), Hinge(slope=np.inf)], ids=repr
)
def test_losses_without_a_solver_are_refused(loss):
    with pytest.raises(ValueError, match="loss has no offline solver"):
        best_in_hindsight(X, Y, loss, l2=1.0)


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), Logistic()], ids=repr)
def test_labels_of_two_classes_are_signs(loss):
    for call in (best_in_hindsight, lambda *a: hindsight_objective(np.zeros(4), *a)):
        with pytest.raises(ValueError, match="y must hold only"):
            call(X, 2 * Y, loss)
    assert np.isfinite(best_in_hindsight(X, 2 * Y, Squared())).all()


def test_a_linear_loss_needs_a_ball():
    with pytest.raises(ValueError, match="radius"):
        best_in_hindsight(X, Y, Linear())


def test_regret_is_the_sum_of_differences():
    np.testing.assert_allclose(regret_curve([1.0, 2.0, 0.5], [0.5, 2.5, 0.0]), [0.5, 0.0, 0.5])
