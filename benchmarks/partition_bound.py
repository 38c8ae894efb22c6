"""Logistic regression by the quadratic bound, and what the bound costs.

The optimum is the same as scikit-learn's; a bound of many rows of scores is raced against the same
sweep with outer products, the bounds on a chain and on a junction tree against their own length.
"""

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

from _race import duel, least, row
from mlcompanion.classification.linear.bound_fits import SoftmaxSurrogate
from mlcompanion.graphical.trees import junction_tree
from mlcompanion.optimize.majorising import (
    LogLinearFactor,
    chain_bound,
    junction_tree_bound,
    majorize,
    softmax_bound,
)
from mlcompanion.teaching import log_slope
from mlcompanion_chapters.choromanska.r02_partition_bound.tables import SMALL, table

TITLE = "Quadratic bounds on partition functions"
CHAPTER = "choromanska/02_partition_bound"

LENGTHS = (20, 80, 320)


def fits(lam=1.0):
    """Table 2.1's sets without a constant: the same optimum as L-BFGS and Newton's method."""
    for name in SMALL:
        X, codes = table(name)
        k = int(codes.max()) + 1
        problem = SoftmaxSurrogate(X, codes, k, np.full(X.shape[1], lam * len(X)))
        start = np.zeros(k * X.shape[1])
        size = f"{len(X)} x {X.shape[1]}, {k} classes"

        def ours(problem=problem, start=start):
            return problem.value_and_gradient(majorize(problem, start, tol=1e-5).w)[0]

        def same(a, b):
            assert abs(a - b) <= 1e-8 * abs(b)

        def by_scipy(problem=problem, start=start):
            options = {"gtol": 1e-5 * abs(problem.value_and_gradient(start)[1]).max(), "ftol": 0}
            run = minimize(problem.value_and_gradient, start, jac=True, method="L-BFGS-B",
                           options=options)  # fmt: skip
            return run.fun

        yield duel(f"{name}, lambda = {lam:g}", size, ours, "SciPy L-BFGS-B", by_scipy, same=same,
                   note="optimum to 1e-8",
                   reason="three quarters of a pass are its sweep and its system, and it takes "
                          "nearly as many passes as L-BFGS-B")  # fmt: skip
        # scikit-learn gives two classes one vector: half of ours, at twice the penalty
        C = 1 / (lam * len(X)) if k > 2 else 2 / (lam * len(X))
        for solver in ("lbfgs", "newton-cholesky"):
            peer = LogisticRegression(C=C, fit_intercept=False, solver=solver, tol=1e-7)

            def by_sklearn(peer=peer, X=X, codes=codes, problem=problem, k=k):
                coef = peer.fit(X, codes).coef_
                if k == 2:
                    coef = np.vstack([-coef / 2, coef / 2])
                return problem.value_and_gradient(coef.ravel())[0]

            words = f"scikit-learn {solver}"
            yield duel(f"{name}, lambda = {lam:g}", size, ours, words, by_sklearn,
                       same=same, note="optimum to 1e-8")  # fmt: skip


def by_outer_products(A):
    """The curvatures by the box, label after label."""
    t, n = A.shape
    G = np.zeros((t, n, n))
    for j, a in enumerate(A):
        order = np.argsort(-a)
        mu = np.eye(n)[order[0]]
        log_z = a[order[0]]
        for y in order[1:]:
            x = a[y] - log_z
            step = np.eye(n)[y] - mu
            G[j] += (np.tanh(x / 2) / (2 * x) if x else 0.25) * np.outer(step, step)
            log_z = np.logaddexp(log_z, a[y])
            mu = mu + np.exp(a[y] - log_z) * step
    return G


def costs():
    """Rows of scores, and chains."""
    A = np.random.default_rng(0).normal(size=(2000, 10))

    def same(a, b):
        np.testing.assert_allclose(a, b, atol=1e-10)

    yield duel("bounds of 2,000 rows", "10 labels", lambda: softmax_bound(A).curvature,
               "outer products", lambda: by_outer_products(A), same=same, note="to 1e-10",
               repeats=2)  # fmt: skip
    chains = [np.random.default_rng(1).normal(size=(m, 2)) for m in LENGTHS]
    theta = np.zeros(3 * 2 + 9)
    yield growth("bound on a chain, by length", lambda k: chain_bound(theta, chains[k], 3))
    factors = [pairs_of_neighbours(m) for m in LENGTHS]
    trees = [junction_tree([factor.scope for factor in of_one]) for of_one in factors]
    point = np.full(2, 0.1)
    yield growth("bound on a given junction tree, by length",
                 lambda k: junction_tree_bound(point, factors[k], trees[k]))  # fmt: skip


def growth(race, bound):
    """A row for the power of the length with which the seconds of ``bound(k)`` grow.

    The first call compiles, which may take longer than all lengths together: it is not timed.
    """
    bound(0)
    times = [least(lambda k=k: bound(k), repeats=5)[0] for k in range(len(LENGTHS))]
    return row(race, f"length = {LENGTHS}", times[-1], "ours", None,
               f"slope {log_slope(LENGTHS, times):.2f}")  # fmt: skip


def pairs_of_neighbours(m, n_states=3):
    """Factors of a chain of ``m`` variables with normal features, as a junction tree takes them."""
    rng = np.random.default_rng(1)
    shape = (n_states, n_states, 2)
    return [LogLinearFactor((k, k + 1), rng.normal(size=shape)) for k in range(m - 1)]


def rows():
    """All races of the record."""
    yield from fits()
    yield from costs()
