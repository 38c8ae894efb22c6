"""Leave-one-out projections and what stands in for them: Figures 3 and 4, and narrow kernels.

Four normal signals in 2,000 dimensions, 50 points: the data of both captions.
"""

import numpy as np

from mlcompanion.datasets import make_spiked_gaussian
from mlcompanion.reduction import (
    KernelPCA,
    orthogonal_factors,
    percentile_width,
    spike_overlap,
)

__all__ = ["NOISE", "STRENGTHS", "WIDTHS", "kernel_panels", "pca_panels", "width_sweep"]

STRENGTHS = (1.4, 1.2, 1.0, 0.8)
NOISE = 0.2
#: Multiples of the 5th percentile of squared distances.
WIDTHS = (10_000.0, 100.0, 10.0, 1.0, 0.3, 0.1, 0.03)


def _distance(found, exact):
    return np.sqrt(np.mean((found - exact) ** 2, axis=0)).tolist()


def _correlation(found, exact):
    return [float(np.corrcoef(f, e)[0, 1]) for f, e in zip(found.T, exact.T)]


def pca_panels(seed, n=50, d=2000):
    """Figure 3 on one draw: distances from exact leave-one-out, a number a component.

    Returns
    -------
    dict
        ``raw``, ``apx``, ``theo`` RMSE, ``cor`` correlation of the shortcut, and the four sets of
        projections, (n, 4), under ``points``.
    """
    X = make_spiked_gaussian(n, d, STRENGTHS, NOISE, seed).data
    model = KernelPCA(4).fit(X)
    trained = model.transform(X)
    exact = model.leave_one_out()
    short = model.leave_one_out("geometric")
    overlaps = np.array([spike_overlap(n, d, s, NOISE) for s in STRENGTHS])
    theory = trained * np.sqrt(overlaps)
    points = {"raw": trained, "apx": short, "theo": theory, "exact": exact}
    row = {name: _distance(points[name], exact) for name in ("raw", "apx", "theo")}
    return row | {"cor": _correlation(short, exact), "points": points}


def kernel_panels(seed, n=50, d=2000):
    """Figure 4 on one draw, at two widths: distances from exact leave-one-out, eight numbers.

    Returns
    -------
    dict
        RMSE ``raw``, ``apx`` (common factor), ``plus`` (the caption's sign), ``geo`` (Equation 1 in
        the feature space), the correlation ``cor`` of the factor, and ``points``, for each width.
    """
    X = make_spiked_gaussian(n, d, STRENGTHS, NOISE, seed).data
    row = {name: [] for name in ("raw", "apx", "plus", "geo", "cor", "points")}
    for widen in (1.0, 10.0):
        sigma = percentile_width(X) * np.sqrt(widen)
        model = KernelPCA(4, kernel="rbf", sigma=sigma).fit(X)
        trained = model.transform(X)
        exact = model.leave_one_out()
        factors = orthogonal_factors(X, sigma)[:, None]
        points = {"raw": trained, "apx": trained * factors, "plus": trained / factors,
                  "geo": model.leave_one_out("geometric")}  # fmt: skip
        for name, found in points.items():
            row[name] += _distance(found, exact)
        row["cor"] += _correlation(points["apx"], exact)
        row["points"].append(points | {"exact": exact})
    return row


def width_sweep(seed, n=50, d=2000):
    """Spread of new points' first projections over that of training points, width by width.

    Returns
    -------
    ratios : list of float
        For each of :data:`WIDTHS`.
    correlation : float
        Of the projections at the largest width with those of PCA, without regard to sign.
    """
    X = make_spiked_gaussian(2 * n, d, STRENGTHS, NOISE, seed).data
    train = X[:n]
    new = X[n:]
    width = percentile_width(train)
    plain = KernelPCA(1).fit(train).transform(new)[:, 0]
    ratios = []
    for widen in WIDTHS:
        model = KernelPCA(1, kernel="rbf", sigma=width * np.sqrt(widen)).fit(train)
        projected = model.transform(new)[:, 0]
        ratios.append(float(projected.std() / model.transform(train).std()))
        if widen == WIDTHS[0]:
            correlation = abs(float(np.corrcoef(projected, plain)[0, 1]))
    return ratios, correlation
