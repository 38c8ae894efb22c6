"""Statements of Ozertem and Erdogmus (2011) put to the test, and what is misprinted there.

The references do not use the formulas under suspicion: closed forms of Gaussians, densities of
SciPy, finite differences, a general root finder.
"""

import numpy as np
from scipy.optimize import brentq
from scipy.stats import multivariate_normal

from mlcompanion._validation import check_in
from mlcompanion.datasets import make_helix, make_planar_mixture, make_spiral
from mlcompanion.density import loo_ml_bandwidth
from mlcompanion.manifold import (
    GaussianKDEField,
    GaussianMixtureField,
    nearest_on_segments,
    scms,
)
from mlcompanion.manifold.ridges.polylines import polyline_pieces
from mlcompanion.manifold.ridges.ridge_steps import (
    constrained_move,
    normal_space,
    projected_move,
    within,
)

__all__ = [
    "CLOUDS",
    "anisotropic_moves",
    "ascend",
    "finite_differences",
    "gaussian_gap",
    "is_principal",
    "local_inverse_factor",
    "monotone_violations",
    "path_gap",
    "printed_order",
    "printed_step",
    "random_gaussian",
    "ridge_search",
]


def random_gaussian(n_features, rng, distance=1.0):
    """A random mean, so many standard deviations from the origin, and a random covariance."""
    root = rng.normal(size=(n_features, n_features))
    C = root @ root.T + 0.1 * np.eye(n_features)
    direction = rng.normal(size=n_features)
    size = np.sqrt(np.linalg.eigvalsh(C)[-1])
    return distance * size * direction / np.linalg.norm(direction), C


def gaussian_gap(n_features, n_covariances, n_starts, seed):
    """Section 2.4: distance between SCMS and PCA on exact Gaussians, for every dimension.

    Returns
    -------
    worst : float
        In units of the largest standard deviation.
    cases : int
    """
    rng = np.random.default_rng(seed)
    worst = 0.0
    cases = 0
    for _ in range(n_covariances):
        mean, C = random_gaussian(n_features, rng, distance=2.0)
        variances, axes = np.linalg.eigh(C)
        starts = mean + 3 * rng.uniform(-1, 1, (n_starts, n_features)) * np.sqrt(variances) @ axes.T
        field = GaussianMixtureField([1.0], mean[None], C[None])
        for dim in range(1, n_features):
            leading = axes[:, n_features - dim :]
            flat = mean + (starts - mean) @ leading @ leading.T
            gap = np.linalg.norm(scms(field, starts, dim=dim).points - flat, axis=1).max()
            worst = max(worst, gap / np.sqrt(variances[-1]))
            cases = cases + n_starts
    return worst, cases


def finite_differences(function, x, step):
    """Gradient and Hessian of a scalar function of many points, by central differences.

    Parameters
    ----------
    function : callable
        From points, shape (m, n), to values, shape (m,).
    x : array_like, shape (n,)
    step : float
    """
    x = np.asarray(x, dtype=float)
    n = len(x)
    shifts = step * np.eye(n)
    pairs = [(a, b) for i, a in enumerate(shifts) for b in shifts[: i + 1]]
    points = [x + s for s in (*shifts, *-shifts)]
    points += [x + s * a + t * b for a, b in pairs for s, t in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
    values = np.asarray(function(np.array(points)))
    gradient = (values[:n] - values[n : 2 * n]) / (2 * step)
    mixed = values[2 * n :].reshape(-1, 4) @ [1, -1, -1, 1] / (4 * step**2)
    hessian = np.zeros((n, n))
    hessian[np.tril_indices(n)] = mixed
    return gradient, hessian + np.tril(hessian, -1).T


def is_principal(gradient, hessian, dim, *, tol=1e-4, flat=0.0):
    """Definition 4 at one point: enough falling eigenvectors are orthogonal to the gradient."""
    values, vectors = np.linalg.eigh(hessian)
    small = np.abs(vectors.T @ gradient) <= max(tol * np.linalg.norm(gradient), flat)
    return bool((small & (values < 0)).sum() >= len(gradient) - dim)


def monotone_violations(field, starts, dim, *, step=1e-4):
    """Section 2.3: ridge points found with log p, tested with p, its square root and its square.

    Parameters
    ----------
    field : GaussianMixtureField
    starts : array_like, shape (m, n)
        Those that do not come to rest on the ridge are left out.
    dim : int
    step : float
        Of the finite differences, in units of the data.

    Returns
    -------
    points : int
        How many ridge points were tested.
    violations : int
        Pairs of a point and a function that fail :func:`is_principal`.
    """
    ended = scms(field, starts, dim=dim, tol=1e-9, max_iter=3000)
    points = ended.points[ended.is_ridge]
    violations = 0
    for x in points:
        height = field.density(x[None])[0]
        for power in (1.0, 0.5, 2.0):

            def function(places, power=power, height=height):
                return (field.density(places) / height) ** power

            g, H = finite_differences(function, x, step)
            # at a peak the gradient is rounding: below 1e-7 of the curvature it counts as zero
            violations += not is_principal(g, H, dim, flat=1e-7 * np.abs(H).max())
    return len(points), violations


def ascend(field, starts, dim, *, function="log p", max_iter=2000, tol=1e-6):
    """Corrected SCMS with the eigenvectors of the Hessian of ``log p`` or of ``p``.

    Parameters
    ----------
    field : GaussianMixtureField
    starts : array_like, shape (m, n)
    dim : int
    function : {"log p", "p"}
    max_iter : int
        Most moves.
    tol : float
        Share of the gradient across the ridge at which a point stops.

    Returns
    -------
    points : ndarray, shape (m, n)
    residual : ndarray, shape (m,)
        That share; 0 at peaks.
    bends : ndarray, shape (m, n - dim)
        Minus the second derivatives of the function across, divided by the density for ``p``.
    falls : int
        Moves that lowered the density by more than 1e-10 of its value.
    paths : list of ndarray
        Positions after every move.
    """
    check_in(function, "function", ("log p", "p"))
    x = np.array(starts, dtype=float)
    m, n = x.shape
    active = np.arange(m)
    before = np.full(m, -np.inf)
    residual = np.ones(m)
    bends = np.zeros((m, n - dim))
    falls = 0
    paths = [x.copy()]
    for _ in range(max_iter + 1):
        values = field.evaluate(x[active])
        falls += int((values.log_density < before[active] - 1e-10).sum())
        before[active] = values.log_density
        gammas, normal = normal_space(values, dim)
        if function == "p":
            gammas, vectors = np.linalg.eigh(-values.second)
            normal = vectors[:, :, dim:]
        width = np.sqrt(n / np.trace(values.precision, axis1=1, axis2=2))
        full = np.linalg.norm(values.score, axis=1)
        pull = np.linalg.norm(within(normal, values.score), axis=1)
        residual[active] = np.where(full * width < 1e-8, 0, pull / np.maximum(full, 1e-300))
        bends[active] = gammas[:, dim:]
        going = (residual[active] > tol) & (pull * width > 1e-10)
        residual[active[~going & (residual[active] > tol)]] = 0  # at rest, to rounding: a peak
        move = constrained_move(x[active], values, normal)
        active = active[going]
        if not len(active):
            break
        x[active] += move[going]
        paths.append(x.copy())
    return x, residual, bends, falls, paths


def path_gap(field, starts, scale):
    """Section 2.3: largest distance between the paths that log p and p take, in units of scale."""
    ways = [ascend(field, starts, 1, function=name, max_iter=300)[4] for name in ("log p", "p")]
    by_log, by_p = (np.stack(way, axis=1) for way in ways)
    gaps = [
        nearest_on_segments(a, polyline_pieces(b))[2].max()
        for a, b in zip(by_log, by_p)
        if len(b) > 1
    ]
    return max(gaps) / scale


def printed_step(n_features, n_points, seed):
    """Table 1, step 5, at points of the closed-form ridge of a Gaussian far from the origin.

    Returns
    -------
    dict
        ``printed_move``, ``right_move``: lengths of one step, in units of the smallest standard
        deviation; ``printed_shift``, ``right_shift``: change of the result, beyond the shift, when
        the mean and the start are shifted by the largest standard deviation.
    """
    rng = np.random.default_rng(seed)
    mean, C = random_gaussian(n_features, rng, distance=5.0)
    variances, axes = np.linalg.eigh(C)
    ridge = mean + np.outer(rng.uniform(-3, 3, n_points) * np.sqrt(variances[-1]), axes[:, -1])
    V = axes[:, :-1]  # across: the small variances
    P = V @ V.T
    steps = {  # for one Gaussian the mean-shift target is the mean, wherever one stands
        "printed": lambda x, m: np.broadcast_to(P @ m, x.shape),
        "right": lambda x, m: x + (m - x) @ P,
    }
    shift = rng.normal(size=n_features)
    shift *= np.sqrt(variances[-1]) / np.linalg.norm(shift)
    found = {}
    for name, step in steps.items():
        move = np.linalg.norm(step(ridge, mean) - ridge, axis=1)
        found[f"{name}_move"] = move / np.sqrt(variances[0])
        change = step(ridge + shift, mean + shift) - step(ridge, mean) - shift
        found[f"{name}_shift"] = np.linalg.norm(change, axis=1)
    return found


def printed_order(n_features, n_points, seed):
    """Table 1, step 4: moves along the first or the last eigenvectors of a Gaussian at the origin.

    Returns
    -------
    printed, right : ndarray, shape (n_points,)
        Distances from the principal axis after the step, in units of the smallest standard
        deviation.
    """
    rng = np.random.default_rng(seed)
    _, C = random_gaussian(n_features, rng)
    field = GaussianMixtureField([1.0], np.zeros((1, n_features)), C[None])
    gammas, vectors = np.linalg.eigh(np.linalg.inv(C))  # increasing, as the source sorts them
    starts = rng.multivariate_normal(np.zeros(n_features), C, n_points)
    found = []
    for across in (vectors[:, :-1], vectors[:, 1:]):
        ends = scms(field, starts, normal=across, max_iter=2).points
        off = ends - np.outer(ends @ vectors[:, 0], vectors[:, 0])
        found.append(np.linalg.norm(off, axis=1) * np.sqrt(gammas[-1]))
    return tuple(found)


def local_inverse_factor(n_features, seed):
    """Definition 5 by finite differences of SciPy's Gaussian density, at a random point.

    Returns
    -------
    ratio : float
        Trace of minus the Hessian of the log density over the trace of the inverse covariance.
    gap : float
        Relative difference between ``-H/p + gg'/p^2`` and the inverse covariance.
    """
    rng = np.random.default_rng(seed)
    mean, C = random_gaussian(n_features, rng)
    law = multivariate_normal(mean, C)
    inverse = np.linalg.inv(C)
    x = rng.multivariate_normal(mean, C)
    step = 1e-3 * np.sqrt(np.linalg.eigvalsh(C)[0])
    log_hessian = finite_differences(law.logpdf, x, step)[1]
    g, H = finite_differences(law.pdf, x, step)
    p = law.pdf(x)
    gap = np.linalg.norm(-H / p + np.outer(g, g) / p**2 - inverse) / np.linalg.norm(inverse)
    return -np.trace(log_hessian) / np.trace(inverse), gap


def _ridge_points(field, rng, count, box):
    """Places on ridges of the plane, found by a root finder along random lines.

    Where the gradient is an eigenvector of the local Hessian it is one of two; kept are the roots
    with the slope along the ridge and downhill to both sides.
    """
    points = []
    for _ in range(50 * count):
        start = rng.uniform(-box, box, 2)
        direction = rng.normal(size=2)

        def crossing(t, start=start, direction=direction):
            at = field.evaluate(start + np.atleast_1d(t)[:, None] * direction)
            image = np.einsum("qij,qj->qi", at.local_inverse_covariance, at.score)
            return at.score[:, 0] * image[:, 1] - at.score[:, 1] * image[:, 0]

        grid = np.linspace(-1, 1, 41)
        signs = np.sign(crossing(grid))
        for k in np.flatnonzero(signs[:-1] * signs[1:] < 0):
            t = brentq(lambda s: crossing(s)[0], grid[k], grid[k + 1], xtol=1e-14, rtol=1e-14)
            x = start + t * direction
            at = field.evaluate(x[None])
            gammas, V = normal_space(at, 1)
            share = abs(within(V, at.score)[0, 0]) / np.linalg.norm(at.score)
            if share < 0.5 and gammas[0, 1] > 0:  # 0 on a ridge, 1 at the other eigenvector
                points.append(x)
        if len(points) >= count:
            return np.array(points[:count])
    raise ValueError(f"only {len(points)} ridge points found")


def anisotropic_moves(kind, n_mixtures, n_points, seed):
    """How far the projected and the rescaled step move points that lie on a ridge of the plane.

    Parameters
    ----------
    kind : {"full", "spherical"}
        Random covariances of two to five components, or one multiple of the identity for all.
    n_mixtures, n_points : int
        Points a mixture, found by a root finder along random lines.
    seed : int

    Returns
    -------
    projected, rescaled : ndarray, shape (n_mixtures * n_points,)
        In units of the smallest standard deviation of a component.
    """
    check_in(kind, "kind", ("full", "spherical"))
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(n_mixtures):
        m = rng.integers(2, 6)
        means = rng.uniform(-2, 2, (m, 2))
        if kind == "full":
            C = np.stack([random_gaussian(2, rng)[1] for _ in range(m)])
            least = np.sqrt(np.linalg.eigvalsh(C).min())
        else:
            C = np.full(m, rng.uniform(0.3, 1.5))
            least = np.sqrt(C[0])
        field = GaussianMixtureField(rng.uniform(0.5, 1, m), means, C)
        x = _ridge_points(field, rng, n_points, 2.5)
        at = field.evaluate(x)
        V = normal_space(at, 1)[1]
        moves = [f(x, at, V) for f in (projected_move, constrained_move)]
        found.append([np.linalg.norm(move, axis=1) / least for move in moves])
    projected, rescaled = np.concatenate(found, axis=1)
    return projected, rescaled


def _ring(rng):
    t = rng.uniform(0, 2 * np.pi, 200)
    return (1 + 0.08 * rng.normal(size=200))[:, None] * np.column_stack([np.cos(t), np.sin(t)])


def _cross(rng):
    t = rng.uniform(-1, 1, 200)
    noise = 0.06 * rng.normal(size=200)
    upright = rng.integers(2, size=200).astype(bool)[:, None]
    return np.where(upright, np.column_stack([noise, t]), np.column_stack([t, noise]))


#: Clouds of 200 points whose ridges are searched: name to (points, dimensions).
CLOUDS = {
    "spiral": (lambda rng: make_spiral(200, 0.04, rng).data, (1,)),
    "ring": (_ring, (1,)),
    "cross": (_cross, (1,)),
    "tee": (lambda rng: make_planar_mixture("tee", 200, rng).data, (1,)),
    "helix": (lambda rng: make_helix(200, random_state=rng).data, (1, 2)),
}


def ridge_search(cloud, dim, n_starts, seed, *, max_iter=5000):
    """Does SCMS arrive from anywhere? Starts uniform in the box of a cloud, widened by two widths.

    Parameters
    ----------
    cloud : str
        A key of :data:`CLOUDS`.
    dim, n_starts, seed : int
    max_iter : int

    Returns
    -------
    dict
        ``starts``; ``unsettled``: residual above 1e-4 at the end; ``saddles``: settled where the
        density does not fall in a removed direction; ``failures``, either; ``falls``, single moves
        that lowered the density by more than 1e-10 of its value.
    """
    rng = np.random.default_rng(seed)
    X = CLOUDS[check_in(cloud, "cloud", CLOUDS)][0](rng)
    h = loo_ml_bandwidth(X)
    low = X.min(axis=0) - 2 * h
    high = X.max(axis=0) + 2 * h
    starts = rng.uniform(low, high, (n_starts, X.shape[1]))
    field = GaussianKDEField(X, h)
    _, residual, bends, falls, _ = ascend(field, starts, dim, max_iter=max_iter)
    unsettled = residual > 1e-4
    saddles = (bends <= 0).any(axis=1)
    return {
        "starts": n_starts,
        "unsettled": int(unsettled.sum()),
        "saddles": int((saddles & ~unsettled).sum()),
        "failures": int((unsettled | saddles).sum()),
        "falls": falls,
    }
