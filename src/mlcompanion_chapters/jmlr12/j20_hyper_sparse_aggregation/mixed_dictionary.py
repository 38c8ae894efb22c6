"""A dictionary of different kinds on the diabetes data: lasso knots, neighbours, trees."""

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.ensemble import RandomForestRegressor
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

from mlcompanion.ensemble.aggregation import (
    hull_aggregate,
    lasso_path_dictionary,
    star_weights,
)

__all__ = ["SIZES", "mixed_predictions", "one_split", "thirds"]

SIZES = {"n": 442, "train": 221, "learn": 111, "test": 110}
NEIGHBOURS = (1, 2, 5, 10, 20, 40)
DEPTHS = (1, 2, 3, 5, None)


def thirds(seed):
    """Rows that train, that mix and that judge."""
    order = np.random.default_rng(seed).permutation(SIZES["n"])
    return np.split(order, [SIZES["train"], SIZES["train"] + SIZES["learn"]])


def mixed_predictions(X, y, X_new, seed=0, n_trees=50):
    """Predictions of all models on new rows, and their names.

    Returns
    -------
    P : ndarray, shape (n_functions, n_new)
    names : list of str
    """
    path = lasso_path_dictionary(X, y)
    rows = [*path.predictions(X_new)]
    names = [f"lasso, {np.count_nonzero(coef)} columns" for coef in path.coef]
    models = [(f"{k} neighbours", KNeighborsRegressor(k)) for k in NEIGHBOURS]
    models += [
        (f"tree of depth {d}", DecisionTreeRegressor(max_depth=d, random_state=seed))
        for d in DEPTHS
    ]
    models.append(("forest", RandomForestRegressor(n_trees, random_state=seed)))
    for name, model in models:
        rows.append(model.fit(X, y).predict(X_new))
        names.append(name)
    rows.append(np.full(len(X_new), y.mean()))
    return np.array(rows), [*names, "the mean"]


def one_split(seed):
    """Test errors of the star and of the best model on the learning rows; size of the hull."""
    X, y = load_diabetes(return_X_y=True)
    train, learn, test = thirds(seed)
    P, _ = mixed_predictions(X[train], y[train], X[np.concatenate([learn, test])], seed)
    mixing = P[:, : len(learn)]
    judged = P[:, len(learn) :]
    star = star_weights(mixing, y[learn])
    hull = hull_aggregate(mixing, y[learn]).weights

    def error(theta):
        return float(np.mean((theta @ judged - y[test]) ** 2))

    chosen = np.eye(len(P))[star.first]
    return {
        "chosen": error(chosen),
        "star": error(star.weights(len(P))),
        "hull": error(hull),
        "oracle": float(np.mean((judged - y[test]) ** 2, axis=1).min()),
        "hull_count": int((hull > 1e-3).sum()),
    }
