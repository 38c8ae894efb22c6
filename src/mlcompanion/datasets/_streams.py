"""Generators of streams: points in the order in which they arrive.

Choromanska (2014), section 5.3, has one synthetic stream, 25 well-separated Gaussians in 15
dimensions; the stream that changes its regime and the one on a line are this project's.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["make_gaussian_stream", "make_line_stream", "make_regime_stream"]


def make_gaussian_stream(
    n_samples=1000, n_clusters=25, n_features=15, side=500.0, random_state=None
):
    """Draw a stationary stream from well-separated spherical Gaussians.

    ``x ~ N(c_z, I)`` with ``z`` uniform and the centres uniform in the cube ``[0, side]^d``. The
    thesis says only "25 well-separated Gaussians in R^15"; side and covariance are those of the
    k-means++ paper, whose data it names.

    Parameters
    ----------
    n_samples, n_clusters, n_features : int
    side : float
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_features), ``target`` (n_samples,), ``centers`` (n_clusters,
        n_features), ``DESCR``.
    """
    rng = check_rng(random_state)
    n = check_count(n_samples, "n_samples", low=1)
    k = check_count(n_clusters, "n_clusters", low=1)
    d = check_count(n_features, "n_features", low=1)
    centers = rng.uniform(0, check_real(side, "side", low=0, open_low=True), size=(k, d))
    target = rng.integers(k, size=n)
    data = centers[target] + rng.normal(size=(n, d))
    return Bunch(data=data, target=target, centers=centers, DESCR=f"{k} Gaussians in R^{d}")


def make_regime_stream(
    order=(0, 1, 2, 3, 1, 0, 3, 2),
    length=125,
    n_clusters=5,
    spread=4.0,
    noise=0.3,
    n_train=100,
    random_state=None,
):
    """Draw a stream in the plane whose set of clusters changes abruptly, and comes back.

    Regime ``r`` is a mixture of ``n_clusters`` Gaussians with centres ``N(0, spread^2 I)`` and
    standard deviation ``noise``. The stream visits the regimes in ``order``, ``length`` points
    each, and is standardized; so are ``n_train`` fresh points of every regime.

    Parameters
    ----------
    order : sequence of int
        Regimes in the order of their visits, numbered from 0.
    length, n_clusters, n_train : int
    spread, noise : float
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (len(order) * length, 2), ``target`` (the regime of each point), ``centers``
        (n_regimes, n_clusters, 2), ``train`` (n_regimes, n_train, 2), ``DESCR``.

    Raises
    ------
    ValueError
        If ``order`` is empty or skips a regime.
    """
    rng = check_rng(random_state)
    order = check_array(order, "order", ndim=1, min_rows=1, dtype=int, low=0)
    if set(order.tolist()) != set(range(order.max() + 1)):
        raise ValueError(f"order must visit the regimes 0, 1, ... without gaps, got {order}")
    length = check_count(length, "length", low=1)
    k = check_count(n_clusters, "n_clusters", low=1)
    n_train = check_count(n_train, "n_train", low=1)
    spread = check_real(spread, "spread", low=0, open_low=True)
    noise = check_real(noise, "noise", low=0)
    centers = rng.normal(scale=spread, size=(order.max() + 1, k, 2))

    def draw(regime, n):
        return centers[regime, rng.integers(k, size=n)] + rng.normal(scale=noise, size=(n, 2))

    data = np.vstack([draw(regime, length) for regime in order])
    train = np.stack([draw(regime, n_train) for regime in range(len(centers))])
    shift = data.mean(axis=0)  # of the stream; training points and centres move along
    scale = data.std(axis=0)
    return Bunch(
        data=(data - shift) / scale,
        target=np.repeat(order, length),
        centers=(centers - shift) / scale,
        train=(train - shift) / scale,
        DESCR=f"{len(centers)} regimes of {k} Gaussians in the plane, {len(order)} visits",
    )


def make_line_stream(n_samples=200, n_clusters=4, side=10.0, noise=0.3, random_state=None):
    """Draw a stationary stream on a line, where the optimal k-means cost can be had exactly.

    Parameters
    ----------
    n_samples, n_clusters : int
    side, noise : float
        Centres are uniform in ``[0, side]``; ``noise`` is the standard deviation around them.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, 1), ``target``, ``centers`` (n_clusters, 1), ``DESCR``.
    """
    rng = check_rng(random_state)
    n = check_count(n_samples, "n_samples", low=1)
    k = check_count(n_clusters, "n_clusters", low=1)
    centers = rng.uniform(0, check_real(side, "side", low=0, open_low=True), size=(k, 1))
    target = rng.integers(k, size=n)
    noise = check_real(noise, "noise", low=0)
    data = centers[target] + rng.normal(scale=noise, size=(n, 1))
    return Bunch(data=data, target=target, centers=centers, DESCR=f"{k} Gaussians on a line")
