"""Sugiyama (2016), chapter 24: where ADMM ends, and which of nearly equal inputs are kept.

Settles of chapter sugiyama/24_sparse_regression: admm-reaches-optimum and grouping.

*admm*: the alternating updates with weight 1, at most 100,000 of them, against the minimum by
coordinate descent (duality gap 1e-10 of the objective at zero) or, for penalised differences, by
the taut string. Designs: Gaussian, the Gaussian kernel matrix of Fig. 24.4, and the identity with
differences penalised. A row holds the ``excess`` of the objective over the minimum, divided by the
objective at zero, the largest violation ``kkt`` of the optimality conditions divided by the
penalty, and the ``steps``.

*grouping*: five groups of three inputs, correlation 0.99 within a group and 0 between; two groups
matter. Penalties by five-fold cross-validation. A row counts, for each group, the inputs that the
lasso keeps (``lasso``) and that the combined penalty keeps (``both``).
"""

import numpy as np
from scipy import sparse

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.prox import tv_denoise
from mlcompanion.regression import gaussian_basis
from mlcompanion.sparse import admm_lasso, lasso_path

from ..sparse_regression import lasso_violation

LAMS = (0.01, 0.1, 1.0, 10.0)
DESIGNS = ("gaussian", "kernel", "differences")
SECOND = (0.1, 1.0, 10.0, 100.0)  # weights of the squared penalty
GROUP, GROUPS, ACTIVE = 3, 5, 2
SIZES = {
    "default": {"n_problems": 200, "n_data_sets": 200},
    "paper": {"n_problems": 200, "n_data_sets": 200},
}


def cases(n_problems, n_data_sets):
    """One case for each problem and each data set."""
    problems = [
        {"experiment": "admm", "design": DESIGNS[k % 3], "lam": LAMS[k // 3 % 4], "seed": k}
        for k in range(n_problems)
    ]
    return problems + [{"experiment": "grouping", "seed": k} for k in range(n_data_sets)]


def run(case):
    """The row of a case."""
    rng = np.random.default_rng(case["seed"])
    if case["experiment"] == "grouping":
        return grouping(rng)
    return differences(rng, case["lam"]) if case["design"] == "differences" else lasso(rng, case)


def lasso(rng, case):
    """ADMM for the lasso against coordinate descent."""
    lam = case["lam"]
    if case["design"] == "kernel":
        sample = make_sinc_trend(50, noise=0.2, random_state=rng)
        A, y = gaussian_basis(sample.x, sigma=0.3), sample.y
    else:
        n, b = rng.integers(10, 61), rng.integers(2, 101)
        A, y = rng.normal(size=(n, b)), rng.normal(size=n)

    def objective(w):
        return 0.5 * np.sum((y - A @ w) ** 2) + lam * np.abs(w).sum()

    found = admm_lasso(A, y, lam, rule="residuals", tol=1e-12, max_iter=100_000)
    best = coordinate_descent(A, y, lam, tol=1e-10, max_iter=1_000_000)
    return {
        "excess": (objective(found.z) - objective(best.w)) / objective(0 * best.w),
        "kkt": lasso_violation(A, y, found.z, lam) / lam,
        "steps": found.n_iter,
        "certified": best.converged,
    }


def differences(rng, lam):
    """ADMM for penalised differences against the taut string."""
    n = rng.integers(10, 61)
    y = np.cumsum(rng.normal(size=n) * (rng.uniform(size=n) < 0.1)) * 3 + rng.normal(size=n)
    F = sparse.diags_array([-np.ones(n - 1), np.ones(n - 1)], offsets=[0, 1], shape=(n - 1, n))

    def objective(w):
        return 0.5 * np.sum((y - w) ** 2) + lam * np.abs(np.diff(w)).sum()

    found = admm_lasso(None, y, lam, F=F, rule="residuals", tol=1e-12, max_iter=100_000)
    least = objective(tv_denoise(y, lam))
    return {"excess": (objective(found.theta) - least) / objective(0 * y), "steps": found.n_iter}


def grouping(rng):
    """Inputs kept of every group by either penalty, tuned by five-fold cross-validation."""
    n, d = 100, GROUP * GROUPS
    common = np.repeat(rng.normal(size=(n, GROUPS)), GROUP, axis=1)
    X = np.sqrt(0.99) * common + np.sqrt(0.01) * rng.normal(size=(n, d))
    y = X[:, : GROUP * ACTIVE].sum(axis=1) + rng.normal(size=n)
    fold = rng.permutation(n) % 5
    lams = np.abs(X.T @ y).max() * np.geomspace(1, 1e-3, 40)

    def tuned(weight):
        """Least error in cross-validation, and the coefficients that its penalty gives."""
        options = {"eta": 2 * weight, "tol": 1e-9, "max_iter": 1_000_000}
        errors = sum(
            np.sum((y[fold == k, None] - X[fold == k] @ path.coefs.T) ** 2, axis=0)
            for k in range(5)
            for path in [lasso_path(X[fold != k], y[fold != k], lams, **options)]
        )
        best = np.argmin(errors)
        return errors[best], lasso_path(X, y, lams[: best + 1], **options).coefs[-1]

    both = min((tuned(weight) for weight in SECOND), key=lambda pair: pair[0])[1]
    kept = {"lasso": tuned(0.0)[1], "both": both}
    return {
        name: np.sum(np.abs(w.reshape(GROUPS, GROUP)) > 1e-6, axis=1).tolist()
        for name, w in kept.items()
    }
