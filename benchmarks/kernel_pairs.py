"""Kernels from pairs: the closed form against a conic solver, Lanczos against LAPACK, judges.

No library has kernels from pairs. CVXPY with SCS solves the same problem, Equation 13 of Zhuang,
Tsang and Hoi (2011) at p = 2, for the matrix of iris; both get the same matrix, the graph is not
timed. NumPy decomposes the same sparse matrix of digits in full. scikit-learn counts the same
Rand index.
"""

import numpy as np
from sklearn.datasets import load_digits, load_iris
from sklearn.metrics import rand_score

from _race import duel, equal, least, peer, row
from mlcompanion.kernel_methods.pairs import (
    closed_form_kernel,
    pairwise_constraints,
    positive_eigenpairs,
    rand_accuracy,
)
from mlcompanion.manifold import graph_laplacian
from mlcompanion.teaching import log_slope

TITLE = "Kernels from pairs"
CHAPTER = "jmlr12/06_simple_npkl"
WHOLE = "up to 500 rows ours decomposes in full as well, after it has checked that A is symmetric"


def wishes(X, y, n, pairs, n_neighbors):
    """The matrix A of the linear loss, for some of the points."""
    rows = np.random.default_rng(0).permutation(len(X))[:n]
    T = pairwise_constraints(y[rows], pairs, random_state=0)
    return 0.1 * T - graph_laplacian(X[rows], n_neighbors, weights="binary", normalized=True)


def conic(n):
    """tr AK of the best kernel, by both."""
    cp = peer("cvxpy")
    if cp is None or peer("scs") is None:
        return
    A = wishes(*load_iris(return_X_y=True), n, 2 * n // 3, 5)
    dense = A.toarray()

    def theirs():
        K = cp.Variable((n, n), PSD=True)
        problem = cp.Problem(cp.Maximize(cp.trace(dense @ K)), [cp.norm(K, "fro") <= 1])
        return problem.solve(solver=cp.SCS, eps_abs=1e-6, eps_rel=1e-6)

    yield duel(
        "best kernel", f"{n} irises",
        lambda: np.linalg.norm(closed_form_kernel(A).spectrum), "CVXPY with SCS", theirs,
        same=equal(rtol=1e-4), note="equal tr AK",
    )  # fmt: skip


def lanczos(n):
    """The positive eigenvalues of a sparse matrix."""
    A = wishes(*load_digits(return_X_y=True), n, round(2.5 * n), 10)
    dense = A.toarray()

    def theirs():
        values, _ = np.linalg.eigh(dense)
        return values[values > 1e-10][::-1]

    yield duel(
        "positive eigenpairs", f"{n:,} digits", lambda: positive_eigenpairs(A)[0], "NumPy eigh",
        theirs, same=equal(rtol=1e-8), note="equal eigenvalues",
        reason=WHOLE if n <= 500 else "",
    )  # fmt: skip


def growth():
    """Seconds of the whole closed form over the points."""
    counts = (900, 1270, 1797)
    made = [wishes(*load_digits(return_X_y=True), n, round(2.5 * n), 10) for n in counts]
    taken = [least(lambda A=A: closed_form_kernel(A))[0] for A in made]
    yield row(
        "best kernel, by points", f"n = {counts} digits", taken[-1], "ours", None,
        f"slope {log_slope(counts, taken):.2f}",
    )  # fmt: skip


def judges(n):
    """The share of pairs on which two partitions agree."""
    y, labels = np.random.default_rng(0).integers(0, 10, (2, n))
    yield duel(
        "pairs right", f"{n:,} points", lambda: rand_accuracy(y, labels), "scikit-learn",
        lambda: rand_score(y, labels), same=equal(rtol=1e-12), note="equal",
    )  # fmt: skip


def rows():
    """All races."""
    for n in (60, 90):
        yield from conic(n)
    for n in (450, 900, 1797):
        yield from lanczos(n)
    yield from growth()
    for n in (1000, 100_000):
        yield from judges(n)
