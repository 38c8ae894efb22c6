"""Theorem 9.1 and the two steps, searched for counterexamples.

Objectives are computed from U and A alone, and share no code with the library's.
"""

from itertools import product

import numpy as np
from scipy.optimize import minimize

from mlcompanion.prox import L1, NonNegative
from mlcompanion.text.topics import RowGroups, procrustes_orthonormal, sparse_lsa_steps
from mlcompanion.text.topics.alternation import first_factor

__all__ = ["VERSIONS", "descents", "factor_search", "objective", "oracle_gap", "unit_rows"]

GROUP = 4
VERSIONS = ("plain", "nonnegative", "groups")


def unit_rows(n, m, seed, density=0.1):
    """Random sparse documents: not negative, rows of length 1."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, m)) * (rng.random((n, m)) < density)
    X[np.arange(n), rng.integers(m, size=n)] += 0.3  # no document is empty
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def penalty_of(version, lam, m):
    """The penalty of a version, for m words in groups of four."""
    if version == "groups":
        return RowGroups(np.arange(m) // GROUP, lam)
    return NonNegative(L1(lam)) if version == "nonnegative" else L1(lam)


def objective(X, U, A, lam, version="plain"):
    """Half the squared distance, and the penalty, written out."""
    fit = 0.5 * np.sum((X - U @ A) ** 2)
    if version == "groups":
        blocks = np.reshape(A, (len(A), -1, GROUP))
        return fit + lam * np.sqrt(GROUP) * np.sqrt(np.sum(blocks**2, axis=2)).sum()
    return fit + lam * np.abs(A).sum()


def _orthonormal(shape, rng):
    """Random orthonormal columns, of both orientations: those of QR alone have one."""
    Q, R = np.linalg.qr(rng.normal(size=shape))
    return Q * np.sign(np.einsum("...dd->...d", R))[..., None, :]


def _climb(U, V, rounds=60):
    """Best tr(U'V) of gradient ascent from a stack of U: a step, then back by QR.

    Steps are those of Barzilai and Borwein: a short singular value of V leaves a flat direction.
    """
    step = np.full(len(U), 1 / np.linalg.norm(V, 2))
    best = np.einsum("knd,nd->k", U, V)
    before = None
    for _ in range(rounds):
        agree = np.swapaxes(U, 1, 2) @ V
        slope = V - U @ ((agree + np.swapaxes(agree, 1, 2)) / 2)
        if before is not None:
            moved = U - before[0]
            turned = before[1] - slope
            square = np.einsum("knd,knd->k", moved, moved)
            along = np.abs(np.einsum("knd,knd->k", moved, turned))
            step = np.where(along > 1e-300, square / np.maximum(along, 1e-300), step)
        before = (U, slope)
        Q, R = np.linalg.qr(U + step[:, None, None] * slope)
        # QR may turn a column round; the step may not
        U = Q * np.sign(np.einsum("kdd->kd", R))[:, None, :]
        best = np.maximum(best, np.einsum("knd,nd->k", U, V))
    return best


def factor_search(n_cases=200, n_random=1000, n_climbs=20, seed=0):
    """Theorem 9.1 against random matrices, some of them climbed, on random V.

    Returns
    -------
    dict
        ``beaten``, ``reach``, ``nuclear``, ``orth``, ``wrong`` of the claim.
    """
    rng = np.random.default_rng(seed)
    beaten = 0
    worse = 0
    reach = nuclear = orth = 0.0
    for _ in range(n_cases):
        n = int(rng.integers(5, 41))
        d = int(rng.integers(2, 6))
        V = rng.normal(size=(n, d))
        U = procrustes_orthonormal(V)
        value = np.vdot(U, V)
        tried = _orthonormal((n_random, n, d), rng)
        climbed = _climb(tried[:n_climbs], V)
        others = np.r_[np.einsum("knd,nd->k", tried, V), climbed]
        beaten += int(np.sum(others > value + 1e-9))
        reach = max(reach, (value - climbed.max()) / value)
        total = np.sqrt(np.linalg.eigvalsh(V.T @ V)).sum()
        nuclear = max(nuclear, abs(value - total) / total)
        orth = max(orth, np.abs(U.T @ U - np.eye(d)).max())
        P, _, Q = np.linalg.svd(V, full_matrices=False)
        if np.linalg.det(Q) < 0:  # signs are free; a 2 x 2 reflection is its own transpose
            P[:, 0] *= -1
            Q[0] *= -1
        worse += int(np.vdot(P @ Q.T, V) < value - 1e-6)
    return {"beaten": beaten, "reach": float(reach), "nuclear": float(nuclear),
            "orth": float(orth), "wrong": worse / n_cases}  # fmt: skip


def _starts(X, D, rng):
    similar = X @ X[rng.choice(len(X), D, replace=False)].T
    return (np.eye(len(X), D), _orthonormal((len(X), D), rng), procrustes_orthonormal(similar))


def descents(n_cases=50, n_rounds=50, n_moves=1000):
    """The two steps on random documents, all versions and starts.

    Returns
    -------
    dict
        ``rises`` and ``better`` of the claim, and ``first_drop``.
    """
    lams = np.geomspace(0.01, 0.5, n_cases)
    rises = 0
    better = 0
    drops = []
    for case, version in product(range(n_cases), VERSIONS):
        rng = np.random.default_rng(case)
        X = unit_rows(60, 120, case)
        D = (2, 5, 10)[case % 3]
        lam = lams[case]
        U = _starts(X, D, rng)[case // 3 % 3]
        values = []
        for round_, state in zip(
            range(n_rounds), sparse_lsa_steps(X, U, penalty_of(version, lam, 120))
        ):
            A = state.A.toarray()
            values += [objective(X, U, A, lam, version), objective(X, state.U, A, lam, version)]
            if round_ == n_rounds // 2:
                share = n_moves // n_cases
                better += _better_moves(X, U, A, lam, version, share, rng)
            empty = round_ == 0 and not A.any()
            if empty:
                break
            U = state.U
        rises += int(np.sum(np.diff(values) > 1e-10))
        if not empty:
            drops.append(1 - values[-1] / values[0])
    return {"rises": rises, "better": better, "first_drop": float(min(drops))}


def _better_moves(X, U, A, lam, version, count, rng):
    """How many random moves of A, feasible ones, lower the objective with U as it is."""
    B = U.T @ X
    best = objective(B, np.eye(len(B)), A, lam, version)  # a constant less, for orthonormal U
    found = 0
    for size in np.geomspace(1e-4, 1, count):
        moved = A + size * rng.normal(size=A.shape) * (rng.random(A.shape) < rng.random())
        if version == "nonnegative":
            moved = np.maximum(moved, 0)
        found += int(objective(B, np.eye(len(B)), moved, lam, version) < best - 1e-12)
    return found


def oracle_gap():
    """Greatest difference of the A-step from a general minimiser, over the three versions."""
    X = unit_rows(12, 8, 1, density=0.5)
    U = _orthonormal((12, 2), np.random.default_rng(1))
    B = U.T @ X
    lam = 0.15
    gaps = []
    for version in VERSIONS:
        A = next(sparse_lsa_steps(X, U, penalty_of(version, lam, 8))).A.toarray()
        gaps.append(np.abs(A - _minimised(X, U, B, lam, version)).max())
    return float(max(gaps))


def _minimised(X, U, B, lam, version):
    """By bounded quasi-Newton steps: A as a difference of parts, or with rounded norms."""
    shape = B.shape
    options = {"maxiter": 10**5, "maxfun": 10**6, "ftol": 1e-16, "gtol": 1e-11}
    if version == "groups":

        def rounded(z):
            A = z.reshape(shape)
            blocks = A.reshape(len(A), -1, GROUP)
            norms = np.sqrt(np.sum(blocks**2, axis=2) + 1e-12)
            rest = X - U @ A
            slope = lam * np.sqrt(GROUP) * (blocks / norms[:, :, None]).reshape(shape) - U.T @ rest
            return 0.5 * np.sum(rest**2) + lam * np.sqrt(GROUP) * norms.sum(), slope.ravel()

        return minimize(rounded, B.ravel(), jac=True, method="L-BFGS-B", options=options).x.reshape(
            shape
        )
    signs = (1,) if version == "nonnegative" else (1, -1)

    def split(z):
        parts = z.reshape(len(signs), *shape)
        A = sum(sign * part for sign, part in zip(signs, parts))
        rest = X - U @ A
        slope = np.array([lam - sign * (U.T @ rest) for sign in signs])
        return 0.5 * np.sum(rest**2) + lam * parts.sum(), slope.ravel()

    start = np.full(len(signs) * B.size, 0.1)
    bounds = [(0, None)] * len(start)
    parts = minimize(split, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x
    return sum(sign * part for sign, part in zip(signs, parts.reshape(len(signs), *shape)))


def start_of(X, init):
    """Ten orthonormal columns from which the steps begin, by the name of a start."""
    return first_factor(X, 10, init, np.random.default_rng(0))
