"""Statements of Gönen and Alpaydın (2011) on weights of kernels, against code that knows no MKL.

The references are a barrier method for the cone programme, searches over weights, and the plain
dual of the support vector machine.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion.datasets import load_mfeat
from mlcompanion.kernel_methods import GroupLassoMKL, SimpleMKL, view_kernels
from mlcompanion.kernel_methods.mkl.alignment import alignment_weights
from mlcompanion.kernel_methods.mkl.cutting_plane import cutting_planes
from mlcompanion.kernel_methods.mkl.descent import prior_weights
from mlcompanion.kernel_methods.mkl.group_lasso import group_lasso_weights
from mlcompanion.optimize.smo.solver import smo

from .kernel_tables import FOUR, standardized

__all__ = [
    "alignment_searches",
    "bounded_sum_checks",
    "cone_optimum",
    "constant_gates",
    "dual_optimum",
    "lp_duals",
    "machine_value",
    "one_optimum",
    "priced_duals",
    "random_problem",
    "sphere_minimum",
]


def random_problem(n, P, random_state, spread=1.0):
    """Labels and linear kernels of views of different worth, unit diagonal."""
    rng = np.random.default_rng(random_state)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    worth = spread * rng.exponential(size=P)
    views = [rng.normal(size=(n, 4)) + w * y[:, None] * np.eye(4)[0] for w in worth]
    return y, view_kernels(views)


def machine_value(K, y, C):
    """Optimal value of the plain dual of the machine."""
    return -smo(y[:, None] * K * y, C=C, a=y, tol=1e-7).objective


def cone_optimum(Ks, y, C):
    r"""Optimal value of Eq. (9) with :math:`d_m=1`, by a generic solver.

    Minimise :math:`\frac12t-\sum_i\alpha_i` over :math:`(\alpha,t)` with :math:`q_m(\alpha)\le t`,
    the box and the equality; t is the square of the paper's γ. Returned with the sign of the
    machine's value, from the best :math:`\alpha` found.
    """
    Qs = Ks * np.outer(y, y)
    n = len(y)
    slope = np.append(-np.ones(n), 0.5)
    ends = np.append(y, 0.0)
    start = np.append(np.full(n, 0.1 * C), 1.0)
    rules = [
        {"type": "eq", "fun": lambda v: ends @ v, "jac": lambda v: ends},
        {
            "type": "ineq",
            "fun": lambda v: v[n] - (Qs @ v[:n]) @ v[:n],
            "jac": lambda v: np.column_stack([-2 * Qs @ v[:n], np.ones(len(Qs))]),
        },
    ]
    best = minimize(
        lambda v: slope @ v, start, jac=lambda v: slope, bounds=[(0, C)] * n + [(0, None)],
        method="SLSQP", constraints=rules, options={"maxiter": 200, "ftol": 1e-8},
    )  # fmt: skip
    alpha = best.x[:n]
    return float(alpha.sum() - max(alpha @ Q @ alpha for Q in Qs) / 2)


def one_optimum(n_random=5, *, costs=(0.1, 1.0, 10.0)):
    """The four formulations with weights on the simplex, and equal weights, on a few problems.

    The first problem is the numerals 4 against 9 with four views, 40 of each; the others are
    random, with C in turn.

    Returns
    -------
    dict
        ``spread`` and ``uniform`` as the claim asks, and ``values``: one list a problem, of the
        cone programme, the cutting planes, SimpleMKL and the group lasso.
    """
    numerals = load_mfeat()
    rows = np.concatenate([np.flatnonzero(numerals.target == k)[:40] for k in (4, 9)])
    views = standardized([numerals.views[v][rows] for v in FOUR], np.arange(80))
    problems = [(np.where(numerals.target[rows] == 4, 1.0, -1.0), view_kernels(views), costs[1])]
    for k in range(n_random):
        y, Ks = random_problem((60, 60, 80, 80, 100)[k % 5], 3 + k % 4, k)
        problems.append((y, Ks, costs[k % len(costs)]))
    found = {"spread": [], "uniform": [], "values": []}
    for y, Ks, C in problems:
        settings = {"C": C, "tol": 1e-5, "kernels": "precomputed"}
        values = [
            cone_optimum(Ks, y, C),
            cutting_planes(Ks, y, C=C, tol=1e-5).objective,
            SimpleMKL(**settings).fit(Ks, y).objective_,
            GroupLassoMKL(1, max_iter=20_000, **settings).fit(Ks, y).objective_,
        ]
        found["values"].append(values)
        found["spread"].append((max(values) - min(values)) / values[0])
        found["uniform"].append((machine_value(Ks.mean(axis=0), y, C) - values[0]) / values[0])
    return found


def alignment_searches(n_sets=20, n_draws=10_000, n_ascents=20, random_state=0):
    """Search for weights better aligned with the labels than the closed forms.

    Random weights of unit length, and gradient ascents from random starts, over all weights and
    over nonnegative ones; alignment is that of explicitly centred matrices, their inner products
    expanded.

    Returns
    -------
    dict
        ``best_lin``, ``best_con`` and ``single``, lists as the claim asks.
    """
    rng = np.random.default_rng(random_state)
    found = {"best_lin": [], "best_con": [], "single": []}
    for _ in range(n_sets):
        n = int(rng.choice([50, 60, 80, 100, 200]))
        P = int(rng.integers(3, 9))
        y, Ks = random_problem(n, P, int(rng.integers(2**31)))
        H = np.eye(n) - 1 / n
        flat = np.array([(H @ K @ H).ravel() for K in Ks])
        ideal = (H @ np.outer(y, y) @ H).ravel()
        M = flat @ flat.T
        a = flat @ ideal / np.linalg.norm(ideal)

        def aligned(W, M=M, a=a):
            return W @ a / np.sqrt(np.einsum("ij,jk,ik->i", W, M, W))

        for name, rule, project in (
            ("best_lin", "centered_linear", lambda W: W),
            ("best_con", "centered_conic", lambda W: np.maximum(W, 1e-12)),
        ):
            draws = rng.normal(size=(n_draws, P))
            draws = draws if name == "best_lin" else abs(draws)
            best = max(aligned(draws).max(), _ascents(draws[:n_ascents], M, a, project))
            claimed = aligned(alignment_weights(Ks, y, rule)[None])[0]
            found[name].append(float(best - claimed))
        found["single"].append(float(claimed - (a / np.sqrt(np.diag(M))).max()))
    return found


def _ascents(W, M, a, project, steps=3000):
    """The best alignment that gradient ascents reach; each start has a step length of its own."""
    size = np.sqrt(np.diag(M))
    # every kernel of length 1: better conditioned
    M = M / np.outer(size, size)
    a = a / size
    W = project(W * size)
    W /= np.linalg.norm(W, axis=1, keepdims=True)
    length = np.full(len(W), 1.0)
    value = W @ a / np.sqrt(np.einsum("ij,jk,ik->i", W, M, W))
    for _ in range(steps):
        MW = W @ M
        norm = np.sqrt((W * MW).sum(axis=1, keepdims=True))
        slope = a / norm - (W @ a)[:, None] * MW / norm**3
        there = project(W + length[:, None] * slope)
        there /= np.linalg.norm(there, axis=1, keepdims=True)
        new = there @ a / np.sqrt(np.einsum("ij,jk,ik->i", there, M, there))
        good = new > value
        W[good], value[good] = there[good], new[good]
        length = np.where(good, 1.5 * length, 0.5 * length)
        if length.max() < 1e-12:
            break
    return float(value.max())


def sphere_minimum(Ks, y, C, p, side=9):
    """Least value of the machine over nonnegative weights of ℓp norm 1: a grid, then a search."""

    def value(angles):
        weights = abs(np.array([
            np.cos(angles[0]), np.sin(angles[0]) * np.cos(angles[1]),
            np.sin(angles[0]) * np.sin(angles[1]),
        ]))  # fmt: skip
        return machine_value(np.tensordot(weights / np.linalg.norm(weights, p), Ks, 1), y, C)

    grid = np.linspace(0, np.pi / 2, side)
    start = min(((a, b) for a in grid for b in grid), key=value)
    return minimize(value, start, method="Nelder-Mead", options={"maxfev": 90, "xatol": 1e-3}).fun


def dual_optimum(Ks, y, C, p, printed=False):
    r"""Maximum of the ℓp dual by a generic solver, with the exponents as printed or corrected."""
    inner = (p - 1) / p if printed else p / (p - 1)
    Qs = Ks * np.outer(y, y)

    def loss(alpha):
        products = Qs @ alpha
        forms = np.maximum(products @ alpha, 1e-12)
        total = (forms**inner).sum()
        weights = total ** (1 / inner - 1) * forms ** (inner - 1)
        return total ** (1 / inner) / 2 - alpha.sum(), weights @ products - 1

    start = np.full(len(y), 0.1 * C)
    best = minimize(
        loss, start, jac=True, bounds=[(0, C)] * len(y), method="SLSQP",
        constraints={"type": "eq", "fun": lambda a: a @ y, "jac": lambda a: y},
        options={"maxiter": 60, "ftol": 1e-7},
    )  # fmt: skip
    return float(-best.fun)


def lp_duals(n_problems=5, norms=(4 / 3, 2.0, 4.0), n=60, C=1.0):
    """Relative distance between the least value and both forms of the dual's maximum, two digits.

    As printed the dual is not concave: the third digit of what the solver finds is the machine's.
    """
    found = {"gap_right": [], "gap_printed": []}
    for k in range(n_problems):
        y, Ks = random_problem(n, 3, 100 + k)
        for p in norms:
            least = sphere_minimum(Ks, y, C, p)
            for name, printed in (("gap_right", False), ("gap_printed", True)):
                most = dual_optimum(Ks, y, C, p, printed)
                found[name].append(float(f"{abs(most - least) / least:.2g}"))
    return found


def bounded_sum_checks(n_draws=200, random_state=0):
    """Norm of the weights of Eq. (8): with the sum over all kernels, and with the printed end p.

    Returns the largest distance of the norm from 1 over random lengths, for p = 2 and 3 to 8
    kernels, of both readings; the second adds up the first p lengths only.
    """
    rng = np.random.default_rng(random_state)
    off = {"all": 0.0, "printed": np.inf}
    for _ in range(n_draws):
        lengths = rng.exponential(size=int(rng.integers(3, 9))) + 0.1
        weights = group_lasso_weights(lengths, 2)  # the code that the chapter runs, not its formula
        printed = lengths ** (2 / 3) / np.sqrt((lengths[:2] ** (4 / 3)).sum())
        off["all"] = max(off["all"], abs(np.linalg.norm(weights) - 1))
        off["printed"] = min(off["printed"], abs(np.linalg.norm(printed) - 1))
    return {"all_kernels": float(off["all"]), "printed": float(off["printed"])}


def constant_gates(Ks, y, C=1.0, constants=(0.0, 2.0, 5.0, 10.0)):
    """The machine's value with the same gate everywhere, over its value on the plain sum.

    Returns
    -------
    dict
        ``printed``: at the last constant with the gate 1/exp(-v) of Eq. (16); ``right``: the least
        over all constants with 1/(1 + exp(-v)).
    """
    total = Ks.sum(axis=0)
    whole = machine_value(total, y, C)
    grown = machine_value(np.exp(2 * constants[-1]) * total, y, C)
    bounded = [machine_value(total / (1 + np.exp(-v)) ** 2, y, C) for v in constants]
    return {"printed": grown / whole, "right": min(bounded) / whole}


def priced_duals(n_problems=5, n=40, P=3, C=1.0):
    r"""Varma and Ray's programme with a floor p under the weights: primal and both duals.

    The dual variables δ are eliminated: the largest feasible one is best with
    :math:`+p^\top\delta`, δ = 0 with the printed sign. A generic solver maximises over α.

    Returns
    -------
    dict
        ``right`` and ``printed``: relative distances from the primal value, one a problem.
    """
    found = {"right": [], "printed": []}
    for k in range(n_problems):
        y, Ks = random_problem(n, P, 200 + k)
        Qs = Ks * np.outer(y, y)
        primal = prior_weights(Ks, y, np.full(P, 4.0), np.full(P, 0.3), C=C, tol=1e-9).objective
        for name, sign in (("right", 1.0), ("printed", 0.0)):

            def loss(alpha, Qs=Qs, sign=sign):
                products = Qs @ alpha
                room = 4.0 - products @ alpha / 2
                return (
                    -alpha.sum() - sign * 0.3 * room.sum(),
                    -1 + sign * 0.3 * products.sum(axis=0),
                )

            best = minimize(
                loss, np.full(n, 0.01), jac=True, bounds=[(0, C)] * n, method="SLSQP",
                constraints=[
                    {"type": "eq", "fun": lambda a, y=y: a @ y, "jac": lambda a, y=y: y},
                    {"type": "ineq", "fun": lambda a, Qs=Qs: 4.0 - (Qs @ a) @ a / 2,
                     "jac": lambda a, Qs=Qs: -(Qs @ a)},
                ],
                options={"maxiter": 300, "ftol": 1e-10},
            )  # fmt: skip
            found[name].append(float(abs(-best.fun - primal) / primal))
    return found
