"""What is printed beside what is right, computed apart from the package's functions."""

from itertools import product

import numpy as np
from scipy.optimize import minimize

__all__ = [
    "arow_states", "bisection_problems", "late_start", "lemma4_ratios", "matrix_lemmas",
    "projection_problems", "search_diagonal", "search_matrix",
]  # fmt: skip


def late_start(delta, T):
    """Regret of the scalar recursion on ``|x - 1|``, the printed bound, and the right one."""
    x = 0.0
    squares = 0.0
    regret = 0.0
    far = 0.0
    for _ in range(T):
        far = max(far, abs(1 - x))
        regret += abs(x - 1)
        g = np.sign(x - 1)
        squares += g * g
        x -= g / (delta + np.sqrt(squares))
    printed = 0.5 * far**2 * np.sqrt(squares) + np.sqrt(squares)
    return regret, printed, printed + delta / 2


def _nearest(v, a, c):
    """Nearest z >= 0 to v with ``<a, z> <= c``: every set of positive entries is tried."""
    if a @ v <= c:
        return v
    sets = np.array(list(product([False, True], repeat=len(v)))[1:])
    theta = (sets @ (a * v) - c) / (sets @ (a * a))
    z = np.where(sets, v - theta[:, None] * a, 0.0)
    distance = np.where((z >= -1e-12).all(axis=1), ((z - v) ** 2).sum(axis=1), np.inf)
    return z[distance.argmin()]


def _figure_3(v, a, c, total):
    """The recipe, which ends early where ``total`` is at most c."""
    if total <= c:
        return v
    order = np.argsort(-v / a)
    av = np.cumsum((a * v)[order])
    aa = np.cumsum((a * a)[order])
    rho = np.flatnonzero(av - (v / a)[order] * aa < c)[-1]
    theta = (av[rho] - c) / aa[rho]
    return np.maximum(v - theta * a, 0.0)


def projection_problems(n, seed):
    """In how many problems the corrected and the printed Figure 3 miss the nearest point."""
    rng = np.random.default_rng(seed)
    wrong = np.zeros(2, dtype=int)
    for _ in range(n):
        d = rng.integers(2, 11)
        v = rng.exponential(size=d)
        a = np.exp(rng.uniform(np.log(0.1), np.log(10), d))
        c = rng.uniform(0.1, 2.0) * (a @ v)
        best = _nearest(v, a, c)
        tried = (_figure_3(v, a, c, a @ v), _figure_3(v, a, c, v.sum()))
        wrong += [np.abs(z - best).max() > 1e-6 for z in tried]
    return wrong.tolist()


def _norm_objective(x, u, h, lam):
    """Value, slope and curvature of ``<u, x> + <x, Hx> / 2 + lam |x|``, away from 0."""
    r = np.linalg.norm(x)
    value = u @ x + 0.5 * h @ (x * x) + lam * r
    slope = u + h * x + lam * x / r
    return value, slope, np.diag(h + lam / r) - lam / r**3 * np.outer(x, x)


def _newton(u, h, lam):
    """The least value, by Newton's method with halved steps."""
    x = -u / (h + lam)
    value, slope, curvature = _norm_objective(x, u, h, lam)
    for _ in range(50):
        step = np.linalg.solve(curvature, slope)
        share = 1.0
        while share > 1e-9 and not _norm_objective(x - share * step, u, h, lam)[0] < value:
            share /= 2
        if share <= 1e-9:
            return value
        x = x - share * step
        value, slope, curvature = _norm_objective(x, u, h, lam)
    return value


def bisection_problems(n, seed):
    """Share of inverted brackets, largest excess of the corrected search, roots outside it."""
    rng = np.random.default_rng(seed)
    inverted = 0
    outside = 0
    worst = 0.0
    for _ in range(n):
        d = rng.integers(2, 11)
        h = np.exp(rng.uniform(np.log(0.1), np.log(10), d))
        u = rng.normal(size=d)
        lam = rng.uniform(0.05, 0.95) * np.linalg.norm(u)
        v = u / h
        ends = np.linalg.norm(v) / lam - 1 / np.array([h.min(), h.max()])
        inverted += ends[1] > ends[0]  # printed: the second is the lower end
        low = max(0.0, ends[0])
        high = ends[1]

        def size(theta, v=v, h=h):
            return np.linalg.norm(v / (1 / h + theta))

        outside += not size(low) >= lam * (1 - 1e-12) >= size(high) * (1 - 2e-12)
        for _ in range(100):
            theta = 0.5 * (low + high)
            low, high = (theta, high) if size(theta) > lam else (low, theta)
        found = _norm_objective(-(u - v / (1 / h + theta)) / h, u, h, lam)[0]
        best = _newton(u, h, lam)
        worst = max(worst, (found - best) / abs(best))
    return inverted / n, worst, outside


def arow_states(n, seed):
    """Distances of the step with beta and of the printed one, and of the covariance's update."""
    rng = np.random.default_rng(seed)
    right = []
    printed = []
    cov = []
    while len(right) < n:
        root = rng.normal(size=(5, 5))
        S = root @ root.T / 5
        mu, z = rng.normal(size=(2, 5))
        y = rng.choice([-1.0, 1.0])
        lam = rng.choice([0.1, 1.0, 10.0])
        beta = 1 / (z @ S @ z + lam)
        gap = 1 - y * (z @ mu)
        if gap <= 0 or 0.9 <= beta <= 1.1 or np.linalg.cond(S) > 1e4:
            continue
        inverse = np.linalg.inv(S)

        def objective(m, mu=mu, inverse=inverse, y=y, z=z, lam=lam):
            loss = max(0.0, 1 - y * (z @ m))
            move = m - mu
            slope = inverse @ move - loss * y * z / lam
            return 0.5 * move @ inverse @ move + loss**2 / (2 * lam), slope

        hessian = inverse + np.outer(z, z) / lam
        best = minimize(
            objective, mu, jac=True, hess=lambda m, h=hessian: h, method="trust-exact",
            options={"gtol": 1e-10},
        ).x  # fmt: skip
        step = y * S @ z * gap
        right.append(np.linalg.norm(mu + beta * step - best))
        printed.append(np.linalg.norm(mu + step - best) / np.linalg.norm(beta * step))
        new = S - beta * np.outer(S @ z, S @ z)
        reference = np.linalg.inv(inverse + np.outer(z, z) / lam)
        cov.append(np.abs(new - reference).max() / np.abs(reference).max())
    return max(right), np.array(printed), max(cov)


def lemma4_ratios(n, T, seed):
    """Left over right side of Lemma 4 for random, spiky and constant sequences."""
    rng = np.random.default_rng(seed)
    ratios = []
    for k in range(n):
        g = (rng.normal(size=T), rng.standard_cauchy(T), np.full(T, rng.exponential()))[k % 3]
        lengths = np.sqrt(np.cumsum(g * g))
        ratios.append(np.sum(g * g / lengths) / (2 * lengths[-1]))
    return max(ratios)


def search_diagonal(n, seed):
    """Least ratio of ``sum g^2 / s`` to the closed form, by random s and by local search."""
    rng = np.random.default_rng(seed)
    squares = rng.exponential(size=6) ** 2
    least = np.sqrt(squares).sum() ** 2
    found = [np.sum(squares / rng.dirichlet(np.ones(6))) for _ in range(n)]

    def cost(t):
        s = np.exp(t - t.max())
        return np.sum(squares / s) * s.sum()

    found += [minimize(cost, rng.normal(size=6), method="BFGS").fun for _ in range(20)]
    return min(found) / least


def search_matrix(n, seed):
    """The same for ``tr(S^-1 A)`` over matrices S of trace 1."""
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(3, 3))
    A = root @ root.T
    least = np.sqrt(np.linalg.eigvalsh(A)).sum() ** 2

    def cost(entries):
        L = entries.reshape(3, 3)
        S = L @ L.T
        return np.trace(np.linalg.solve(S, A)) * np.trace(S)

    found = [cost(rng.normal(size=9)) for _ in range(n)]
    found += [minimize(cost, rng.normal(size=9), method="BFGS").fun for _ in range(20)]
    return min(found) / least


def _power(A, exponent):
    """Power of a positive semi-definite matrix, on its range."""
    values, vectors = np.linalg.eigh(A)
    kept = values > 1e-12 * values[-1]
    powers = np.where(kept, np.where(kept, values, 1.0) ** exponent, 0.0)
    return (vectors * powers) @ vectors.T


def matrix_lemmas(n, seed):
    """Largest relative violation of Lemmas 8, 9 and 10; half of the matrices lack ranks."""
    rng = np.random.default_rng(seed)
    worst = -np.inf
    for k in range(n):
        d = rng.integers(2, 6)
        rank = d if k % 2 else rng.integers(1, d)
        gradients = rng.normal(size=(rank, d))
        B = gradients.T @ gradients
        g = gradients[0]
        nu = rng.uniform(0, 1)
        left = 2 * np.trace(_power(B - nu * np.outer(g, g), 0.5))
        right = 2 * np.trace(_power(B, 0.5)) - nu * g @ _power(B, -0.5) @ g
        worst = max(worst, (left - right) / abs(right))
        new = rng.normal(size=d)
        delta = np.linalg.norm(new) * rng.uniform(1, 2)
        left = new @ np.linalg.solve(delta * np.eye(d) + _power(B, 0.5), new)
        right = new @ _power(B + np.outer(new, new), -0.5) @ new
        worst = max(worst, (left - right) / right)
        G = np.zeros((d, d))
        total = 0.0
        for row in gradients:
            G += np.outer(row, row)
            total += row @ _power(G, -0.5) @ row
        right = 2 * np.trace(_power(G, 0.5))
        worst = max(worst, (total - right) / right)
    return worst
