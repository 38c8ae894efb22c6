"""One random problem of each of the theorems on data descriptions."""

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.svm import OneClassSVM

from mlcompanion.kernels import rbf_kernel
from mlcompanion.optimize.smo import smo
from mlcompanion.outliers import SVDD

from .ball_references import dual_weights, primal_ball, welzl_radius

__all__ = ["half_case", "kkt_case", "one_class_case", "range_case", "singular_case"]

EDGE = 1e-6  # weights as near to 0 or C count as there


def _points(rng, least=10, dimensions=(1, 6)):
    return rng.normal(size=(rng.integers(least, 61), rng.integers(*dimensions)))


def _kernel(X, kind):
    if kind == "linear":
        Z = X - X.mean(axis=0)
        return Z @ Z.T
    return rbf_kernel(X, sigma=np.median(cdist(X, X)) or 1.0)


def _squared_distances(K, a):
    """From the center, in the kernel's space."""
    return np.diag(K) - 2 * K @ a + a @ K @ a


def kkt_case(seed):
    """One problem of svdd-kkt: what the weights say, and where the points are.

    Parameters
    ----------
    seed : int
        Even: linear kernel, odd: Gaussian.

    Returns
    -------
    dict
        ``viol``, ``share``, and for the linear kernel ``ball``.
    """
    rng = np.random.default_rng([38, 1, seed])
    kind = "gaussian" if seed % 2 else "linear"
    replaced = -1
    free = np.zeros(1, dtype=bool)
    while not free.any():  # without a weight strictly between, b is not determined
        replaced += 1
        X = _points(rng)
        C = np.exp(rng.uniform(np.log(1.05 / len(X)), np.log(2)))
        K = _kernel(X, kind)
        a = dual_weights(K, C)
        free = (a > EDGE) & (a < C - EDGE)
    distances = _squared_distances(K, a)
    b = distances[free].mean()
    gap = distances - b
    places = [gap[a <= EDGE], np.abs(gap[free]), -gap[a >= C - EDGE]]
    # strictly inside or outside, the weight must be at its end: the same three, read backwards
    worst = max(one.max(initial=0.0) for one in places)
    told = {
        "viol": float(worst / b),
        "share": float(C * np.sum(gap > 1e-5 * b)),
        "replaced": replaced,
    }
    if kind == "linear":
        told["ball"] = float(abs(primal_ball(X, C)[0] - b) / b)
    return told


def range_case(seed):
    """One set of svdd-range-of-c: squared radii over C, as shares of the enclosing ball's.

    Parameters
    ----------
    seed : int

    Returns
    -------
    dict
        ``zero``, ``meb``, ``mid``.
    """
    rng = np.random.default_rng([38, 2, seed])
    X = _points(rng, dimensions=(2, 6))
    n = len(X)
    full = welzl_radius(X, rng) ** 2
    small, mid, large = ([0.5 / n, 0.9 / n], 2 / n, [1.01, 2.0, 10.0])
    return {
        "zero": max(primal_ball(X, C)[0] for C in small) / full,
        "mid": primal_ball(X, mid)[0] / full,
        "meb": max(abs(primal_ball(X, C)[0] / full - 1) for C in large),
    }


def singular_case(seed):
    """One set of singular-q-convex.

    Parameters
    ----------
    seed : int
        Odd: some points repeated.

    Returns
    -------
    dict
        ``full`` (rank), ``neg``, ``gap``, ``center``.
    """
    rng = np.random.default_rng([38, 3, seed])
    X = _points(rng)
    if seed % 2:
        X[len(X) // 2 :] = X[: len(X) - len(X) // 2]
    n = len(X)
    Q = X @ X.T
    values = np.linalg.eigvalsh(Q)
    C = 3 / n
    square, _, primal = primal_ball(X, C)
    centers = []
    duals = []
    scale = np.diag(Q).max()
    for _ in range(2):
        start = C * rng.permutation(np.repeat([1.0, 0.0], [n // 3, n - n // 3]))
        found = smo(2 * Q / scale, np.diag(Q) / scale, C, np.ones(n), 1.0, alpha0=start, tol=1e-11)
        a = found.alpha / found.alpha.sum()
        centers.append(a @ X)
        duals.append(a @ np.diag(Q) - a @ Q @ a)
    return {
        "full": bool(np.linalg.matrix_rank(Q) == n),
        "neg": float(values[0] / values[-1]),
        "gap": float(max(abs(dual - primal) for dual in duals) / primal),
        "center": float(np.linalg.norm(centers[0] - centers[1]) / np.sqrt(square)),
    }


def half_case(seed):
    """One set of svdd-half-is-enough, and for the first twenty seeds a pair with points between.

    Parameters
    ----------
    seed : int
        Even: linear kernel, odd: Gaussian.

    Returns
    -------
    dict
        ``top``, ``same``, and for seeds below 20 ``pair``.
    """
    rng = np.random.default_rng([38, 4, seed])
    X = _points(rng, least=3)
    K = _kernel(X, "gaussian" if seed % 2 else "linear")
    a = dual_weights(K)
    if seed % 2:
        squares = [_squared_distances(K, dual_weights(K, C)).max() for C in (0.51, 1.0)]
    else:
        squares = [primal_ball(X, C)[0] for C in (0.51, 1.0)]
    told = {"top": float(a.max()), "same": float(abs(squares[0] / squares[1] - 1))}
    if seed < 20:
        d = rng.integers(1, 6)
        end = rng.normal(size=d)
        end /= np.linalg.norm(end)
        pair = np.vstack([end, -end, 0.1 * rng.normal(size=(10, d))])
        told["pair"] = primal_ball(pair, 0.45)[0] / primal_ball(pair, 1.0)[0]
    return told


def one_class_case(seed):
    """One set of svdd-is-one-class-svm.

    Parameters
    ----------
    seed : int

    Returns
    -------
    dict
        ``same`` and ``score``.
    """
    rng = np.random.default_rng([38, 5, seed])
    n = rng.integers(30, 101)
    X = rng.normal(size=(n, rng.integers(2, 6)))
    sigma = rng.uniform(0.5, 3)
    C = np.exp(rng.uniform(np.log(1.5 / n), np.log(0.5)))
    ours = SVDD(C, sigma, tol=1e-11).fit(X)
    peer = OneClassSVM(nu=1 / (n * C), gamma=0.5 / sigma**2, tol=1e-10).fit(X)
    # their weights sum to nu n; half of a squared distance is a sum of kernels and a constant
    mine = (ours.radius_**2 + ours.score_samples(X)) / 2
    theirs = peer.decision_function(X) * C
    size = ours.radius_**2  # where all points lie on the sphere, scores are but rounding
    return {
        "same": bool(((mine < -1e-6 * size) == (theirs < -1e-6 * size)).all()),
        "score": float(np.abs(mine - theirs).max() / size),
    }
