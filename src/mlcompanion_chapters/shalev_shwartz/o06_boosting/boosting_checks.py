"""Boosters against weak learners that barely keep their promise, and the identities of the bound.

Shalev-Shwartz (2007), chapter 6. A weak learner of the text answers -1 or 1 on every example; the
oracles here do so with an error as close to ``1/2 - gamma`` as the weights allow, and never above.
Labels are 1 throughout, so that a hypothesis is the vector ``v`` itself.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_in, check_rng
from mlcompanion.convex import RelativeEntropy
from mlcompanion.ensemble import boost, coordinate_step, dual_objective, fixed_step
from mlcompanion.ensemble.stumps import StumpSearch
from mlcompanion_chapters.checks.search import maximizer

__all__ = [
    "DualityCheck",
    "SignOracle",
    "coordinate_check",
    "correlation_after",
    "duality_check",
    "excess",
    "lemma_slack",
    "oracle_run",
    "rounds_until",
    "scalar_search_weights",
    "stump_run",
    "training_errors",
]

PSI = RelativeEntropy()


class SignOracle:
    """Weak hypotheses with values -1 and 1 and an edge of at least, and hardly above, ``edge``.

    Parameters
    ----------
    edge : float or (float, float)
        The edge, or an interval in which it is drawn anew each round.
    order : {"random", "spiteful"}
        Where its mistakes fall first: in a random order, or on the examples that the vote has right
        by the least. An example whose weight would exceed the error allowed is passed over.
    random_state : int or Generator
    real : bool
        Give values between -1 and 1 instead: those of "random", shrunk at random, with the same
        correlation.
    """

    def __init__(self, edge, random_state, order="random", real=False):
        self.low, self.high = np.broadcast_to(np.asarray(edge, dtype=float), 2)
        self.order = check_in(order, "order", ("random", "spiteful"))
        self.rng = check_rng(random_state)
        self.real = real
        self.w = None
        self.v = None
        self.margin = 0.0

    def _turn(self, w):
        if self.order == "random":
            return self.rng.permutation(len(w))
        if self.w is not None and abs(self.v.sum()) < len(w):
            change = np.log(w / self.w)  # -alpha v plus a constant
            alpha = (change[self.v < 0].mean() - change[self.v > 0].mean()) / 2
            self.margin = self.margin + alpha * self.v
        margin = np.broadcast_to(self.margin, w.shape) + 1e-9 * self.rng.random(len(w))
        return np.argsort(np.where(margin > 1e-6, margin, np.inf), kind="stable")

    def _mistakes(self, weight, allowed):
        """Mistakes in the order of preference, as many as the allowed error holds."""
        rest = self._turn(weight)
        wrong = np.zeros(len(weight), dtype=bool)
        for _ in range(4):
            fits = np.cumsum(weight[rest]) <= allowed + 1e-12
            k = len(rest) if fits.all() else int(np.argmin(fits))
            wrong[rest[:k]] = True
            allowed = allowed - weight[rest[:k]].sum()
            rest = rest[k + 1 :]
            if not len(rest) or allowed < weight.min():
                break
        return wrong

    def __call__(self, w):
        """Values on the examples under a distribution, shape (n,)."""
        gamma = self.low + (self.high - self.low) * self.rng.random()
        size = self.rng.uniform(0.6, 1, len(w)) if self.real else np.ones(len(w))
        reach = w @ size
        v = np.where(self._mistakes(w * size / reach, 0.5 - gamma / reach), -1.0, 1.0)
        self.w = w
        self.v = v
        return v * size


def oracle_run(gamma, n_samples, n_rounds, random_state, *, order="random", real=False, **options):
    """Boost against :class:`SignOracle`; ``options`` go to :func:`mlcompanion.ensemble.boost`."""
    oracle = SignOracle(gamma, random_state, order, real)
    return boost(oracle, np.ones(n_samples), n_rounds=n_rounds, **options)


def stump_run(X, y, n_rounds, *, flip=0.0, random_state=0, **options):
    """Boost stumps on labels -1 and 1 of which a share is flipped; a ``BoostingRun``."""
    rng = check_rng(random_state)
    search = StumpSearch(X)
    y = np.where(rng.random(len(y)) < flip, -y, y).astype(float)
    return boost(lambda w: search.best(w * y)[0](search.X), y, n_rounds=n_rounds, **options)


def correlation_after(run):
    """``<w_{t+1}, v_t>`` of every round of a run that kept its weights, for values -1 and 1.

    The hypothesis is read off the weights: its step divides those of its right examples.
    """
    ratio = run.weights[1:] / run.weights[:-1]
    middle = (ratio.min(axis=1) + ratio.max(axis=1)) / 2
    return (run.weights[1:] * np.where(ratio < middle[:, None], 1, -1)).sum(axis=1)


def excess(run, edge=None):
    """Largest ``log(exponential loss) + 2 T gamma^2``: above 0, the bound is crossed.

    Parameters
    ----------
    run : BoostingRun
    edge : float, optional
        Gamma; default the smallest edge so far.

    Returns
    -------
    float
    """
    rounds = np.arange(1, len(run.edges) + 1)
    gamma = np.minimum.accumulate(run.edges) if edge is None else edge
    return float(np.max(run.conjugates[1:] + 2 * rounds * gamma**2))


def training_errors(run):
    """Share of wrong examples after every round of a run that kept its weights, shape (T,)."""
    with np.errstate(divide="ignore"):
        theta = np.log(run.weights[1:] * run.weights.shape[1]) + run.conjugates[1:, None]
    return (theta > -1e-9).mean(axis=1)


def rounds_until(run, level):
    """Rounds until the exponential loss is below a level; infinite if it never is."""
    below = np.flatnonzero(run.exp_losses < level)
    return float(below[0]) if len(below) else np.inf


def lemma_slack(weak, n_samples, n_rounds, inverse_rate):
    """Slack of (6.4) for the constant step: dual value less its lower bound, over ``T / (2 c)``.

    A round with negative correlation has loss 0 and leaves the dual as it is.

    Parameters
    ----------
    weak : callable
        From weights to a hypothesis, labels being 1.
    n_samples, n_rounds : int
    inverse_rate : float
        The scale ``c``.

    Returns
    -------
    float
    """
    c = inverse_rate
    T = n_rounds
    theta = np.zeros(n_samples)
    suffered = 0.0
    for _ in range(n_rounds):
        w = PSI.link(theta)
        v = weak(w)
        suffered += max(0.0, w @ v)
        if w @ v > 0:
            theta = theta - fixed_step(theta, v, w, 1 / c, PSI) * v
    return float((-c * PSI.conjugate(theta) - suffered + T / (2 * c)) / (T / (2 * c)))


class DualityCheck(NamedTuple):
    """Primal and dual of boosting, solved apart.

    Attributes
    ----------
    gaps : ndarray
        (Primal minimum minus dual maximum) / c, one for each instance.
    weak : float
        Least (primal minimum minus dual value) / c over random feasible points.
    """

    gaps: np.ndarray
    weak: float


def _primal_minimum(V, c):
    """``min c psi(w) + sum [<w, v>]_+`` over the simplex, by sequential quadratic programming."""
    n, T = V.shape

    def value(z):
        w = np.maximum(z[:n], 1e-300)
        return np.log(n) + w @ np.log(w) + z[n:].sum() / c

    def gradient(z):
        return np.r_[1 + np.log(np.maximum(z[:n], 1e-300)), np.full(T, 1 / c)]

    slack = np.hstack([-V.T, np.eye(T)])  # s_t >= <w, v_t>
    total = np.r_[np.ones(n), np.zeros(T)]
    start = np.r_[np.full(n, 1 / n), np.maximum(V.mean(axis=0), 0) + 1e-3]
    found = minimize(
        value,
        start,
        jac=gradient,
        method="SLSQP",
        bounds=[(1e-12, 1)] * n + [(0, None)] * T,
        constraints=[
            {"type": "ineq", "fun": lambda z: slack @ z, "jac": lambda z: slack},
            {"type": "eq", "fun": lambda z: total @ z - 1, "jac": lambda z: total},
        ],
        options={"ftol": 1e-14, "maxiter": 500},
    )
    w = np.maximum(found.x[:n], 1e-300) / np.maximum(found.x[:n], 1e-300).sum()
    return c * (np.log(n) + w @ np.log(w)) + np.maximum(w @ V, 0).sum()


def duality_check(matrices, scales, random_state, n_points=100):
    """Solve both problems for each matrix ``V`` (columns ``v_t``) and each scale ``c``.

    The primal solver works on ``w`` and never sees the dual variables; the dual is maximised by
    L-BFGS-B in its box.

    Returns
    -------
    DualityCheck
    """
    rng = check_rng(random_state)
    gaps = []
    weak = np.inf
    for V in matrices:
        for c in scales:
            T = V.shape[1]

            def negative(alphas, V=V, c=c):
                theta = -(V @ alphas)
                return PSI.conjugate(theta), -(PSI.link(theta) @ V)

            found = minimize(
                negative,
                np.zeros(T),
                jac=True,
                method="L-BFGS-B",
                bounds=[(0, 1 / c)] * T,
                options={"ftol": 1e-16, "gtol": 1e-11, "maxiter": 2000},
            )
            primal = _primal_minimum(V, c)
            gaps.append(primal / c + found.fun)
            points = rng.random((n_points, T)) / c
            weak = min(weak, *((primal - dual_objective(a, V, c)) / c for a in points))
    return DualityCheck(np.array(gaps), float(weak))


def coordinate_check(n_cases, random_state, n_samples=30):
    """The printed coefficient (6.5) against a search for the maximum, on random weights.

    Returns
    -------
    diff : float
        Largest difference.
    n_capped, n_free : int
        Cases in which the maximum is at ``1/c``, and inside.
    """
    rng = check_rng(random_state)
    plus = []
    limits = 10 ** rng.uniform(np.log10(1 / 20), np.log10(20), n_cases)
    printed = []
    while len(plus) < n_cases:
        theta = rng.standard_normal(n_samples)
        v = rng.choice([-1.0, 1.0], n_samples)
        w = PSI.link(theta)
        if w @ v > 0 and v.min() < 0:
            printed.append(coordinate_step(theta, v, w, limits[len(plus)], PSI))
            plus.append(w[v > 0].sum())
    p = np.array(plus)
    top = maximizer(lambda a: -np.log(p * np.exp(-a) + (1 - p) * np.exp(a)), 0 * p, limits)
    free = top < limits - 1e-6
    return float(np.abs(printed - top).max()), int((~free).sum()), int(free.sum())


def scalar_search_weights(V, inverse_rate):
    """Weights of the examples when each coordinate of the dual is raised by a search on values.

    Parameters
    ----------
    V : ndarray, shape (n, T)
        The hypotheses of a run, in their order.
    inverse_rate : float

    Returns
    -------
    ndarray, shape (T + 1, n)
    """
    n, T = V.shape
    weights = np.empty((T + 1, n))
    theta = np.zeros(n)
    weights[0] = PSI.link(theta)
    for t, v in enumerate(V.T):
        values = np.unique(v)

        def gain(alpha, w=weights[t], v=v, values=values):
            mass = np.array([w[v == value].sum() for value in values])
            return -np.log((mass * np.exp(-np.multiply.outer(alpha, values))).sum(axis=-1))

        theta = theta - maximizer(gain, 0.0, 1 / inverse_rate) * v
        weights[t + 1] = PSI.link(theta)
    return weights
