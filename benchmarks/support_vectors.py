"""Support vector machines: SVC against LIBSVM, LIBLINEAR, and solvers of quadratic programmes."""

import numpy as np
from scipy import sparse
from sklearn.svm import SVC as LIBSVM
from sklearn.svm import LinearSVC

from _race import duel, peer
from mlcompanion.kernel_methods import SVC
from mlcompanion.kernels import rbf_kernel
from mlcompanion.teaching import log_slope

TITLE = "Support vector machines"
CHAPTER = "sugiyama/27_support_vector_classification"


def problem(n, d=5):
    """Two noisy classes with a curved boundary between them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    y = np.where(X[:, 0] + X[:, 1] ** 2 - 1 + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)
    return X, y, rbf_kernel(X, sigma=2.0)


def objective(theta, K, y):
    """Of the dual, from the variables times the signs."""
    return theta @ K @ theta / 2 - theta @ y


def close(rtol):
    """Both pairs (theta, problem) have one dual objective."""

    def same(ours, theirs):
        np.testing.assert_allclose(*(objective(*answer) for answer in (ours, theirs)), rtol=rtol)

    return same


def coefficients(machine, K, y):
    """Dual variables times signs, one a sample."""
    theta = np.zeros(len(y))
    theta[machine.support_] = np.ravel(machine.dual_coef_)
    return theta, K, y


def against_libsvm():
    """The same dual, Gram matrix given."""
    for n in (500, 1000, 2000, 4000):
        _, y, K = problem(n)
        yield duel(
            "Gram matrix given, C = 1", f"n = {n:,}",
            lambda K=K, y=y: coefficients(SVC(kernel="precomputed").fit(K, y), K, y),
            "scikit-learn SVC",
            lambda K=K, y=y: coefficients(LIBSVM(kernel="precomputed").fit(K, y), K, y),
            same=close(1e-4), note="dual objectives equal to 0.0001; both with tol 0.001",
        )  # fmt: skip


def by_quadprog(quadprog, K, y):
    """Goldfarb and Idnani's active sets; the matrix has to be positive definite."""
    n = len(y)
    Q = np.outer(y, y) * K
    rows = np.c_[y, np.eye(n), -np.eye(n)]
    right = np.r_[0.0, np.zeros(n), -np.ones(n)]
    return quadprog.solve_qp(Q + 1e-9 * np.eye(n), np.ones(n), rows, right, meq=1)[0] * y


def by_cvxopt(cvxopt, K, y):
    """Interior points, dense."""
    n = len(y)
    matrix = cvxopt.matrix
    cvxopt.solvers.options["show_progress"] = False
    run = cvxopt.solvers.qp(
        matrix(np.outer(y, y) * K), matrix(-np.ones(n)),
        matrix(np.vstack([-np.eye(n), np.eye(n)])), matrix(np.r_[np.zeros(n), np.ones(n)]),
        matrix(y[None]), matrix(0.0),
    )  # fmt: skip
    return np.ravel(run["x"]) * y


def by_osqp(osqp, K, y):
    """Alternating directions."""
    n = len(y)
    solver = osqp.OSQP()
    solver.setup(
        sparse.csc_matrix(np.triu(np.outer(y, y) * K)), -np.ones(n),
        sparse.csc_matrix(np.vstack([y, np.eye(n)])), np.zeros(n + 1), np.r_[0.0, np.ones(n)],
        verbose=False, eps_abs=1e-5, eps_rel=1e-5, max_iter=100_000,
    )  # fmt: skip
    return solver.solve().x * y


def against_programmes():
    """The same dual as a quadratic programme; the last row says how the times grow."""
    for name, solve in (("quadprog", by_quadprog), ("cvxopt", by_cvxopt), ("osqp", by_osqp)):
        module = peer(name)
        if module is None:
            continue
        sizes = (250, 500, 1000)
        times = ([], [])
        for n in sizes:
            _, y, K = problem(n)
            line = duel(
                "Gram matrix given, C = 1", f"n = {n:,}",
                lambda K=K, y=y: coefficients(SVC(kernel="precomputed").fit(K, y), K, y),
                name, lambda K=K, y=y, s=solve, m=module: (s(m, K, y), K, y),
                same=close(1e-3), repeats=3,
            )  # fmt: skip
            times[0].append(line["ours_s"])
            times[1].append(line["peer_s"])
            grows = ""
            if n == sizes[-1]:
                slopes = [log_slope(sizes, t) for t in times]
                grows = f"; times grow like n^{slopes[0]:.1f} and n^{slopes[1]:.1f}"
            yield {**line, "note": "dual objectives equal to 0.001" + grows}


def without_an_intercept():
    """Linear machines through the origin: one variable at a time on both sides."""
    for n, d in ((500, 5), (1000, 5), (4000, 5)):
        X, y, _ = problem(n, d)
        yield duel(
            "linear, no intercept, C = 1", f"{n:,} × {d}",
            lambda X=X, y=y: SVC(
                kernel="linear", fit_intercept=False, solver="coordinate", random_state=0,
                max_iter=10**6,
            ).fit(X, y).coef_,
            "LinearSVC",
            lambda X=X, y=y: LinearSVC(
                loss="hinge", fit_intercept=False, tol=1e-3, max_iter=10**6, random_state=0
            ).fit(X, y).coef_[0],
            same=lambda a, b: np.testing.assert_allclose(a, b, atol=0.01),
            note="weights equal to 0.01; both with tol 0.001",
        )  # fmt: skip


def rows():
    """LIBSVM, quadratic programmes, no intercept."""
    yield from against_libsvm()
    yield from against_programmes()
    yield from without_an_intercept()
