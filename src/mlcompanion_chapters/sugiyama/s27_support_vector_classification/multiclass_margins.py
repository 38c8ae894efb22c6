"""The direct multiclass machine as two quadratic programmes: Sugiyama (2016), section 27.5."""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion_chapters.checks.programmes import reference_program

__all__ = [
    "class_clouds",
    "dual_programme",
    "hard_margin_index",
    "primal_programme",
    "strong_duality",
]


def class_clouds(n, n_classes, rng, *, d=2, apart=2.0):
    """Round clouds of equal sizes around random centres.

    Returns
    -------
    X : ndarray, shape (n, d)
    y : ndarray of int, shape (n,)
        From 0 to ``n_classes - 1``.
    """
    y = np.arange(n) % n_classes
    return rng.normal(size=(n, d)) + apart * rng.normal(size=(n_classes, d))[y], y


def primal_programme(X, y, C):
    """Class weights and slacks for a generic solver, one constraint a sample and other class.

    Returns
    -------
    W : ndarray, shape (n_classes, d)
    objective : float
    """
    (n, d), c = X.shape, y.max() + 1
    rows = []
    right = []
    for i, k in ((i, k) for i in range(n) for k in range(c)):
        W = np.zeros((c, d))
        slack = np.zeros(n)
        W[y[i]] -= X[i]
        W[k] += X[i]
        slack[i] = -1.0
        rows.append(np.r_[W.ravel(), slack])
        right.append(-float(k != y[i]))
    penalty = np.repeat([1.0, 0.0], [c * d, n])
    cost = np.repeat([0.0, C], [c * d, n])
    found = reference_program(np.diag(penalty), cost, rows, right)
    return found.x[: c * d].reshape(c, d), found.objective


def dual_programme(K, y, C):
    """The dual variables of the printed dual, one a sample and class.

    Returns
    -------
    alpha : ndarray, shape (n_classes, n)
        Scores are ``alpha @ k(x)``.
    objective : float
        Of the maximisation.
    """
    n = len(K)
    c = y.max() + 1
    own = (np.arange(c)[:, None] == y).astype(float).ravel()
    found = reference_program(
        np.kron(np.eye(c), K), -own, np.eye(n * c), C * own,
        A=np.tile(np.eye(n), c), b=np.zeros(n),
    )  # fmt: skip
    return found.x.reshape(c, n), -found.objective


def strong_duality(repeats=10, prices=(0.1, 1.0, 10.0), random_state=0):
    """Both programmes on random problems: relative differences of optima and of weights.

    Three classes in the plane, four in 4 dimensions, five in 6: with many classes in few dimensions
    and without intercepts the best weights are often zero.
    """
    rng = check_rng(random_state)
    found = {"gap": [], "w_diff": []}
    for k, n in enumerate(np.geomspace(30, 90, repeats).round().astype(int)):
        X, y = class_clouds(n, 3 + k % 3, rng, d=2 + 2 * (k % 3))
        for C in prices:
            W, primal = primal_programme(X, y, C)
            alpha, dual = dual_programme(X @ X.T, y, C)
            found["gap"].append(abs(primal - dual) / abs(primal))
            found["w_diff"].append(np.linalg.norm(alpha @ X - W) / np.linalg.norm(W))
    return found


def hard_margin_index(repeats=5, random_state=0):
    """The hard-margin constraint with the index as printed and as meant, on separable classes.

    Returns
    -------
    dict
        ``printed``: largest value, over all samples, of the own score minus that of the class that
        the machine calls; ``meant``: smallest value of the own score minus that of another class.
    """
    rng = check_rng(random_state)
    printed = []
    meant = []
    for _ in range(repeats):
        centres = 6 * np.array([[0.0, 1.0], [-0.87, -0.5], [0.87, -0.5]])
        y = np.arange(60) % 3
        X = centres[y] + rng.normal(size=(60, 2))
        W, _ = primal_programme(X, y, 1e4)
        scores = X @ W.T
        own = scores[np.arange(60), y]
        printed.append(float((own - scores.max(axis=1)).max()))
        others = np.where(np.arange(3) == y[:, None], -np.inf, scores)
        meant.append(float((own - others.max(axis=1)).min()))
    return {"printed": printed, "meant": meant}
