"""Zhao, Hoi and Jin (2011), sections 3.3 and 4.2: what a mistake must gain, and the mistake bounds.

What the theorems are held against shares no code with the learner: LIBLINEAR for the least
objective, coordinate ascent for the step in two variables.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from mlcompanion.online.kernel_learners import update_types

from .protocol import double, gram_of, looked_up, one_pass, order_of

THEOREMS = ("strong", "auxiliary", "weak", "strong, several", "weak, several")


def least_gain(kind, rho, C=None, gamma_b=None):
    """What an update of a kind must add to the dual; half as much with several classes."""
    if kind == "auxiliary":
        return 0.5 + 0.5 * np.minimum((1 + rho) ** 2, (C - gamma_b) ** 2)
    parts = 2 if "several" in kind else 1
    if kind.startswith("strong"):
        return 1 / (parts * (1 - rho))
    if kind.startswith("weak"):
        return (1 + rho**2) / (2 * parts)
    return np.full(np.shape(rho), 1 / (2 * parts))


def cases_of(kind, n, seed):
    """Losses, kernel values, conflict, C, old weight and rho that satisfy a theorem's conditions.

    A share of the cases is pushed into the corner where the theorem is tight: unit kernel values,
    margins at their limits, the least conflict and the least room that it allows.
    """
    rng = np.random.default_rng(seed)
    parts = 2 if "several" in kind else 1
    corner = rng.random((5, n)) < 0.7
    rho = rng.uniform(0, 0.95, n)
    la = np.where(corner[0], 1.0, 1 + rng.exponential(1, n))  # a mistake: at least 1
    least = 0.0 if kind.startswith("weak") else 1.0
    lb = np.where(corner[1], least, least + rng.exponential(1, n))
    size = np.where(corner[2], 1.0, rng.uniform(np.sqrt(rho), 1, n))
    ka = parts * size
    kb = parts * np.where(corner[2], 1.0, rng.uniform(np.sqrt(rho), 1, n))
    limit = np.sqrt(ka * kb)
    w = -np.where(corner[3], parts * rho, rng.uniform(np.minimum(parts * rho, limit), limit))
    if kind.startswith("strong"):
        need = 1 / (parts * (1 - rho))
    else:
        need = rho / parts if kind.startswith("weak") else np.zeros(n)
    gamma_b = rng.uniform(0, 2, n)
    floor = 1.0 if kind in ("auxiliary", "weak") else 1 / parts  # C of at least 1, or 1/2
    room = np.where(corner[4], need, need + rng.exponential(1, n))
    gamma_b = np.maximum(gamma_b, floor - room)
    return la, lb, ka, kb, w, gamma_b + room, gamma_b, rho


def gain_of(step, la, lb, ka, kb, w):
    """Rise of the dual by weights (gamma, d)."""
    gamma, d = step
    return gamma * la + d * lb - ka * gamma**2 / 2 - kb * d**2 / 2 - w * gamma * d


def coordinate_ascent(la, lb, ka, kb, w, C, gamma_b, *, sweeps=20_000):
    """The step in two variables by turns, each within its bounds, until nothing moves."""
    gamma = np.zeros_like(la)
    d = np.zeros_like(la)
    moving = np.arange(len(la))
    for _ in range(sweeps):
        m = moving
        new = np.clip((la[m] - w[m] * d[m]) / ka[m], 0, C[m])
        other = np.clip((lb[m] - w[m] * new) / kb[m], -gamma_b[m], C[m] - gamma_b[m])
        moved = np.abs(new - gamma[m]) + np.abs(other - d[m])
        gamma[m] = new
        d[m] = other
        moving = m[moved > 1e-11]
        if not len(moving):
            break
    return gamma, d


def pair_problems(n, seed):
    """Random problems of Proposition 2: losses of at least 0, and conflicts."""
    rng = np.random.default_rng(seed)
    la, lb = rng.exponential(1, (2, n))
    ka, kb = rng.uniform(0.05, 1, (2, n))
    w = -np.sqrt(ka * kb) * rng.random(n)
    C = rng.choice([0.5, 1, 2, 5, 20], n)
    gamma_b = C * (1 - rng.random(n))
    return la, lb, ka, kb, w, C, gamma_b


def printed_third(la, lb, ka, kb, w, C, gamma_b):
    """The main text's third formula, clipped to the box."""
    gamma = (la - w * (C - gamma_b)) / (ka * kb - w * lb)
    return np.clip(gamma, 0, C), C - gamma_b


def conflict_sizes(n, seed):
    """Expansions that misclassify a point: least conflict, and both lower limits of its size.

    The first case is one support vector of weight 5 and kernel value 0.1.
    """
    rng = np.random.default_rng(seed)
    draws = 3 * n  # about half of them misclassify
    sizes = rng.integers(1, 21, draws)
    there = np.arange(20) < sizes[:, None]
    points = rng.normal(size=(draws, 21, 2))
    weights = np.where(there, 5 * (1 - rng.random((draws, 20))), 0.0)
    distances = ((points[:, 1:] - points[:, :1]) ** 2).sum(axis=2)
    values = rng.choice([-1, 1], (draws, 20)) * np.exp(-distances / 2)  # y_a = 1
    g = -(weights * values).sum(axis=1)
    wrong = np.flatnonzero(g > 0)[: n - 1]
    least = np.where(there, values, np.inf).min(axis=1)[wrong]
    by_number = -(g / sizes)[wrong]
    by_weight = -(g / weights.sum(axis=1))[wrong]
    return np.r_[-0.1, least], np.r_[-0.5, by_number], np.r_[-0.1, by_weight]


def least_objective(gram, signs, C):
    """The least of half the squared norm and C times the hinge losses, without offset: LIBLINEAR.

    Its own value at the weights that it returns, so never below the minimum.
    """
    values, vectors = np.linalg.eigh(gram)
    features = vectors * np.sqrt(np.maximum(values, 0))
    solver = LinearSVC(
        C=C,
        loss="hinge",
        dual=True,
        fit_intercept=False,
        tol=1e-7,
        max_iter=50_000,
        random_state=0,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        w = solver.fit(features, signs).coef_[0]
    return w @ w / 2 + C * np.maximum(0, 1 - signs * (features @ w)).sum()


def mistake_bound(least, strong, weak, rho, credit=0.5):
    """Theorem 4: twice the least objective, less what double updates gained above one half."""
    return 2 * least - credit * rho**2 * weak - (1 + rho) / (1 - rho) * strong


def bound_runs(name, flip, C, seeds, rhos=(0.0, 0.2, 0.5)):
    """Mistakes against Theorem 4 on some orders of a set, a share of whose labels is flipped.

    Returns
    -------
    dict
        Largest excess of the mistakes over the printed bound and over that with twice the credit
        for weak updates; the largest relative gap between the sum of the gains and the dual value
        of the final weights; the largest ratio of that value to the least objective.
    """
    gram, y = gram_of(name)
    rows = order_of(y, 0, 1000)
    gram = gram[np.ix_(rows, rows)]
    signs = np.where(y[rows] == np.unique(y)[1], 1, -1)
    turned = np.random.default_rng(1).random(len(rows)) < flip
    signs = np.where(turned, -signs, signs)
    least = least_objective(gram, signs, C)
    excess = []
    sharp = []
    chain = []
    above = []
    for seed in seeds:
        for rho in rhos:
            model = one_pass(double(looked_up(gram), C, rho=rho), order_of(signs, seed), signs)
            kinds = update_types(model.run_, C, rho)
            counts = [int((kinds == kind).sum()) for kind in ("strong", "weak")]
            excess.append(model.n_mistakes_ - mistake_bound(least, *counts, rho))
            sharp.append(model.n_mistakes_ - mistake_bound(least, *counts, rho, 1.0))
            chosen = model.support_vectors_[:, 0].astype(int)
            coef = model.dual_coef_
            dual = np.abs(coef).sum() - coef @ gram[np.ix_(chosen, chosen)] @ coef / 2
            chain.append(abs(dual - model.dual_gain_) / dual)
            above.append(dual / least)
    return {
        "excess": float(max(excess)),
        "sharp": float(max(sharp)),
        "chain": float(max(chain)),
        "above": float(max(above)),
        "n": len(rows),
    }


def gains_of_run(name, rho, seed, C=5.0):
    """Least gain less its bound over the mistakes of a run, and how many there were of a kind."""
    gram, y = gram_of(name)
    several = len(np.unique(y)) > 2
    model = one_pass(double(looked_up(gram), C, rho=rho), order_of(y, seed), y)
    kinds = update_types(model.run_, C, rho, several)
    slack = np.inf
    for kind in ("single", "weak", "strong"):
        gains = model.run_.gains[kinds == kind]
        bound = float(least_gain(kind + (", several" if several else ""), rho))
        slack = min(slack, (gains - bound).min(initial=np.inf))
    counts = {f"n_{kind}": int((kinds == kind).sum()) for kind in ("single", "weak", "strong")}
    return {"slack": float(slack), **counts}
