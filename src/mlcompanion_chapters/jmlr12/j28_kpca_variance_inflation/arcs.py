"""The two arcs of section 4.1: errors of one discriminant on raw and on cured projections.

Abrahamsen and Hansen (2011), Figures 6 to 8. The width c is that of exp(-|x - y|^2/c).
"""

import numpy as np

from mlcompanion.classification import FDA
from mlcompanion.datasets import make_facing_arcs
from mlcompanion.reduction import (
    AffineRenormalizer,
    HistogramEqualizer,
    KernelPCA,
    QuantileRenormalizer,
)

__all__ = [
    "CURES",
    "arc_errors",
    "learning_curve",
    "plane_error",
    "points_needed",
]

#: What is done to test projections before the discriminant sees them.
CURES = ("raw", "batch", "map", "affine")


def arc_errors(n, d, snr, c, seed, shares=(0.6,)):
    """Errors of one draw, and how far test projections have shrunk.

    Parameters
    ----------
    n, d : int
        Training points, as many as test points, and dimensions.
    snr, c : float
        Signal to noise and width of the kernel.
    seed : int
    shares : sequence of float
        Of the larger class among the test points: a test set each.

    Returns
    -------
    dict
        ``train``, an error; ``sd``, the ratios of standard deviations of test and training
        projections, one a component, of the first test set; for each of :data:`CURES` its errors,
        one a test set.
    """
    train = make_facing_arcs(n, d, snr, random_state=seed)
    model = KernelPCA(2, kernel="precomputed")
    F = model.fit_transform(np.exp(-_squares(train.data, train.data) / c))
    left_out = model.leave_one_out()
    classify = FDA().fit(F, train.target)
    cures = {
        "raw": lambda G: G,
        "batch": HistogramEqualizer().fit(F).transform,
        "map": QuantileRenormalizer().fit(F, left_out).transform,
        "affine": AffineRenormalizer().fit(F, left_out).transform,
    }
    row = {"train": float(np.mean(classify.predict(F) != train.target))}
    row |= {name: [] for name in CURES}
    for share in shares:
        new = make_facing_arcs(n, d, snr, share, basis=train.basis, random_state=seed + 10_000)
        G = model.transform(np.exp(-_squares(new.data, train.data) / c))
        row.setdefault("sd", (G.std(axis=0) / F.std(axis=0)).tolist())
        for name in CURES:
            guesses = classify.predict(cures[name](G))
            row[name].append(float(np.mean(guesses != new.target)))
    return row


def learning_curve(d, snr, c, seed, sizes):
    """Errors against the number of training points, which are nested; shares are always 0.6.

    Returns
    -------
    list of dict
        For each size ``n``, and the errors ``train``, ``raw``, ``batch``.
    """
    train = make_facing_arcs(max(sizes), d, snr, random_state=seed)
    new = make_facing_arcs(500, d, snr, basis=train.basis, random_state=seed + 10_000)
    squares = _squares(train.data, train.data)
    squares_new = _squares(new.data, train.data)
    of_class = [np.flatnonzero(train.target == k) for k in (0, 1)]
    rows = []
    for n in sizes:
        larger = round(0.6 * n)
        kept = np.r_[of_class[0][:larger], of_class[1][: n - larger]]
        among = squares[np.ix_(kept, kept)]
        labels = (train.target[kept], new.target)
        rows.append({"n": n, **_batch_errors(among, squares_new[:, kept], labels, c)})
    return rows


def width_errors(n, d, snr, seed, widths):
    """Errors of one draw for several kernel widths: a dict a width, ``train, raw, batch``."""
    train = make_facing_arcs(n, d, snr, random_state=seed)
    new = make_facing_arcs(n, d, snr, basis=train.basis, random_state=seed + 10_000)
    squares = _squares(train.data, train.data)
    squares_new = _squares(new.data, train.data)
    labels = (train.target, new.target)
    return [{"c": c, **_batch_errors(squares, squares_new, labels, c)} for c in widths]


def _batch_errors(squares, squares_new, labels, c):
    """Errors from squared distances among training points, and of test points from them."""
    K = np.exp(-squares / c)
    model = KernelPCA(2, kernel="precomputed")
    F = model.fit_transform(K)
    G = model.transform(np.exp(-squares_new / c))
    classify = FDA().fit(F, labels[0])
    cured = HistogramEqualizer().fit(F).transform(G)
    parts = {"train": (F, labels[0]), "raw": (G, labels[1]), "batch": (cured, labels[1])}
    return {name: float(np.mean(classify.predict(P) != y)) for name, (P, y) in parts.items()}


def _squares(X, Y):
    """Squared distances by one matrix product: these rows are far apart, and near zero."""
    found = np.square(X).sum(axis=1)[:, None] + np.square(Y).sum(axis=1) - 2 * X @ Y.T
    return np.maximum(found, 0)


def points_needed(sizes, errors, level):
    """Size at which a curve first falls to the level, between two sizes linear in log N; or None.

    A curve that begins below the level needs at most the first size, which is returned.
    """
    errors = np.asarray(errors)
    at = np.flatnonzero(errors <= level)
    if not len(at):
        return None
    k = at[0]
    if k == 0:
        return float(sizes[0])
    share = (errors[k - 1] - level) / (errors[k - 1] - errors[k])
    return float(sizes[k - 1] * (sizes[k] / sizes[k - 1]) ** share)


def plane_error(n, c, seed):
    """Test error of the discriminant on kernel components of the plane itself, without noise."""
    train = make_facing_arcs(n, 2, random_state=seed)
    new = make_facing_arcs(n, 2, random_state=seed + 10_000)
    model = KernelPCA(2, kernel="rbf", sigma=np.sqrt(c / 2)).fit(train.plane)
    classify = FDA().fit(model.transform(train.plane), train.target)
    return float(np.mean(classify.predict(model.transform(new.plane)) != new.target))
