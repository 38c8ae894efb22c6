"""Appendix A: how a principal direction changes when a point is left out, exactly and predicted.

Exact changes are differences of eigenvectors of two covariances; the predicted sum is written out
here and shares no code with the library's.
"""

import numpy as np

__all__ = ["DEVIATIONS", "exact_changes", "turning_of_draw"]

DEVIATIONS = np.r_[3.0, 2.5, 2.0, 1.5, np.ones(16)]


def exact_changes(X):
    """First eigenpair with and without each point: differences, and the sum of Equation 15.

    Returns
    -------
    dict
        ``turned`` (N, D) and ``moved`` (N,), exact changes of direction and eigenvalue; ``sums``
        (N, D), the sum as printed, with its plus; ``bounds`` (N,) of the squared turn.
    """
    n = len(X)
    mean = X.mean(axis=0)
    rows = X - mean
    covariance = rows.T @ rows / n
    values, vectors = np.linalg.eigh(covariance)
    u = vectors[:, -1]
    # means and covariances without each point, each with divisor N - 1
    means = (n * mean - X) / (n - 1)
    squares = X[:, :, None] * X[:, None, :]
    second = (squares.sum(axis=0) - squares) / (n - 1)
    left = second - means[:, :, None] * means[:, None, :]
    new_values, new_vectors = np.linalg.eigh(left)
    turned = new_vectors[:, :, -1]
    turned = turned * np.sign(turned @ u)[:, None] - u
    gaps = X - means
    others = vectors[:, :-1]
    weights = (gaps @ others) * (gaps @ u)[:, None] / (values[-1] - values[:-1]) / n
    lengths = np.square(gaps).sum(axis=1)
    bounds = 2 * lengths**2 / n**2 / (values[-1] - values[-2]) ** 2
    return {"turned": turned, "moved": new_values[:, -1] - values[-1],
            "sums": weights @ others.T, "bounds": bounds}  # fmt: skip


def turning_of_draw(n, seed):
    """Medians over the left-out points of one draw.

    Returns
    -------
    dict
        ``vec``, ``val``: median changes; ``viol``, ``worst`` of the bound; ``cos``, median cosine
        of the exact change with the printed sum; ``ratio`` of their median lengths.
    """
    X = np.random.default_rng(seed).standard_normal((n, len(DEVIATIONS))) * DEVIATIONS
    found = exact_changes(X)
    lengths = np.linalg.norm(found["turned"], axis=1)
    sums = np.linalg.norm(found["sums"], axis=1)
    cosines = np.einsum("ij,ij->i", found["turned"], found["sums"]) / (lengths * sums)
    shares = lengths**2 / found["bounds"]
    return {
        "vec": float(np.median(lengths)), "val": float(np.median(np.abs(found["moved"]))),
        "viol": float(np.mean(shares > 1)), "worst": float(shares.max()),
        "cos": float(np.median(cosines)), "ratio": float(np.median(lengths) / np.median(sums)),
    }  # fmt: skip
