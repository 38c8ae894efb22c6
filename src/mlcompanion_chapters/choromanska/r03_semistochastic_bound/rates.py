"""Theorem 4: the linear rate, the floor of a fixed batch, and batches that keep pace."""

import numpy as np

from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.majorising.semistochastic import (
    LinearGrowth,
    LogisticBounds,
    MeasuredGrowth,
    semistochastic_steps,
)

from .stand_ins import least_value

__all__ = [
    "constants",
    "fixed_run",
    "full_gradient_run",
    "growing_run",
    "rate_bound",
    "unit_rows",
    "violations_of_norms",
]

CURVED = 20  # rows for the curvature


def unit_rows(seed, n_samples=20_000, d=10, eta=0.1):
    """Generated logistic regression, rows of length 1."""
    rng = np.random.default_rng([6, seed])
    X = rng.normal(size=(n_samples, d)) * np.linspace(1, 0.3, d)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    chances = 1 / (1 + np.exp(-X @ (5 * rng.normal(size=d))))
    y = np.where(rng.random(n_samples) < chances, 1.0, -1.0)
    return FiniteSum(X, y, Logistic(), eta)


def constants(problem):
    """L and rho of Theorem 4 without the printed roots, bounds over all batches.

    The plain constants are max |f|^2 + eta and eta; the curvature's eigenvalues lie between 0 and
    max |x|^2 / 4.
    """
    longest = float(np.max(np.sum(problem.X**2, axis=1)))
    eta = problem.lam
    return (longest + eta) / eta, eta / (eta + longest / 4)


def rate_bound(k, first, problem):
    """What (3.9) allows after k iterations with the whole gradient."""
    L, rho = constants(problem)
    return (1 - rho / L) ** np.asarray(k) * first


def violations_of_norms(pairs, seed):
    """Violations of both inequalities (3.8) by random pairs of parameters and random batches."""
    problem = unit_rows(seed, n_samples=200)
    bounds = LogisticBounds(problem)
    L, rho = constants(problem)
    rng = np.random.default_rng(seed)
    violations = 0
    for _ in range(pairs):
        first, second = rng.normal(size=(2, problem.n_features)) * 10 ** rng.uniform(-1, 1.5)
        rows = rng.choice(problem.n_samples, CURVED, replace=False)
        H = bounds.curvature_at(rng.normal(size=problem.n_features), rows).dense()
        step = second - first
        value, gradient = problem.value_and_gradient(first)
        change = problem.gradient(second) - gradient
        dual = np.sqrt(change @ np.linalg.solve(H, change))
        squared = step @ H @ step
        size = 1 + abs(value)
        steep = dual > L * np.sqrt(squared) + 1e-9
        flat = problem.value(second) < value + step @ gradient + 0.5 * rho * squared - 1e-9 * size
        violations += int(steep) + int(flat)
    return violations


def _steps(problem, growth, seed):
    L, _ = constants(problem)
    curved = LinearGrowth(CURVED, 0, CURVED)
    start = np.zeros(problem.n_features)
    return semistochastic_steps(
        LogisticBounds(problem), start, growth, curved, step=1 / L, solver="exact",
        random_state=seed,
    )  # fmt: skip


def full_gradient_run(seed, n_iter=400):
    """Iterations whose excess exceeded the bound, and the rate that was fitted, by iteration."""
    problem = unit_rows(seed)
    least = least_value(problem)
    n = problem.n_samples
    excess = []
    for state in _steps(problem, LinearGrowth(n, 0, n), seed):
        excess.append(problem.value(state.w) - least)
        if state.k == n_iter:
            break
    excess = np.array(excess)
    allowed = rate_bound(np.arange(n_iter), excess[0], problem)
    seen = excess > 1e-10
    slope = np.polyfit(np.flatnonzero(seen), np.log(excess[seen]), 1)[0]
    return int(np.sum(excess > allowed + 1e-12)), float(1 - np.exp(slope))


def fixed_run(seed, batch, samples, tail=100):
    """Mean excess over the last iterations of a fixed batch, after so many gradient rows."""
    problem = unit_rows(seed)
    least = least_value(problem)
    last = max(samples // batch, 4 * tail)
    excess = []
    for state in _steps(problem, LinearGrowth(batch, 0, batch), seed):
        if state.k > last - tail:
            excess.append(problem.value(state.w) - least)
        if state.k == last:
            break
    return float(np.mean(excess))


def growing_run(seed, n_iter=300, decrease=0.02):
    """Batches whose error falls by 2 % an iteration, slower than the linear rate allows.

    Returns
    -------
    drift : float
        Mean excess over squared gradient error in the last tenth, over that in the third tenth.
    final : float
        Mean excess of the last ten iterations.
    samples : int
        Gradient rows that were read.
    """
    problem = unit_rows(seed)
    least = least_value(problem)
    n = problem.n_samples
    ratios = []
    excess = []
    for state in _steps(problem, MeasuredGrowth(10, decrease, n), seed):
        error = np.sum((problem.gradient(state.w) - state.gradient) ** 2)
        excess.append(problem.value(state.w) - least)
        ratios.append(excess[-1] / error)
        if state.k == n_iter:
            break
    tenth = n_iter // 10
    drift = np.mean(ratios[-tenth:]) / np.mean(ratios[2 * tenth : 3 * tenth])
    return float(drift), float(np.mean(excess[-10:])), state.work.gradient_samples
