"""The semi-stochastic bound against the solver that one would use, and what a product costs.

The bound reads small batches in Python; L-BFGS reads all rows in compiled code. On data in memory
that is hard to beat: the race says by how much, at the same coefficients.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import lsqr
from sklearn.linear_model import LogisticRegression

from _race import duel, equal, least, row
from mlcompanion.classification.linear import SQBLogisticRegression
from mlcompanion.datasets import load_magic
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.majorising.semistochastic import LogisticBounds, truncated_lsqr
from mlcompanion.teaching import log_slope

TITLE = "Bounds from growing batches"
CHAPTER = "choromanska/03_semistochastic_bound"


def flashes():
    """All flashes of the telescope, standardized."""
    data = load_magic()
    return (data.data - data.data.mean(axis=0)) / data.data.std(axis=0), data.target


def text_like(n_samples, d, per_row=30, seed=0):
    """Sparse rows with so many entries each, the columns' frequencies falling like 1 / rank."""
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(1, d + 1)
    columns = rng.choice(d, (n_samples, per_row), p=chances / chances.sum())
    rows = np.repeat(np.arange(n_samples), per_row)
    X = sparse.csr_array((np.ones(rows.size), (rows, columns.ravel())), shape=(n_samples, d))
    y = np.where(rng.random(n_samples) < 0.5, 1.0, -1.0)
    return LogisticBounds(FiniteSum(X, y, Logistic(), 1 / n_samples))


def fits():
    """Both fits to the same coefficients."""
    X, y = flashes()
    settings = {"b1": (5, 2000), "cap_sigma": 2000, "decrease": 0.1, "solver": "exact"}
    ours = SQBLogisticRegression(tol=1e-4, max_passes=200, random_state=0, **settings)
    theirs = LogisticRegression(tol=1e-5, max_iter=1000)
    yield duel(
        "logistic regression, to a small gradient", "19,020 × 10", lambda: ours.fit(X, y).coef_,
        "scikit-learn, L-BFGS", lambda: theirs.fit(X, y).coef_, same=equal(rtol=0, atol=2e-3),
        note="coefficients to 0.002",
        reason="about a hundred steps in Python, whose batches grow to all rows; L-BFGS needs "
        "some twenty passes in compiled code",
    )  # fmt: skip


def inner_solvers(d=2000, rows=200):
    """Ten steps for one sampled system."""
    bounds = text_like(5000, d)
    w = np.zeros(d)
    gradient, _ = bounds.gradient_at(w)
    some = np.random.default_rng(1).choice(5000, rows, replace=False)
    product = bounds.curvature_at(w, some).product
    operator = sparse.linalg.LinearOperator((d, d), matvec=product, rmatvec=product, dtype=float)
    yield duel(
        "ten steps of LSQR", f"{d} × {d}, {rows} sparse rows",
        lambda: truncated_lsqr(product, gradient, 10), "scipy lsqr",
        lambda: lsqr(operator, gradient, atol=0, btol=0, conlim=0, iter_lim=10)[0],
        same=equal(rtol=0, atol=1e-6), note="same point to 1e-6",
    )  # fmt: skip


def product_costs():
    """How the time of a product grows, as factors and as a matrix."""
    counts = (3200, 12_800, 51_200)
    bounds = text_like(52_000, 20_000)
    v = np.random.default_rng(2).normal(size=20_000)
    times = []
    for count in counts:
        product = bounds.curvature_at(np.zeros(20_000), np.arange(count)).product
        times.append(least(lambda p=product: [p(v) for _ in range(50)])[0] / 50)
    yield row("product with the curvature, by rows", f"rows = {counts}", times[-1], "ours", None,
              f"slope {log_slope(counts, times):.2f}")  # fmt: skip
    widths = (500, 1000, 2000)
    factored = []
    formed = []
    for d in widths:
        curvature = text_like(1000, d).curvature_at(np.zeros(d), np.arange(200))
        v = np.ones(d)
        factored.append(least(lambda c=curvature, v=v: [c.product(v) for _ in range(50)])[0] / 50)
        formed.append(least(lambda c=curvature, v=v: c.dense() @ v)[0])
    slopes = f"slopes {log_slope(widths, factored):.2f} and {log_slope(widths, formed):.2f}"
    yield row("product from 200 sparse rows", f"d = {widths}", factored[-1],
              "the matrix formed", formed[-1], slopes)  # fmt: skip


def rows():
    """All races of the record."""
    yield from fits()
    yield from inner_solvers()
    yield from product_costs()
