"""The two pairs of networks of section 39.2: the listings run on many draws at once, and rates."""

import numpy as np
from scipy.linalg import sqrtm

from mlcompanion.change import cross_validate_radius, structural_change

ALONE = np.array([[2.0, 0, 1], [0, 2, 0], [1, 0, 2]]), 2 * np.eye(3)
SHARED = (
    np.array([[2.0, 1, 0], [1, 2, 1], [0, 1, 2]]),
    np.array([[2.0, 0, 1], [0, 2, 1], [1, 1, 2]]),
)
#: What section 39.2 prints: sparse maximum likelihood, by pair of matrices and by sample.
PRINTED = {
    "alone": (
        [[1.382, 0, 0.201], [0, 1.788, 0], [0.201, 0, 1.428]],
        [[1.617, 0, 0], [0, 1.711, 0], [0, 0, 1.672]],
    ),
    "shared": (
        [[1.303, 0.348, 0], [0.348, 1.157, 0.240], [0, 0.240, 1.365]],
        [[1.343, 0, 0.297], [0, 1.435, 0.236], [0.297, 0.236, 1.156]],
    ),
}
LIKELIHOOD_RADIUS = 5.0
RATIO_RADIUS = 1.0
STEP = 0.1
STOP = 1e-8
RADII = (0.25, 0.5, 1.0, 2.0, 4.0)
OFF = ~np.eye(3, dtype=bool)


def samples(precision, n, repeats, rng):
    """Draws of normal samples with a precision matrix, an array (repeats, n, d)."""
    root = np.real(np.linalg.inv(sqrtm(precision)))
    return rng.normal(size=(repeats, n, len(precision))) @ root


def project_rows(V, radius):
    """Each row on the l1 ball, by sorting: the listing's function for many vectors."""
    sizes = -np.sort(-np.abs(V), axis=1)
    excess = np.cumsum(sizes, axis=1) - radius
    counts = np.arange(1, V.shape[1] + 1)
    last = np.sum(sizes > excess / counts, axis=1)
    level = excess[np.arange(len(V)), last - 1] / last
    return np.sign(V) * np.maximum(np.abs(V) - np.maximum(level, 0.0)[:, None], 0.0)


def _projected_steps(slope, start, radius, most=100_000):
    """Steps of 0.1 up a slope, projected, until every draw moves by less than 1e-8."""
    points = start.copy()
    moving = np.arange(len(points))
    for _ in range(most):
        old = points[moving]
        new = old + STEP * slope(old, moving)
        new = project_rows(new.reshape(len(old), -1), radius).reshape(old.shape)
        points[moving] = new
        # the listing's norm, the largest singular value, is at most this one
        moved = np.sqrt(((new - old) ** 2).sum(axis=(1, 2))) >= STOP
        moving = moving[moved]
        if not len(moving):
            break
    return points, len(moving)


def listed_precisions(X, radius=LIKELIHOOD_RADIUS):
    """Fig. 39.8 on every draw of an array (repeats, n, d)."""
    S = np.swapaxes(X, 1, 2) @ X / X.shape[1]
    start = np.broadcast_to(np.eye(X.shape[2]), S.shape)
    return _projected_steps(lambda T, some: np.linalg.inv(T) - S[some], start, radius)[0]


def listed_changes(X, Y, radius=RATIO_RADIUS):
    """Fig. 39.9 on every draw, with its bracket put right: the change of the precision matrix."""
    S = np.swapaxes(X, 1, 2) @ X / X.shape[1]

    def slope(A, some):
        Z = Y[some]
        exponents = np.einsum("rnd,rde,rne->rn", Z, A, Z)
        weights = np.exp(exponents - exponents.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        return S[some] - np.swapaxes(Z * weights[:, :, None], 1, 2) @ Z

    start = np.broadcast_to(np.eye(X.shape[2]), S.shape)
    return -2 * _projected_steps(slope, start, radius)[0]


def same_zeros(matrices, truth):
    """Whether off the diagonal each matrix is zero just where the truth is."""
    return np.all((matrices != 0)[:, OFF] == (truth != 0)[OFF], axis=1)


def same_signs(matrices, truth):
    """Whether every entry, of the diagonal too, is zero, positive or negative as the truth's."""
    return np.all(np.sign(matrices) == np.sign(truth), axis=(1, 2))


def network_draws(pair, repeats, random_state, n=50):
    """Both listings on draws of one pair of networks."""
    rng = np.random.default_rng(random_state)
    X, Y = (samples(precision, n, repeats, rng) for precision in pair)
    return {
        "first": listed_precisions(X),
        "second": listed_precisions(Y),
        "ratio": listed_changes(X, Y),
        "X": X,
        "Y": Y,
    }


def rates(pair, draws):
    """Shares of draws in which each estimate shows what is there."""
    truth = pair[0] - pair[1]
    gap = draws["first"] - draws["second"]
    ratio = draws["ratio"]
    signs_off = np.where(OFF, np.sign(ratio), 0)
    return {
        "first": float(same_zeros(draws["first"], pair[0]).mean()),
        "second": float(same_zeros(draws["second"], pair[1]).mean()),
        "difference": float(same_zeros(gap, truth).mean()),
        "ratio": float(same_signs(ratio, truth).mean()),
        "ratio, off the diagonal": float(same_signs(signs_off, truth).mean()),
    }


def printed_inside(estimates, right, printed):
    """How many printed numbers that are not zero lie in the middle 95 % of the right draws."""
    printed = np.asarray(printed)
    low, high = np.quantile(estimates[right], [0.025, 0.975], axis=0)
    places = np.triu(printed != 0)
    return int(np.sum((low <= printed)[places] & (printed <= high)[places]))


def radius_patterns(repeats, random_state, n=50):
    """Draws with the right pattern at the source's radius and at a cross-validated one."""
    rng = np.random.default_rng(random_state)
    truth = SHARED[0] - SHARED[1]
    X, Y = (samples(precision, n, repeats, rng) for precision in SHARED)
    rows = []
    for x, y in zip(X, Y):
        errors = cross_validate_radius(x, y, RADII, random_state=rng)
        chosen = RADII[int(errors.argmin())]
        changes = np.stack([structural_change(x, y, C).change for C in (RATIO_RADIUS, chosen)])
        right = same_signs(changes, truth)
        off = same_signs(np.where(OFF, changes, 0.0), truth)
        rows.append(
            {
                "radius": chosen,
                "fixed": bool(right[0]),
                "chosen": bool(right[1]),
                "fixed_off": bool(off[0]),
                "chosen_off": bool(off[1]),
            }
        )
    return rows


def edge_weights(repeats, random_state):
    """Parameters of pairs, by regression of log-densities on their features, against the matrix."""
    rng = np.random.default_rng(random_state)
    found = {"diag": 0.0, "twice": 0.0, "once": np.inf}
    for i in range(repeats):
        d = 2 + i % 5
        root = rng.normal(size=(d, d + 2))
        precision = root @ root.T / d + 0.5 * np.eye(d)
        X = rng.normal(size=(200, d))
        rows, columns = np.tril_indices(d)
        design = np.column_stack([-X[:, rows] * X[:, columns] / 2, np.ones(200)])
        log_density = -0.5 * np.einsum("ni,ij,nj->n", X, precision, X)
        theta = np.linalg.lstsq(design, log_density, rcond=None)[0][:-1]
        entries = precision[rows, columns]
        off = rows != columns
        found["diag"] = max(found["diag"], np.abs(theta - entries)[~off].max())
        found["twice"] = max(found["twice"], np.abs(theta - 2 * entries)[off].max())
        found["once"] = min(found["once"], np.abs(theta - entries)[off].max())
    return found
