"""Multiclass machines against the same programme in cvxpy, and against LIBLINEAR.

cvxpy states the dual, Clarabel solves it; the optimum is asserted to lie between our dual value and
our bound, which are a thousandth apart. LIBLINEAR's machine is linear and has no intercept; each
side gets its loosest tolerance that brings the criterion to a thousandth above its least value.
"""

import warnings
from functools import partial

import numpy as np
from sklearn.svm import LinearSVC

from _race import duel, peer, reach, row
from mlcompanion.datasets import load_optdigits
from mlcompanion.kernel_methods import MSVM, CrammerSingerSVC
from mlcompanion.kernel_methods.multiclass.msvm_parts import (
    KINDS,
    diagonal_ridge,
    machine_losses,
    settings,
    upper_bound,
)
from mlcompanion.kernels import rbf_kernel
from mlcompanion_chapters.jmlr12.j36_msvmpack.multiclass_machines import nuts

TITLE = "Multiclass support vector machines"
CHAPTER = "jmlr12/36_msvmpack"
LAM = 0.1
GOAL = 1e-3


def digits(n, seed=0):
    """Images of digits with pixels between 0 and 1, and their classes."""
    bunch = load_optdigits()
    some = np.random.default_rng(seed).permutation(len(bunch.data))[:n]
    return bunch.data[some] / 16.0, np.asarray(bunch.target)[some].astype(int)


def programme(cvxpy, kind, K, y, lam):
    """The dual of a machine, its optimal value, and Clarabel's own seconds."""
    n = len(y)
    n_classes = y.max() + 1
    machine = settings(kind, n_classes)
    own = np.eye(n_classes)[y]
    alpha = cvxpy.Variable((n, n_classes), nonneg=True)
    sums = cvxpy.sum(alpha, axis=1, keepdims=True)
    if machine.K1:
        c = cvxpy.multiply(own, sums @ np.ones((1, n_classes))) - alpha
    else:
        c = sums @ np.full((1, n_classes), 1 / n_classes) - alpha
    rules = [cvxpy.multiply(own, alpha) == 0, cvxpy.sum(c, axis=0) == 0]
    if machine.p == 1:
        rules.append((sums if machine.K3 else alpha) <= upper_bound(machine, n_classes))
    K = K + diagonal_ridge(machine, lam) * np.eye(n)
    norms = sum(cvxpy.quad_form(c[:, k], cvxpy.psd_wrap(K)) for k in range(n_classes))
    value = machine.K2 * cvxpy.sum(alpha) - norms / (4 * lam)
    problem = cvxpy.Problem(cvxpy.Maximize(value), rules)
    return problem.solve(solver=cvxpy.CLARABEL), problem.solver_stats.solve_time


def against_programmes(cvxpy):
    """The four machines on three kinds of nuts and on ten digits, Gram matrix given."""
    X, labels = nuts(50)
    sets = {"150 nuts, 3 classes": (rbf_kernel(X, sigma=1.0), labels)}
    X, labels = digits(150)
    sets["150 digits, 10 classes"] = (rbf_kernel(X, sigma=1.5), labels)
    for size, (K, y) in sets.items():
        for kind in KINDS:
            model = MSVM(kind, LAM, kernel="precomputed", tol=1 - GOAL)

            def same(ours, theirs):
                low = ours.dual_objective_
                high = ours.upper_bound_
                assert low >= (1 - GOAL) * high
                assert low * (1 - 1e-5) <= theirs[0] <= high * (1 + 1e-5), (low, theirs, high)

            yield duel(
                kind, size, lambda model=model, K=K, y=y: model.fit(K, y), "cvxpy (Clarabel)",
                partial(programme, cvxpy, kind, K, y, LAM), same=same, repeats=2,
                note=lambda a, b: f"optimum within our bounds, 0.1 % apart; Clarabel alone "
                f"{b[1]:.2g} s",
            )  # fmt: skip


def criterion(W, X, y, C):
    """Half the squared weights plus C times the largest margin errors."""
    losses = machine_losses(X @ W.T, y, settings("CS", len(W)))
    return 0.5 * np.sum(W**2) + C * losses.sum()


def ours_linear(X, y, C, tol):
    """Our weights, a row a class."""
    model = CrammerSingerSVC(C, kernel="linear", tol=1 - tol, max_iter=10**7)
    return model.fit(X, y).coef_


def liblinear(X, y, C, tol):
    """LIBLINEAR's weights."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn will drop this machine
        model = LinearSVC(
            C=C, multi_class="crammer_singer", fit_intercept=False, tol=tol, max_iter=10**6,
            random_state=0,
        )  # fmt: skip
        return model.fit(X, y).coef_


def against_liblinear():
    """Crammer and Singer's machine, linear, through the origin."""
    for n, C in ((200, 0.1), (500, 0.1), (1000, 0.1)):
        X, y = digits(n)
        value = partial(criterion, X=X, y=y, C=C)
        best = value(liblinear(X, y, C, 1e-7))
        times = [
            reach(partial(solve, X, y, C), lambda W, v=value, b=best: v(W) / b - 1, GOAL)[0]
            for solve in (ours_linear, liblinear)
        ]
        yield row(
            "CS, linear, no intercept", f"{n} × 64, 10 classes", times[0], "LinearSVC", times[1],
            "criterion 0.1 % above its least value",
        )  # fmt: skip


def rows():
    """cvxpy, then LIBLINEAR."""
    cvxpy = peer("cvxpy")
    if cvxpy is not None and peer("clarabel") is not None:
        yield from against_programmes(cvxpy)
    yield from against_liblinear()
