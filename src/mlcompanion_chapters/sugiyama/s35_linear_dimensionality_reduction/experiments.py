"""The experiments of Sugiyama (2016), chapter 35, over many draws in place of one.

Settles all lines of the chapter that its page measures, except the misprints.
"""

import warnings

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.reduction.linear import (
    LFDA,
    LPP,
    PCA,
    SELF,
    FisherProjection,
    fill_by_svd,
    fisher_scatters,
    impute_by_factors,
    impute_trace_norm,
    local_scatters,
)

from .clouds import (
    angle_between,
    angle_to_first_axis,
    few_labels,
    matrix_with_holes,
    nearest_neighbour_error,
    normal_cloud,
    threshold_error,
    two_classes,
    two_stripes,
)

__all__ = [
    "LISTING",
    "ball_shares",
    "cluster_directions",
    "factor_errors",
    "imputation_errors",
    "imputation_steps",
    "least_errors",
    "lines_by_width",
    "missing_error",
    "multimodal_errors",
    "scatter_ranks",
    "semisupervised_angles",
]

#: The listings' similarity, exp(-squared distance).
LISTING = {"similarity": "gaussian", "width": np.sqrt(0.5)}


def ball_shares(dimensions, n_points, seed):
    """Share of uniform points of the unit cube that lie in its ball, for each dimension."""
    rng = np.random.default_rng(seed)
    shares = []
    for d in dimensions:
        squares = np.zeros(n_points)
        for _ in range(d):  # a column at a time: a million points of 20 would fill memory
            squares += (rng.random(n_points) - 0.5) ** 2
        shares.append(float(np.mean(squares <= 0.25)))
    return shares


def least_errors(n_rivals, seed):
    """Error of two principal components against dropped eigenvalues, and against rivals.

    Parameters
    ----------
    n_rivals : int
        Random planes for each data set, and as many small turns of the plane found.
    seed : int

    Returns
    -------
    dict
        ``gap``, ``corr``, a number for each of iris, wine and breast cancer, and ``better``.
    """
    rng = np.random.default_rng(seed)
    gaps, corrs, better = [], [], 0
    for load, scaled in ((load_iris, False), (load_wine, True), (load_breast_cancer, True)):
        X = load(return_X_y=True)[0]
        X = X - X.mean(axis=0)
        X = X / X.std(axis=0) if scaled else X
        total = np.sum(X**2)
        model = PCA(2).fit(X)
        error = np.sum((X - model.inverse_transform(model.transform(X))) ** 2)
        dropped = np.sum(np.linalg.svd(X, compute_uv=False)[2:] ** 2)
        gaps.append(abs(error - dropped) / total)
        corrs.append(abs(np.corrcoef(model.transform(X).T)[0, 1]))
        start = model.components_.T
        for size in np.repeat([np.inf, 1e-2], n_rivals):
            noise = rng.normal(size=start.shape)
            Q = np.linalg.qr(noise if np.isinf(size) else start + size * noise)[0]
            better += np.sum((X - X @ Q @ Q.T) ** 2) < error - 1e-12 * total
    return {"gap": gaps, "corr": corrs, "better": int(better)}


def cluster_directions(draws):
    """Fig. 35.6 and 35.10: angles and threshold errors of both methods, for each seed."""
    rows = []
    for seed in draws:
        X = normal_cloud(random_state=seed)
        Z, upper = two_stripes(random_state=seed)
        T = {"pca": PCA(1), "lpp": LPP(1, **LISTING), "local": LPP(1, similarity="local")}
        row = {"pca_a": angle_to_first_axis(PCA(1).fit(X).components_)}
        row["lpp_a"] = angle_to_first_axis(LPP(1, **LISTING).fit(X).components_)
        for name, model in T.items():
            row[f"{name}_b"] = angle_to_first_axis(model.fit(Z).components_)
            row[f"err_{name}"] = threshold_error(model.transform(Z), upper)
        rows.append(row)
    return {key: [row[key] for row in rows] for key in rows[0]}


def lines_by_width(widths, draws, n=100):
    """Locality preserving projection of two stripes, for each width of the similarities.

    Parameters
    ----------
    widths : sequence of float
    draws : sequence of int
        Seeds.
    n : int
        Points a draw.

    Returns
    -------
    dict of float to (ndarray, ndarray)
        Angles to the first axis, and threshold errors.
    """
    stripes = [two_stripes(n, random_state=seed) for seed in draws]
    found = {}
    for width in widths:
        models = [LPP(1, width=width).fit(X) for X, _ in stripes]
        angles = [angle_to_first_axis(model.components_) for model in models]
        errors = [threshold_error(m.transform(X), upper) for m, (X, upper) in zip(models, stripes)]
        found[width] = np.array(angles), np.array(errors)
    return found


def multimodal_errors(draws):
    """Fig. 35.12 and 35.14: leave-one-out nearest-neighbour errors on the projection."""
    found = {"fda_a": [], "lfda_a": [], "fda_b": [], "lfda_b": []}
    for seed in draws:
        for letter, split in (("a", False), ("b", True)):
            X, y = two_classes(split, random_state=seed)
            for name, model in (("fda", FisherProjection(1)), ("lfda", LFDA(1, **LISTING))):
                Z = model.fit(X, y).transform(X)
                found[f"{name}_{letter}"].append(nearest_neighbour_error(Z, y))
    return found


def semisupervised_angles(draws):
    """Fig. 35.16: angles to the first axis, and to principal components in both forms."""
    keys = ("lfda_plain", "self_plain", "lfda_moved", "self_moved", "pca_moved")
    found = {key: [] for key in (*keys, "cov_pca", "scatter_pca")}
    for seed in draws:
        for word, moved in (("plain", False), ("moved", True)):
            X, y = few_labels(moved, random_state=seed)
            for name, beta in (("lfda", 0.001), ("self", 0.9)):
                T = SELF(1, beta=beta, **LISTING).fit(X, y).components_
                found[f"{name}_{word}"].append(angle_to_first_axis(T))
        # the last draw is the moved one
        spread = PCA(1).fit(X).components_
        found["pca_moved"].append(angle_to_first_axis(spread))
        for key, total in (("cov_pca", "covariance"), ("scatter_pca", "scatter")):
            T = SELF(1, beta=0.9, total=total, **LISTING).fit(X, y).components_
            found[key].append(angle_between(T, spread))
    return found


def _random_classes(seed):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(6, 13))
    c = int(rng.integers(2, 6))
    y = np.arange(150) % c
    X = rng.normal(size=(150, d)) @ rng.normal(size=(d, d)) + rng.normal(size=(c, d))[y]
    return X, y


def _by_pairs(X, y):
    """Fisher's matrices as double loops over pairs."""
    n, d = X.shape
    sizes = np.bincount(y)
    within, between = np.zeros((2, d, d))
    for i in range(n):
        gaps = X[i] - X
        same = y == y[i]
        # one side of the pair at a time: the inner loop is a product
        inside = gaps[same].T @ gaps[same] / 2
        within += inside / sizes[y[i]]
        between += inside * (1 / n - 1 / sizes[y[i]]) + gaps[~same].T @ gaps[~same] / (2 * n)
    return within, between


def scatter_ranks(n_random, seed):
    """Ranks of both between-class matrices, and the gap between pairs and class means."""
    sets = [load(return_X_y=True) for load in (load_iris, load_wine)]
    sets += [_random_classes(seed + k) for k in range(n_random)]
    found = {key: [] for key in ("rank_b", "c", "rank_lb", "d", "gap")}
    for X, y in sets:
        X = (X - X.mean(axis=0)) / X.std(axis=0)
        within, between = fisher_scatters(X, y)
        local = local_scatters(X, y, similarity="local", n_neighbors=7).between
        for key, matrix in (("rank_b", between), ("rank_lb", local)):
            sizes = np.linalg.svd(matrix, compute_uv=False)
            found[key].append(int(np.sum(sizes > 1e-9 * sizes[0])))
        found["c"].append(len(np.unique(y)))
        found["d"].append(X.shape[1])
        pairs = _by_pairs(X, y)
        gap = max(np.abs(a - b).max() for a, b in zip((within, between), pairs))
        found["gap"].append(float(gap / np.abs(X.T @ X).max()))
    return found


def missing_error(found, X, mask):
    """Root of the summed squared error over missing entries, over that of the entries."""
    return float(np.linalg.norm((found - X)[~mask]) / np.linalg.norm(X[~mask]))


def imputation_errors(draws):
    """Fig. 35.22: errors on missing entries, ranks and steps, as the listing runs."""
    found = {key: [] for key in ("trace", "svd", "rank", "steps")}
    for seed in draws:
        rng = np.random.default_rng(seed)
        X, mask = matrix_with_holes(rng)
        last = [rng.normal(size=X.shape)]

        def close(theta, last=last):
            step = np.linalg.norm(theta - last[0], 2)
            last[0] = theta
            return step < 0.001

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # the listing's limit of steps
            run = impute_trace_norm(
                X, mask, 1.0, start=last[0], accelerate=False, step=0.1, max_iter=1000, stop=close
            )
        found["trace"].append(missing_error(run.matrix, X, mask))
        found["svd"].append(missing_error(fill_by_svd(X, mask, 3), X, mask))
        found["rank"].append(run.rank)
        found["steps"].append(run.n_iter)
    return found


def factor_errors(draws):
    """Errors on missing entries of a product of two factors of the true rank, fitted by descent."""
    errors = []
    for seed in draws:
        X, mask = matrix_with_holes(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # the valley is flat
            # another seed than the matrix's: its own factors would be the start
            found = impute_by_factors(X, mask, 3, max_iter=2000, random_state=10_000 + seed)
        errors.append(missing_error(found, X, mask))
    return errors


def _objective(X, mask, theta):
    residual = np.where(mask, X - theta, 0.0)
    return np.sum(residual**2) / 2 + np.linalg.svd(theta, compute_uv=False).sum()


def _steps_to(target, X, mask, options):
    """Steps until the objective is down to a target."""

    def low(theta):
        return _objective(X, mask, theta) <= target

    return impute_trace_norm(X, mask, 1.0, max_iter=100_000, stop=low, **options).n_iter


def imputation_steps(draws, share=1e-6):
    """Steps until the objective is within a share of its least value: the listing's, and fast."""
    found = {"listing": [], "fast": []}
    for seed in draws:
        X, mask = matrix_with_holes(seed)
        least = impute_trace_norm(X, mask, 1.0, tol=1e-11, max_iter=100_000).objective
        for name, options in (
            ("listing", {"accelerate": False, "step": 0.1}),
            ("fast", {"accelerate": True, "step": 1.0}),
        ):
            found[name].append(_steps_to(least * (1 + share), X, mask, options))
    return found
