"""Searches for counterexamples to the theorems, on random problems with known answers."""

from itertools import product

import numpy as np
from scipy.optimize import lsq_linear, minimize
from scipy.special import logsumexp

from mlcompanion.optimize.majorising import (
    LogLinearFactor,
    compute_bound,
    curvature_limit,
    junction_tree_bound,
    low_rank_bound,
    majorization_iterations,
)

from .printed import plain_coefficient, printed_low_rank

__all__ = [
    "descent_problem",
    "lemma_violations",
    "low_rank_problem",
    "touch_problem",
    "tree_problem",
    "two_labels",
]

RELATIVE = 1e-9


def _above(bound, moves):
    """The quadratic at these moves."""
    bends = np.einsum("ij,jk,ik->i", moves, bound.Sigma, moves)
    return bound.log_z + moves @ bound.mu + 0.5 * bends


def _moves(rng, n, d):
    """Directions at random, at distances from 0.01 to 100."""
    directions = rng.normal(size=(n, d))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions * 10 ** rng.uniform(-2, 2, size=(n, 1))


def touch_problem(rng, points=50):
    """Theorem 1 on one problem: violations, error of the value, of the slope."""
    n = int(rng.integers(2, 51))
    d = int(rng.integers(1, 11))
    F = rng.normal(size=(n, d)) if rng.random() < 0.7 else rng.choice([-1.0, 1.0], size=(n, d))
    log_h = rng.uniform(-23, 23, size=n) if rng.random() < 0.5 else rng.normal(size=n)
    theta = rng.normal(size=d)
    bound = compute_bound(theta, F, np.exp(log_h), rng.permutation(n))
    scores = F @ theta + log_h
    moves = _moves(rng, points, d)
    log_z = logsumexp(scores + moves @ F.T, axis=1)
    viol = np.sum(log_z > _above(bound, moves) + RELATIVE * (1 + abs(log_z)))
    small = 1e-5 * np.eye(d)
    ahead = logsumexp(scores + small @ F.T, axis=1)
    behind = logsumexp(scores - small @ F.T, axis=1)
    slope = (ahead - behind) / 2e-5
    return (
        int(viol),
        abs(bound.log_z - logsumexp(scores)),
        abs(slope - bound.mu).max() / abs(F).max(),
    )


def two_labels(rng):
    """Error against the bound of two labels; whether 0.99 of the curvature is caught."""
    d = int(rng.integers(1, 11))
    F = rng.normal(size=(2, d))
    gap = F[1] - F[0]
    odds = rng.choice([-1, 1]) * rng.uniform(0.5, 8)
    h = np.array([1.0, np.exp(odds)])
    bound = compute_bound(np.zeros(d), F, h, rng.permutation(2))
    known = plain_coefficient(odds) * np.outer(gap, gap)
    move = -2 * odds * gap[None] / (gap @ gap)
    weaker = bound._replace(Sigma=0.99 * bound.Sigma)
    log_z = logsumexp(np.log(h) + F @ move[0])
    return float(abs(bound.Sigma - known).max()), bool(log_z > _above(weaker, move)[0])


class _Descent:
    """A log-linear model of several samples, a ridge, and perhaps a box."""

    def __init__(self, rng):
        self.n = int(rng.integers(2, 41))
        self.d = int(rng.integers(1, 9))
        self.t = int(rng.integers(1, 31))
        self.lam = float(10 ** rng.uniform(-3, 1))
        self.F = rng.normal(size=(self.t, self.n, self.d))
        self.h = np.exp(rng.choice([0.1, 1, 4]) * rng.normal(size=(self.t, self.n)))
        if rng.random() < 0.1:  # two equal labels with opposite features
            self.n = 2
            self.F = np.stack([self.F[:, 0], -self.F[:, 0]], axis=1)
            self.h = np.ones((self.t, 2))
        self.y = rng.integers(self.n, size=self.t)
        self.r = float(np.linalg.norm(self.F, axis=2).max())
        self.box = float(rng.choice([np.inf, 0.5]))
        self.seen = self.F[np.arange(self.t), self.y].sum(axis=0)

    def value(self, theta):
        """Minus J, and its gradient."""
        scores = self.F @ theta + np.log(self.h)
        log_z = logsumexp(scores, axis=1)
        means = np.einsum("tn,tnd->d", np.exp(scores - log_z[:, None]), self.F)
        fit = np.sum(log_z - scores[np.arange(self.t), self.y])
        ridge = self.t * self.lam
        return fit + ridge / 2 * theta @ theta, means - self.seen + ridge * theta

    def curvatures(self, theta):
        """Of Algorithm 1, a sample each."""
        return np.array([compute_bound(theta, F, h).Sigma for F, h in zip(self.F, self.h)])

    def step(self, theta, gradient, H):
        """The least point of the quadratic in the box."""
        if self.box == np.inf:
            return theta - np.linalg.solve(H, gradient)
        R = np.linalg.cholesky(H).T
        aim = R @ theta - np.linalg.solve(R.T, gradient)
        return lsq_linear(R, aim, (-self.box, self.box), method="bvls").x

    def optimum(self):
        """By L-BFGS-B."""
        limits = None if self.box == np.inf else [(-self.box, self.box)] * self.d
        options = {"ftol": 1e-15, "gtol": 1e-10, "maxiter": 5000, "maxfun": 50_000}
        start = np.zeros(self.d)
        return minimize(self.value, start, jac=True, bounds=limits, method="L-BFGS-B",
                        options=options).fun  # fmt: skip


def descent_problem(rng, most=400):
    """Theorem 2 on one problem, at most so many steps.

    Returns
    -------
    dict
        ``over``, ``rate_viol``, ``loewner``, ``near``, ``rises``, and ``cut`` where the steps ran
        out before a thousandth of a per cent was left and the formula allows more.
    """
    model = _Descent(rng)
    zeta = float(rng.uniform(0.1, 1.9))
    omega = curvature_limit(model.r, model.n)
    least = model.optimum()
    found = {"over": 0, "rate_viol": 0, "loewner": 0, "near": 0.0, "rises": 0, "cut": 0}
    theta = np.zeros(model.d)
    gaps = []
    for _ in range(most):
        value, gradient = model.value(theta)
        gaps.append(value - least)
        if gaps[-1] <= 1e-4 * gaps[0]:
            break
        Sigmas = model.curvatures(theta)
        tops = np.linalg.eigvalsh(Sigmas)[:, -1]
        found["near"] = max(found["near"], float(tops.max() / omega))
        found["loewner"] += int(np.sum(tops > omega * (1 + RELATIVE)))
        H = Sigmas.sum(axis=0) + model.t * model.lam * np.eye(model.d)
        relaxed = model.value(model.step(theta, gradient, H / zeta))[0]
        found["rises"] += int(relaxed > value + 1e-10 * abs(value))
        theta = model.step(theta, gradient, H)
    gaps = np.array(gaps)
    slack = RELATIVE * (1 + abs(least))
    rate = omega / (omega + model.lam)
    found["rate_viol"] = int(np.sum(gaps[1:] > rate * gaps[:-1] + slack))
    for eps in (0.1, 0.01, 1e-4):
        allowed = majorization_iterations(model.lam, model.r, model.n, eps)
        there = np.flatnonzero(gaps <= eps * gaps[0] + slack)
        needed = there[0] if len(there) else len(gaps)
        found["over"] += int(needed > allowed)
        found["cut"] += int(not len(there) and allowed >= len(gaps))
    return found


def _random_tree(rng, most=20_000):
    """Factors of pairs along a random tree of 3 to 10 variables with 2 to 4 states."""
    while True:
        n = int(rng.integers(3, 11))
        states = rng.integers(2, 5, size=n)
        if np.prod(states) <= most:
            break
    chain = rng.random() < 0.5
    scopes = [(v - 1 if chain else int(rng.integers(v)), v) for v in range(1, n)]
    d = int(rng.integers(2, 6))
    factors = [
        LogLinearFactor(s, rng.normal(size=(*states[list(s)], d)), rng.normal(size=states[list(s)]))
        for s in scopes
    ]
    return factors, states, d


def tree_problem(rng, points=50):
    """Algorithm 3 on one tree, by sums and by joins, against all states of all variables."""
    factors, states, d = _random_tree(rng)
    codes = np.array(list(product(*(range(s) for s in states))))
    at = [tuple(codes[:, list(f.scope)].T) for f in factors]
    F = sum(f.features[a] for f, a in zip(factors, at))
    theta = rng.normal(size=d)
    scores = F @ theta + sum(f.log_weights[a] for f, a in zip(factors, at))
    log_z = logsumexp(scores)
    mean = np.exp(scores - log_z) @ F
    moves = _moves(rng, points, d)
    moved = logsumexp(scores + moves @ F.T, axis=1)
    found = {}
    for merge in ("sum", "join"):
        bound = junction_tree_bound(theta, factors, merge=merge)
        slack = RELATIVE * (1 + abs(moved))
        found[f"viol_{merge}"] = int(np.sum(moved > _above(bound, moves) + slack))
        found[f"trace_{merge}"] = float(np.trace(bound.Sigma))
    found["z_err"] = float(abs(np.expm1(bound.log_z - log_z)))
    found["mu_err"] = float(abs(bound.mu - mean).max() / abs(F).max())
    return found


def low_rank_problem(rng):
    """Smallest eigenvalues of the low-rank matrices minus the full one, over its trace."""
    d = int(rng.integers(3, 41))
    models = rng.normal(size=(rng.integers(1, 7), rng.integers(2, 7), d))
    rank = int(rng.integers(1, d - 1))
    theta = rng.normal(size=d)
    terms = []
    for F in models:
        scores = F @ theta
        order = np.argsort(-scores)
        mu = F[order[0]]
        log_z = scores[order[0]]
        for y in order[1:]:
            l = F[y] - mu  # noqa: E741 - the source's name
            terms.append(np.sqrt(plain_coefficient(scores[y] - log_z)) * l)
            log_z = np.logaddexp(log_z, scores[y])
            mu = mu + np.exp(scores[y] - log_z) * l
    terms = np.array(terms)
    full = terms.T @ terms
    mended = low_rank_bound(theta, models, rank)[2].matrix()
    printed = printed_low_rank(terms, rank, rng)
    least = [np.linalg.eigvalsh(M - full)[0] / np.trace(full) for M in (printed, mended)]
    return float(least[0]), float(least[1])


def lemma_violations(rng, n):
    """How many of n random cases of Lemmas 12, 13 (half-spaces) and 14 fail by more than 1e-9.

    Those of Lemma 13 apart: kappa below 1, and not.
    """
    d = int(rng.integers(1, 7))
    u, v, x, l = (rng.normal(size=(n, d)) * 2 for _ in range(4))  # noqa: E741
    gamma = 10 ** rng.uniform(-4, 4, size=n)
    half_u, half_v = (0.5 * np.sum(a**2, axis=1) for a in (u, v))
    odds = np.log(gamma) - half_v
    Gamma = np.where(abs(odds) < 1e-9, 0.25, np.tanh(odds / 2) / np.where(odds == 0, 1, 2 * odds))
    along = np.sum(v * (u - v), axis=1)
    right = np.logaddexp(half_v, np.log(gamma)) + along / (1 + np.exp(odds))
    right += 0.5 * (np.sum((u - v) ** 2, axis=1) + Gamma * along**2)
    left = np.logaddexp(half_u, np.log(gamma))
    twelve = int(np.sum(left > right + RELATIVE * (1 + abs(left))))
    broken = [_lemma_13(rng, d) for _ in range(n)]
    small = sum(fails for kappa, fails in broken if kappa < 1)
    large = sum(fails for kappa, fails in broken if kappa >= 1)
    lower = (np.sum(x * l**2, axis=1) / np.linalg.norm(l, axis=1)) ** 2
    fourteen = int(np.sum(np.sum(x**2 * l**2, axis=1) < lower * (1 - RELATIVE)))
    return twelve, small, large, fourteen


def _lemma_13(rng, d):
    """Kappa, and whether the two suprema over a random half-space that holds 0 break the lemma."""
    root = rng.normal(size=(2, d, d))
    Phi = root[0] @ root[0].T + 0.1 * np.eye(d)
    Psi = root[1] @ root[1].T + 0.1 * np.eye(d)
    kappa = float(np.linalg.eigvals(np.linalg.solve(Psi, Phi)).real.max())
    mu, a = rng.normal(size=(2, d))
    b = rng.exponential()
    L, U = (_half_space_top(M, mu, a, b) for M in (Phi, Psi))
    return kappa, int(U / kappa > L + RELATIVE * (1 + abs(L)))


def _half_space_top(M, mu, a, b):
    """Largest value of -z'Mz/2 - z'mu where a'z <= b."""
    free = -np.linalg.solve(M, mu)
    top = 0.5 * mu @ -free
    beyond = max(0.0, a @ free - b)
    return top - beyond**2 / (2 * a @ np.linalg.solve(M, a))
