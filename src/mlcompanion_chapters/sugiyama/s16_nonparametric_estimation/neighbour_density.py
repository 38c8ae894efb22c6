"""Checks on Sugiyama (2016), section 16.4.1: the density from the k-th neighbour, and which k."""

import numpy as np
from scipy.spatial import cKDTree
from scipy.special import ndtr, ndtri
from scipy.stats import norm

from mlcompanion._validation import check_rng
from mlcompanion.density import cross_validate_neighbours
from mlcompanion.density.estimates import log_ball_density

from .nonparametric_density import LAW, throw

__all__ = [
    "consistency_errors",
    "neighbour_choices",
    "neighbour_masses",
]


def neighbour_choices(ks=(10, 50, 100), others=(22,), n=500, repeats=40, random_state=None):
    """Neighbour estimates with k by cross validation, as Eq. (16.8) and as Fig. 16.14 has it.

    Returns
    -------
    errors : ndarray, shape (repeats, len(ks) + len(others))
        Squared errors on 1,000 points of [0, 5], k-th neighbour.
    further : ndarray, shape (repeats, len(ks))
        The same with the radius to the (k + 1)-th neighbour.
    chosen, chosen_further : ndarray of int, shape (repeats,)
        Places in ``ks``, by the k-th and by the (k + 1)-th neighbour, same folds.
    """
    rng = check_rng(random_state)
    points = np.linspace(0, 5, 1000)[:, None]
    truth = LAW.pdf(points[:, 0])
    errors = []
    further = []
    chosen = []
    for _ in range(repeats):
        X = throw((n, 1), rng)
        seed = int(rng.integers(2**31))
        scores = [cross_validate_neighbours(X, ks, 5, seed, further=more) for more in (0, 1)]
        chosen.append(np.argmax(scores, axis=1))
        radii = cKDTree(X).query(points, k=[*ks, *others, *(k + 1 for k in ks)])[0]
        gaps = np.exp(log_ball_density([*ks, *others, *ks], n, radii, 1)) - truth[:, None]
        square = 5 * (gaps**2).mean(axis=0)
        errors.append(square[: -len(ks)])
        further.append(square[-len(ks) :])
    return np.array(errors), np.array(further), *np.transpose(chosen)


def neighbour_masses(ks, n=400, repeats=20_000, random_state=None):
    """True probability of the interval that reaches to the k-th of n samples from a fresh point.

    Parameters
    ----------
    ks : sequence of int
    n, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (repeats, len(ks))
    """
    rng = check_rng(random_state)
    ks = np.asarray(ks)
    masses = np.empty((repeats, len(ks)))
    rows = max(1, 10**6 // n)
    for i in range(0, repeats, rows):
        m = min(rows, repeats - i)
        fresh = throw((m, 1), rng)
        x = throw((m, n), rng)
        radii = np.partition(np.abs(x - fresh), ks - 1, axis=1)[:, ks - 1]
        masses[i : i + m] = LAW.cdf(fresh + radii) - LAW.cdf(fresh - radii)
    return masses


def consistency_errors(n, ks, at=2.0, repeats=200, random_state=None):
    """Median relative error of the neighbour estimate at a point, from standard normal samples.

    Samples further than 1 from the point are counted but not drawn: their number is binomial, and
    they are no near neighbours.

    Parameters
    ----------
    n : int
    ks : sequence of int
        Well below the expected number of near samples.
    at : float
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (len(ks),)
    """
    rng = check_rng(random_state)
    ks = np.asarray(ks)
    estimates = []
    low, high = ndtr([at - 1, at + 1])
    for _ in range(repeats):
        gaps = np.abs(ndtri(rng.uniform(low, high, rng.binomial(n, high - low))) - at)
        radii = np.partition(gaps, ks - 1)[ks - 1]
        estimates.append(np.exp(log_ball_density(ks, n, radii, 1)))
    return np.median(np.abs(np.array(estimates) / norm.pdf(at) - 1), axis=0)
