"""A ranker of preferences against solvers of general quadratic programmes.

The preferences come from a generated log of clicks. All solve the dual, with the matrix made within
the time. Criteria are asserted to be equal to a ten-thousandth.
"""

from functools import partial

import numpy as np
from scipy import sparse

from _race import duel, peer
from mlcompanion.datasets import make_click_log
from mlcompanion.kernel_methods import RobustRanker
from mlcompanion.kernel_methods.search.robust_ranker import preference_gram
from mlcompanion_chapters.jmlr12.j10_search_relevance.search_runs import ClickSearch

TITLE = "Rankers of preferences"
CHAPTER = "jmlr12/10_search_relevance"
LAM = 1.0
SIZES = (100, 400, 800)


def problem(n_pairs):
    """Kernels of queries and of pages, BM25, and preferences of the query that has most."""
    search = ClickSearch(make_click_log(20, traffic=40, random_state=0))
    tasks = [search.task(q, max_pairs=n_pairs) for q in range(len(search.KQ))]
    task = max(tasks, key=lambda task: len(task.pairs))
    assert len(task.pairs) == n_pairs
    return *search.kernels(task), task.pairs


def criterion(theta, W):
    """Sum of the hinge losses plus half lam times the squared norm."""
    margins = W @ theta
    return np.maximum(1 - margins, 0).sum() + LAM / 2 * theta @ margins


def by_quadprog(quadprog, W):
    """Goldfarb and Idnani's active sets; the matrix has to be positive definite."""
    n = len(W)
    rows = np.c_[np.eye(n), -np.eye(n)]
    right = np.r_[np.zeros(n), np.full(n, -1 / LAM)]
    return quadprog.solve_qp(LAM * W + 1e-7 * np.eye(n), np.ones(n), rows, right)[0]


def by_cvxopt(cvxopt, W):
    """Interior points, dense."""
    n = len(W)
    matrix = cvxopt.matrix
    cvxopt.solvers.options["show_progress"] = False
    run = cvxopt.solvers.qp(
        matrix(LAM * W), matrix(-np.ones(n)),
        matrix(np.vstack([-np.eye(n), np.eye(n)])), matrix(np.r_[np.zeros(n), np.ones(n) / LAM]),
    )  # fmt: skip
    return np.ravel(run["x"])


def by_osqp(osqp, W):
    """Alternating directions."""
    n = len(W)
    solver = osqp.OSQP()
    solver.setup(
        sparse.csc_matrix(np.triu(LAM * W)), -np.ones(n), sparse.eye(n, format="csc"),
        np.zeros(n), np.full(n, 1 / LAM), verbose=False, eps_abs=1e-6, eps_rel=1e-6,
        max_iter=100_000,
    )  # fmt: skip
    return solver.solve().x


def theirs(solve, module, data):
    """The criterion at a peer's solution, brought into the box."""
    W = preference_gram(*data)
    return criterion(np.clip(solve(module, W), 0, 1 / LAM), W)


def rows():
    """Three solvers, three numbers of preferences."""
    data = {n: problem(n) for n in SIZES}
    for name, solve in (("quadprog", by_quadprog), ("cvxopt", by_cvxopt), ("osqp", by_osqp)):
        module = peer(name)
        if module is None:
            continue
        for n in SIZES:
            yield duel(
                "RobustRanker", f"{n} preferences",
                lambda n=n: RobustRanker(LAM, tol=1e-4).fit(*data[n]).objective_, name,
                partial(theirs, solve, module, data[n]), repeats=3,
                same=lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-4),
                note="criteria equal to 0.0001",
            )  # fmt: skip
