"""Classes whose shares change from training to test: Sugiyama (2016), section 33.3.

The listing of Fig. 33.13 many times over, and two statements on the energy distance against
computations of their own.
"""

import math

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import norm

from mlcompanion._validation import check_rng
from mlcompanion.classification import ClassBalanceLS, GenerativeClassifier, em_class_prior
from mlcompanion.density import class_prior_energy

__all__ = ["changed_classes", "energy_curvatures", "energy_identity", "share_runs"]


def changed_classes(first=90, first_test=10, n=100, random_state=None):
    """Training samples and test samples of Fig. 33.13.

    Parameters
    ----------
    first, first_test : int
        How many of ``n`` are of class 1, in training and in the test.
    n : int
    random_state : int, Generator or None

    Returns
    -------
    X, y, X_test, y_test : ndarray
        Class 1 lies around (-2, 0), class 2 around (2, 0), with standard deviations 1 and 2.
    """
    rng = check_rng(random_state)
    drawn = []
    for size in (first, first_test):
        y = np.repeat([1, 2], [size, n - size])
        centre = np.where(y == 1, -2.0, 2.0)
        drawn += [np.column_stack([centre, 0 * centre]) + rng.normal(size=(n, 2)) * [1, 2], y]
    return tuple(drawn)


def share_runs(repeats=200, random_state=None):
    """Estimated test shares of class 1, and test errors with and without class weights.

    Returns
    -------
    dict of list
        ``printed``: share by the energy distance with self-distances, ``without``: without them,
        ``em``: by likelihood, with Gaussian classes; ``err_w``: error with weights from the first,
        ``err_u``: without weights, ``err_t``: with weights from the true shares.
    """
    rng = check_rng(random_state)
    found = {name: [] for name in ("printed", "without", "em", "err_w", "err_u", "err_t")}
    for _ in range(repeats):
        X, y, X_test, y_test = changed_classes(random_state=rng)
        share = class_prior_energy(X, y, X_test, self_distances=True)
        found["printed"].append(float(share[0]))
        found["without"].append(float(class_prior_energy(X, y, X_test)[0]))
        model = GenerativeClassifier().fit(X, y)
        found["em"].append(
            float(em_class_prior(model.predict_proba(X_test), model.priors_, tol=1e-6)[0])
        )
        for name, priors in (("err_w", share), ("err_u", None), ("err_t", (0.1, 0.9))):
            model = ClassBalanceLS(priors).fit(X, y)
            found[name].append(float(np.mean(model.predict(X_test) != y_test)))
    return found


def _mean_absolute(mean, variance):
    """Mean absolute value of a normal variable."""
    s = np.sqrt(variance)
    return s * np.sqrt(2 / np.pi) * np.exp(-(mean**2) / (2 * variance)) + mean * (
        1 - 2 * norm.cdf(-mean / s)
    )


def _line_pair(rng):
    """Both sides of the identity for two random mixtures of normal densities on the line."""
    laws = []
    for _ in range(2):
        k = rng.integers(1, 4)
        laws.append((rng.dirichlet(np.ones(k)), rng.uniform(-3, 3, k), rng.uniform(0.2, 2, k)))
    t = np.arange(1, 40_001) / 1000

    def transform(law):
        p, mean, variance = law
        return p @ np.exp(1j * mean[:, None] * t - variance[:, None] * t**2 / 2)

    def mean_distance(a, b):
        m = a[1][:, None] - b[1]
        v = a[2][:, None] + b[2]
        return a[0] @ _mean_absolute(m, v) @ b[0]

    height = np.abs(transform(laws[0]) - transform(laws[1])) ** 2 / t**2
    at_zero = (laws[0][0] @ laws[0][1] - laws[1][0] @ laws[1][1]) ** 2
    area = 2 * (height.sum() + at_zero / 2) / 1000  # both sides of zero
    left = area / (math.pi / math.gamma(1))
    a, b = laws
    return left, 2 * mean_distance(a, b) - mean_distance(a, a) - mean_distance(b, b)


def _plane_pair(rng):
    """The same for two random normal densities of the plane, in polar coordinates."""
    angles = np.arange(256) * 2 * np.pi / 256
    u = np.column_stack([np.cos(angles), np.sin(angles)])
    laws = []
    for _ in range(2):
        root = rng.normal(size=(2, 2)) + 0.8 * np.eye(2)
        laws.append((rng.uniform(-1.5, 1.5, 2), root @ root.T + 0.3 * np.eye(2)))
    r = np.arange(1, 2001) / 100

    def transform(law):
        mean, covariance = law
        spread = np.sum(u @ covariance * u, axis=1)
        return np.exp(1j * np.outer(r, u @ mean) - np.outer(r**2, spread) / 2)

    def mean_distance(a, b):
        mean = a[0] - b[0]
        covariance = a[1] + b[1]
        far = np.linalg.norm(mean) + 9 * math.sqrt(np.trace(covariance))
        radius = np.arange(1, 1001) * far / 1000
        points = radius[:, None, None] * u - mean
        inverse = np.linalg.inv(covariance)
        density = np.exp(-np.einsum("rad,de,rae->ra", points, inverse, points) / 2)
        density /= 2 * math.pi * math.sqrt(np.linalg.det(covariance))
        return np.sum(density * radius[:, None] ** 2) * far / 1000 * 2 * np.pi / 256

    height = np.abs(transform(laws[0]) - transform(laws[1])) ** 2 / r[:, None] ** 2  # r dr / r^3
    at_zero = (u @ (laws[0][0] - laws[1][0])) ** 2
    area = (height.sum() + at_zero.sum() / 2) / 100 * 2 * np.pi / 256
    left = area / (math.pi**1.5 / math.gamma(1.5))
    a, b = laws
    return left, 2 * mean_distance(a, b) - mean_distance(a, a) - mean_distance(b, b)


def energy_identity(n_line=20, n_plane=5, random_state=None):
    """Relative differences of the two forms of the energy distance, one a pair of densities.

    The integral over characteristic functions by the trapezoidal rule; the mean distances in closed
    form on the line, by integration of the density in the plane.
    """
    rng = check_rng(random_state)
    sides = [_line_pair(rng) for _ in range(n_line)] + [_plane_pair(rng) for _ in range(n_plane)]
    return [float(abs(left - right) / abs(right)) for left, right in sides]


def energy_curvatures(n_sets=100, random_state=None):
    """Curvature of the energy distance as a function of the class shares, on random samples.

    Second differences of 2 pi'b - pi'A pi, with the mean distances of 2 to 5 normal classes of 50
    samples in 1 to 5 dimensions.

    Returns
    -------
    dict
        ``neg``, ``pos``: in how many sets some of 200 random directions of all shares curves down,
        and up; ``simplex_neg``: how many of 50 directions a set that keep the sum of the shares
        curve down.
    """
    rng = check_rng(random_state)
    found = {"neg": 0, "pos": 0, "simplex_neg": 0}
    for _ in range(n_sets):
        c = rng.integers(2, 6)
        d = rng.integers(1, 6)
        X = 2 * rng.normal(size=(c, 1, d)) + rng.normal(size=(c, 50, d))
        test = X[rng.integers(c, size=60), rng.integers(50, size=60)]
        A = cdist(X.reshape(-1, d), X.reshape(-1, d)).reshape(c, 50, c, 50).mean(axis=(1, 3))
        b = cdist(X.reshape(-1, d), test).reshape(c, -1).mean(axis=1)
        shares = rng.dirichlet(np.ones(c))

        def height(pi, A=A, b=b):
            return 2 * pi @ b - np.sum(pi @ A * pi, axis=-1)

        def curvature(steps, height=height, shares=shares):
            return height(shares + steps) + height(shares - steps) - 2 * height(shares)

        free = curvature(rng.normal(size=(200, c)))
        found["neg"] += bool((free < -1e-9).any())
        found["pos"] += bool((free > 1e-9).any())
        kept = rng.normal(size=(50, c))
        kept -= kept.mean(axis=1, keepdims=True)
        found["simplex_neg"] += int(np.sum(curvature(kept) < -1e-9))
    return found
