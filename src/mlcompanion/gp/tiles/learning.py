"""Hyperparameters of tiles: one set for all of them, or one for each.

Park, Huang and Ding (2011), section 5.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_has,
    check_instance,
    check_real,
    check_rng,
)

from ..covariances import SquaredExponential
from ..regressor import gp_log_likelihood
from .mesh import TileMesh

__all__ = ["Hyperparameters", "tile_hyperparameters"]

_RANGE = 7.0  # the search stays within a factor of e^7, about a thousand, of its start
_QUIET = 1e-8  # least noise, as a share of the process's variance: below it factors fail
_SHRINKS = 2.0 ** np.arange(7)  # widths tried first, as parts of a set's extent
_SHARES = (0.02, 0.2, 0.6)  # shares of the targets' variance tried first as noise
_SETS = 8  # from which common hyperparameters are learnt
_LEARN_FROM = 400  # data of each of them
_FEW = 10  # data below which a tile keeps the common hyperparameters


class Hyperparameters(NamedTuple):
    """A covariance and the variance of the noise."""

    covariance: object
    noise_variance: float


def summed_likelihood(sets, covariance, noise_variance):
    r"""Log likelihood of several sets as if they were independent, and its slopes.

    Parameters
    ----------
    sets : list of (array_like (n_j, d), array_like (n_j,))
        Inputs, and targets of mean zero.
    covariance : Covariance
    noise_variance : float
        In squared units of the targets; positive.

    Returns
    -------
    value : float
        :math:`-\sum_j\mathrm{ML}_j(\theta)`.
    slopes : ndarray, shape (p + 1,)
        In ``covariance.log_parameters``, and last in the logarithm of the noise's variance.

    Raises
    ------
    ValueError
        As :func:`mlcompanion.gp.gp_log_likelihood`.

    Notes
    -----
    Cost: O(N B^2) for sets of B points. Source: Park, Huang and Ding (2011), Eqs. (22) and (23).
    """
    parts = [gp_log_likelihood(covariance, noise_variance, X, y) for X, y in sets]
    return float(sum(value for value, _ in parts)), np.sum([slopes for _, slopes in parts], axis=0)


def start_parameters(sets):
    """A squared exponential with a width a column, the best of a small grid on the given sets.

    Parameters
    ----------
    sets : list of (array_like (n_j, d), array_like (n_j,))
        Inputs, and targets of mean zero.

    Returns
    -------
    Hyperparameters

    Notes
    -----
    21 evaluations of :func:`summed_likelihood`.
    """
    inputs = [check_array(X, "sets", ndim=2) for X, _ in sets]
    extents = np.max([np.ptp(X, axis=0) for X in inputs], axis=0)
    extents[extents == 0] = 1.0
    total = sum(float(np.square(y).sum()) for _, y in sets)
    power = total / sum(len(X) for X in inputs) or 1.0
    best = (-np.inf, None)
    for shrink in _SHRINKS:
        for share in _SHARES:
            tried = SquaredExponential(extents / shrink, np.sqrt(power * (1 - share)))
            value, _ = summed_likelihood(sets, tried, share * power)
            best = max(best, (value, Hyperparameters(tried, share * power)), key=lambda b: b[0])
    return best[1]


def _climb(sets, start, n_steps):
    """L-BFGS on the summed likelihood, from given hyperparameters."""
    first = np.append(start.covariance.log_parameters, np.log(start.noise_variance))
    limits = np.column_stack([first - _RANGE, first + _RANGE])
    limits[-1, 0] = min(max(limits[-1, 0], np.log(_QUIET) + 2 * first[0]), first[-1])

    def loss(values):
        tried = start.covariance.with_log_parameters(values[:-1])
        try:
            value, slopes = summed_likelihood(sets, tried, float(np.exp(values[-1])))
        except ValueError:  # too little noise here: the line search steps back
            return np.inf, np.zeros_like(values)
        return -value, -slopes

    options = {"maxiter": n_steps}
    run = minimize(loss, first, jac=True, method="L-BFGS-B", bounds=limits, options=options)
    return Hyperparameters(
        start.covariance.with_log_parameters(run.x[:-1]), float(np.exp(run.x[-1]))
    )


def unit_box(X, like=None):
    """Columns less their least value, in units of their range, or of another set's."""
    like = X if like is None else like
    low = like.min(axis=0)
    extents = np.ptp(like, axis=0)
    return (X - low) / np.where(extents > 0, extents, 1)


def halved_clusters(X, count):
    """Rows in ``count`` clusters of nearly equal size, by halving the widest one at its median.

    Widths are shares of the whole set's, so that units do not matter. Unlike those of k-means the
    sizes are balanced; the cost is O(n log n log(count)).
    """
    X = unit_box(X)
    parts = [(np.arange(len(X)), count)]
    done = []
    while parts:
        rows, wanted = parts.pop()
        if wanted == 1 or len(rows) < 2:
            done.append(rows)
            continue
        axis = int(np.argmax(np.ptp(X[rows], axis=0)))
        order = rows[np.argsort(X[rows, axis], kind="stable")]
        left = wanted // 2
        cut = len(rows) * left // wanted
        parts += [(order[:cut], left), (order[cut:], wanted - left)]
    return [rows for rows in done if len(rows)]


def _sample(X, y, most, rng):
    """At most this many data of a tile, those around one of them: their density stays the same."""
    if len(X) <= most:
        return X, y
    scaled = unit_box(X)
    distances = np.square(scaled - scaled[rng.integers(len(X))]).sum(axis=1)
    nearest = np.argpartition(distances, most - 1)[:most]
    return X[nearest], y[nearest]


def fitted_parameters(sets, given, n_steps, rng):
    """Hyperparameters as they are given, or learnt from at most eight of the sets.

    Parameters
    ----------
    sets : list of (ndarray (n_j, d), ndarray (n_j,))
        Inputs, and targets of mean zero.
    given : (Covariance or None, float or None)
    n_steps : int
    rng : Generator

    Returns
    -------
    Hyperparameters

    Raises
    ------
    ValueError
        If one of both is given.
    """
    covariance, noise = given
    n_steps = check_count(n_steps, "n_steps", low=1)
    if (covariance is None) != (noise is None):
        raise ValueError("noise_variance and covariance are given together or not at all")
    if covariance is not None:
        check_has(covariance, "covariance", "gradients", "variances", "with_log_parameters")
        return Hyperparameters(
            covariance, check_real(noise, "noise_variance", low=0, open_low=True)
        )
    chosen = rng.permutation(len(sets))[:_SETS]
    few = [_sample(*sets[j], _LEARN_FROM, rng) for j in chosen]
    return _climb(few, start_parameters(few), n_steps)


def tile_hyperparameters(
    mesh,
    X,
    y,
    start=None,
    *,
    local=False,
    n_learn=400,
    n_tiles=8,
    n_steps=50,
    random_state=None,
):
    """Learn hyperparameters by the likelihood of tiles.

    Parameters
    ----------
    mesh : TileMesh
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Targets; their mean is subtracted.
    start : Hyperparameters, optional
        Where the search starts; default :func:`start_parameters`.
    local : bool
        One set for each tile, each search starting from the common one; else one for all. A tile of
        fewer than ten data keeps the common one.
    n_learn : int
        Data of a tile that are used at most: a cluster around one of them.
    n_tiles : int
        Tiles that the common set is learnt from, drawn at random among those that are not empty.
    n_steps : int
        Steps of each search.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    list of Hyperparameters
        One for each tile.

    Raises
    ------
    ValueError
        If shapes disagree.

    Notes
    -----
    Cost: O(n_steps (n_tiles or m) n_learn^3). Source: Park, Huang and Ding (2011), section 5.
    """
    check_instance(mesh, "mesh", TileMesh)
    X = check_array(X, "X", shape=(None, mesh.n_axes), min_rows=1)
    y = check_array(y, "y", shape=(len(X),))
    most = check_count(n_learn, "n_learn", low=1)
    count = check_count(n_tiles, "n_tiles", low=1)
    n_steps = check_count(n_steps, "n_steps", low=1)
    local = check_flag(local, "local")
    if start is not None:
        check_instance(start, "start", Hyperparameters)
    rng = check_rng(random_state)
    y = y - y.mean()
    sets = [_sample(X[rows], y[rows], most, rng) for rows in mesh.members(X)]
    filled = np.flatnonzero([len(inputs) for inputs, _ in sets])
    chosen = rng.permutation(filled)[:count]
    few = [sets[j] for j in chosen]
    if start is None:
        start = start_parameters(few)
    common = _climb(few, start, n_steps)
    if not local:
        return [common] * mesh.n_tiles
    return [_climb([piece], common, n_steps) if len(piece[1]) >= _FEW else common for piece in sets]
