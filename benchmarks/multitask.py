"""Multitask learning: the Sylvester equation against SciPy and one large system; row norms.

``scipy.linalg.solve_sylvester`` for the matrix equation, a linear system of size bT built with
Kronecker products for the growth with T, and ``MultiTaskLasso`` at an equal objective.
"""

from functools import partial

import numpy as np
from scipy.linalg import solve_sylvester
from sklearn.linear_model import MultiTaskLasso

from _race import duel, equal
from mlcompanion.linalg import sylvester_symmetric, vec
from mlcompanion.sparse.multitask.row_norms import MultitaskRowNorm

TITLE = "Multitask learning"
CHAPTER = "sugiyama/34_multitask"

same_solution = partial(duel, same=equal(rtol=1e-6, atol=1e-8), note="same solution")


def equation(b, T):
    """A positive definite pair of matrices and a right side."""
    rng = np.random.default_rng(0)
    A = rng.normal(size=(b, b))
    B = rng.normal(size=(T, T))
    return A @ A.T + np.eye(b), B @ B.T + np.eye(T), rng.normal(size=(b, T))


def sylvester_race(b, T):
    """Two eigenvalue problems against the Schur forms of any matrices."""
    A, B, Z = equation(b, T)
    return same_solution(
        "Sylvester equation, symmetric", f"b = {b}, T = {T}", lambda: sylvester_symmetric(A, B, Z),
        "scipy solve_sylvester", lambda: solve_sylvester(A, B, Z),
        reason="checks that the matrices are finite and symmetric, longer than so small a solution",
    )  # fmt: skip


def kronecker_race(b, T):
    """The same against one system of size bT."""
    A, B, Z = equation(b, T)

    def one_system():
        system = np.kron(np.eye(T), A) + np.kron(B.T, np.eye(b))
        return np.linalg.solve(system, vec(Z)).reshape(T, b).T

    return same_solution(
        "Sylvester equation, symmetric", f"b = {b}, T = {T}", lambda: sylvester_symmetric(A, B, Z),
        "one system of size bT", one_system,
    )  # fmt: skip


def row_norm_race(n, b, T):
    """Common features of outputs that share their inputs, at a tenth of the largest penalty."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, b))
    Y = X[:, :5] @ rng.normal(size=(5, T)) + rng.normal(size=(n, T))
    lam = 0.1 * np.linalg.norm(X.T @ Y, axis=1).max()
    stacked = np.tile(X, (T, 1)), Y.T.ravel(), np.repeat(np.arange(T), n)
    peer = MultiTaskLasso(lam / n, fit_intercept=False, tol=1e-7, max_iter=10_000)

    def objective(coef):
        return 0.5 * np.sum((Y - X @ coef.T) ** 2) + lam * np.linalg.norm(coef, axis=0).sum()

    return duel(
        "common features, one penalty", f"{n} x {b}, T = {T}",
        lambda: objective(MultitaskRowNorm(lam, tol=1e-7).fit(*stacked).coef_),
        "sklearn MultiTaskLasso", lambda: objective(peer.fit(X, Y).coef_),
        same=equal(rtol=1e-6), note="same objective",
        reason="ours lets every task have inputs of its own and forms a Gram matrix for each; the "
        "peer shares one and descends by compiled coordinate steps",
    )  # fmt: skip


def rows():
    """The equation, its growth with T, and the row norm."""
    for b, T in ((30, 3), (100, 30), (300, 300)):
        yield sylvester_race(b, T)
    for b, T in ((30, 3), (30, 10), (30, 30)):
        yield kronecker_race(b, T)
    yield row_norm_race(200, 100, 5)
