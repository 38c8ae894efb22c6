"""Generators of classes that lie along manifolds, and of semi-supervised splits.

Melacci and Belkin (2011): G50C and the protocol of Section 6.2; the clock of Figure 1, for which
they print no equations.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["hide_labels", "make_clock", "make_g50c", "semi_supervised_splits"]


def make_g50c(n_samples=550, random_state=None):
    r"""Draw two unit-covariance Gaussians in 50 dimensions with Bayes error 5 %.

    :math:`x=\pm\mu+\varepsilon,\ \varepsilon\sim N(0,I_{50})`, equal probabilities. The Bayes rule
    is :math:`\mathrm{sign}\,\mu^\top x` and errs with probability :math:`\Phi(-\|\mu\|)`, so
    :math:`\mu=(1.645/\sqrt{50})\mathbf 1`.

    Parameters
    ----------
    n_samples : int
    random_state : int, Generator, RandomState or None

    Returns
    -------
    X : ndarray, shape (n_samples, 50)
    y : ndarray of int, shape (n_samples,)
        Class 0 or 1.
    """
    n = check_count(n_samples, "n_samples", low=1)
    rng = check_rng(random_state)
    y = rng.integers(2, size=n)
    mu = np.full(50, 1.645 / np.sqrt(50))
    return np.where(y[:, None] == 1, mu, -mu) + rng.normal(size=(n, 50)), y


def make_clock(n_samples=300, noise=0.03, random_state=None):
    r"""Draw a clock: class 0 on the unit circle, class 1 on an hour hand and a minute hand.

    Two thirds of the points are on the rim, a third on the hands, which start at the centre and
    point to :math:`(0,0.65)` and :math:`(0.4,0.2)`; normal noise is added to both coordinates.

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation of the noise; the radius is 1.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    X : ndarray, shape (n_samples, 2)
    y : ndarray of int, shape (n_samples,)
    """
    n = check_count(n_samples, "n_samples", low=3)
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    y = (np.arange(n) >= 2 * n // 3).astype(int)
    angle = rng.uniform(0, 2 * np.pi, size=n)
    rim = np.column_stack([np.cos(angle), np.sin(angle)])
    ends = np.array([[0.0, 0.65], [0.4, 0.2]])
    lengths = np.linalg.norm(ends, axis=1)
    hand = rng.choice(2, size=n, p=lengths / lengths.sum())
    hands = rng.uniform(0, 1, size=n)[:, None] * ends[hand]
    X = np.where(y[:, None] == 1, hands, rim) + noise * rng.normal(size=(n, 2))
    return X, y


def _with_every_class(y, count, rng):
    """Indices of ``count`` random points, at least one of each class."""
    order = rng.permutation(len(y))
    first = np.array([order[np.flatnonzero(y[order] == label)[0]] for label in np.unique(y)])
    rest = order[~np.isin(order, first)]
    return np.concatenate([first, rest[: count - len(first)]])


def hide_labels(y, n_labeled, random_state=None):
    """Return a copy of ``y`` in which only ``n_labeled`` random labels remain; the others are -1.

    Every class keeps at least one.

    Parameters
    ----------
    y : array_like of int, shape (n,)
    n_labeled : int
        At least the number of classes, at most ``n``.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of int, shape (n,)
    """
    y = check_array(y, "y", ndim=1, min_rows=1, dtype=int)
    count = check_count(n_labeled, "n_labeled", low=len(np.unique(y)), high=len(y))
    hidden = np.full(len(y), -1)
    keep = _with_every_class(y, count, check_rng(random_state))
    hidden[keep] = y[keep]
    return hidden


def semi_supervised_splits(y, n_labeled=50, n_validation=50, *, repeats=3, random_state=None):
    """Yield the paper's splits: four folds, ``repeats`` times.

    One fold is the test set; of the other three, ``n_labeled`` points keep their labels and
    ``n_validation`` are set apart, each with at least one of every class, and the rest is
    unlabelled.

    Parameters
    ----------
    y : array_like of int, shape (n,)
    n_labeled, n_validation : int
    repeats : int
        Random divisions into folds; 3 gives the paper's 12 splits.
    random_state : int, Generator, RandomState or None

    Yields
    ------
    labeled, unlabeled, validation, test : ndarrays of int
        Indices.

    Notes
    -----
    Source: Section 6.2.
    """
    from sklearn.model_selection import StratifiedKFold  # half a second to import

    y = check_array(y, "y", ndim=1, min_rows=4, dtype=int)
    classes = len(np.unique(y))
    check_count(n_labeled, "n_labeled", low=classes)
    check_count(n_validation, "n_validation", low=classes)
    rng = check_rng(random_state)
    for _ in range(check_count(repeats, "repeats", low=1)):
        folds = StratifiedKFold(4, shuffle=True, random_state=int(rng.integers(2**31)))
        for train, test in folds.split(y, y):
            labeled = train[_with_every_class(y[train], n_labeled, rng)]
            train = np.setdiff1d(train, labeled)
            validation = train[_with_every_class(y[train], n_validation, rng)]
            yield labeled, np.setdiff1d(train, validation), validation, test
