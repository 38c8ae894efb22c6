"""Groups on the corners of a cube, and the trees of Table 4.1 on them.

Choromanska (2014), section 4.5: k = 2^b spherical Gaussian classes. The source tells neither their
spread, a fifth of half the side here, nor how many points there are: 60 a class for training.
"""

import numpy as np

from mlcompanion.trees import OnlinePartitionTree, RandomLabelTree

__all__ = [
    "PRINTED",
    "corner_error",
    "corner_groups",
    "corner_row",
    "errors",
    "order_errors",
    "split_groups",
    "work_rows",
]

PER_CLASS, PER_CLASS_TESTED = 60, 10
#: Table 4.1: bits -> error and depth of the partition tree, error of the random tree.
PRINTED = {6: (1.6, 7, 43.8), 7: (0.8, 9, 40.3), 10: (1.2, 13, 65.2), 13: (1.4, 16, 58.7)}


def corner_groups(bits, per_class, rng, spread=0.2):
    """Points around the 2^bits corners of the cube with coordinates -1 and 1, and their corners."""
    labels = np.arange(2**bits).repeat(per_class)
    corners = 2.0 * ((labels[:, None] >> np.arange(bits)) & 1) - 1
    return corners + spread * rng.normal(size=corners.shape), labels


def split_groups(bits, seed, spread=0.2):
    """Training and test points of one draw: X, y, X_test, y_test."""
    rng = np.random.default_rng(seed)
    train = corner_groups(bits, PER_CLASS, rng, spread)
    return *train, *corner_groups(bits, PER_CLASS_TESTED, rng, spread)


def errors(predicted, labels):
    """Per cent of wrong answers."""
    return 100.0 * float(np.mean(predicted != labels))


def corner_error(X, labels):
    """Error in per cent of the nearest corner, which the signs of the coordinates tell."""
    return errors((X > 0) @ (1 << np.arange(X.shape[1])), labels)


def corner_row(bits, seed, spread, forget):
    """Errors, depths and lost labels of one draw; of the random tree only beside a plain tree."""
    X, y, fresh, truth = split_groups(bits, seed, spread)
    tree = OnlinePartitionTree(forget=forget, random_state=seed).fit(X, y)
    lengths = tree.path_lengths(fresh)
    row = {
        "part": errors(tree.predict(fresh), truth),
        "depth": tree.depth_,
        "inner": tree.n_inner_,
        "pairs": tree.n_pairs_,
        "path": float(lengths.mean()),
        "lost": 2**bits - len(np.unique(tree.predict(X))),
        "corner": corner_error(fresh, truth),
    }
    if forget == 0:
        rand = RandomLabelTree(random_state=seed).fit(X, y)
        row["rand"] = errors(rand.predict(fresh), truth)
    return row


def work_rows(bits, seeds):
    """For each number of bits means over seeds: mean and longest path, and error in per cent."""
    found = []
    for b in bits:
        runs = []
        for seed in seeds:
            X, y, fresh, truth = split_groups(b, seed)
            tree = OnlinePartitionTree(random_state=seed).fit(X, y)
            lengths = tree.path_lengths(fresh)
            runs.append((lengths.mean(), lengths.max(), errors(tree.predict(fresh), truth)))
        mean, _, error = np.mean(runs, axis=0)
        found.append((float(mean), int(max(longest for _, longest, _ in runs)), float(error)))
    return found


def order_errors(bits, seed, orders, **options):
    """Error in per cent of one data set under several orders of its rows."""
    X, y, fresh, truth = split_groups(bits, seed)
    models = [OnlinePartitionTree(random_state=order, **options).fit(X, y) for order in orders]
    return [errors(model.predict(fresh), truth) for model in models]
