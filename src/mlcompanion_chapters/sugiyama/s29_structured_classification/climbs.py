"""Stochastic gradient against the optimum, on strings of a hidden chain (claim sgd-reaches-mle)."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion.classification.structured import LinearChainCRF
from mlcompanion.classification.structured.crf_fits import ChainLikelihood

MOVES = np.array([[0.7, 0.2, 0.1], [0.1, 0.7, 0.2], [0.2, 0.1, 0.7]])
CENTRES = np.array([[0.0, 0.0], [1.5, 0.0], [0.75, 1.3]])


def hidden_strings(n, seed):
    """Strings of length 3 to 6; inputs: two normal numbers around the state's centre, and a 1."""
    rng = np.random.default_rng(seed)
    xs = []
    ys = []
    for _ in range(n):
        y = [rng.integers(3)]
        for _ in range(rng.integers(2, 6)):
            y.append(rng.choice(3, p=MOVES[y[-1]]))
        seen = CENTRES[y] + rng.normal(size=(len(y), 2))
        xs.append(np.column_stack([seen, np.ones(len(y))]))
        ys.append(np.array(y))
    return xs, ys


class Flat(NamedTuple):
    """Strings end to end, as the likelihood takes them."""

    rows: np.ndarray
    ends: np.ndarray
    codes: np.ndarray
    starts: np.ndarray


def likelihood_of(xs, ys):
    """Minus the log-likelihood, without a ridge."""
    ends = np.cumsum([len(y) for y in ys])
    flat = Flat(np.concatenate(xs), ends, np.concatenate(ys), np.append(0, ends[:-1]))
    return ChainLikelihood(flat, 3, np.zeros(flat.rows.shape[1]), 0.0)


def optimum(criterion, steps=3):
    """The best value and the gradient's norm: L-BFGS, then Newton steps by differences.

    Rounding of the values ends L-BFGS at 1e-5 or so. Some directions change no probability: the
    least-squares step has no part in them.
    """
    limits = {"gtol": 1e-6, "ftol": 0.0, "maxiter": 1000}
    zeta = minimize(
        criterion, np.zeros(criterion.size), jac=True, method="L-BFGS-B", options=limits
    ).x
    shifts = 1e-4 * np.eye(len(zeta))
    for _ in range(steps):
        slopes = [criterion(zeta + h)[1] - criterion(zeta - h)[1] for h in shifts]
        zeta = zeta - np.linalg.lstsq(np.array(slopes) / 2e-4, criterion(zeta)[1], rcond=1e-8)[0]
    value, slope = criterion(zeta)
    return value, float(np.linalg.norm(slope))


def climb_gap(seed, n=200, passes=100, step=1.0):
    """How far stochastic ascent is from the optimum, as a share of the way; and the norm there."""
    xs, ys = hidden_strings(n, seed)
    criterion = likelihood_of(xs, ys)
    best, norm = optimum(criterion)
    model = LinearChainCRF(0.0, "sgd", step=step, max_iter=passes, random_state=seed).fit(xs, ys)
    reached = -model.log_likelihood(xs, ys)
    start = criterion(np.zeros(criterion.size))[0]
    return {"gap": (reached - best) / (start - best), "norm": norm}
