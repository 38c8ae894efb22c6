"""Active learners at work: how many labels until what error (Wang, 2011, sections 1, 2 and 3.3).

Labels are +1 at and above a threshold or a boundary. *Margin noise* of exponent kappa: at signed
distance u a label is right with probability 1/2 + min(1/2, |u|^(kappa - 1)).
"""

import numpy as np

from mlcompanion._validation import check_in, check_rng
from mlcompanion.learning_theory import A2, DHM, BoundaryClass, probabilistic_bisection

__all__ = [
    "SEEN_GAPS",
    "common_accuracies",
    "erm_thresholds",
    "excess_of_threshold",
    "gap_labels",
    "halving_labels",
    "label_ratios",
    "labels_of_a2",
    "labels_of_dhm",
    "margin_labels",
    "noisy_halving_errors",
    "passive_threshold_labels",
    "regions_of_a2",
    "smooth_family",
    "smooth_learning_curves",
    "transect",
]


def transect(K, m, truth, noise=0.0, random_state=None):
    """A pool on a line of K cells, and its labels: +1 beyond cell ``truth``, flipped at a rate.

    Returns
    -------
    pool, y : ndarray, shape (m,)
        Cells, and the labels that would be bought.
    """
    rng = check_rng(random_state)
    pool = rng.integers(0, K, m)
    y = np.where(pool > truth, 1, -1)
    return pool, np.where(rng.random(m) < noise, -y, y)


def halving_labels(eps, places):
    """Labels without noise until halving has every threshold within a stretch of length ``eps``.

    Parameters
    ----------
    eps : float
    places : ndarray
        Thresholds in [0, 1], one search each; the longest counts.

    Returns
    -------
    int
    """
    low = np.zeros(len(places))
    high = np.ones(len(places))
    labels = 0
    while np.max(high - low) > eps:
        middle = (low + high) / 2
        labels = labels + 1
        beyond = middle >= places
        low = np.where(beyond, low, middle)
        high = np.where(beyond, middle, high)
    return labels


def passive_threshold_labels(eps, repeats, random_state=None, block=4000):
    """Random labels until halfway between the nearest two is within ``eps``, for each accuracy.

    Parameters
    ----------
    eps : sequence of float
        Accuracies.
    repeats : int
        Random thresholds in [0, 1].

    Returns
    -------
    ndarray of int, shape (repeats, len(eps))
        The first number of labels at which the error is that small.
    """
    rng = check_rng(random_state)
    found = np.zeros((repeats, len(eps)), dtype=int)
    truth = rng.random(repeats)
    low = np.zeros(repeats)
    high = np.ones(repeats)
    alive = np.arange(repeats)
    used = 0
    while len(alive):
        x = rng.random((len(alive), block))
        below = x < truth[alive, None]
        lows = np.maximum.accumulate(np.where(below, x, low[alive, None]), axis=1)
        highs = np.minimum.accumulate(np.where(below, high[alive, None], x), axis=1)
        error = np.abs((lows + highs) / 2 - truth[alive, None])
        for k, wanted in enumerate(eps):
            near = error <= wanted
            now = near.any(axis=1) & (found[alive, k] == 0)
            found[alive[now], k] = used + 1 + near[now].argmax(axis=1)
        low[alive], high[alive], used = lows[:, -1], highs[:, -1], used + block
        alive = alive[(found[alive] == 0).any(axis=1)]
    return found


def _even(eps, rng):
    """Points eps apart: how many until no gap is longer."""
    return int(np.ceil(1 / eps - 1e-9)) - 1


def _halving_gaps(eps, rng):
    """Ask in the middle of the widest gap."""
    gaps = 1.0
    labels = 0
    while gaps > eps * (1 + 1e-9):
        labels = 2 * labels + 1
        gaps = gaps / 2
    return labels


def _random(eps, rng):
    """Ask anywhere, until no gap is longer."""
    points = np.array([0.0, 1.0])
    known = 0
    step = max(1, int(0.1 / eps))
    while np.diff(points).max() > eps:
        points = np.sort(np.concatenate([points, rng.random(step)]))
        known = known + step
    return known


def _left_to_right(eps, rng):
    """Ask a step of eps beyond the last point."""
    place = 0.0
    labels = 0
    while 1 - place > eps * (1 + 1e-9):
        place = place + eps
        labels = labels + 1
    return labels


#: Ways of asking while every answer is no.
SEEN_GAPS = {
    "even spacing": _even,
    "halve the widest gap": _halving_gaps,
    "at random": _random,
    "left to right": _left_to_right,
}


def gap_labels(eps, random_state=None):
    """Labels, all negative, until no interval longer than ``eps`` can hide: one number a strategy.

    Returns
    -------
    dict
        Name of the strategy -> labels.
    """
    rng = check_rng(random_state)
    return {name: ask(eps, rng) for name, ask in SEEN_GAPS.items()}


def _interval_pool(H, width, m, rng):
    """A pool, its labels by an interval of a width at a random place, and all errors."""
    n = H.n_instances
    start = int(rng.integers(0, n - width + 1))
    truth = int(np.flatnonzero((H.starts == start) & (H.stops == start + width))[0])
    pool = rng.integers(0, n, m)
    error = H.differences(np.ones(n, dtype=int), truth) / n
    return pool, np.where(H.positive_cells(truth)[pool], 1, -1), error


def labels_of_a2(H, width, m, random_state=None, delta=0.05):
    """Labels that A2 buys until all intervals in play have error below a quarter of the width.

    Parameters
    ----------
    H : IntervalClass
    width : int
        Cells of the best interval.
    m : int
        Pool.

    Returns
    -------
    float
        Infinite if the pool does not suffice.
    """
    rng = check_rng(random_state)
    pool, y, error = _interval_pool(H, width, m, rng)
    wanted = width / (4 * H.n_instances)
    learner = A2(H, delta, growth=0.02)
    learner.fit_pool(pool, y.__getitem__, stop=lambda alive: error[alive].max() < wanted)
    return float(learner.n_queries_) if error[learner.alive_].max() < wanted else np.inf


def labels_of_dhm(H, width, m, random_state=None, delta=0.05, c=1.0):
    """Labels that DHM buys until what it would return has, for good, error below width / 4."""
    rng = check_rng(random_state)
    pool, y, error = _interval_pool(H, width, m, rng)
    learner = DHM(H, delta, c, vc=2).fit_pool(pool, y.__getitem__)
    large = error[learner.path_] >= width / (4 * H.n_instances)
    if large[-1]:
        return np.inf
    last = np.flatnonzero(large)[-1] if large.any() else -1
    return float((~learner.guessed_[: last + 2]).sum())


def margin_labels(u, kappa, rng):
    """Labels -1 and 1 at signed distances ``u`` from the boundary."""
    right = 0.5 + np.minimum(0.5, np.abs(u) ** (kappa - 1))
    return np.where((rng.random(np.shape(u)) < right) == (u >= 0), 1, -1)


def excess_of_threshold(distance, kappa):
    """Excess error of a threshold at a distance from the best: the integral of 2 |eta - 1/2|."""
    distance = np.abs(distance)
    full = 0.5 ** (1 / (kappa - 1))  # from here on labels are sure
    near = np.minimum(distance, full)
    return 2 * near**kappa / kappa + np.maximum(distance - full, 0)


def noisy_halving_errors(kappa, n_bins, repeats, random_state=None, strength=4.0):
    r"""Excess errors of noisy halving for thresholds in [0.3, 0.7].

    The assumed edge is that half a cell from the threshold, :math:`(1/2M)^{\kappa-1}` for M cells,
    and the number of labels is ``strength`` over its square.

    Returns
    -------
    n_labels : int
    errors : ndarray, shape (repeats,)
    """
    rng = check_rng(random_state)
    edge = min(0.5, (0.5 / n_bins) ** (kappa - 1))
    n_labels = round(strength / edge**2)
    truth = rng.uniform(0.3, 0.7, repeats)
    found = probabilistic_bisection(
        lambda x: margin_labels(x - truth, kappa, rng), n_labels, n_bins, edge, repeats
    )
    return n_labels, excess_of_threshold(found.estimate - truth, kappa)


def erm_thresholds(x, y):
    """Thresholds of least training error, one a row: midway between two samples.

    Parameters
    ----------
    x, y : ndarray, shape (repeats, n)

    Returns
    -------
    ndarray, shape (repeats,)
    """
    order = np.argsort(x, axis=1)
    x = np.take_along_axis(x, order, 1)
    y = np.take_along_axis(y, order, 1)
    ends = np.pad(x, ((0, 0), (1, 1)), constant_values=((0, 0), (0, 1)))
    gain = np.pad(np.cumsum(-y, axis=1), ((0, 0), (1, 0)))  # of the first k samples below
    k = gain.argmax(axis=1)
    rows = np.arange(len(x))
    return (ends[rows, k] + ends[rows, k + 1]) / 2


def smooth_family(n_columns, n_heights, size, random_state=None):
    """Boundaries with bounded second derivative around 1/2 + 0.2 sin(2 pi x), itself among them.

    Sums of bumps (1 - (u / W)^2)^2 of height at most 3 W^2 side by side, at a random scale W: their
    second derivative is at most 24, that of the sine 8.

    Returns
    -------
    BoundaryClass
    truth : int
        Its row.
    """
    rng = check_rng(random_state)
    x = (np.arange(n_columns) + 0.5) / n_columns
    middle = 0.5 + 0.2 * np.sin(2 * np.pi * x)
    widths = 0.5 * 2.0 ** (-rng.uniform(0, 3.5, size))
    offsets = rng.random(size)
    cells = (x / (2 * widths[:, None])) + offsets[:, None]
    u = 2 * (cells % 1) - 1
    heights = np.minimum(3 * widths**2, 0.3) * 2.0 ** (-rng.integers(0, 4, size))
    signs = rng.integers(-1, 2, (size, 14))[np.arange(size)[:, None], cells.astype(int)]
    boundaries = middle + signs * heights[:, None] * (1 - u**2) ** 2
    truth = int(rng.integers(size))
    boundaries[truth] = middle
    rows = np.clip(np.round(boundaries * n_heights), 0, n_heights).astype(int)
    return BoundaryClass(rows, n_heights), truth


def smooth_learning_curves(H, truth, labels, random_state=None, kind="active", delta=0.05):
    """Excess errors of one run after given numbers of labels; margin noise with kappa = 2.

    Parameters
    ----------
    H : BoundaryClass
    truth : int
        Row of the true boundary.
    labels : sequence of int
        Increasing.
    kind : {"active", "passive"}
        A2 with Bernstein's bound; or least training error on labels drawn at random.

    Returns
    -------
    ndarray, shape (len(labels),)
    """
    rng = check_rng(random_state)
    check_in(kind, "kind", {"active", "passive"})
    n = H.n_heights
    excess = ((H.heights - H.heights[truth]) ** 2).mean(axis=1) / n**2
    if kind == "passive":
        best, (pool, y) = [], _margin_pool(H, truth, max(labels), rng)
        for k in labels:
            counts = [np.bincount(pool[:k][y[:k] == s], minlength=H.n_instances) for s in (1, -1)]
            best.append(int(np.argmin(H.errors(*counts))))
        return excess[best]
    history = _a2_history(H, truth, max(labels), rng, delta)
    bought = np.array([row["labels"] for row in history])
    rows = np.searchsorted(bought, labels, side="right") - 1
    return excess[[history[row]["returned"] for row in rows]]


def _margin_pool(H, truth, m, rng):
    """Random cells of the unit square, and their labels with margin noise of exponent 2."""
    pool = rng.integers(0, H.n_instances, m)
    column, cell = np.divmod(pool, H.n_heights)
    u = (cell + 0.5 - H.heights[truth][column]) / H.n_heights
    return pool, margin_labels(u, 2.0, rng)


def _a2_history(H, truth, n_labels, rng, delta):
    """What A2 notes while it buys so many labels."""
    pool, y = _margin_pool(H, truth, 12 * n_labels, rng)
    learner = A2(H, delta, "bernstein", growth=0.05)
    return learner.fit_pool(pool, y.__getitem__, max_labels=n_labels).history_


def regions_of_a2(H, truth, n_labels, random_state=None, delta=0.05):
    """Masses of the regions in which A2 buys, one after the other, in such a run.

    Returns
    -------
    list of float
    """
    history = _a2_history(H, truth, n_labels, check_rng(random_state), delta)
    return list(dict.fromkeys(row["mass"] for row in history))


def common_accuracies(active, passive, count=4):
    """Accuracies that both mean curves reach, from coarse to fine, evenly spaced in logarithm."""
    return np.geomspace(min(active[0], passive[0]), max(min(active), min(passive)), count)


def label_ratios(labels, active, passive, accuracies):
    """How many times more labels the passive learner needs for the same mean excess error.

    Parameters
    ----------
    labels : array_like of int, increasing
    active, passive : array_like
        Mean excess errors after so many labels.
    accuracies : array_like

    Returns
    -------
    ndarray
        Interpolated between logarithms; a curve that rises counts from its lowest point so far.
    """
    needed = [
        np.interp(-np.log(accuracies), -np.log(np.minimum.accumulate(curve)), np.log(labels))
        for curve in (passive, active)
    ]
    return np.exp(needed[0] - needed[1])
