"""Searches in whole numbers for a law that breaks a bound on its tail.

Sugiyama (2016), Sections 8.1 and 8.2. A law has up to eight points x, integers, with integer
weights w; its probabilities are w / W with W their sum. Multiplied by the denominators, both sides
of every inequality are integers: nothing is rounded, and thresholds may stand exactly on a point.
"""

import numpy as np

from mlcompanion._validation import check_rng

__all__ = [
    "attained_violations",
    "random_laws",
    "random_violations",
    "squaring_failures",
]

_STEP = 7  # points are multiples of 7, thresholds any integer


def random_laws(n_laws, random_state, *, low=-20, n_points=(2, 8)):
    """Points and weights of random laws.

    Parameters
    ----------
    n_laws : int
    random_state : int or Generator
    low : int
        Points are 7 times an integer from ``low`` to 20.
    n_points : (int, int)
        Least and greatest number of points.

    Returns
    -------
    x, w : ndarray of int, shape (n_laws, n_points[1])
        Weight 0 where a law has fewer points.
    """
    rng = check_rng(random_state)
    shape = (n_laws, n_points[1])
    x = _STEP * rng.integers(low, 21, size=shape)
    w = rng.integers(1, 10, size=shape)
    many = rng.integers(n_points[0], n_points[1] + 1, size=(shape[0], 1))
    return x, np.where(np.arange(shape[1]) < many, w, 0)


def _weight(w, inside):
    """Weight of the points inside, for each threshold: ``inside`` has shape (law, threshold, x)."""
    return (w[:, None] * inside).sum(axis=2)


def _union(w, events):
    """Both sides for events given as points that they hold, shape (law, event, x)."""
    return (w * events.any(axis=1)).sum(axis=1), _weight(w, events).sum(axis=1)


def _markov(x, w, a):
    """Pr(x >= a) a and E[x], times W."""
    return _weight(w, x[:, None] >= a[..., None]) * a, (w * x).sum(axis=1)[:, None]


def _centred(x, w):
    """W, z = W (x - E), and S = W^2 V: integers."""
    total = w.sum(axis=1)
    z = w.sum(axis=1)[:, None] * x - (w * x).sum(axis=1)[:, None]
    return total[:, None], z, ((w * z**2).sum(axis=1) // total)[:, None]


def _cantelli(x, w, e, sign):
    """Pr(sign (x - E) >= e / W) (V + e^2 / W^2) and V, times W^3."""
    total, z, spread = _centred(x, w)
    return _weight(w, sign * z[:, None] >= e[..., None]) * (spread + e**2), total * spread


def _chebyshev(x, w, e):
    """Pr(|x - E| >= e / W) e^2 / W^2 and V, times W^3."""
    total, z, spread = _centred(x, w)
    return _weight(w, abs(z)[:, None] >= e[..., None]) * e**2, total * spread


def _interval(x, w, low, high):
    """Pr(x <= low or x >= high) r^2 and V + (E - c)^2, times 4 W^2."""
    total, _, spread = _centred(x, w)
    points = x[:, None]
    outside = _weight(w, (points <= low[..., None]) | (points >= high[..., None]))
    shift = 2 * (w * x).sum(axis=1)[:, None] - total * (low + high)
    return outside * total * (high - low) ** 2, 4 * spread + shift**2


def _count(sides, cut):
    """Cases in which the probability exceeds the bound times ``cut / 10``."""
    probability, bound = sides
    return int(np.sum(10 * probability > cut * bound))


def random_violations(n_laws, random_state):
    """How many random cases break each inequality.

    Parameters
    ----------
    n_laws : int
        Laws for each inequality. Thresholds are every point and ten random values; intervals and
        families of events are ten, and one, a law.
    random_state : int or Generator

    Returns
    -------
    dict of str to (int, int)
        Violations and cases: union, Markov, Cantelli up, Cantelli down, Chebyshev, interval.
    """
    rng = check_rng(random_state)
    x, w = random_laws(n_laws, rng)
    positive, weights = random_laws(n_laws, rng, low=0)
    events = rng.random((len(x), 6, x.shape[1])) < 0.3
    events &= (np.arange(6) < rng.integers(2, 7, size=(len(x), 1)))[..., None]
    at_points = np.maximum(np.where(weights > 0, positive, 1), 1)
    a = np.concatenate([at_points, rng.integers(1, 160, size=(len(x), 10))], axis=1)
    z = _centred(x, w)[1]
    some = rng.integers(1, 10_000, size=(len(x), 10))
    e = np.concatenate([np.maximum(abs(np.where(w > 0, z, 1)), 1), some], axis=1)
    low = rng.integers(-200, 150, size=(len(x), 10))
    sides = {
        "union": _union(w, events),
        "Markov": _markov(positive, weights, a),
        "Cantelli up": _cantelli(x, w, e, 1),
        "Cantelli down": _cantelli(x, w, e, -1),
        "Chebyshev": _chebyshev(x, w, e),
        "interval": _interval(x, w, low, low + rng.integers(1, 300, size=low.shape)),
    }
    return {name: (_count(pair, 10), pair[0].size) for name, pair in sides.items()}


def attained_violations(n_laws, random_state, *, cut=9):
    """The same for laws that attain the bounds, with each bound cut to ``cut / 10``.

    Events without overlap; points 0 and a; two points; three points, symmetric around the mean or,
    with unequal ends, around the middle of an interval.

    Parameters
    ----------
    n_laws : int
    random_state : int or Generator
    cut : int
        10 leaves the bounds as they are.

    Returns
    -------
    dict of str to int
    """
    rng = check_rng(random_state)
    x, w = random_laws(n_laws, rng, n_points=(2, 2))
    x = np.sort(x, axis=1) + np.array([0, _STEP])  # two different points
    z = _centred(x, w)[1]
    b = rng.integers(1, 100, size=(len(x), 1))
    three = np.concatenate([-b, 0 * b, b], axis=1)
    ends = rng.integers(1, 10, size=(len(x), 3))
    even = ends[:, [0, 1, 0]]
    owner = rng.integers(0, 6, size=(len(x), 1, 8))
    sides = {
        "union": _union(random_laws(n_laws, rng)[1], owner == np.arange(6)[:, None]),
        "Markov": _markov(b * [0, 1], w, b),
        "Cantelli up": _cantelli(x, w, z[:, 1:], 1),
        "Cantelli down": _cantelli(x, w, -z[:, :1], -1),
        "Chebyshev": _chebyshev(three, even, even.sum(axis=1)[:, None] * b),
        "interval": _interval(three, ends, -b, b),
    }
    return {name: _count(pair, cut) for name, pair in sides.items()}


def squaring_failures(n_laws, random_state):
    """Laws of a number a with ``Pr(a >= b) > Pr(a^2 >= b^2)``, for b below 0 and not below 0.

    Parameters
    ----------
    n_laws : int
        Each with one b between -3 and 3 (the points reach from -20 to 20).
    random_state : int or Generator

    Returns
    -------
    negative, positive : int
    """
    rng = check_rng(random_state)
    x, w = random_laws(n_laws, rng, n_points=(2, 6))
    b = rng.integers(-3 * _STEP, 3 * _STEP + 1, size=(len(x), 1))
    fails = (w * (x >= b)).sum(axis=1) > (w * (x**2 >= b**2)).sum(axis=1)
    return int(np.sum(fails & (b[:, 0] < 0))), int(np.sum(fails & (b[:, 0] >= 0)))
