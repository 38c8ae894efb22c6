"""The streams of section 1.3.1 and Appendix A, and what three learners lose on them."""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.convex.metrics import DiagonalMetric, FullMetric
from mlcompanion.optimize.stochastic import ForwardBackward
from mlcompanion.prox.norms import L2Ball, LInfBall

__all__ = ["DIMENSIONS", "EPSILONS", "adaptive_losses", "gradient_descent_losses", "places"]

DIMENSIONS = (5, 10, 50)
EPSILONS = (0.1, 0.05, 0.01)


def places(d, eps, rng, n_more):
    """Feature 0 for ``1 / eps^2`` rounds, then random others."""
    return np.concatenate([np.zeros(round(eps**-2), dtype=int), rng.integers(1, d, n_more)])


@njit
def gradient_descent_losses(V, shown, signs, radius, box, enough):
    """Hinge losses of projected gradient descent with steps ``1 / sqrt(t)`` on ``signs V[shown]``.

    The projection is onto the box of that half width, or the ball of that radius; it ends when
    every margin is at least ``enough``.
    """
    d = V.shape[1]
    x = np.zeros(d)
    losses = np.zeros(len(shown))
    for t in range(len(shown)):
        z = V[shown[t]] * signs[t]
        margin = signs[t] * np.dot(z, x)
        losses[t] = max(0.0, 1.0 - margin)
        if margin < 1.0:
            x += signs[t] * z / np.sqrt(t + 1.0)
            if box:
                x = np.minimum(np.maximum(x, -radius), radius)
            else:
                x *= radius / max(radius, np.sqrt(np.dot(x, x)))
        if np.min(np.dot(V, x)) >= enough:
            return losses[: t + 1]
    return losses


def adaptive_losses(V, shown, signs, matrix, enough):
    """The same for AdaGrad: diagonal, step sqrt(2), in the box; or full, step 1, in the ball."""
    d = V.shape[1]
    if matrix == "diag":
        run = ForwardBackward(d, LInfBall(1.0), np.sqrt(2), DiagonalMetric(d))
    else:
        run = ForwardBackward(d, L2Ball(np.sqrt(d)), 1.0, FullMetric(d))
    losses = np.zeros(len(shown))
    margins = V @ run.x_
    for t, i in enumerate(shown):
        losses[t] = max(0.0, 1.0 - margins[i])
        if losses[t] > 1e-9:  # a margin of 1 but for rounding is one of 1, and the point stays
            run.step(-V[i])  # y z = V[i], whatever the sign
            margins = V @ run.x_
            if margins.min() >= enough:
                return losses[: t + 1]
    return losses
