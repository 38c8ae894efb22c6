r"""Searches for counterexamples to what Tomioka, Suzuki and Sugiyama (2011) state and print.

The one-step inequality and the rates of section 5 on random problems, the threshold of section
7.1.1, two columns of Table 1 and the constant of Theorem 7. The last two use none of the package's
losses: conjugates come from a numerical maximisation.
"""

from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from mlcompanion._validation import check_rng
from mlcompanion.losses import Logistic, Squared
from mlcompanion.optimize import DataFit, polish_support
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1, GroupNorm

__all__ = [
    "LIBRARY_L1",
    "RateCheck",
    "RateProblem",
    "check_rates",
    "growth_constant",
    "huber_constants",
    "rate_problem",
    "secant_columns",
    "squared_columns",
    "zero_threshold",
]

#: The absolute norm alone, as scikit-learn wants it asked for: it changed with version 1.8.
LIBRARY_L1 = {"penalty": "l1"} if LogisticRegression().l1_ratio is None else {"l1_ratio": 1.0}

RELIABLE = 1e-10  # share of the objective below which its distance from the minimum is rounding
NEAR = 1e-8  # distances below it are rounding


class RateProblem(NamedTuple):
    """A random problem with its solution: data, loss, penalty, minimiser, minimum."""

    fit: DataFit
    penalty: object
    best: np.ndarray
    least: float

    def objective(self, w):
        """Loss plus penalty."""
        return self.fit.value(w) + self.penalty.value(w)

    def run(self, **options):
        """DAL with all iterates kept."""
        return dal(
            self.fit.A, self.fit.y, self.fit.loss, self.penalty, keep_path=True, **options
        )  # fmt: skip


def rate_problem(seed):
    """Draw sizes, loss (logistic or squared), penalty (l1 or groups of five) and its weight.

    Returns
    -------
    RateProblem

    Notes
    -----
    20 to 200 samples and 50 to 1000 unknowns, more often few; the weight is 0.05 to 0.5 of the
    least that makes the solution zero. Odd seeds have squared loss, multiples of five groups.
    """
    rng = check_rng(seed)
    m = int(20 * 10 ** rng.random() ** 2)
    n = 5 * int(10 * 20 ** rng.random() ** 2)
    A = rng.standard_normal((m, n))
    scores = A @ np.where(rng.random(n) < 0.1, rng.standard_normal(n), 0) + rng.standard_normal(m)
    loss = (Logistic(), Squared())[seed % 2]
    y = scores if seed % 2 else np.where(scores >= 0, 1.0, -1.0)
    fit = DataFit(A, y, loss)
    slope = fit.gradient(np.zeros(n))
    groups = np.arange(n) // 5
    weight = np.exp(rng.uniform(np.log(0.05), np.log(0.5)))
    if seed % 5:
        penalty = L1(weight * np.abs(slope).max())
    else:
        penalty = GroupNorm(groups, weight * GroupNorm(groups, 1.0).dual_norm(slope))
    best = dal(A, y, loss, penalty, inner=1e-3, growth=8.0, tol=1e-15, max_iter=12).w
    if isinstance(penalty, L1):
        best = polish_support(fit, penalty.lam, best)
    return RateProblem(fit, penalty, best, fit.value(best) + penalty.value(best))


class RateCheck(NamedTuple):
    """Numbers of pairs (step, w) and of violations, as the chapter's claim names them.

    ``steps`` counts the steps above rounding, on which Theorems 5 and 6 were tested.
    """

    checks: int
    viol4: int
    viol2: int
    viol5: int
    viol6: int
    loose: int
    steps: int


def _exceeds(left, right, share, rounding):
    """How often ``left <= right`` fails by more than a share of its size and the rounding."""
    return int(np.sum(left - right > share * (np.abs(left) + np.abs(right)) + rounding))


def growth_constant(problem, path):
    """Smallest ratio of the objective's gap to the squared distance along a run (A1).

    Returns
    -------
    sigma : float
    distance : ndarray
        From the solution, after each step.
    solid : ndarray of bool
        Whether gap and distance are above rounding.

    Raises
    ------
    ValueError
        If no step of ``path`` is above rounding: there would be nothing to test.
    """
    gaps = np.array([step.objective for step in path]) - problem.least
    distance = np.array([np.linalg.norm(step.w - problem.best) for step in path])
    solid = (gaps > RELIABLE * problem.least) & (distance > NEAR)
    if not solid.any():
        raise ValueError("path has no step above rounding")
    return float(np.min(gaps[solid] / distance[solid] ** 2)), distance, solid


def _one_step(problem, path, points):
    """Pairs, violations of (45), and violations of (45) without any inner step."""
    values = np.array([problem.objective(w) for w in points])
    least = problem.least
    counts = np.zeros(3, int)
    w = np.zeros_like(problem.best)
    fit = problem.fit
    penalty = problem.penalty
    for step in path:
        if np.linalg.norm(step.w - problem.best) < NEAR:
            break
        others = np.vstack([points, w, problem.best])
        at = np.append(values, [problem.objective(w), least])
        before = np.sum((others - w) ** 2, axis=1)
        rounding = 1e-13 * step.eta * abs(at)
        lazy = penalty.prox(w - step.eta * fit.gradient(w), step.eta)  # the start of the inner run
        for k, new in ((1, step.w), (2, lazy)):
            left = step.eta * (problem.objective(new) - at)
            right = 0.5 * before - 0.5 * np.sum((others - new) ** 2, axis=1)
            counts[k] += _exceeds(left, right, 1e-9, rounding)
        counts[0] += len(others)
        w = step.w
    return counts


def _tight_run(problem, eta0, sigma, steps):
    """DAL under (A4'): the share of (44) that Theorem 6 asks for, step by step."""
    w = None
    alpha = None
    eta = eta0
    path = []
    for _ in range(steps):
        eps = max(0.1, 1 - 0.75 * sigma * eta)
        share = np.sqrt((1 - eps) / (sigma * eta))  # (A4') over (44)
        run = problem.run(start=w, alpha=alpha, eta0=eta, inner=share, tol=0.0, max_iter=1)
        if not run.path:
            break
        w = run.w
        alpha = run.alpha
        eta = 2 * eta
        path.append(run.path[0])
    return path


def _theorem_6(problem, eta0, sigma, steps):
    """Steps that violate Theorem 6, sigma that of the run itself, and how many were tested."""
    gamma = 1 / problem.fit.loss.curvature
    for _ in range(5):
        path = _tight_run(problem, eta0, sigma, steps)
        sigma, distance, solid = growth_constant(problem, path)
        etas = np.array([step.eta for step in path])
        eps = np.maximum(0.1, 1 - 0.75 * sigma * etas)
        allowed = np.sqrt(gamma * (1 - eps) / (sigma * etas)) * [step.move for step in path]
        if np.all((np.array([step.slope for step in path]) <= allowed * (1 + 1e-9)) | ~solid):
            break  # (A4') holds with the run's own sigma
    else:
        raise ValueError("no run met (A4') with its own sigma in five rounds")
    before = np.append(np.linalg.norm(problem.best), distance[:-1])
    right = before / (1 + eps * sigma * etas)
    return _exceeds(distance[solid], right[solid], 1e-6, 0.0), solid.sum()


def check_rates(seed, steps=6):
    """Theorems 2, 5 and 6 and Lemma 4 on one random problem, from both first proximities.

    Returns
    -------
    RateCheck

    Raises
    ------
    ValueError
        If a run has no step above rounding, or none meets the condition of Theorem 6.
    """
    problem = rate_problem(seed)
    rng = check_rng(1000 + seed)
    total = np.zeros(7, int)
    n = len(problem.best)
    size = np.linalg.norm(problem.best)
    scale = np.geomspace(1e-3, 3, 98)[:, None] * size / np.sqrt(n)
    points = problem.best + scale * rng.standard_normal((98, n))
    for factor in (0.01, 1.0):
        eta0 = factor / problem.penalty.lam
        path = problem.run(eta0=eta0, tol=0.0, max_iter=steps).path
        checks, viol4, loose = _one_step(problem, path, points)
        sigma, distance, solid = growth_constant(problem, path)
        etas = np.array([step.eta for step in path])
        gaps = np.array([step.objective for step in path]) - problem.least
        bound = size**2 / (2 * np.cumsum(etas))
        viol2 = _exceeds(gaps, bound, 0.0, 1e-12 * problem.least)
        before = np.append(size, distance[:-1])
        left = distance**2 * (1 + 2 * sigma * etas)
        right = before**2
        viol5 = _exceeds(left[solid], right[solid], 1e-6, 0.0)
        viol6, tested = _theorem_6(problem, eta0, sigma, steps)
        total += [checks, viol4, viol2, viol5, viol6, loose, solid.sum() + tested]
    return RateCheck(*map(int, total))


def zero_threshold(seed):
    """Whether the solution is zero at half the largest correlation, and nonzero just below.

    A random logistic problem without intercept, labels balanced or not, solved by DAL and by
    liblinear.

    Returns
    -------
    nonzero_at_half, zero_below : bool
        Whether either solver says so.
    """
    rng = check_rng(seed)
    m = int(rng.integers(10, 31))
    n = int(rng.integers(5, 51))
    A = rng.standard_normal((m, n))
    y = np.where(rng.random(m) < (0.5, 0.85)[seed % 2], 1.0, -1.0)
    y[:2] = 1.0, -1.0
    top = np.abs(A.T @ y).max()
    found = []
    for share in (0.5, 0.49):
        lam = share * top
        library = LogisticRegression(
            **LIBRARY_L1, C=1 / lam, solver="liblinear", fit_intercept=False, tol=1e-10,
            max_iter=10_000, random_state=0,
        ).fit(A, y)  # fmt: skip
        ours = dal(A, y, Logistic(), L1(lam), tol=1e-9)
        found.append([np.abs(w).max() for w in (ours.w, library.coef_)])
    return max(found[0]) > 1e-6, min(found[1]) < 1e-8


def _conjugate(loss, alpha, reach):
    """``sup_z -alpha z - loss(z)`` by golden sections, for arrays of concave problems."""
    low = np.full_like(alpha, -reach)
    high = np.full_like(alpha, reach)
    ratio = (np.sqrt(5) - 1) / 2
    for _ in range(90):
        left = high - ratio * (high - low)
        right = low + ratio * (high - low)
        better = -alpha * left - loss(left) > -alpha * right - loss(right)
        high = np.where(better, right, high)
        low = np.where(better, low, left)
    z = 0.5 * (low + high)
    return -alpha * z - loss(z)


def squared_columns(seed=0, size=1000):
    """Errors of the printed and of the corrected conjugate of the squared loss (Table 1).

    Differences between two dual values are compared, so that constants drop out.

    Returns
    -------
    printed, right : float
        Largest absolute errors.
    """
    rng = check_rng(seed)
    y, first, second = rng.uniform(-3, 3, (3, size))
    variance = rng.uniform(0.25, 4, size)

    def loss(z):
        return 0.5 * (y - z) ** 2 / variance

    true = _conjugate(loss, first, 50.0) - _conjugate(loss, second, 50.0)

    def error(formula):
        return float(np.abs(formula(first) - formula(second) - true).max())

    return (
        error(lambda a: 0.5 * variance * (a - y) ** 2),
        error(lambda a: 0.5 * variance * a**2 - a * y),
    )


def secant_columns(seed=0, size=1000):
    """The hyperbolic-secant column of Table 1 by finite differences.

    Returns
    -------
    ratios : list of float
        Least and largest ratio of the printed second derivative of the conjugate to the difference
        quotient of the printed first one.
    curvature : float
        Largest second difference quotient of the loss: 1 / gamma.
    """
    rng = check_rng(seed)
    alpha = rng.uniform(-0.95, 0.95, size)
    y = rng.uniform(-3, 3, size)

    def slope(a):
        return 0.5 * np.log((1 + a) / (1 - a)) - y

    quotient = (slope(alpha + 1e-6) - slope(alpha - 1e-6)) / 2e-6
    ratio = 1 / (2 * (1 - alpha) * (1 + alpha)) / quotient
    z = np.linspace(-4, 4, 4001)
    h = 1e-3

    def loss(z):
        return np.logaddexp(z, -z)

    bend = (loss(z + h) - 2 * loss(z) + loss(z - h)) / h**2
    return [float(ratio.min()), float(ratio.max())], float(bend.max())


def huber_constants(radii, grid=20_001):
    """The constant of Theorem 7 on Huber's function with L = tau = 1, for balls of many radii.

    Returns
    -------
    best, printed, right : ndarray
        Smallest ratio of function to squared distance in the ball, and both formulas.
    """
    radii = np.asarray(radii, dtype=float)
    best = []
    for radius in radii:
        w = np.linspace(0, radius, grid)[1:]
        value = np.where(w <= 1, 0.5 * w**2, w - 0.5)
        best.append(np.min(value / w**2))
    printed = np.minimum(1, (2 * radii - 1) / radii**2) / 2
    right = np.where(radii <= 1, 0.5, (2 * radii - 1) / (2 * radii**2))
    return np.array(best), printed, right
