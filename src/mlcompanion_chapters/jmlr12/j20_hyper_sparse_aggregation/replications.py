"""One replication of the simulations of section 3: every method on one sample.

Coefficients are judged, as in the source, by the length of X (estimate - truth), by the number of
variables that they use, and by how many of these have no effect.
"""

import numpy as np

from mlcompanion.ensemble.aggregation import (
    aew_weights,
    confidence_width,
    fraction_search,
    lasso_path_dictionary,
    mallows_cp,
    preselect,
    significance_threshold,
    star_weights,
)

from .models import draw, true_coefficients

__all__ = ["RIDGES", "SPLITS", "replicate", "split_aggregates", "summary"]

#: Ridge parameters of the elastic-net dictionary.
RIDGES = (0.0, 0.01, 0.1, 1.0, 5.0, 10.0, 20.0, 50.0, 100.0)
SPLITS = 100
GRID = 100  # R's


def split_aggregates(X, y, sigma, rng, ridges=(0.0,), n_splits=SPLITS):
    """Means of aggregates over random halves.

    Returns
    -------
    dict
        Coefficients ``star``, ``pre`` (with preselection), ``aew`` and ``aew_sum`` (weights from
        the mean or the sum of squares); ``significance``; shares ``dropped`` of the splits in
        which the threshold removes a function; ``by_mean`` and ``by_sum``, effective numbers of
        functions over all of them.
    """
    n, p = X.shape
    total = {name: np.zeros(p) for name in ("star", "pre", "aew", "aew_sum", "significance")}
    numbers = dict.fromkeys(("dropped", "by_mean", "by_sum"), 0.0)
    for _ in range(n_splits):
        order = rng.permutation(n)
        train = order[: n // 2]
        learn = order[n // 2 :]
        path = lasso_path_dictionary(X[train], y[train], ridges)
        P = path.predictions(X[learn])
        M = len(P)
        star = star_weights(P, y[learn])
        phi = confidence_width(len(learn), M, sigma, noise=sigma)
        kept = preselect(P, y[learn], phi)
        narrow = star if kept.all() else star_weights(P, y[learn], phi=phi)
        theta = star.weights(M)
        by_mean = aew_weights(P, y[learn], 4 * sigma**2)
        by_sum = aew_weights(P, y[learn], 4 * sigma**2, risk="sum")
        total["star"] += theta @ path.coef
        total["pre"] += narrow.weights(M) @ path.coef
        total["aew"] += by_mean @ path.coef
        total["aew_sum"] += by_sum @ path.coef
        total["significance"] += theta @ (path.coef != 0)
        numbers["dropped"] += not kept.all()
        numbers["by_mean"] += 1 / (M * np.sum(by_mean**2))
        numbers["by_sum"] += 1 / (M * np.sum(by_sum**2))
    means = {name: value / n_splits for name, value in total.items()}
    return means | {name: value / n_splits for name, value in numbers.items()}


def replicate(setting, seed, ridges=(0.0,), n_splits=SPLITS, leave_one_out=True, exact=False):
    """Every method on one sample.

    Parameters
    ----------
    setting : tuple
        Model, n, sigma.
    seed : int
    ridges : tuple
    n_splits : int
    leave_one_out, exact : bool
        Whether to cross-validate with n folds, and with ten along the whole path.

    Returns
    -------
    dict
        ``sel_m``, ``noise_m`` and ``err_m`` for each method m, and the further numbers.
    """
    model, n, sigma = setting
    rng = np.random.default_rng([seed, n, *model.encode()])
    beta = true_coefficients(model)
    p = len(beta)
    X, y = draw(model, n, sigma, rng)
    means = split_aggregates(X, y, sigma, rng, ridges, n_splits)
    path = lasso_path_dictionary(X, y, ridges)
    lengths = np.linalg.norm((path.coef - beta) @ X.T, axis=1)
    seeds = rng.integers(2**31, size=1)
    folds = {"folds": 10, "ridges": ridges, "random_state": int(seeds[0])}
    found = {"oracle": path.coef[np.argmin(lengths)]}
    tenfold = fraction_search(X, y, grid=GRID, **folds)
    found["cv"] = tenfold.coef
    if leave_one_out:
        found["loo"] = fraction_search(X, y, n, ridges, grid=GRID).coef
    if n > p + 1:
        found["cp"] = path.coef[np.argmin(mallows_cp(path, X, y))]
    row = {}
    if exact:
        whole = fraction_search(X, y, **folds)
        found["exact"] = whole.coef
        row["grid_lost"] = tenfold.error / whole.error - 1
    used = {name: coef != 0 for name, coef in found.items()}
    sparsity = means["significance"].sum()
    q = min(sparsity, np.sqrt(0.7 * p))
    used["star"] = means["significance"] >= significance_threshold(sparsity, p)
    used["mb"] = means["significance"] >= 0.5 * (1 + q**2 / (p * p / 10))  # p beta, not p^2 beta
    for name, variables in used.items():
        row[f"sel_{name}"] = int(variables.sum())
        row[f"noise_{name}"] = int((variables & (beta == 0)).sum())
    found |= {name: means[name] for name in ("star", "pre", "aew", "aew_sum")}
    for name, coef in found.items():
        row[f"err_{name}"] = float(np.linalg.norm(X @ (coef - beta)))
    size = np.linalg.norm(means["star"])
    row["dist"] = float(np.linalg.norm(means["pre"] - means["star"]) / size) if size else 0.0
    return row | {name: float(means[name]) for name in ("dropped", "by_mean", "by_sum")}


def summary(rows):
    """Means with standard errors, and quantiles of the errors, of many replications."""
    made = {}
    for name in sorted({name for row in rows for name in row}):
        values = np.array([row[name] for row in rows if name in row], dtype=float)
        if name.startswith("err_"):
            quantiles = np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95])
            made[name] = [round(float(q), 4) for q in quantiles]
        elif name.startswith(("sel_", "noise_")):
            made[name] = float(values.mean())
            made[f"{name}_se"] = float(values.std(ddof=1) / np.sqrt(len(values)))
        else:
            made[name] = float(values.mean())
            made[f"{name}_median"] = float(np.median(values))
    return made
