"""Projections on simplex and ball against references that do not sort.

Shalev-Shwartz (2007), Section 7.1 and Lemma 10. References find their one number by bisection to
machine precision, for many vectors at once; a general solver confirms them on small problems.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.prox import project_l1_ball, project_simplex, project_simplex_entropic
from mlcompanion.prox.balls.projections import simplex_threshold
from mlcompanion.prox.balls.simplex_path import simplex_knots

__all__ = [
    "KINDS",
    "ball_search",
    "draw_vectors",
    "entropic_by_bisection",
    "entropic_search",
    "lemma10_search",
    "printed_distance",
    "shift_by_bisection",
    "simplex_search",
]

#: Kinds of vectors that are projected.
KINDS = ("normal", "heavy-tailed", "ties", "equal")
HALVINGS = 75


def draw_vectors(kind, shape, random_state):
    """Random vectors: normal, heavy-tailed (t with 2 degrees), to one decimal, or constant."""
    rng = check_rng(random_state)
    check_in(kind, "kind", KINDS)
    if kind == "heavy-tailed":
        return rng.standard_t(2, shape)
    if kind == "ties":
        return np.round(rng.standard_normal(shape), 1)
    if kind == "equal":
        return np.broadcast_to(rng.standard_normal((shape[0], 1)), shape).copy()
    return rng.standard_normal(shape)


def shift_by_bisection(mu, z):
    r"""Thresholds with :math:`\sum_i[\mu_i-\theta]_+=z`, one a row.

    Parameters
    ----------
    mu : array_like, shape (N, p)
    z : float or array_like, shape (N,)

    Returns
    -------
    ndarray, shape (N,)
    """
    mu = check_array(mu, "mu", ndim=2, min_rows=1)
    z = np.broadcast_to(z, len(mu))
    high = mu.max(axis=1)
    low = high - z  # the largest entry alone sticks out by z
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = np.maximum(mu - middle[:, None], 0).sum(axis=1) > z
        low = np.where(above, middle, low)
        high = np.where(above, high, middle)
    return (low + high) / 2


def simplex_search(sizes, totals, repeats, seed):
    """The projection on a simplex against bisection, on four kinds of vectors.

    Returns
    -------
    dict
        ``err``, ``support``, ``feasible`` as the chapter's claim defines them; ``checked``.
    """
    rng = check_rng(seed)
    found = {"err": 0.0, "support": 0, "feasible": 0.0, "checked": 0}
    for kind in KINDS:
        for p in sizes:
            for z in totals:
                mus = draw_vectors(kind, (repeats, p), rng)
                shifts = shift_by_bisection(mus, z)
                for mu, shift in zip(mus, shifts):
                    scale = max(1.0, z, np.abs(mu).max())
                    alpha = project_simplex(mu, z)
                    reference = np.maximum(mu - shift, 0)
                    found["err"] = max(found["err"], np.abs(alpha - reference).max() / scale)
                    off = max(abs(alpha.sum() - z) / z, -alpha.min())
                    found["feasible"] = max(found["feasible"], off)
                    if (np.abs(mu - shift) > 1e-9 * scale).all():  # no tie at the cut-off
                        rho = simplex_threshold(mu, z)[1]
                        found["support"] += int((reference > 1e-12 * z).sum() != rho)
                    found["checked"] += 1
    return found


def ball_search(sizes, totals, repeats, seed):
    """The projection on the l1 ball against bisection on the soft threshold.

    Vectors lie outside the ball, with random signs.

    Returns
    -------
    dict
        ``right_err``; ``printed_bad``: share in which the printed last line, which gives the sizes
        of the input their signs back, stays outside; ``signs``: entries with a turned sign.
    """
    rng = check_rng(seed)
    errors = 0.0
    outside = []
    turned = 0
    for kind in KINDS:
        for n in sizes:
            for z in totals:
                mus = draw_vectors(kind, (repeats, n), rng) * rng.choice([-1.0, 1.0], (repeats, n))
                norms = np.abs(mus).sum(axis=1)
                short = norms <= z
                mus[norms == 0] = 1.0
                norms = np.abs(mus).sum(axis=1)
                mus[short] *= (z * rng.uniform(1.1, 5, short.sum()) / norms[short])[:, None]
                sizes_left = shift_by_bisection(np.abs(mus), z)[:, None]
                reference = np.sign(mus) * np.maximum(np.abs(mus) - sizes_left, 0)
                for mu, right in zip(mus, reference):
                    alpha = project_l1_ball(mu, z)
                    scale = max(1.0, z, np.abs(mu).max())
                    errors = max(errors, np.abs(alpha - right).max() / scale)
                    turned += int((alpha * mu < 0).sum())
                    nu = np.abs(mu)
                    outside.append(np.abs(np.sign(mu) * nu).sum() > z * (1 + 1e-9))
    return {"right_err": errors, "printed_bad": float(np.mean(outside)), "signs": turned}


def entropic_by_bisection(u, floor):
    r"""``max(floor, u / Z)`` with Z such that each row sums to one.

    Parameters
    ----------
    u : array_like, shape (N, n)
        Positive.
    floor : float
        Below ``1 / n``.
    """
    u = check_array(u, "u", ndim=2, min_rows=1, low=0, open_low=True)
    low = u.max(axis=1)
    high = 2 * u.sum(axis=1) / (1 - u.shape[1] * floor)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        heavy = np.maximum(floor, u / middle[:, None]).sum(axis=1) > 1
        low = np.where(heavy, middle, low)
        high = np.where(heavy, high, middle)
    return np.maximum(floor, u / ((low + high) / 2)[:, None])


def _entropic_by_solver(u, floor):
    n = len(u)
    return minimize(
        lambda w: w @ np.log(w / u),
        np.full(n, 1 / n),
        jac=lambda w: np.log(w / u) + 1,
        method="SLSQP",
        bounds=[(max(floor, 1e-15), None)] * n,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": np.ones_like},
        options={"ftol": 1e-14, "maxiter": 300},
    ).x


def entropic_search(sizes, shares, repeats, seed, n_general=50):
    """The entropic projection with a floor against bisection, and a general solver.

    Parameters
    ----------
    sizes : sequence of int
    shares : sequence of float
        The floor is such a share of ``1 / n``.
    repeats, seed, n_general : int

    Returns
    -------
    dict
        ``err``, ``err_general``, ``order``, ``active``; ``checked``.
    """
    rng = check_rng(seed)
    err = 0.0
    order = 0
    active = []
    checked = 0
    for kind in ("uniform", "exponential", "log-normal", "ties"):
        for n in sizes:
            for share in shares:
                floor = share / n
                u = rng.random((repeats, n)) + 1e-3
                if kind == "exponential":
                    u = rng.exponential(size=(repeats, n)) + 1e-12
                elif kind == "log-normal":
                    u = rng.lognormal(0, 3, (repeats, n))
                elif kind == "ties":
                    u = np.round(u, 1) + 0.05
                w = np.array([project_simplex_entropic(row, floor) for row in u])
                err = max(err, np.abs(w - entropic_by_bisection(u, floor)).max())
                checked += len(w)
                low = w <= floor * (1 + 1e-12)
                lifted = np.where(low, u, -np.inf).max(axis=1)
                order += int((lifted > np.where(low, np.inf, u).min(axis=1)).sum())
                if share > 0:
                    active.extend(low.any(axis=1))
    general = 0.0
    for _ in range(n_general):
        n = int(rng.integers(2, 6))
        u = rng.exponential(size=n) + 0.05
        floor = rng.uniform(0.1, 0.9) / n
        gap = project_simplex_entropic(u, floor) - _entropic_by_solver(u, floor)
        general = max(general, np.abs(gap).max())
    return {
        "err": err,
        "err_general": general,
        "order": order,
        "active": float(np.mean(active)),
        "checked": checked,
    }


def printed_distance(z, mu, shift=0):
    """Lemma 10 as printed: ``(S_i - z)^2 / i`` plus the squares after i, for descending ``mu``.

    Parameters
    ----------
    z : array_like, shape (m,)
    mu : array_like, shape (p,)
    shift : int
        Use the formula of an interval further on; NaN where there is none.
    """
    knots = simplex_knots(mu)
    i = np.searchsorted(knots, z, side="right")
    for _ in range(shift):  # to the next interval that is not empty
        after = np.append(knots, np.inf)[np.minimum(i, len(knots))]
        i = np.where(np.isfinite(after), np.searchsorted(knots, after, side="right"), len(mu) + 1)
    inside = np.minimum(i, len(mu))
    tails = np.append(np.cumsum((mu**2)[::-1])[::-1], 0.0)[inside]
    value = (np.cumsum(mu)[inside - 1] - z) ** 2 / inside + tails
    return np.where(i <= len(mu), value, np.nan)


def lemma10_search(sizes, n_vectors, n_values, seed):
    """Lemma 10 against the distance by bisection: curve, kinks, bend, and a neighbour's formula.

    Returns
    -------
    dict
        ``ratio``, ``jump``, ``bend``, ``wrong_piece``.
    """
    rng = check_rng(seed)
    ratios = []
    jump = 0.0
    bend = np.inf
    wrong = []
    step = 1e-5

    def distance(mu, z):
        rows = np.broadcast_to(mu, (len(z), len(mu)))
        alpha = np.maximum(rows - shift_by_bisection(rows, z)[:, None], 0)
        return ((alpha - rows) ** 2).sum(axis=1) / 2

    for p in sizes:
        for k in range(n_vectors):
            mu = np.sort(draw_vectors("ties" if k % 3 == 0 else "normal", (1, p), rng)[0])[::-1]
            knots = np.unique(simplex_knots(mu))
            z = np.linspace(0, 1.5 * knots[-1] or 1.0, n_values)
            g = distance(mu, z)
            formula = printed_distance(z, mu)
            seen = g > 1e-6
            ratios.extend(formula[seen] / g[seen])
            slope = np.gradient(g, z)
            inner = knots[knots > 2 * step]
            if len(inner):
                around = np.concatenate([inner - step, inner, inner + step])
                before, at, after = np.split(distance(mu, around), 3)
                kink = np.abs(after - 2 * at + before).max() / step
                jump = max(jump, kink / np.abs(slope).max())
            second = np.diff(g, 2)
            bend = min(bend, second.min() / second.max())
            at = np.searchsorted(knots, z, side="right") - 1
            end = np.append(knots, np.inf)[at + 1]
            edge = np.minimum(z - knots[at], end - z)
            inside = np.isfinite(end) & (edge > 0.01 * (end - knots[at])) & seen
            other = printed_distance(z[inside], mu, shift=1)
            wrong.extend(np.abs(other / formula[inside] - 1) > 1e-9)
    return {
        "ratio": [float(min(ratios)), float(max(ratios))],
        "jump": float(jump),
        "bend": float(bend),
        "wrong_piece": float(np.mean(wrong)),
    }
