"""What is printed and what is right: the chapter's errata, each by its own computation."""

import numpy as np
from scipy.optimize import brentq, minimize

from mlcompanion.text.topics import LSA, SparseLSA

from .statements import objective, unit_rows

__all__ = ["projection_scales", "sizes_in_mib", "stuck_starts", "summed_range", "unsquared"]


def stuck_starts(n_cases=50, n_random=200):
    """The start (I; 0) at penalties just above the largest entry of the first D documents.

    Returns
    -------
    dict
        ``cases``, ``stuck``, ``escaped``, ``above``, ``below`` of the claim.
    """
    found = {"cases": 0, "stuck": 0, "escaped": 0, "above": 0, "below": 0}
    for seed in range(n_cases):
        X = unit_rows(40, 60, seed)
        empty = 0.5 * np.sum(X**2)
        lengths = np.linalg.norm(X, axis=0)
        along = _column_start(X, 5)
        lam = 1.001 * X[:5].max()
        if lam < 0.9 * lengths.max():
            found["cases"] += 1
            found["stuck"] += int(_end(X, lam, "identity")[1] == 0)
            value, nonzero = _end(X, lam, along)
            found["escaped"] += int(value < empty - 1e-12 and nonzero > 0)
        if seed < 5:
            lam = 1.001 * lengths.max()
            for start in range(n_random // 5):
                rng = np.random.default_rng([seed, start])
                U = np.linalg.qr(rng.normal(size=(40, 5)))[0]
                found["above"] += int(_end(X, lam, U)[1] > 0)
            found["below"] += int(_end(X, 0.99 * lengths.max(), along)[0] < empty - 1e-12)
    return found


def _column_start(X, D):
    """Orthonormal columns, the first one the column of X with the largest norm."""
    longest = X[:, np.linalg.norm(X, axis=0).argmax()]
    Q = np.linalg.qr(np.column_stack([longest, np.eye(len(X), D - 1)]))[0]
    Q[:, 0] *= np.sign(Q[:, 0] @ longest)
    return Q


def _end(X, lam, init):
    """Objective at the end, from U and A alone, and nonzero entries of A."""
    model = SparseLSA(5, lam, init=init).fit(X)
    A = model.components_.toarray()
    return objective(X, model.embedding_, A, lam), np.count_nonzero(A)


def sizes_in_mib():
    """Table 9.3 (b) by arithmetic: full matrices, and densities that the sparse sizes imply."""
    columns = (17_390, 7_413)
    dense = [np.empty((1000, m)).nbytes / 2**20 for m in columns]

    def implied(mib, m):
        return 100 * (mib * 2**20 - 8 * (m + 1)) / 16 / (1000 * m)

    printed = ((0.6314, 17_390), (0.6041, 17_390), (1.3374, 7_413), (0.9537, 7_413))
    return {"dense": dense, "implied": [implied(*pair) for pair in printed],
            "implied_twice": implied(1.3374, 2 * 7_413)}  # fmt: skip


def projection_scales(matrices, topics):
    """U'X beside LSA's own matrix, which comes from eigenvectors of X'X or XX' here.

    Parameters
    ----------
    matrices : list of ndarray
    topics : sequence of int

    Returns
    -------
    dict
        ``row_gap``, ``plain_gap``, ``cosine``, ``rank_gap`` of the claim.
    """
    rows = []
    plain = []
    ranks = []
    cosines = []
    for X in matrices:
        small = X @ X.T if X.shape[0] <= X.shape[1] else X.T @ X
        squares = np.maximum(np.linalg.eigvalsh(small)[::-1], 0)
        for D in topics:
            model = LSA(D).fit(X)
            A = model.embedding_.T @ X
            own = model.components_
            scaled = squares[:D, None] * own
            size = np.abs(A).max(axis=1, keepdims=True)
            rows.append(np.max(np.abs(A - scaled) / size))
            plain.append(np.abs(A - own).max(axis=1) / size.ravel())
            left = 0.5 * np.sum((X - model.embedding_ @ A) ** 2)
            ranks.append(abs(left - 0.5 * squares[D:].sum()) / left)
            pairs = np.triu_indices(len(X), 1)
            both = [_cosines(X @ B.T)[pairs] for B in (A, own)]
            cosines.append(np.corrcoef(both)[0, 1])
    return {"row_gap": float(max(rows)), "plain_gap": float(np.median(np.concatenate(plain))),
            "cosine": float(min(cosines)), "rank_gap": float(max(ranks))}  # fmt: skip


def _cosines(Z):
    lengths = np.linalg.norm(Z, axis=1, keepdims=True)
    Z = Z / np.where(lengths > 0, lengths, 1)
    return Z @ Z.T


def _shrunk_steps(G, b, lam, rounds=3000):
    """Lassos with Gram matrix G and products b, a row each, by accelerated proximal gradients."""
    step = 1 / np.linalg.norm(G, 2)
    lam = np.reshape(lam, (-1, 1))
    z = ahead = np.zeros_like(b)
    t = 1.0
    for _ in range(rounds):
        moved = ahead - step * (ahead @ G - b)
        new = np.sign(moved) * np.maximum(np.abs(moved) - step * lam, 0)
        t_new = (1 + np.sqrt(1 + 4 * t * t)) / 2
        ahead = new + (t - 1) / t_new * (new - z)
        z = new
        t = t_new
    return z


def unsquared(n_documents=30, m=40, D=5, lam=0.05, seed=0):
    """Sparse coding's projection with and without the square.

    Without it the solution is a lasso whose penalty is twice lam times the length of the residual
    that it leaves: a bracketed search finds that length.

    Returns
    -------
    dict
        ``same`` and ``printed`` of the claim.
    """
    rng = np.random.default_rng(seed)
    X = unit_rows(n_documents, m, seed)
    A = rng.normal(size=(D, m))
    A /= np.maximum(np.linalg.norm(A, axis=0), 1)
    G = A @ A.T
    U = _shrunk_steps(G, X @ A.T, lam)
    same = []
    away = []
    for q, u in zip(X, U):
        b = (A @ q)[None]
        same.append(np.abs(_shrunk_steps(G, b, lam)[0] - u).max())

        def left_over(length, q=q, b=b):
            return np.linalg.norm(q - _shrunk_steps(G, b, 2 * length * lam, 300)[0] @ A) - length

        length = brentq(left_over, 1e-9, np.linalg.norm(q) + 1e-9, xtol=1e-6)
        z = _shrunk_steps(G, b, 2 * length * lam)[0]
        size = np.linalg.norm(u)
        away.append(np.linalg.norm(z - u) / size if size > 0 else float(z.any()))
    return {"same": float(max(same)), "printed": float(np.median(away))}


def summed_range(n_cases=20, n=40, m=60, D=5, lam=0.05):
    """Minimisers of (9.10) and of (9.11) with the sum up to M, N and D."""
    right = []
    wrong = []
    for seed in range(n_cases):
        X = unit_rows(n, m, seed)
        U = np.linalg.qr(np.random.default_rng(seed).normal(size=(n, D)))[0]
        whole = _penalised(X, U, np.full(m, lam), absolute=True)
        for upto, gaps in ((m, right), (n, wrong), (D, wrong)):
            weights = np.where(np.arange(m) < upto, lam, 0.0)
            gaps.append(np.abs(_penalised(X, U, weights) - whole).max())
    return {"right": float(max(right)), "wrong": float(min(wrong))}


def _penalised(X, U, weights, absolute=False):
    """Minimiser over A >= 0 of half the squared distance and a weighted sum, by L-BFGS-B."""
    shape = (U.shape[1], X.shape[1])

    def value(z):
        A = z.reshape(shape)
        rest = X - U @ A
        size = np.abs(A) if absolute else A
        slope = weights * np.sign(A) if absolute else np.broadcast_to(weights, shape)
        return 0.5 * np.sum(rest**2) + np.sum(weights * size), (slope - U.T @ rest).ravel()

    start = np.full(shape[0] * shape[1], 0.1)
    options = {"maxfun": 10**5, "ftol": 1e-15, "gtol": 1e-9}
    bounds = [(0, None)] * len(start)
    return minimize(
        value, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options
    ).x.reshape(shape)
