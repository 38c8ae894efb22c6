"""Sugiyama (2016), chapter 30: the boosting listing, all 5000 rounds, as printed and as packaged.

Settles of chapter sugiyama/30_ensemble_learning: fig30.11-adaboost, listing-overflows.

A row a training set; the listing and the package draw the same axes.
"""

import numpy as np

from mlcompanion.ensemble.votes import StumpBooster

from ..listing import fresh_points, labels, listing_boost, training_set

SIZES = {"default": {"repeats": 100, "b": 5000}, "paper": {"repeats": 100, "b": 5000}}


def cases(repeats, b):
    """One case a training set."""
    return [{"seed": seed, "b": b} for seed in range(repeats)]


def run(case):
    """Errors of the package after the last round, and whether the listing breaks."""
    X, y, _ = training_set(case["seed"])
    seed = case["seed"]
    model = StumpBooster(n_estimators=case["b"], axis="random", random_state=seed).fit(X, y)
    axes = np.random.default_rng(seed).integers(2, size=case["b"])
    fresh = fresh_points(seed)
    printed = listing_boost(X, y, axes.tolist())
    return {
        "test_error": float(np.mean(model.predict(fresh) != labels(fresh))),
        "train": float(np.mean(model.predict(X) != y)),
        "finite": bool(np.isfinite(model.decision_function(fresh)).all()),
        "margin": float(model.margins_.max()),
        "broken": printed.broken,
        "rounds": len(printed.errors),
    }
