"""The experiments of Ozertem and Erdogmus (2011), section 4, one data set a call.

The source's spiral and snow crystal are not available, its generators are not printed; those of
:mod:`mlcompanion.datasets` stand in. Seconds are of the processor.
"""

from time import process_time

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial import cKDTree
from sklearn.mixture import GaussianMixture

from mlcompanion._validation import check_array, check_in
from mlcompanion.datasets import (
    make_crescents,
    make_fading_channel,
    make_helix,
    make_planar_mixture,
    make_spiral,
)
from mlcompanion.density import knn_bandwidth, loo_ml_bandwidth
from mlcompanion.manifold import (
    GaussianKDEField,
    GaussianMixtureField,
    KDERidge,
    denoise_by_ridge,
    nearest_on_segments,
    scms,
)
from mlcompanion.manifold.ridges.polylines import polygonal_line, polyline_pieces

__all__ = [
    "channel_errors",
    "component_ridges",
    "crescent_scores",
    "curve_scores",
    "dimension_errors",
    "helix_scores",
    "spiral_polygonal",
    "spiral_scms",
]

_TEST = 100_000  # seeds of test sets begin here


def _spiral(sigma, seed, n_samples=200):
    return make_spiral(n_samples, sigma, seed), make_spiral(200, sigma, _TEST + seed)


def spiral_scms(sigma, seed):
    """Table 2: the ridge of a noisy spiral, on 200 further points.

    Parameters
    ----------
    sigma : float
        Radial noise.
    seed : int

    Returns
    -------
    dict
        ``err`` and ``raw``, the sums over the test points of the squared distance to where they
        were before the noise, with and without projection; ``sec`` for the bandwidth and the
        training points, ``bandwidth``, ``sweeps`` (mean).
    """
    train, test = _spiral(sigma, seed)
    KDERidge().fit(train.data[:10])  # what is compiled on first use is compiled now
    start = process_time()
    ridge = KDERidge().fit(train.data)
    sec = process_time() - start
    return {
        "err": float(((ridge.project(test.data) - test.clean) ** 2).sum()),
        "raw": float(((test.data - test.clean) ** 2).sum()),
        "sec": sec,
        "bandwidth": float(ridge.bandwidth_),
        "sweeps": float(ridge.result_.n_iter.mean()),
    }


def spiral_polygonal(sigma, seed, penalty):
    """The same data, test points and error for Kégl's polygonal line with a given penalty."""
    train, test = _spiral(sigma, seed)
    start = process_time()
    line = polygonal_line(train.data, penalty)
    sec = process_time() - start
    found = nearest_on_segments(test.data, polyline_pieces(line))[0]
    return {"err": float(((found - test.clean) ** 2).sum()), "sec": sec}


def curve_scores(points, data, segments, noise):
    """How well points draw a known shape (Figure 13).

    Parameters
    ----------
    points : array_like, shape (n_points, n_features)
        The projections.
    data : array_like, shape (n_samples, n_features)
        Before projection.
    segments : array_like, shape (n_segments, 2, n_features)
        The shape.
    noise : float
        Standard deviation around it.

    Returns
    -------
    dict
        ``near``, the share of points within one ``noise`` of the shape; ``cover``, the share of
        places of the shape, evenly spaced half a ``noise`` apart, with a point within three;
        ``err`` and ``raw``, mean distances of points and data.
    """
    segments = check_array(segments, "segments", ndim=3, min_rows=1)
    err = nearest_on_segments(points, segments)[2]
    places = []
    for start, end in segments:
        count = int(np.ceil(2 * np.linalg.norm(end - start) / noise)) + 1
        places.append(start + np.linspace(0, 1, count)[:, None] * (end - start))
    gaps = cKDTree(points).query(np.concatenate(places))[0]
    return {
        "near": float((err <= noise).mean()),
        "cover": float((gaps <= 3 * noise).mean()),
        "err": float(err.mean()),
        "raw": float(nearest_on_segments(data, segments)[2].mean()),
    }


def _helicoid_distance(points):
    """Distance to the surface that the radius sweeps along (cos t, sin t, t / 4)."""
    t = np.linspace(-0.5, 4 * np.pi + 0.5, 3000)
    x, y, z = points.T[:, :, None]
    outward = x * np.cos(t) + y * np.sin(t) > 0  # the radius, not the whole line
    square = (x * np.sin(t) - y * np.cos(t)) ** 2 + (z - t / 4) ** 2
    return np.sqrt(np.where(outward, square, np.inf).min(axis=1))


def _across(points, clean_angle):
    """Radial and binormal directions at the helix's nearest angle."""
    t = clean_angle
    radial = np.column_stack([np.cos(t), np.sin(t), np.zeros_like(t)])
    tangent = np.column_stack([-np.sin(t), np.cos(t), np.full_like(t, 0.25)]) / np.sqrt(1.0625)
    return radial, np.cross(tangent, radial)


def helix_scores(noise, seed, *, n_samples=500, bandwidth=None, max_iter=500):
    """A curve and a surface from one cloud around a helix (Figure 14).

    Parameters
    ----------
    noise : tuple of three floats
        Standard deviations (radial, axial, tangential).
    seed : int
    n_samples : int
    bandwidth : float, optional
        Default leave-one-out maximum likelihood.
    max_iter : int

    Returns
    -------
    dict
        ``err1``, ``raw1``: mean distance of the projections for d = 1, and of the data, from the
        helix; ``err2``, ``raw2``: for d = 2 from the surface swept by the radius; ``kept``: spread
        of the radius after that projection over before; ``angle``: median angle in degrees, across
        the helix, between the direction removed and the one across the radius; ``bandwidth``;
        ``points``, the two sets of projections, and ``data``.
    """
    cloud = make_helix(n_samples, noise, random_state=seed)
    width = loo_ml_bandwidth(cloud.data) if bandwidth is None else bandwidth
    field = GaussianKDEField(cloud.data, width)
    curve, surface = (
        scms(field, cloud.data, dim=d, tol=1e-4, max_iter=max_iter).points for d in (1, 2)
    )
    helix = polyline_pieces(cloud.curve)
    _, position, _ = nearest_on_segments(surface, helix)
    radial, binormal = _across(surface, position / np.sqrt(1.0625))
    removed = np.linalg.eigh(field.local_inverse_covariance(surface))[1][:, :, 2]
    wide, narrow = (np.abs((removed * e).sum(axis=1)) for e in (radial, binormal))
    radii = [np.hypot(*points[:, :2].T) for points in (surface, cloud.data)]
    return {
        "err1": nearest_on_segments(curve, helix)[2].mean(),
        "raw1": nearest_on_segments(cloud.data, helix)[2].mean(),
        "err2": _helicoid_distance(surface).mean(),
        "raw2": _helicoid_distance(cloud.data).mean(),
        "kept": radii[0].std() / radii[1].std(),
        "angle": np.median(np.degrees(np.arctan2(wide, narrow))),
        "bandwidth": width,
        "points": (curve, surface),
        "data": cloud.data,
    }


def dimension_errors(n_features, n_samples, seed):
    """Principal line against density ridge on Gaussian data (Figure 19).

    The covariance is diag(1, 1/4, ..., 1/4), the error the squared distance to the projection on
    the true first axis through the true mean.

    Parameters
    ----------
    n_features, n_samples, seed : int

    Returns
    -------
    dict
        ``line`` and ``curve``, natural logarithms of the mean squared errors of the first principal
        axis of the sample and of the ridge; ``raw``, that of the data as they are.
    """
    scale = np.r_[1, np.full(n_features - 1, 0.5)]
    X = np.random.default_rng(seed).normal(size=(n_samples, n_features)) * scale
    truth = X * (np.arange(n_features) == 0)
    center = X.mean(axis=0)
    axis = np.linalg.svd(X - center, full_matrices=False)[2][:1]
    found = {
        "line": center + (X - center) @ axis.T @ axis,
        "curve": KDERidge(tol=1e-3, max_iter=50).fit(X).ridge_,
        "raw": X,
    }
    return {name: float(np.log(((Y - truth) ** 2).sum(axis=1).mean())) for name, Y in found.items()}


def component_ridges(components, seed, *, reg_covar=1e-4):
    """How far the ridge moves when a mixture has the wrong number of components (Figure 21).

    Parameters
    ----------
    components : sequence of int
    seed : int
        Of 400 points from the three-part mixture.
    reg_covar : float
        Added to the variances of every component by expectation-maximisation.

    Returns
    -------
    dict
        ``J``: for each number of components the mean squared distance between the projections of
        the data under that fit and under the fit with three; ``kernel``: the same for a kernel
        estimate.
    """
    X = make_planar_mixture("three", 400, seed).data

    def ridge(field):
        return scms(field, X, tol=1e-4, max_iter=300).points

    def fitted(k):
        fit = GaussianMixture(k, random_state=0, reg_covar=reg_covar, tol=1e-2).fit(X)
        return ridge(GaussianMixtureField(fit.weights_, fit.means_, fit.covariances_))

    three = fitted(3)
    kernel = ridge(GaussianKDEField(X, loo_ml_bandwidth(X)))
    return {
        "J": [float(((fitted(k) - three) ** 2).sum(axis=1).mean()) for k in components],
        "kernel": float(((kernel - three) ** 2).sum(axis=1).mean()),
    }


def _peaks(ends, gap=0.03):
    """One place for each group of ends of walks; by single linkage, groups are a gap apart."""
    group = fcluster(linkage(ends, "single"), gap, "distance")
    return np.array([ends[group == k].mean(axis=0) for k in np.unique(group)])


def crescent_scores(widths, seed, *, factor=1.0):
    """Outliers around two crescents (Figure 3): false modes, and the error on the good points.

    Parameters
    ----------
    widths : {"constant", "variable"}
        One width for all kernels, or widths proportional to the distance to the neighbours; scaled
        by leave-one-out likelihood.
    seed : int
    factor : float
        Multiplies the widths.

    Returns
    -------
    dict
        ``false_modes``, the number of peaks farther than 0.18 from the crescents, walked to from
        all 300 points, and ``err``, the root mean square distance of the 200 good points'
        projections.
    """
    cloud = make_crescents(200, 100, 0.06, seed)
    check_in(widths, "widths", ("constant", "variable"))
    shape = knn_bandwidth(cloud.data) if widths == "variable" else np.ones(300)
    field = GaussianKDEField(cloud.data, factor * loo_ml_bandwidth(cloud.data, shape) * shape)
    line = np.concatenate([polyline_pieces(c) for c in cloud.curve])
    bones = scms(field, cloud.data[:200], tol=1e-4, max_iter=300).points
    ends = scms(field, cloud.data, dim=0, tol=1e-2, max_iter=500).points
    far = nearest_on_segments(_peaks(ends), line)[2] > 0.18
    return {
        "false_modes": int(far.sum()),
        "err": float(np.sqrt((nearest_on_segments(bones, line)[2] ** 2).mean())),
    }


def channel_errors(snr, seed):
    """Blind estimates of a fading channel's noise-free output (section 4.2.4).

    Parameters
    ----------
    snr : float
        Signal-to-noise ratio in decibels.
    seed : int

    Returns
    -------
    dict
        Mean squared errors over signal power of ``received``, of the ``ridge`` of the cloud with
        time as a coordinate, and of the same with time ``fixed``.
    """
    c = make_fading_channel(240, snr, 0.5, seed)
    width = 0.9 * 10 ** (-snr / 20)
    options = {"max_iter": 30, "tol": 1e-3}
    found = {"received": c.data}
    for name, fixed in (("ridge", False), ("fixed", True)):
        found[name] = denoise_by_ridge(c.data, c.time, width, 0.08, fixed_time=fixed, **options)[0]
    return {name: float(((y - c.clean) ** 2).mean()) for name, y in found.items()}
