"""Star, hull and stacking against the chosen model, for the chapter's project."""

import numpy as np
from scipy.optimize import nnls
from sklearn.datasets import load_diabetes

from mlcompanion.ensemble.aggregation import hull_aggregate, star_weights

from .mixed_dictionary import mixed_predictions, thirds

__all__ = ["stacking_gains"]


def stacking_gains(seed, n_trees=20):
    """By how many per cent star, hull and stacking err less than the chosen model, on one split."""
    X, y = load_diabetes(return_X_y=True)
    train, learn, test = thirds(seed)
    P, _ = mixed_predictions(X[train], y[train], X[np.concatenate([learn, test])], seed, n_trees)
    mixing = P[:, : len(learn)]
    judged = P[:, len(learn) :]
    star = star_weights(mixing, y[learn])
    hull = hull_aggregate(mixing, y[learn])
    mixtures = [star.weights(len(P)), hull.weights, nnls(mixing.T, y[learn])[0]]
    errors = np.array([np.mean((theta @ judged - y[test]) ** 2) for theta in mixtures])
    return 100 * (1 - errors / np.mean((judged[star.first] - y[test]) ** 2))
