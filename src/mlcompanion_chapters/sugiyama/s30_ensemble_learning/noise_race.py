"""Three losses on labels of which some are flipped, and on classes that overlap."""

import numpy as np

from mlcompanion.ensemble.votes import StumpBooster

from .listing import fresh_points, labels, training_set

__all__ = ["LOSSES", "ROUNDS", "calibration_gaps", "error_curves"]

LOSSES = ("exponential", "mada", "logistic")
ROUNDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def error_curves(seed, n=200, flips=20):
    """Errors against rounds, and the share of weight on flipped samples.

    Parameters
    ----------
    seed : int
    n, flips : int
        Samples, and how many of their labels are flipped.

    Returns
    -------
    list of dict
        A row for each loss and number of rounds of ``ROUNDS``: ``loss``, ``rounds``, the
        ``test_error`` on fresh points with clean labels, the ``share`` of the sample weight.
    """
    X, y, flipped = training_set(seed, n, flips)
    fresh = fresh_points(seed)
    rows = []
    for loss in LOSSES:
        model = StumpBooster(
            loss, max(ROUNDS), axis="random", keep_weights=True, random_state=seed
        ).fit(X, y)
        for rounds in ROUNDS:
            answers = np.where(model.vote_.first(rounds)(fresh) > 0, 1.0, -1.0)
            rows.append(
                {
                    "loss": loss,
                    "rounds": rounds,
                    "test_error": float(np.mean(answers != labels(fresh))),
                    "share": float(model.weights_path_[rounds][flipped].sum()),
                }
            )
    return rows


def calibration_gaps(seed, n=2000, rounds=100):
    """How far probabilities are from shares of labels, for two links of LogitBoost's score.

    Parameters
    ----------
    seed : int
    n : int
        Training samples of two overlapping Gaussians.
    rounds : int

    Returns
    -------
    dict
        ``off_two`` for 1/(1+exp(-2f)), ``off_one`` for 1/(1+exp(-f)): means over 20,000 fresh
        points, in ten bins of equal width.
    """
    rng = np.random.default_rng([36, seed])
    X, y = overlapping(rng, n)
    model = StumpBooster("logistic", rounds, axis="random", random_state=seed).fit(X, y)
    fresh, truth = overlapping(rng, 20_000)
    f = model.decision_function(fresh)
    return {
        "off_two": binned_gap(1 / (1 + np.exp(-2 * f)), truth),
        "off_one": binned_gap(1 / (1 + np.exp(-f)), truth),
    }


def overlapping(rng, n):
    """Two classes with equal chances, normal around (-1, 0) and (1, 0)."""
    y = rng.random(n) < 0.5
    return rng.normal(size=(n, 2)) + np.column_stack([2.0 * y - 1, np.zeros(n)]), y


def binned_gap(p, truth):
    """Mean distance between a bin's mean probability and its share of positive labels."""
    bins = np.minimum((10 * p).astype(int), 9)
    number = np.bincount(bins, minlength=10)
    gap = np.bincount(bins, p, 10) - np.bincount(bins, truth, 10)
    return float(np.abs(gap[number > 0]).sum() / len(p))
