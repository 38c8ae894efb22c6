r"""Checks of the multiclass machines of Lauer and Guermeur (2011) that do not use their solver.

Definition 1 and the machines' own losses are written as quadratic programmes in the primal and
given to an interior point method; linear programmes of a Frank-Wolfe step go to HiGHS.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import block_diag
from scipy.optimize import linprog

from mlcompanion._validation import check_in, check_rng
from mlcompanion.kernel_methods.multiclass.msvm import solve_msvm
from mlcompanion.kernel_methods.multiclass.msvm_parts import KINDS, expansion, settings
from mlcompanion.kernels import gram
from mlcompanion_chapters.checks.programmes import reference_program

__all__ = ["NUTS", "Optimum", "bracket_counts", "definition_optimum", "dual_programme",
           "first_step", "hard_margin_optimum", "loss_optimum", "nuts",
           "plane_problem", "random_problem"]  # fmt: skip

_ACCURACY = 1e-7  # of the interior point method
#: The three classes of the chapter's nuts.
NUTS = ("almond", "hazelnut", "walnut")


class Optimum(NamedTuple):
    """Least value, coefficients of the kernels, shape (m, Q), and intercepts, shape (Q,)."""

    value: float
    coef: np.ndarray
    intercept: np.ndarray


def nuts(n_each=30, random_state=0):
    """Length and width of three kinds of nuts, in cm: made up, and overlapping.

    Returns
    -------
    X : ndarray, shape (3 * n_each, 2)
    y : ndarray of int
        Positions in ``NUTS``.
    """
    rng = check_rng(random_state)
    y = np.repeat(np.arange(3), n_each)
    means = np.array([[2.3, 1.3], [1.7, 1.6], [2.9, 2.2]])
    return means[y] + rng.normal(size=(len(y), 2)) * 0.3, y


def random_problem(m, n_classes, random_state):
    """Points and labels of overlapping classes on the plane, every class present."""
    rng = check_rng(random_state)
    y = np.arange(m) % n_classes
    return rng.normal(size=(m, 2)) + rng.normal(size=(n_classes, 2))[y], y


def _features(K):
    """Phi with Phi Phi' = K, and the matrix from weights of its columns to those of kernels."""
    values, vectors = np.linalg.eigh(K)
    keep = values > 1e-9 * values[-1]
    root = np.sqrt(values[keep])
    return vectors[:, keep] * root, vectors[:, keep] / root


def _wrong(y, n_classes):
    """Pairs (point, wrong class), points first."""
    return np.argwhere(np.arange(n_classes) != y[:, None])


def _table_matrix(kind, y, n_classes):
    """M of Table 1, written out: shape (Qm, Qm)."""
    Q = n_classes
    m = len(y)
    if kind == "CS":
        return np.eye(Q * m) / (Q - 1)
    if kind != "MSVM2":
        return np.eye(Q * m)
    wrong = (np.arange(Q) != y[:, None]).ravel()
    same = np.kron(np.eye(m), np.ones((Q, Q)))
    return np.outer(wrong, wrong) * same * (np.eye(Q * m) + (np.sqrt(Q) - 1) / (Q - 1))


def definition_optimum(kind, K, y, lam):
    """Definition 1 as it is printed: explicit slacks, M, and all constraints.

    The one addition: the intercepts sum to zero, which K1 = 1 leaves open.
    """
    check_in(kind, "kind", KINDS)
    Q = int(y.max()) + 1
    _, p, K1, K2, K3 = settings(kind, Q)
    Phi, back = _features(K)
    r = Phi.shape[1]
    pairs = _wrong(y, Q)
    n = len(pairs)
    n_w = Phi.shape[1] * Q
    M = _table_matrix(kind, y, Q)[:, pairs[:, 0] * Q + pairs[:, 1]]
    F = block_diag(2 * lam * np.eye(n_w), np.zeros((Q, Q)), 2 * M.T @ M * (p == 2))
    f = np.concatenate([np.zeros(n_w + Q), M.sum(axis=0) * (p == 1)])

    def score(i, k):
        """h_k(x_i) as a row over all variables."""
        row = np.zeros(len(f))
        row[k * r : (k + 1) * r] = Phi[i]
        row[n_w + k] = 1.0
        return row

    G = np.array([score(i, k) - K1 * score(i, y[i]) for i, k in pairs])
    G[:, n_w + Q :] -= np.eye(n)
    g = np.full(n, -K2)
    if p == 1:
        G = np.vstack([G, -np.eye(len(f))[n_w + Q :]])
        g = np.concatenate([g, np.zeros(n)])
    zero_sum = np.zeros((1, len(f)))
    zero_sum[0, n_w : n_w + Q] = 1.0
    A = [zero_sum]
    if K1 == 0:
        A.append(np.hstack([np.tile(np.eye(r), Q), np.zeros((r, Q + n))]))
    if K3:
        later = np.flatnonzero(np.diff(pairs[:, 0]) == 0)
        equal = np.zeros((len(later), len(f)))
        equal[np.arange(len(later)), n_w + Q + later] = 1.0
        equal[np.arange(len(later)), n_w + Q + later + 1] = -1.0
        A.append(equal)
    A = np.vstack(A)
    found = reference_program(F, f, G, g, A, np.zeros(len(A)), tol=_ACCURACY)
    W = found.x[:n_w].reshape(Q, r).T
    return Optimum(found.objective, back @ W, found.x[n_w : n_w + Q])


def _zero_sum_scores(K, y, n_classes):
    """Rows of scores that sum to zero over classes, as linear maps of Q - 1 functions."""
    basis = np.linalg.svd(np.ones((1, n_classes)))[2][1:].T
    Phi, back = _features(K)
    with_one = np.hstack([Phi, np.ones((len(y), 1))])
    rows = np.einsum("ir,kq->ikqr", with_one, basis).reshape(len(y), n_classes, -1)
    return rows, basis, back


class _Slacks(NamedTuple):
    """Slack ``of[j]`` for the j-th wrong pair, and their price: 1/2 s'Fs + f's; perhaps signed."""

    of: np.ndarray
    F: np.ndarray
    f: np.ndarray
    signed: bool


def _solve_zero_sum(K, y, lam, n_classes, slacks, own, margin):
    """Least price of scores that sum to zero and of the slacks."""
    rows, basis, back = _zero_sum_scores(K, y, n_classes)
    pairs = _wrong(y, n_classes)
    n_slack = len(slacks.f)
    G = rows[pairs[:, 0], pairs[:, 1]] - own * rows[pairs[:, 0], y[pairs[:, 0]]]
    push = np.zeros((len(pairs), n_slack))
    if n_slack:
        push[np.arange(len(pairs)), slacks.of] = -1.0
    G = np.hstack([G, push])
    g = np.full(len(pairs), -margin)
    free = rows.shape[2]
    if slacks.signed:
        G = np.vstack([G, np.hstack([np.zeros((n_slack, free)), -np.eye(n_slack)])])
        g = np.concatenate([g, np.zeros(n_slack)])
    per = free // (n_classes - 1)
    weights = np.tile(np.r_[np.full(per - 1, 2 * lam), 0.0], n_classes - 1)
    found = reference_program(
        block_diag(np.diag(weights), slacks.F),
        np.r_[np.zeros(free), slacks.f],
        G,
        g,
        tol=_ACCURACY,
    )
    V = found.x[:free].reshape(n_classes - 1, per)
    return Optimum(found.objective, back @ (V[:, :-1].T @ basis.T), basis @ V[:, -1])


def loss_optimum(kind, K, y, lam):
    """The machine written with its own loss; the settings of Table 1 do not occur.

    WW: sum of hinges on differences. CS: the largest of them. LLW: sum of hinges on scores. MSVM2:
    squared slacks plus their squared sum.
    """
    Q = int(y.max()) + 1
    m = len(y)
    n = m * (Q - 1)
    if check_in(kind, "kind", KINDS) == "CS":
        slacks = _Slacks(np.repeat(np.arange(m), Q - 1), np.zeros((m, m)), np.ones(m), True)
    elif kind == "MSVM2":
        price = np.kron(np.eye(m), 2 * np.eye(Q - 1) + 2.0)
        slacks = _Slacks(np.arange(n), price, np.zeros(n), False)
    else:
        slacks = _Slacks(np.arange(n), np.zeros((n, n)), np.ones(n), True)
    if kind in ("WW", "CS"):  # a difference of two scores
        return _solve_zero_sum(K, y, lam, Q, slacks, 1, 1.0)
    return _solve_zero_sum(K, y, lam, Q, slacks, 0, 1 / (Q - 1))


def hard_margin_optimum(K, y, lam):
    """Lee, Lin and Wahba's machine without slacks."""
    Q = int(y.max()) + 1
    no_slacks = _Slacks(None, np.zeros((0, 0)), np.zeros(0), False)
    return _solve_zero_sum(K, y, lam, Q, no_slacks, 0, 1 / (Q - 1))


def _dual_set(kind, y):
    """Derived by hand: equalities and inequalities of the dual over the wrong pairs."""
    Q = int(y.max()) + 1
    m = len(y)
    pairs = _wrong(y, Q)
    n = len(pairs)
    A = np.zeros((Q, n))
    if kind in ("WW", "CS"):
        A[y[pairs[:, 0]], np.arange(n)] += 1.0
    else:
        A += 1 / Q
    A[pairs[:, 1], np.arange(n)] -= 1.0
    sums = np.zeros((m, n))
    sums[pairs[:, 0], np.arange(n)] = 1.0
    upper = {"WW": np.eye(n), "LLW": np.eye(n), "CS": sums, "MSVM2": np.zeros((0, n))}[kind]
    return pairs, A, upper


def first_step(kind, y):
    """The linear programme of Frank and Wolfe's first step, at zero: HiGHS's result."""
    _, A, upper = _dual_set(kind, y)
    margin = settings(kind, int(y.max()) + 1).K2
    return linprog(-np.full(A.shape[1], margin), A_ub=upper, b_ub=np.ones(len(upper)), A_eq=A,
                   b_eq=np.zeros(len(A)), bounds=(0, None))  # fmt: skip


def dual_programme(kind, K, y, lam, fit_intercept=True):
    """Optimum of the dual by the interior point method, and its variables, shape (m, Q)."""
    Q = int(y.max()) + 1
    machine = settings(kind, Q)
    pairs, A, upper = _dual_set(kind, y)
    where = pairs[:, 0]
    c = A.T
    K = K + lam * np.eye(len(y)) * (kind == "MSVM2")
    n = len(pairs)
    equal = (A[:-1], np.zeros(Q - 1)) if fit_intercept else ()
    found = reference_program(
        K[np.ix_(where, where)] * (c @ c.T) / (2 * lam), np.full(n, -machine.K2),
        np.vstack([-np.eye(n), upper]), np.r_[np.zeros(n), np.ones(len(upper))], *equal,
    )  # fmt: skip
    alpha = np.zeros((len(y), Q))
    alpha[where, pairs[:, 1]] = found.x
    return Optimum(-found.objective, expansion(alpha, y, machine.K1 == 1) / (2 * lam), None)


def bracket_counts(K, y, lams, tol=0.98, max_iter=20_000, check=1):
    """How often the dual value or the bound is on the wrong side of the optimum.

    Returns
    -------
    dict
        ``jd_bad``, ``u_bad``, ``jd_falls``: counts over all steps and checks of all machines and
        penalties; ``ratio``: one number a run, rounded down to a hundredth; ``steps``: the same.
    """
    counts = {"jd_bad": 0, "u_bad": 0, "jd_falls": 0, "ratio": [], "steps": []}
    for lam in lams:
        for kind in KINDS:
            best = dual_programme(kind, K, y, lam).value
            run = solve_msvm(K, y, settings(kind, int(y.max()) + 1), lam, tol=tol,
                             max_iter=max_iter, check=check)  # fmt: skip
            counts["jd_bad"] += int(np.sum(run.duals > best * (1 + 1e-5)))
            counts["u_bad"] += int(np.sum(run.history[:, 2] < best * (1 - 1e-5)))
            counts["jd_falls"] += int(np.sum(np.diff(run.duals) < -1e-9 * best))
            counts["ratio"].append(np.floor(100 * run.dual / run.bound) / 100)
            counts["steps"].append(run.n_iter)
    return counts


def plane_problem(m, n_classes, random_state, sigma=1.0):
    """Gram matrix and labels of :func:`random_problem`."""
    X, y = random_problem(m, n_classes, random_state)
    return gram(X, sigma=sigma), y
