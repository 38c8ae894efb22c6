"""Two features, one of them rare, seen in turned coordinates: the running case of the chapter."""

import numpy as np

from mlcompanion.convex.metrics import DiagonalMetric, FullMetric, RootMetric
from mlcompanion.optimize.stochastic import ForwardBackward

__all__ = ["METRICS", "expected_loss", "reach", "turn", "walk"]

TARGET = np.array([0.5, 2.0])
METRICS = {
    "one step for all": RootMetric,
    "diagonal": DiagonalMetric,
    "full matrix": FullMetric,
}


def turn(angle):
    """The rotation by so many degrees."""
    a = np.deg2rad(angle)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


def walk(method, often, angle, T=400, eta=1.0, seed=0):
    """Points (T + 1, 2), losses (T,) and the run, on losses ``|<z, x - x*>|``.

    A round shows the second feature with the chance ``often``, else the first; both are turned.
    """
    R = turn(angle)
    target = R @ TARGET
    rare = (np.random.default_rng(seed).random(T) < often).astype(int)
    run = ForwardBackward(2, None, eta, METRICS[method](2))
    points = np.zeros((T + 1, 2))
    losses = np.zeros(T)
    for t, i in enumerate(rare):
        gap = R[:, i] @ (run.x_ - target)
        losses[t] = abs(gap)
        points[t + 1] = run.step(np.sign(gap) * R[:, i])
    return points, losses, run


def reach(run):
    """Where unit gradients of all directions would move the point: an ellipse, (60, 2)."""
    turns = np.linspace(0, 2 * np.pi, 60)
    circle = np.column_stack([np.cos(turns), np.sin(turns)])
    return run.x_ + run.eta * np.array([run.metric.solve(u) for u in circle])


def expected_loss(often, angle, axis):
    """Mean loss on a grid, (len(axis), len(axis))."""
    R = turn(angle)
    gaps = np.stack(np.meshgrid(axis, axis), axis=-1) - R @ TARGET
    along = np.abs(gaps @ R)
    return (1 - often) * along[..., 0] + often * along[..., 1]
