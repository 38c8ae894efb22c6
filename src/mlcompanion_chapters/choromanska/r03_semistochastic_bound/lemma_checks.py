"""Lemmas 1, 2 and 4 by enumeration, and four misprints by computations of their own."""

from itertools import combinations

import numpy as np
from scipy.special import logsumexp

from mlcompanion.optimize.majorising import compute_bound

__all__ = [
    "constants_of_theorem_4",
    "curvature_far_out",
    "lipschitz_checks",
    "random_batch_size",
    "sampling_lemmas",
]


def _random_model(rng, n_samples, n, d):
    """Features of every sample and label, weights, labels and parameters of a log-linear model.

    Scores differ by a few units, so that no label is certain to rounding.
    """
    F = rng.normal(size=(n_samples, n, d))
    h = rng.uniform(0.2, 3, n)
    return F, h, rng.integers(n, size=n_samples), rng.normal(size=d) / np.sqrt(d)


def _residual(Sigma, mu):
    """What the least-squares solution of Sigma x = mu leaves, relative to mu."""
    x = np.linalg.lstsq(Sigma, mu, rcond=1e-12)[0]
    return float(np.linalg.norm(Sigma @ x - mu) / np.linalg.norm(mu))


def sampling_lemmas(models=200, seed=0, eta=0.05):
    """Expectations over all batches of a size, and residuals where the curvature is singular.

    Returns
    -------
    dict
        ``models``, ``bias``, ``viol2``, ``resid_same`` and ``resid_other``, as the claim has them.
    """
    rng = np.random.default_rng([9, seed])
    found = {"models": models, "bias": 0.0, "viol2": 0, "resid_same": 0.0, "resid_other": np.inf}
    for _ in range(models):
        n_samples = int(rng.integers(6, 13))
        batch, n, d = (int(rng.integers(*ends)) for ends in ((1, 6), (2, 7), (2, 16)))
        F, h, codes, theta = _random_model(rng, n_samples, n, d)
        bounds = [compute_bound(theta, f, h) for f in F]
        slopes = np.array([b.mu - f[code] for b, f, code in zip(bounds, F, codes)])
        bends = np.array([b.Sigma for b in bounds])
        batches = np.array(list(combinations(range(n_samples), batch)))
        gradients = slopes[batches].mean(axis=1)
        curvatures = bends[batches].mean(axis=1)
        whole = slopes.mean(axis=0)
        bias = np.linalg.norm(gradients.mean(axis=0) - whole) / (np.linalg.norm(whole) + 1)
        found["bias"] = max(found["bias"], float(bias))
        sizes = np.linalg.eigvalsh(curvatures)
        mean = np.linalg.eigvalsh(np.linalg.inv(curvatures + eta * np.eye(d)).mean(axis=0))
        low = 1 / (eta + sizes.max())
        high = 1 / (eta + max(sizes.min(), 0.0))
        found["viol2"] += int(mean.min() < low - 1e-9) + int(mean.max() > high + 1e-9)
        if (n - 1) * batch < d:
            for mu, Sigma in list(zip(gradients, curvatures))[:20]:
                found["resid_same"] = max(found["resid_same"], _residual(Sigma, mu))
            apart = np.flatnonzero(~np.isin(batches, batches[0]).any(axis=1))
            if len(apart):
                left = _residual(curvatures[apart[-1]], gradients[0])
                found["resid_other"] = min(found["resid_other"], left)
    return found


def random_batch_size():
    """Lemma 1 where the size of the batch depends on what is drawn; expectations of two terms."""
    gradients = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.5]])
    whole = gradients.mean(axis=0)
    largest = np.linalg.norm(gradients, axis=1).max()
    random = 0.5 * gradients[0] + 0.5 * gradients[1:].mean(axis=0)
    pairs = [gradients[[0, 1]], gradients[[0, 2]], gradients[[1, 2]]]
    fixed = np.mean([pair.mean(axis=0) for pair in pairs], axis=0)
    return {
        "bias_random": float(np.linalg.norm(random - whole) / largest),
        "bias_fixed": float(np.linalg.norm(fixed - whole) / largest),
    }


def _objective(F, codes, theta, eta):
    """The regularized objective by its sums."""
    scores = F @ theta
    losses = logsumexp(scores, axis=1) - scores[np.arange(len(F)), codes]
    return losses.mean() + 0.5 * eta * theta @ theta


def _slope(F, codes, theta, eta):
    """Its gradient in closed form."""
    scores = F @ theta
    P = np.exp(scores - logsumexp(scores, axis=1, keepdims=True))
    own = F[np.arange(len(F)), codes]
    return np.mean(np.einsum("tn,tnd->td", P, F) - own, axis=0) + eta * theta


def _differenced(F, codes, theta, eta, h=1e-5):
    """The gradient by differences of the objective."""
    return np.array(
        [
            (_objective(F, codes, theta + h * e, eta) - _objective(F, codes, theta - h * e, eta))
            / (2 * h)
            for e in np.eye(len(theta))
        ]
    )


def lipschitz_checks(distances=(10, 1000, 100_000), pairs=10_000, models=20, eta=0.1, seed=0):
    """Lemma 3: how large the gradient becomes, and its Lipschitz quotient.

    Returns
    -------
    dict
        ``g_reg``, ``g_zero``, ``quotient``, ``quotient_top``; and ``closed_form``, by how much
        the formula for the gradient differs from differences of the objective.
    """
    rng = np.random.default_rng([10, seed])
    found = {"g_reg": None, "g_zero": 0.0, "quotient": 0.0, "quotient_top": 0.0}
    closed_form = 0.0
    for _ in range(models):
        n = int(rng.integers(2, 6))
        d = int(rng.integers(2, 7))
        F, _, codes, theta = _random_model(rng, 20, n, d)
        ray = theta / np.linalg.norm(theta)
        longest = np.linalg.norm(F, axis=2).max()
        away = _slope(F, codes, ray, eta) - _differenced(F, codes, ray, eta)
        closed_form = max(closed_form, float(np.abs(away).max()))
        norms = [np.linalg.norm(_slope(F, codes, r * ray, eta)) for r in distances]
        found["g_reg"] = (
            [float(size) for size in norms] if found["g_reg"] is None else found["g_reg"]
        )
        bare = max(np.linalg.norm(_slope(F, codes, r * ray, 0.0)) for r in distances)
        found["g_zero"] = max(found["g_zero"], float(bare / (2 * longest)))
        for _ in range(pairs // models):
            first = rng.normal(size=d) * 10 ** rng.uniform(-2, 1)
            second = first + rng.normal(size=d) * 10 ** rng.uniform(-3, 1)
            change = _slope(F, codes, second, eta) - _slope(F, codes, first, eta)
            quotient = np.linalg.norm(change) / np.linalg.norm(second - first)
            found["quotient"] = max(found["quotient"], float(quotient / (longest**2 + eta)))
            found["quotient_top"] = max(found["quotient_top"], float(quotient / eta))
    return found, closed_form


def _axis_points(d):
    """A point and its mirror image on each axis, one of each class: f(+1) = x, f(-1) = 0."""
    X = np.vstack([np.eye(d), np.eye(d)])
    F = np.stack([X, np.zeros_like(X)], axis=1)
    return F, np.repeat([0, 1], d)


def _second_differences(F, codes, theta, h=1e-3):
    """The Hessian of the objective without penalty, by its values alone."""
    d = len(theta)
    shifts = h * np.eye(d)

    def at(*moves):
        return _objective(F, codes, theta + sum(moves), 0.0)

    return np.array(
        [
            [
                (at(a, b) - at(a, -b) - at(-a, b) + at(-a, -b)) / (4 * h * h)
                for b in shifts
            ]
            for a in shifts
        ]
    )  # fmt: skip


def curvature_far_out(d=3, distances=(10, 20, 40), seed=0):
    """Corollary 1: two models for which the printed matrix is positive definite.

    Returns
    -------
    dict
        ``min_ff``, ``flat``, ``near`` and ``far``, as the claim has them.
    """
    rng = np.random.default_rng([11, seed])
    X = rng.normal(size=(8, d))
    same = np.stack([X, X], axis=1)  # the label changes no feature
    codes = rng.integers(2, size=8)
    axes, signs = _axis_points(d)
    printed = [float(np.linalg.eigvalsh(np.einsum("tni,tnj->ij", F, F)).min())
               for F in (same, axes)]  # fmt: skip
    flat = max(np.abs(_second_differences(same, codes, rng.normal(size=d))).max() for _ in range(5))
    near = np.linalg.eigvalsh(_second_differences(axes, signs, np.zeros(d))).min()
    # along the diagonal: p (1 - p) of each of the 2 d points, on its own axis, over 2 d
    far = [float(np.exp(-r) / (1 + np.exp(-r)) ** 2 / d) for r in distances]
    return {"min_ff": printed, "flat": float(flat), "near": float(near), "far": far}


def constants_of_theorem_4(n_samples=10_000, eta=1e-4):
    """Theorem 4's constants on two kinds of rows, half of all on each axis.

    The curvature is that at the origin from a batch that holds the first kind alone.

    Returns
    -------
    dict
        ``ratio_l``, ``printed_l``, ``right_l``, ``ratio_rho``, ``printed_rho``, ``right_rho``,
        ``ratio_lin`` and ``rho_unit``, as the claim has them.
    """
    half = n_samples // 2

    def data(size):
        X = np.zeros((n_samples, 2))
        X[:half, 0] = size
        X[half:, 1] = size
        return np.stack([X, np.zeros_like(X)], axis=1), np.arange(n_samples) % 2

    def norms(size):
        return np.array([size**2 / 4 + eta, eta])  # of the curvature, on its diagonal

    F, codes = data(1.0)
    H = norms(1.0)
    first = np.array([0.0, -0.0005])
    second = np.array([0.0, 0.0005])
    change = _slope(F, codes, second, eta) - _slope(F, codes, first, eta)
    step = second - first
    found = {
        "ratio_l": float(np.sqrt(np.sum(change**2 / H)) / np.sqrt(np.sum(step**2 * H))),
        "printed_l": float((1 + eta) / np.sqrt(eta)),
        "right_l": float((1 + eta) / eta),
    }

    def remainder(F, codes, start, step):
        tangent = step @ _slope(F, codes, start, eta)
        rise = _objective(F, codes, start + step, eta) - _objective(F, codes, start, eta)
        return rise - tangent

    wide, sides = data(10.0)
    H = norms(10.0)
    start = np.array([10.0, 0.0])
    step = np.array([5.0, 0.0])
    found["ratio_rho"] = float(2 * remainder(wide, sides, start, step) / np.sum(step**2 * H))
    found["printed_rho"] = float(eta / np.sqrt(eta + 25.0))
    found["right_rho"] = float(eta / (eta + 25.0))
    step = np.array([1e-4, 0.0])
    rest = remainder(F, codes, np.zeros(2), step)
    found["ratio_lin"] = float(2 * rest / np.sqrt(np.sum(step**2 * norms(1.0))))
    found["rho_unit"] = float(eta / (eta + 0.25))
    return found
