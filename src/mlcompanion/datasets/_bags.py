"""Bags of candidate labels around true ones: the noise models of Cour, Sapp and Taskar (2011).

Table 3 and footnote 3 of section 7.3, and a simulated series of scenes with casts for section 8.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["make_bags", "make_casts"]


def _labels(y, n_classes):
    y = check_array(y, "y", ndim=1, min_rows=1, dtype=int, low=0)
    least = max(2, int(y.max()) + 1)
    return y, least if n_classes is None else check_count(n_classes, "n_classes", low=least)


def make_bags(y, q=1, *, p=1.0, epsilon=None, n_classes=None, random_state=None):
    """Hide every label among others.

    Parameters
    ----------
    y : array_like of int, shape (n,)
        True labels 0, 1, ...
    q : int
        Extra labels of an ambiguous example, drawn uniformly without replacement.
    p : float
        Share of ambiguous examples, rounded to whole ones.
    epsilon : float, optional
        Instead, with ``q=1``: every label has a companion, drawn once, which is the extra label
        with this probability; else one of the others, uniformly.
    n_classes : int, optional
        Number of labels; default the largest in ``y`` plus 1, at least 2.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of bool, shape (n, n_classes)

    Raises
    ------
    ValueError
        If there are not ``q`` other labels, or ``epsilon`` is given with another ``q``.

    Notes
    -----
    Source: Cour, Sapp and Taskar (2011), Table 3 and footnote 3.

    Examples
    --------
    >>> make_bags([0, 1, 2, 2], 1, random_state=0).sum(axis=1).tolist()
    [2, 2, 2, 2]
    """
    y, L = _labels(y, n_classes)
    q = check_count(q, "q", low=0, high=L - 1)
    p = check_real(p, "p", low=0, high=1)
    rng = check_rng(random_state)
    n = len(y)
    keys = rng.random((n, L))  # the q smallest of a row become its extra labels
    if epsilon is not None:
        epsilon = check_real(epsilon, "epsilon", low=0, high=1)
        if q != 1:
            raise ValueError(f"epsilon wants q=1, got q={q}")
        companion = (np.arange(L) + rng.integers(1, L, L)) % L  # never the label itself
        # of two labels only the other is left
        followed = rng.random(n) < (epsilon if L > 2 else 1.0)
        # the companion comes before all others, or after them
        keys[np.arange(n), companion[y]] = np.where(followed, -1.0, 2.0)
    keys[np.arange(n), y] = 3.0  # the largest: the true label is no extra one
    extra = np.zeros((n, L), dtype=bool)
    np.put_along_axis(extra, np.argsort(keys, axis=1)[:, :q], True, axis=1)
    ambiguous = np.zeros(n, dtype=bool)
    ambiguous[rng.permutation(n)[: round(p * n)]] = True
    bags = extra & ambiguous[:, None]
    bags[np.arange(n), y] = True
    return bags


def make_casts(y, n_scenes=200, *, wrong=0.01, n_classes=None, random_state=None):
    """Give every face the cast of a scene in which its character appears.

    Scenes have one to three characters, 2.13 as seen from a face. The first is drawn as often as
    faces show it; who joins is drawn from the first one's acquaintances, whose weights are
    exponential, so that some pairs meet often. Every face stands in a scene of its character.

    Parameters
    ----------
    y : array_like of int, shape (n,)
        Characters 0, 1, ... of the faces.
    n_scenes : int
        Different scenes; few scenes make few different casts.
    wrong : float
        Probability that the cast names another character in place of the face's own.
    n_classes : int, optional
        Number of characters; default the largest in ``y`` plus 1, at least 2.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of bool, shape (n, n_classes)

    Notes
    -----
    A character without a scene gets one of its own. The project's own generator, with the sizes
    that Cour, Sapp and Taskar (2011), sections 8.2 and 8.3, tell of a television series.

    Examples
    --------
    >>> casts = make_casts([0, 1, 2] * 100, 20, wrong=0.0, random_state=0)
    >>> sorted(set(casts.sum(axis=1).tolist()))
    [1, 2, 3]
    """
    y, L = _labels(y, n_classes)
    n_scenes = check_count(n_scenes, "n_scenes", low=1)
    wrong = check_real(wrong, "wrong", low=0, high=1)
    rng = check_rng(random_state)
    n = len(y)
    often = np.bincount(y, minlength=L) / n
    liking = rng.exponential(size=(L, L))
    # a scene of k characters is seen k times as often as it is drawn: 1 : 2 : 3 becomes 2.13 a face
    sizes = rng.choice([1, 2, 3], n_scenes, p=np.array([0.2, 0.235, 0.11]) / 0.545)
    first = rng.choice(L, n_scenes, p=often)
    keys = rng.exponential(size=(n_scenes, L)) / liking[first]  # the smallest come along
    keys[np.arange(n_scenes), first] = -1.0
    ranks = np.argsort(np.argsort(keys, axis=1), axis=1)
    # behind them a scene of its own for each character
    scenes = np.vstack([ranks < sizes[:, None], np.eye(L, dtype=bool)])
    bags = np.zeros((n, L), dtype=bool)
    for a in np.unique(y):
        faces = np.flatnonzero(y == a)
        own = np.flatnonzero(scenes[:n_scenes, a])
        bags[faces] = scenes[rng.choice(own if own.size else [n_scenes + a], faces.size)]
    for i in np.flatnonzero(rng.random(n) < wrong):
        others = np.flatnonzero(~bags[i])
        if others.size:
            bags[i, y[i]] = False
            bags[i, rng.choice(others)] = True
    return bags
