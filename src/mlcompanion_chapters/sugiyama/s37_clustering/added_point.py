"""What one added point does to ordinary and to quadratic mutual information: section 37.4."""

import numpy as np

from mlcompanion.density.contrasts import KLIEP, lsqmi

from .label_information import GRIDS

__all__ = ["ADDED", "mutual_information", "relative_changes"]

#: Points that are added: place and label. One lies far out, one among the other cloud.
ADDED = {"far": ((12.0, 0.0), 1), "mis": ((2.0, 0.0), 0)}


def mutual_information(X, y, random_state):
    r"""Mean logarithm of the density ratio :math:`p(x|y)/p(x)`, each label's by ``KLIEP``.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray of int, shape (n,)
    random_state : int
        Draws the folds for the width, of the three that the quadratic estimate has.

    Returns
    -------
    float
        In nats.
    """
    total = 0.0
    for label in np.unique(y):
        own = X[y == label]
        model = KLIEP(GRIDS["sigma"], folds=2, random_state=random_state).fit(own, X)
        total += np.log(model.predict(own)).sum()
    return total / len(X)


def relative_changes(random_state, n=200):
    """Two clouds with their labels: relative change of both estimates by each added point.

    Parameters
    ----------
    random_state : int
    n : int

    Returns
    -------
    dict
        Named as the measures of the line *mi-outlier-sensitive*, and the estimates ``mi``, ``q``.
    """
    rng = np.random.default_rng(random_state)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 2)) + np.column_stack([4.0 * y - 2, np.zeros(n)])
    fold = rng.permutation(np.arange(n) % 2)

    def both(points, labels, fold):
        splits = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in (0, 1)]
        q = lsqmi(points, labels, **{**GRIDS, "folds": splits}).qmi
        return mutual_information(points, labels, random_state), q

    mi, q = both(X, y, fold)
    row = {"mi": mi, "q": q}
    for name, (place, label) in ADDED.items():
        # the other points keep their folds
        more = both(np.vstack([X, place]), np.append(y, label), np.append(fold, 0))
        for kind, before, after in zip(("mi", "q"), (mi, q), more):
            row[f"{name}_{kind}"] = abs(after - before) / abs(before)
    return row
