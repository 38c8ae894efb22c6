"""AdaBoost, LP-AdaBoost and arc-gv on one split of a data set: margins, bounds and test errors."""

import numpy as np

from mlcompanion.ensemble import DualBooster
from mlcompanion.ensemble.equilibrium import (
    BinnedStump,
    CompleteTree,
    emargin,
    improve_margins,
    lp_weights,
    merge_votes,
    signed_votes,
)

__all__ = ["WEAK", "Split", "boosted", "compared", "five_splits", "measures", "programs"]

ROUNDS = 100
SILENT = 1e-9  # a score so near 0 is what the solver's rounding left of 0
WEAK = {
    "stump": BinnedStump(),
    "tree": CompleteTree(),
    "gini": CompleteTree(split="gini"),
}


class Split:
    """Votes of AdaBoost's classifiers on the examples of a training and a test part.

    Attributes
    ----------
    train, test : ndarray, shape (n, T)
        ``y_i h_t(x_i)``.
    alphas : ndarray, shape (T,)
        AdaBoost's weights.
    log_size : float
        ``log |H|``.
    """

    def __init__(self, train, test, alphas, log_size):
        self.train = train
        self.test = test
        self.alphas = alphas
        self.log_size = log_size


def five_splits(n, seed):
    """Five pairs of training and test rows: shuffled, every fifth row in one part."""
    order = np.random.default_rng(seed).permutation(n)
    for fold in range(5):
        test = order[fold::5]
        yield np.setdiff1d(order, test), test


def boosted(X, y, rows, weak, rule="adaboost"):
    """The votes of a booster that learned from the first rows, on both parts."""
    learner = WEAK[weak]
    train, test = rows
    model = DualBooster(rule, n_rounds=ROUNDS, weak=learner).fit(X[train], y[train])
    votes = [signed_votes(model, X[part], y[part]) for part in (train, test)]
    return Split(*votes, model.alphas_, learner.search(X[train[:2]]).log_size)


def measures(split, weights, prefix):
    """What the paper's tables tell of a vote, each name behind a prefix.

    ``weights`` need not sum to 1; negative ones stand for opposite classifiers. Where the vote says
    nothing the example is wrong, and rounding does not decide: scores of ``SILENT`` count as 0.
    """
    weights = weights / np.abs(weights).sum()
    margins = split.train @ weights
    fresh = split.test @ weights
    found = emargin(margins, split.log_size)
    numbers = {
        "em": found.margin,
        "ee": found.error,
        "s": found.surprise,
        "bound": found.bound,
        "te": np.mean(fresh <= SILENT),
        "silent": np.mean(np.abs(fresh) <= SILENT),
        "mm": margins.min(),
        "med": np.median(margins),
    }
    return {f"{prefix}_{name}": round(float(v), 7) for name, v in numbers.items()}


def compared(name_and_rows, weak):
    """AdaBoost and the program on one split: a row of the paper's tables."""
    X, y, rows = name_and_rows
    split = boosted(X, y, rows, weak)
    beta, _ = lp_weights(split.train, split.alphas)
    return measures(split, split.alphas, "ada") | measures(split, beta, "lp")


def programs(name_and_rows, weak):
    """The further programs on one split: unmerged, improved, and arc-gv's own votes.

    ``raised`` is what program (18) adds to AdaBoost's margins an example, ``raised_equal`` to those
    of equal weights; ``opposite`` says whether a classifier and its opposite were both chosen.
    """
    X, y, rows = name_and_rows
    split = boosted(X, y, rows, weak)
    merged = merge_votes(split.train, split.alphas)
    _, negative = lp_weights(split.train, split.alphas)
    _, raw = lp_weights(split.train, split.alphas, merge=False)
    gram = split.train.T @ split.train / len(split.train)
    arc = boosted(X, y, rows, weak, "arc-gv")
    n = len(split.train)
    return {
        "merged": round(negative, 9),
        "raw": round(raw, 9),
        "opposite": bool(gram.min() <= -1 + 1e-12),
        "raised": improve_margins(merged.V, merged.weights).raised / n,
        "raised_equal": improve_margins(merged.V, np.ones(len(merged.weights))).raised / n,
        **measures(split, split.alphas, "ada"),
        **measures(arc, arc.alphas, "arc"),
    }


def after_rounds(split, rounds):
    """The measures of AdaBoost's vote after its first rounds alone."""
    short = Split(split.train[:, :rounds], split.test[:, :rounds], split.alphas, split.log_size)
    return measures(short, split.alphas[:rounds], "ada")
