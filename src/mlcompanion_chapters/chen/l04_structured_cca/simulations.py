"""The two simulations of section 4.4.2, and how their parameters are chosen."""

from typing import NamedTuple

import numpy as np
from sklearn.metrics import adjusted_rand_score

from mlcompanion.sparse.cca import (
    GroupPursuitCCA,
    GroupSparseCCA,
    SparseCCA,
    equal_entries,
    permutation_tune,
)

GRID = (*(k / 100 for k in range(1, 10)), *(k / 10 for k in range(1, 10)), 1.0, 2.0, 10.0)
GROUPS = tuple(np.arange(8 * k, 8 * k + 10) for k in range(10))
SILENT = (1, 2, 7, 8, 9)  # groups without weight, counted from 0
U = np.repeat([1.0, -1.0, 0.0], [20, 20, 60])
BLOCKS = np.repeat([3.0, -1.5, 1.0, 2.0, 0.0], [10, 10, 10, 10, 60])
N = 50
BOUNDS = (1.5, 2.0, 3.0, 4.0, 6.0, 8.0)


class TwoViews(NamedTuple):
    """Two views that share a latent variable, and the weights that they were made with."""

    X: np.ndarray
    Y: np.ndarray
    u: np.ndarray
    v: np.ndarray


def group_views(seed, unit_latent=False):
    """Simulation 1: ten groups of ten that share two, five of them silent.

    The source scales the latent variable to length one, which drowns it; here it is standard
    normal unless ``unit_latent``.
    """
    rng = np.random.default_rng(seed)
    v = rng.normal(size=82)
    for g in SILENT:
        v[GROUPS[g]] = 0.0
    z = rng.normal(size=N)
    if unit_latent:
        z = z / np.linalg.norm(z)
    X = np.outer(z, U) + rng.normal(size=(N, 100))
    Y = np.outer(z, v) + rng.normal(size=(N, 82))
    return TwoViews(X, Y, U, v)


def block_views(seed):
    """Simulation 2: blocks of equal weights, noise that correlates within them.

    Its covariance is 0.1 within a block: there, columns have the same signal and the same noise.
    """
    rng = np.random.default_rng(seed)
    z = rng.normal(size=N)
    z = z / np.linalg.norm(z)
    X = np.outer(z, U) + np.sqrt(0.1) * rng.normal(size=(N, 100))
    values, block = np.unique(BLOCKS, return_inverse=True)
    covariance = 0.1 * np.exp(-np.abs(values[:, None] - values))
    noise = rng.multivariate_normal(np.zeros(len(values)), covariance, size=N)
    return TwoViews(X, np.outer(z, BLOCKS) + noise[:, block], U, BLOCKS)


def cosine(a, b):
    """Absolute cosine of two vectors; 0 if one of them is zero."""
    size = np.linalg.norm(a) * np.linalg.norm(b)
    return float(abs(a @ b) / size) if size > 0 else 0.0


def radius(share, n_columns):
    """A bound on the l1 norm as a share of the root of the columns, at least 1."""
    return max(1.0, min(share, 1.0) * np.sqrt(n_columns))


def chosen(model, views, settings, n_permutations, seed):
    """The setting that stands out, and the fit with ten random starts."""
    cheap = model.set_params(n_init=0)
    tuned = permutation_tune(
        cheap, views.X, views.Y, settings, n_permutations=n_permutations, random_state=seed
    )
    final = cheap.set_params(n_init=10, random_state=seed, **tuned.best)
    return final.fit(views.X, views.Y)


def sparse_model(views, n_permutations=10, seed=0):
    """The lasso-type model, one share of the grid for both bounds."""
    d = views.X.shape[1]
    p = views.Y.shape[1]
    pairs = {(radius(share, d), radius(share, p)) for share in GRID}
    settings = [{"radius_x": a, "radius_y": b} for a, b in sorted(pairs)]
    return chosen(SparseCCA(), views, settings, n_permutations, seed)


def group_model(views, groups, radius_x, n_permutations=10, seed=0):
    """The model with groups; the bound on the first view is the lasso-type model's."""
    model = GroupSparseCCA(groups, radius_x=radius_x, gap_tol=1e-6, tol=1e-3)
    settings = [{"theta": theta} for theta in GRID]
    return chosen(model, views, settings, n_permutations, seed)


def fusing_thetas(model, views):
    """Values of the grid up to the first that makes all entries equal: beyond, nothing changes."""
    kept = []
    for theta in GRID:
        kept.append(theta)
        model.set_params(theta2=theta, n_init=0).fit(views.X, views.Y)
        if model.clusters_.max() == 0:
            break
    return kept


def pursuit_model(views, radius_x, n_permutations=10, seed=0):
    """The model with pairs on the complete graph: theta1 without pairs first, then theta2."""
    model = GroupPursuitCCA(theta2=0.0, radius_x=radius_x, gap_tol=1e-4, tol=1e-3)
    model.set_params(edges=np.empty((0, 2), dtype=int))
    first = chosen(model, views, [{"theta1": t} for t in GRID], n_permutations, seed)
    model.set_params(theta1=first.theta1, edges=None)
    settings = [{"theta2": theta} for theta in fusing_thetas(model, views)]
    return chosen(model, views, settings, n_permutations, seed)


def group_draw(seed, n_permutations=10):
    """One draw of Simulation 1 with both models."""
    views = group_views(seed)
    lasso = sparse_model(views, n_permutations, seed)
    grouped = group_model(views, GROUPS, lasso.radius_x, n_permutations, seed)
    true = views.v != 0
    return {
        "cos_l1": cosine(lasso.y_weights_, views.v),
        "cos_group": cosine(grouped.y_weights_, views.v),
        "cos_u": cosine(lasso.x_weights_, views.u),
        "nonzero_l1": int(np.sum(lasso.y_weights_ != 0)),
        "nonzero_group": int(np.sum(grouped.y_weights_ != 0)),
        "found_l1": float(np.mean(lasso.y_weights_[true] != 0)),
        "found_group": float(np.mean(grouped.y_weights_[true] != 0)),
        "radius_x": float(lasso.radius_x),
        "theta": float(grouped.theta),
    }


def block_draw(seed, n_permutations=10):
    """One draw of Simulation 2 with both models."""
    views = block_views(seed)
    lasso = sparse_model(views, n_permutations, seed)
    pursuit = pursuit_model(views, lasso.radius_x, n_permutations, seed)
    truth = np.unique(views.v, return_inverse=True)[1]
    return {
        "rand_l1": float(adjusted_rand_score(truth, equal_entries(lasso.y_weights_))),
        "rand_pursuit": float(adjusted_rand_score(truth, pursuit.clusters_)),
        "cos_l1": cosine(lasso.y_weights_, views.v),
        "cos_pursuit": cosine(pursuit.y_weights_, views.v),
        "theta1": float(pursuit.theta1),
        "theta2": float(pursuit.theta2),
    }


def standardised(table):
    """Columns about their means, of length one."""
    table = table - table.mean(axis=0)
    return table / np.linalg.norm(table, axis=0)


def drowned(n_draws=50):
    """What plain singular vectors and the best lasso-type model see of u, by latent scale."""
    plain = {True: [], False: []}
    best = {True: [], False: []}
    for unit in (True, False):
        for seed in range(n_draws):
            views = group_views(seed, unit)
            cross = standardised(views.X).T @ standardised(views.Y)
            plain[unit].append(cosine(np.linalg.svd(cross)[0][:, 0], views.u))
            if unit:
                fits = [SparseCCA(c, c, n_init=0).fit(views.X, views.Y) for c in BOUNDS]
                best[unit].append(max(cosine(fit.x_weights_, views.u) for fit in fits))
    rng = np.random.default_rng(0)
    random = rng.normal(size=(4000, len(BOUNDS), 100))
    guesses = np.abs(random @ U) / np.linalg.norm(random, axis=2) / np.linalg.norm(U)
    return {
        "plain_unit": float(np.median(plain[True])),
        "best_unit": float(np.median(best[True])),
        "plain_free": float(np.median(plain[False])),
        "chance": float(np.quantile(guesses.max(axis=1), 0.95)),
    }
