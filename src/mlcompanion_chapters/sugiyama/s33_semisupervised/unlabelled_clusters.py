"""Two labels among two hundred points: Sugiyama (2016), section 33.1.

The half circles of Fig. 33.2, what a Laplacian penalty makes of two labels there, and two formulas
of the section against computations that do not use them.
"""

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_rng
from mlcompanion.manifold import LaplacianLS
from mlcompanion.manifold.laplacian.laplacian_ls import laplacian_coefficients

__all__ = [
    "closed_form_gaps",
    "expansion_errors",
    "half_circles",
    "side_errors",
    "two_label_errors",
    "with_ends",
]


def half_circles(n_samples=200, noise=1.0, random_state=None):
    """The two interleaved half circles of radius 10 of Fig. 33.2.

    Parameters
    ----------
    n_samples : int
        Even; half of them on each half circle, in order along it.
    noise : float
        Standard deviation added to each coordinate.
    random_state : int, Generator or None

    Returns
    -------
    X : ndarray, shape (n_samples, 2)
    y : ndarray of int, shape (n_samples,)
        0 for the upper half circle, whose first point lies farthest to the left; 1 for the lower
        one, whose last point lies farthest to the right.
    """
    rng = check_rng(random_state)
    a = np.linspace(0, np.pi, n_samples // 2)
    across = -10 * np.concatenate([np.cos(a) + 0.5, np.cos(a) - 0.5])
    up = 10 * np.concatenate([np.sin(a), -np.sin(a)])
    X = np.column_stack([across, up]) + noise * rng.normal(size=(2 * len(a), 2))
    return X, np.repeat([0, 1], len(a))


def with_ends(y, shown=(0, -1)):
    """Labels of which only a few are shown; the others are -1."""
    hidden = np.full(len(y), -1)
    hidden[list(shown)] = y[list(shown)]
    return hidden


def _unlabelled_errors(model, X, hidden, truth):
    """Share of the unlabelled points that a model, fitted to all of them, gets wrong."""
    rest = hidden == -1
    return float(np.mean(model.fit(X, hidden).predict(X[rest]) != truth[rest]))


def _plain_errors(X, hidden, truth):
    """The same for least squares with kernels at the labelled points only."""
    rest = hidden == -1
    model = LaplacianLS(nu=0.0).fit(X[~rest], hidden[~rest])
    return float(np.mean(model.predict(X[rest]) != truth[rest]))


def two_label_errors(repeats=20, random_state=None):
    """Errors on the 198 unlabelled points of Fig. 33.3, one a draw.

    Returns
    -------
    dict of list
        ``printed``: the system as printed; ``labelled``: the one that solves (33.2); ``plain``: no
        Laplacian penalty, kernels at the two labelled points.
    """
    rng = check_rng(random_state)
    found = {"printed": [], "labelled": [], "plain": []}
    for _ in range(repeats):
        X, y = half_circles(random_state=rng)
        hidden = with_ends(y)
        found["printed"].append(_unlabelled_errors(LaplacianLS(zeros=True), X, hidden, y))
        found["labelled"].append(_unlabelled_errors(LaplacianLS(), X, hidden, y))
        found["plain"].append(_plain_errors(X, hidden, y))
    return found


def side_errors(repeats=20, random_state=None):
    """The same where the truth is the side, left or right, and not the half circle.

    Returns
    -------
    dict of list
        ``laplacian`` and ``plain``, one error a draw.
    """
    rng = check_rng(random_state)
    found = {"laplacian": [], "plain": []}
    for _ in range(repeats):
        X, _ = half_circles(random_state=rng)
        side = (X[:, 0] > 0).astype(int)
        hidden = with_ends(side)
        found["laplacian"].append(_unlabelled_errors(LaplacianLS(), X, hidden, side))
        found["plain"].append(_plain_errors(X, hidden, side))
    return found


def _least_objective(K, W, y, labelled, lam, nu):
    """Objective (33.2), written with its double sum, and its minimum by a generic optimiser."""

    def objective(theta):
        f = K @ theta
        steps = f[:, None] - f
        pulls = W * steps
        miss = np.where(labelled, f - y, 0.0)
        value = miss @ miss / 2 + lam / 2 * theta @ theta + nu / 4 * np.sum(pulls * steps)
        return value, K.T @ (miss + nu * pulls.sum(axis=1)) + lam * theta

    limits = {"maxiter": 20_000, "maxfun": 40_000, "maxcor": 50, "ftol": 1e-13, "gtol": 1e-8}
    found = minimize(objective, np.zeros(len(K)), jac=True, method="L-BFGS-B", options=limits)
    return lambda theta: objective(theta)[0], found.fun


def closed_form_gaps(n_sets=9, n_samples=200, random_state=None):
    """By how much the printed and the corrected solution miss the minimum of (33.2).

    The first data set is that of Fig. 33.2. The others are random points of the same spread with 2
    to 20 random labels; the width and the penalties are those of the figure.

    Returns
    -------
    dict of list
        ``printed`` and ``fixed``: objective minus minimum, divided by the minimum.
    """
    rng = check_rng(random_state)
    h = 1.0
    lam = 1.0
    nu = 10.0
    X, y = half_circles(n_samples, random_state=rng)
    cases = [(X, np.where(y == 0, 1.0, -1.0), with_ends(y) >= 0)]
    for _ in range(n_sets):
        points = X.std(axis=0) * rng.normal(size=X.shape)
        cases.append((points, rng.choice([-1.0, 1.0], size=len(X)),
                      np.arange(len(X)) < rng.integers(2, 21)))  # fmt: skip
    gaps = {"printed": [], "fixed": []}
    for X, y, labelled in cases:
        K = np.exp(-cdist(X, X, "sqeuclidean") / (2 * h**2))
        objective, least = _least_objective(K, K, y, labelled, lam, nu)
        for name, zeros in (("printed", True), ("fixed", False)):
            theta = laplacian_coefficients(K, K, y, labelled, lam=lam, nu=nu, zeros=zeros)
            gaps[name].append(float((objective(theta) - least) / least))
    return gaps


def expansion_errors(n_graphs=100, n_points=10, random_state=None):
    """The double sum of (33.2) against its expansion into three sums, on random graphs.

    Returns
    -------
    dict
        ``right``: largest relative difference if the third sum has the values at its own index;
        ``printed``: smallest one if it has the value at another index, whichever fits best.
    """
    rng = check_rng(random_state)
    right = []
    printed = []
    for _ in range(n_graphs):
        W = np.triu(rng.random((n_points, n_points)), 1)
        W = W + W.T
        f = rng.normal(size=n_points)
        double = np.sum(W * (f[:, None] - f) ** 2)
        D = W.sum(axis=1)
        two_sums = D @ f**2 - 2 * f @ W @ f
        right.append(abs(two_sums + D @ f**2 - double) / double)
        printed.append(np.min(np.abs(two_sums + D.sum() * f**2 - double)) / double)
    return {"right": max(right), "printed": min(printed)}
