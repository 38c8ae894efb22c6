"""Zhao, Hoi and Jin (2011), Figure 1: single rounds, before and after, for the page's pictures."""

from typing import NamedTuple

import numpy as np

from mlcompanion.kernels import rbf_kernel
from mlcompanion.online.kernel_learners import (
    DoubleUpdatingClassifier,
    KernelPA,
    solve_pair,
)

from .protocol import double, learner, looked_up, one_pass

ROUNDING = 1e-9  # a step to the peak sets margins to 1: rounding must not decide who is a partner


class PlaneRound(NamedTuple):
    """A learner after a round, the partner, its problem in two variables and the step taken.

    Attributes
    ----------
    model : estimator
        After the round.
    partner : int
        The support vector with the greatest conflict among those of margin at most 1.
    pair : tuple
        What the new margin lacks, what the old one lacks, both kernel values, conflict, C, and old
        weight: the arguments of ``solve_pair``.
    step : tuple
        Weight of the new support vector, change of the partner's.
    margins : tuple
        The partner's margin before and after.
    """

    model: object
    partner: int
    pair: tuple
    step: tuple
    margins: tuple


def plane_round(points, labels, t, C, both, sigma):
    """Round t of a stream in the plane, by the double update or by PA-I."""
    kernel = {"kernel_params": {"sigma": sigma}}
    model = DoubleUpdatingClassifier(C, **kernel) if both else KernelPA(C, **kernel)
    model.fit(points[: t - 1], labels[: t - 1])
    X = model.support_vectors_
    coef = model.dual_coef_
    signs = np.sign(coef)
    margins = signs * (rbf_kernel(X, sigma=sigma) @ coef)
    x = points[t - 1 : t]
    y = labels[t - 1]
    conflicts = y * signs * rbf_kernel(x, X, sigma=sigma)[0]
    open_ones = np.flatnonzero(margins <= 1 + ROUNDING)
    b = int(open_ones[conflicts[open_ones].argmin()])
    loss = 1 - y * model.decision_function(x)[0]
    pair = (loss, 1 - margins[b], 1.0, 1.0, conflicts[b], C, min(abs(coef[b]), C))
    step = (0.0, 0.0)
    if loss > 0:
        step = solve_pair(*pair) if both else (min(C, loss), 0.0)
    model.partial_fit(x, labels[t - 1 : t])
    after = signs[b] * model.decision_function(X[b : b + 1])[0]
    return PlaneRound(model, b, pair, step, (float(margins[b]), float(after)))


class Pushes(NamedTuple):
    """What a step does to the margins of all old support vectors.

    Attributes
    ----------
    conflicts : ndarray, shape (n_support,)
        Of the new support vector with each old one.
    single, double : ndarray, shape (n_support,)
        Changes of the margins by the single and by the double step, from the same state.
    partner : int
    steps : tuple
        Weight of the single step; weight and change of the double one.
    """

    conflicts: np.ndarray
    single: np.ndarray
    double: np.ndarray
    partner: int
    steps: tuple


def pushes(gram, y, order, t, C):
    """The single and the double step on row t of an order, after a double update of those before.

    None where the row's margin is 1 or more, or no old support vector conflicts with it.
    """
    signs = np.where(y == np.unique(y)[1], 1, -1)
    model = one_pass(double(looked_up(gram), C), order[:t], y)
    rows = model.support_vectors_[:, 0].astype(int)
    weights = np.abs(model.dual_coef_)
    K = gram[np.ix_(rows, rows)] * np.outer(signs[rows], signs[rows])
    margins = K @ weights
    new = order[t]
    conflicts = gram[new, rows] * signs[new] * signs[rows]
    loss = 1 - conflicts @ weights
    open_ones = np.flatnonzero(margins <= 1 + ROUNDING)
    if loss <= 0 or not len(open_ones):
        return None
    b = int(open_ones[conflicts[open_ones].argmin()])
    if conflicts[b] > 0:
        return None
    single = min(C, loss)
    gamma, d = solve_pair(loss, 1 - margins[b], 1.0, 1.0, conflicts[b], C, min(weights[b], C))
    both = gamma * conflicts + d * K[b]
    return Pushes(conflicts, single * conflicts, both, b, (single, gamma, d))


def mistakes_so_far(kernel, y, orders, names=("Perceptron", "PA-I", "DUOL"), C=5.0):
    """By learner: mistakes and support vectors up to each round, and the share of full partners.

    Means over orders; the share is that of double updates whose partner had weight C already.
    """
    found = {}
    for name in names:
        runs = [one_pass(learner(name, kernel, C, s), o, y).run_ for s, o in enumerate(orders)]
        made = np.mean([(run.margins <= 0).cumsum() for run in runs], axis=0)
        support = np.mean([run.n_support for run in runs], axis=0)
        full = None
        if name in ("DUOL", "DUOL iter", "random"):
            weights = np.concatenate([run.partner_weights for run in runs])
            full = float((weights[np.isfinite(weights)] >= C * (1 - ROUNDING)).mean())
        found[name] = made, support, full
    return found
