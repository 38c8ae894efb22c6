"""The label-ranking step: exact, by an interior point, by general solvers, and its time.

Shalev-Shwartz (2007), Section 7.3.
"""

from time import process_time

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.online.structured.label_ranking import label_ranking_pdip, label_ranking_step
from mlcompanion.optimize import newton_direction
from mlcompanion.prox.balls.projections import simplex_threshold
from mlcompanion.prox.balls.sopopo import sopopo

__all__ = [
    "constant_problem",
    "coupled_by_bisection",
    "coupled_search",
    "newton_sign_search",
    "pdip_problem",
    "sopopo_seconds",
]


def coupled_by_bisection(mu, nu, cap=1.0):
    """Two coupled projections by bisection on their common size.

    The threshold at size z is the largest of ``(S_j - z) / j`` over prefix sums of sorted entries.

    Returns
    -------
    alpha, beta : ndarray
    z : float
    """
    mu = check_array(mu, "mu", ndim=1, min_rows=1)
    nu = check_array(nu, "nu", ndim=1, min_rows=1)
    prefixes = [(np.cumsum(np.sort(v)[::-1]), np.arange(1, len(v) + 1)) for v in (mu, nu)]

    def thresholds(z):
        return [((sums - z) / counts).max() for sums, counts in prefixes]

    low = 0.0
    high = cap
    if sum(thresholds(0.0)) <= 0:
        high = 0.0
    elif sum(thresholds(cap)) >= 0:
        low = cap
    else:
        for _ in range(60):
            z = (low + high) / 2
            falling = sum(thresholds(z)) > 0  # the slope is minus the sum
            low, high = (z, high) if falling else (low, z)
    z = (low + high) / 2
    first, second = thresholds(z)
    return np.maximum(mu - first, 0), np.maximum(nu - second, 0), z


def _coupled_by_solver(mu, nu):
    """The same by SLSQP; its cost."""
    target = np.concatenate([mu, nu])
    p = len(mu)
    sign = np.where(np.arange(len(target)) < p, 1.0, -1.0)
    first = (sign > 0).astype(float)
    start = np.concatenate([np.full(p, 0.5 / p), np.full(len(nu), 0.5 / len(nu))])
    return minimize(
        lambda a: ((a - target) ** 2).sum() / 2,
        start,
        jac=lambda a: a - target,
        method="SLSQP",
        bounds=[(0, None)] * len(start),
        constraints=[
            {"type": "eq", "fun": lambda a: sign @ a, "jac": lambda a: sign},
            {"type": "ineq", "fun": lambda a: 1 - first @ a, "jac": lambda a: -first},
        ],
        options={"ftol": 1e-15, "maxiter": 300},
    ).fun


def _case(z):
    """The place of a case among ``cases``: the optimum at 0, inside, at 1."""
    if z == 0:
        return 0
    if z == 1:
        return 2
    return 1


def coupled_search(sizes, repeats, seed, n_general=100):
    """SOPOPO against bisection and a general solver, for all pairs of sizes.

    Returns
    -------
    dict
        ``err``, ``err_general``, ``cases`` (at 0, inside, at 1), ``looked``; ``checked``;
        ``pairs``: the pairs of sizes that met the general solver.
    """
    rng = check_rng(seed)
    cases = np.zeros(3, int)
    pairs = []
    err = 0.0
    looked = -np.inf
    general = -np.inf
    for p in sizes:
        for q in sizes:
            for trial in range(repeats):
                mu, nu = (
                    rng.standard_t(2, n) if trial % 3 == 1 else rng.standard_normal(n)
                    for n in (p, q)
                )
                shift = (-1.5, 0.0, 0.5)[rng.integers(3)] - 0.3 * np.log(p * q)
                mu = mu + shift
                nu = nu + rng.uniform(0, 0.5)
                if trial % 3 == 2:
                    mu = np.round(mu, 1)
                    nu = np.round(nu, 1)
                found, (alpha, beta, _) = sopopo(mu, nu), coupled_by_bisection(mu, nu)
                scale = max(1.0, np.abs(mu).max(), np.abs(nu).max())
                apart = max(np.abs(found.alpha - alpha).max(), np.abs(found.beta - beta).max())
                err = max(err, apart / scale)
                cases[_case(found.z)] += 1
                looked = max(looked, found.n_intervals - (p + q + 1))
                if max(p, q) <= 5 and trial % 11 == 0 and len(pairs) < n_general:
                    pairs.append((p, q))
                    ours = ((found.alpha - mu) ** 2).sum() / 2 + ((found.beta - nu) ** 2).sum() / 2
                    peer = _coupled_by_solver(mu, nu)
                    general = max(general, (ours - peer) / max(abs(peer), 1e-9))
    return {
        "err": float(err),
        "err_general": float(general),
        "cases": cases.tolist(),
        "looked": int(looked),
        "checked": int(cases.sum()),
        "pairs": sorted(set(pairs)),
    }


def constant_problem(k, n, seed):
    """One label-ranking step with c gamma and with half of it, against the primal problem.

    The primal problem has all weights and a slack for the loss, from its definition (7.17).

    Returns
    -------
    dict
        ``gap``: primal optimum less the dual value of the step, over the larger of 1 and the
        optimum; ``inside``: whether the step's total lies inside (0, 1); ``lost``: by how much
        the dual value is lower with half the constant.
    """
    rng = np.random.default_rng([seed, k, n])
    theta = rng.standard_normal((k, n))
    x = rng.standard_normal(n)
    relevant = np.arange(k) < rng.integers(1, k)
    gamma = float(rng.choice([0.5, 1.0, 2.0]))
    c = float(10 ** rng.uniform(-1, 1))
    pairs = [(r, s) for r in np.flatnonzero(relevant) for s in np.flatnonzero(~relevant)]
    rows = np.zeros((len(pairs), k * n + 1))
    for row, (r, s) in zip(rows, pairs):
        row[r * n : (r + 1) * n] = x
        row[s * n : (s + 1) * n] = -x
        row[-1] = 1.0
    linear = np.append(theta.ravel(), 1.0)

    def primal(v):
        return c / 2 * v[:-1] @ v[:-1] + linear @ v

    start = np.append(-theta.ravel() / c, 0.0)
    start[-1] = max(0.0, gamma - (rows[:, :-1] @ start[:-1]).min())
    best = minimize(
        primal,
        start,
        jac=lambda v: np.append(c * v[:-1], 0.0) + linear,
        method="SLSQP",
        bounds=[(None, None)] * (k * n) + [(0, None)],
        constraints={"type": "ineq", "fun": lambda v: rows @ v - gamma, "jac": lambda v: rows},
        options={"ftol": 1e-15, "maxiter": 1000},
    ).fun

    def dual(alpha):
        stored = theta - np.where(relevant, alpha, -alpha)[:, None] * x
        return gamma * alpha[relevant].sum() - (stored**2).sum() / (2 * c)

    problem = -theta @ x / c, float(x @ x), relevant, c
    right, printed = (label_ranking_step(*problem, g) for g in (gamma, gamma / 2))
    total = right[relevant].sum()
    return {
        "gap": abs(best - dual(right)) / max(1.0, abs(best)),
        "inside": bool(1e-9 < total < 1 - 1e-9),
        "lost": float(dual(right) - dual(printed)),
    }


COSTS = ("quadratic", "entropy", "logistic")


def _cost(name, mu):
    """Value, first and second derivative of a separable cost with random linear terms."""
    if check_in(name, "name", COSTS) == "quadratic":
        return lambda a: ((a - mu) ** 2).sum() / 2, lambda a: a - mu, np.ones_like
    if name == "entropy":
        return (
            lambda a: (a * np.log(np.maximum(a, 1e-300)) - a * mu).sum(),
            lambda a: np.log(a) + 1 - mu,
            lambda a: 1 / a,
        )
    return (
        lambda a: (np.logaddexp(0, a) - a * mu).sum(),
        lambda a: expit(a) - mu,
        lambda a: expit(a) * expit(-a),
    )


def _by_solver(value, slope, relevant):
    sign = np.where(relevant, 1.0, -1.0)
    first = relevant.astype(float)
    start = np.where(relevant, 0.5 / relevant.sum(), 0.5 / (~relevant).sum())
    return minimize(
        value,
        start,
        jac=slope,
        method="SLSQP",
        bounds=[(1e-12, None)] * len(start),
        constraints=[
            {"type": "eq", "fun": lambda a: sign @ a, "jac": lambda a: sign},
            {"type": "ineq", "fun": lambda a: 1 - first @ a, "jac": lambda a: -first},
        ],
        options={"ftol": 1e-14, "maxiter": 500},
    ).fun


def pdip_problem(cost, d, seed):
    """The interior point on one label-ranking problem with d labels, half of them relevant.

    Returns
    -------
    dict
        ``iterations``, ``per_iteration``: seconds, ``eta``, and ``gap``: relative difference of
        the cost to SOPOPO's (quadratic) or a general solver's (d up to 100), where there is one.
    """
    rng = np.random.default_rng([seed, d])
    relevant = np.arange(d) < d // 2
    value, slope, bend = _cost(cost, rng.standard_normal(d))
    start = process_time()
    path = label_ranking_pdip(slope, bend, relevant, tol=1e-11, max_iter=500)
    seconds = process_time() - start
    alpha = path.alpha[:-1]
    best = None
    if cost == "quadratic":
        mu = -slope(np.zeros(d))
        exact = np.empty(d)
        exact[relevant], exact[~relevant], _, _ = sopopo(mu[relevant], mu[~relevant])
        best = value(exact)
    elif d <= 100:
        best = _by_solver(value, slope, relevant)
    found = {"iterations": path.n_iter, "per_iteration": seconds / path.n_iter, "eta": path.gap}
    if best is not None:
        found["gap"] = float(abs(value(alpha) - best) / max(abs(best), 1e-9))
    return found


def _dense_newton(gradient, curvature, A, p, slack, lam, nu):
    """Steps (alpha, lambda, nu) of one dense linear system: (7.29), (7.30) and A step = 0."""
    d = len(p)
    matrix = np.block(
        [
            [np.diag(-lam * p), np.diag(slack), np.zeros((d, 2))],
            [np.diag(curvature), np.diag(p), A.T],
            [A, np.zeros((2, d + 2))],
        ]
    )
    target = 0.1 * (lam @ slack) / d
    right = np.concatenate([target - lam * slack, -gradient - lam * p - A.T @ nu, np.zeros(2)])
    return np.split(np.linalg.solve(matrix, right), [d, 2 * d])


def _printed_newton(gradient, curvature, A, p, slack, lam, nu):
    """Steps (alpha, nu) as printed: no square and no p, and a plus before the multipliers."""
    z = curvature + lam * p / slack
    u = -gradient - 0.1 * (lam @ slack) / len(p) / slack - A.T @ nu
    d_nu = np.linalg.solve((A / z) @ A.T, -(A / z) @ u)
    return (u + A.T @ d_nu) / z, d_nu


def _gap_errors(mu, alpha, A, p, slack, lam, nu):
    """Distance of the minimised Lagrangian to P - eta and to P + eta, relative.

    P is half the squared distance to ``mu``. The minimum is a general solver's, from 0.
    """
    q = p * alpha + slack
    b = A @ alpha

    def lagrangian(a):
        return ((a - mu) ** 2).sum() / 2 + lam @ (p * a - q) + nu @ (A @ a - b)

    slope = lam * p + A.T @ nu - mu
    least = minimize(
        lagrangian, np.zeros(len(mu)), jac=lambda a: a + slope, options={"gtol": 1e-8}
    ).fun
    P = ((alpha - mu) ** 2).sum() / 2
    eta = lam @ slack
    scale = max(1.0, P + eta)
    return abs(least - (P - eta)) / scale, abs(least - (P + eta)) / scale


def newton_sign_search(sizes, n_states, seed):
    """The reduced Newton system, printed and corrected, against one dense system; and the gap.

    The sign of the gap is tested at stationary states: mu is moved until alpha minimises the
    Lagrangian with the given multipliers.

    Returns
    -------
    dict
        ``right``, ``printed_alpha`` (bounds -alpha <= 0), ``printed_nu`` (bounds alpha <= q),
        ``minus_err``, ``plus_wrong``.
    """
    rng = check_rng(seed)
    worst = 0.0
    off = {-1: [], 1: []}
    gaps = []
    for state in range(n_states):
        d = sizes[state % len(sizes)]
        side = -1 if state % 2 else 1
        mu = rng.standard_normal(d)
        alpha = rng.uniform(0.1, 1, d)
        nu = rng.standard_normal(2)
        lam = rng.uniform(0.1, 2, d)
        p = np.full(d, float(side))
        A = rng.standard_normal((2, d))
        slack = rng.uniform(0.1, 1, d) if side == 1 else alpha
        at = alpha - mu, np.ones(d), A, p, slack, lam, nu
        parts = _dense_newton(*at)
        for mine, right in zip(newton_direction(*at), parts):
            worst = max(worst, np.linalg.norm(mine - right) / np.linalg.norm(right))
        d_alpha, d_nu = _printed_newton(*at)
        mine, right = (d_alpha, parts[0]) if side == -1 else (d_nu, parts[2])
        off[side].append(np.linalg.norm(mine - right) > 1e-3 * np.linalg.norm(right))
        gaps.append(_gap_errors(alpha + lam * p + A.T @ nu, alpha, A, p, slack, lam, nu))
    minus, plus = np.transpose(gaps)
    return {
        "right": float(worst),
        "printed_alpha": float(np.mean(off[-1])),
        "printed_nu": float(np.mean(off[1])),
        "minus_err": float(minus.max()),
        "plus_wrong": float(np.mean(plus > 1e-6)),
    }


def sopopo_seconds(k, repeats, seed):
    """Processor time of SOPOPO on k labels with the optimum at one half, and of its sorting.

    Returns
    -------
    dict
        ``step``, ``sorting``: medians in seconds; ``z``.
    """
    rng = check_rng(seed)
    half = k // 2
    mu, nu = (
        (lambda v: v - simplex_threshold(v, 0.5)[0])(rng.standard_normal(half)) for _ in range(2)
    )
    sopopo(mu[:2], nu[:2])  # compiles
    times = {"step": [], "sorting": []}
    for _ in range(repeats):
        for name, call in (
            ("step", lambda: sopopo(mu, nu)),
            ("sorting", lambda: (np.sort(mu), np.sort(nu))),
        ):
            start = process_time()
            call()
            times[name].append(process_time() - start)
    return {name: float(np.median(t)) for name, t in times.items()} | {"z": sopopo(mu, nu).z}
