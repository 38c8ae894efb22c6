r"""Checks on the theorems and misprints of Sugiyama (2016), chapter 34.

The references do not know the formulas under suspicion: the joint criterion summed literally, a
general minimiser, one large linear system, random perturbations, the conditions of optimality, and
coordinate descent on secular equations.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array
from mlcompanion.linalg import sylvester_symmetric, vec
from mlcompanion.prox import TraceNorm
from mlcompanion.regression import MultitaskRidge, Ridge
from mlcompanion.regression.tasks.multitask import (
    multitask_parameters,
    multitask_weights,
    task_penalty,
)
from mlcompanion.sparse.multitask.row_norms import TaskLeastSquares
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "SIMILARITIES",
    "feature_selection",
    "forms_of_the_solution",
    "group_minimum",
    "joint_criterion",
    "prox_of_trace_norm",
    "random_tasks",
    "separate_to_common",
    "sylvester_misprints",
    "sylvester_solutions",
    "trace_norm_minima",
]

#: Strengths with which tasks are pulled together.
SIMILARITIES = (0.0, 0.1, 1.0, 10.0, 100.0)


def random_tasks(rng, max_tasks=8, n=(5, 60)):
    """Random normal design and outputs, the task of each sample: every task has one."""
    T = int(rng.integers(2, max_tasks + 1))
    b = int(rng.integers(2, 11))
    n = max(int(rng.integers(n[0], n[1] + 1)), T)
    return rng.normal(size=(n, b)), rng.normal(size=n), rng.permutation(np.arange(n) % T), T


def _similarities(rng, T):
    """Symmetric, random, about a third of them zero."""
    gamma = np.triu(rng.exponential(size=(T, T)) * (rng.random((T, T)) > 1 / 3), 1)
    return gamma + gamma.T


def joint_criterion(Phi, y, task, gamma, lam, coefs):
    r"""The criterion of section 34.1.1 as it is written, for many parameter sets at once.

    Parameters
    ----------
    Phi, y, task : ndarray, shapes (n, b), (n,) and (n,)
    gamma : ndarray, shape (T, T)
    lam : ndarray, shape (T,)
    coefs : ndarray, shape (m, T, b)

    Returns
    -------
    ndarray, shape (m,)
    """
    coefs = check_array(coefs, "coefs", ndim=3)
    residuals = y - np.einsum("ib,mib->mi", Phi, coefs[:, task])
    apart = np.sum((coefs[:, :, None] - coefs[:, None]) ** 2, axis=-1)
    ridge = np.sum(lam * np.sum(coefs**2, axis=-1), axis=-1)
    return (np.sum(residuals**2, axis=1) + ridge) / 2 + np.sum(gamma * apart, axis=(1, 2)) / 4


def _gradient_size(criterion, coef):
    """Norm of the gradient by central differences, which are exact for a quadratic."""
    return np.linalg.norm(numerical_gradient(lambda at: criterion(at[None])[0], coef, 1e-3))


def forms_of_the_solution(seed):
    """Relative gradient at (34.3), and relative difference of (34.4) at 50 new inputs.

    Returns
    -------
    grad, agree : float
    """
    rng = np.random.default_rng(seed)
    Phi, y, task, T = random_tasks(rng)
    gamma = _similarities(rng, T)
    lam = 10 ** rng.uniform(-2, 0, size=T)
    C = task_penalty(gamma, lam)
    new = rng.normal(size=(50, Phi.shape[1]))

    def criterion(coefs):
        return joint_criterion(Phi, y, task, gamma, lam, coefs)

    coef = multitask_parameters(Phi, y, task, C)
    grad = _gradient_size(criterion, coef) / _gradient_size(criterion, np.zeros_like(coef))
    first = new @ coef.T
    second = new @ Phi.T @ multitask_weights(Phi @ Phi.T, y, task, C).T
    return grad, np.linalg.norm(first - second) / np.linalg.norm(first)


def separate_to_common(seed):
    """Distances from the two ends, and how far the tasks stand apart in between.

    Returns
    -------
    dict
        ``zero``, ``frob``, ``common``: relative distances; ``spreads``: sum over pairs of squared
        distances at ``SIMILARITIES``, relative to the first.
    """
    rng = np.random.default_rng(seed)
    Phi, y, task, T = random_tasks(rng, n=(10, 60))
    lam = 10 ** rng.uniform(-1, 0)
    b = Phi.shape[1]

    def alone(penalty):
        own = [task == t for t in range(T)]
        ridge = Ridge(penalty, fit_intercept=False)
        return np.array([ridge.fit(Phi[rows], y[rows]).coef_ for rows in own])

    def frobenius(flat):
        coef = flat.reshape(T, b)
        residual = np.sum(Phi * coef[task], axis=1) - y
        gradient = 2 * lam * coef
        np.add.at(gradient, task, residual[:, None] * Phi)
        return residual @ residual / 2 + lam * np.sum(coef**2), gradient.ravel()

    options = {"maxiter": 10_000, "maxfun": 100_000, "ftol": 0.0, "gtol": 1e-9}
    found = minimize(frobenius, np.zeros(T * b), jac=True, method="L-BFGS-B", options=options).x
    coefs = [MultitaskRidge(g, lam).fit(Phi, y, task).coef_ for g in SIMILARITIES]
    apart = [np.sum((c[:, None] - c) ** 2) for c in coefs]
    pooled = Ridge(T * lam, fit_intercept=False).fit(Phi, y).coef_
    limit = MultitaskRidge(1e6, lam).fit(Phi, y, task).coef_
    return {
        "zero": _distance(coefs[0], alone(lam)),
        "frob": _distance(found.reshape(T, b), alone(2 * lam)),
        "common": np.linalg.norm(limit - pooled, axis=1).max() / np.linalg.norm(pooled),
        "spreads": np.array(apart) / apart[0],
    }


def _distance(a, b):
    return np.linalg.norm(a - b) / np.linalg.norm(b)


def sylvester_solutions(seed):
    """Eigenvector solution against one large linear system: difference and residual, relative."""
    rng = np.random.default_rng(seed)
    b, T = rng.integers(1, 13, size=2)
    design = rng.normal(size=(b + 5, b))
    Z = rng.normal(size=(b, T))
    A = design.T @ design
    C = task_penalty(_similarities(rng, T), 0.1, int(T))
    Theta = sylvester_symmetric(A, C, Z)
    system = np.kron(np.eye(T), A) + np.kron(C.T, np.eye(b))
    large = np.linalg.solve(system, vec(Z)).reshape(T, b).T
    return _distance(Theta, large), _distance(A @ Theta + Theta @ C, Z)


def sylvester_misprints(seed):
    """Relative residuals for matrices that are not symmetric: printed and mended forms.

    Returns
    -------
    dict
        ``vec_printed``, ``vec_right``, ``eig_printed``, ``eig_right``.
    """
    rng = np.random.default_rng(seed)
    b, T = rng.integers(2, 9, size=2)
    A, B, Z = (rng.normal(size=shape) for shape in ((b, b), (T, T), (b, T)))
    A = A + 5 * np.eye(b)
    B = B + 5 * np.eye(T)
    (alpha, U), (beta, V) = np.linalg.eig(A), np.linalg.eig(B)
    sums = alpha[:, None] + beta

    def by_vec(K):
        system = np.kron(np.eye(T), A) + np.kron(K, np.eye(b))
        return np.linalg.solve(system, vec(Z)).reshape(T, b).T

    solutions = {
        "vec_printed": by_vec(B),
        "vec_right": by_vec(B.T),
        "eig_printed": U @ (U.T @ Z @ V / sums) @ V.T,
        "eig_right": U @ (np.linalg.solve(U, Z) @ V / sums) @ np.linalg.inv(V),
    }
    return {name: _distance(A @ S + S @ B, Z) for name, S in solutions.items()}


def prox_of_trace_norm(n_matrices=500, n_perturbations=100, random_state=0):
    """Search for a better point than the shrunk one, and a certificate that there is none.

    Returns
    -------
    better : int
        Perturbations that lower the criterion by more than 1e-10 of its value.
    certificate : float
        Largest violation of the conditions: ``(Theta - U) / threshold`` has spectral norm 1, or at
        most 1 where U is zero.
    """
    rng = np.random.default_rng(random_state)
    better = 0
    certificate = 0.0
    for _ in range(n_matrices):
        Theta = rng.normal(size=rng.integers(1, 11, size=2))
        threshold = 10 ** rng.uniform(-1, 0.5)
        U = TraceNorm(threshold).prox(Theta, 1.0)

        def criterion(M, Theta=Theta, threshold=threshold):
            norms = np.linalg.svd(M, compute_uv=False).sum(axis=-1)
            return threshold * norms + 0.5 * np.sum((M - Theta) ** 2, axis=(-2, -1))

        sizes = 10 ** rng.uniform(-4, 0, size=(n_perturbations, 1, 1))
        least = criterion(U)
        around = criterion(U + sizes * rng.normal(size=(n_perturbations, *Theta.shape)))
        better += np.count_nonzero(around < least - 1e-10 * least)
        size = np.linalg.norm(Theta - U, 2) / threshold
        certificate = max(certificate, abs(size - 1) if U.any() else size - 1)
    return int(better), float(certificate)


def trace_norm_minima(seed, *, n_starts=5, tol=1e-10, max_iter=200_000):
    """Plain steps of length 1 / L from random starts, judged by the conditions of optimality.

    Returns
    -------
    dict
        ``op``: spectral norm of the gradient over the penalty; ``align``: distance from 1 of the
        inner product with minus the gradient over penalty times trace norm (0 at zero), both the
        worst over the starts; ``starts``: relative range of the final criterion; ``steps``: most
        steps of a start.
    """
    rng = np.random.default_rng(seed)
    T = int(rng.integers(2, 7))
    b = int(rng.integers(2, 7))
    n = int(rng.integers(max(T, b * T // 2), 3 * b * T + 1))
    Phi = rng.normal(size=(n, b))
    y = rng.normal(size=n)
    task = rng.permutation(np.arange(n) % T)
    smooth = TaskLeastSquares(Phi, y, task)
    lam = np.linalg.norm(smooth.moments, 2) * 10 ** rng.uniform(-2, np.log10(0.9))
    norm = TraceNorm(lam)
    step = 1 / smooth.lipschitz()
    ops = []
    aligns = []
    values = []
    steps = []
    for _ in range(n_starts):
        Theta = rng.normal(size=(b, T))
        for t in range(max_iter):  # noqa: B007
            new = norm.prox(Theta - step * smooth.value_and_gradient(Theta)[1], step)
            moved = np.linalg.norm(new - Theta)
            Theta = new
            if moved < tol:
                break
        value, gradient = smooth.value_and_gradient(Theta)
        size = norm.value(Theta)
        ops.append(np.linalg.norm(gradient, 2) / lam)
        aligns.append(abs(np.vdot(Theta, -gradient) / size - 1) if size > 0 else 0.0)
        values.append(value + size)
        steps.append(t + 1)
    starts = (max(values) - min(values)) / min(values)
    return {"op": max(ops), "align": max(aligns), "starts": starts, "steps": max(steps)}


def group_minimum(h, c, lam, n_steps=30):
    r"""Minimise :math:`\tfrac12\sum_kh_ku_k^2-c_ku_k+\lambda\|u\|` along the last axis.

    Zero if :math:`\|c\|\le\lambda`; else :math:`u_k=sc_k/(h_ks+\lambda)` with the norm s that
    solves :math:`\|c/(hs+\lambda)\|=1`, by Newton's method on one over the left side.

    Parameters
    ----------
    h, c : ndarray, shapes that broadcast to (..., k)
        Curvatures, positive, and slopes.
    lam : float or ndarray, shape (..., 1)
        Positive.

    Returns
    -------
    ndarray, shape (..., k)
    """
    h = check_array(h, "h", low=0)
    c = check_array(c, "c")
    size = np.linalg.norm(c, axis=-1, keepdims=True)
    s = np.maximum(size - lam, 0) / h.max(axis=-1, keepdims=True)
    for _ in range(n_steps):
        shrunk = c / (h * s + lam)
        norm = np.linalg.norm(shrunk, axis=-1, keepdims=True)
        slope = np.sum(shrunk**2 * h / (h * s + lam), axis=-1, keepdims=True)
        rise = np.where(size > lam, norm**2 * (norm - 1) / np.where(slope > 0, slope, 1), 0)
        s = s + rise
        if np.all(abs(rise) <= 1e-14 * s):
            break
    return np.where(size > lam, s * c / (h * s + lam), 0.0)


def feature_selection(seed, *, n=30, d=20, T=5, n_weights=100, tol=1e-8, max_sweeps=5000):
    """Five tasks with the same five relevant features: groups by feature and by task.

    Both penalties along ``n_weights`` weights down to 0.01 of the smallest that gives zero. By
    feature: block coordinate descent, all weights at once; by task: the tasks fall apart, and each
    is one secular equation in its eigenvectors.

    Returns
    -------
    dict
        ``dropped``: most irrelevant features that vanish in all tasks while the relevant ones stay
        in all, by feature; ``dropped_by_task``: most features that vanish in all tasks while some
        task's vector does not, and ``tasks_apart``: whether somewhere one task's whole vector
        vanishes and another's does not, by task; ``sweeps``.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, n, d))
    signs = rng.choice([-1.0, 1.0], size=(T, 5))
    y = np.einsum("tij,tj->ti", X[:, :, :5], signs) + rng.normal(size=(T, n))
    grams = X.transpose(0, 2, 1) @ X
    moments = np.einsum("tij,ti->tj", X, y)
    shares = np.geomspace(1, 0.01, n_weights)[:, None]

    lams = np.linalg.norm(moments, axis=0).max() * shares
    coef = np.zeros((n_weights, T, d))
    sweeps = 0
    for sweeps in range(1, max_sweeps + 1):  # noqa: B007
        before = coef.copy()
        for j in range(d):
            h = grams[:, j, j]
            c = moments[:, j] - np.einsum("tk,mtk->mt", grams[:, j], coef) + h * coef[:, :, j]
            coef[:, :, j] = group_minimum(h, c, lams)
        if abs(coef - before).max() <= tol:
            break
    zero = abs(coef) < 1e-6
    stay = ~zero[:, :, :5].any(axis=(1, 2))
    dropped = np.where(stay, zero[:, :, 5:].all(axis=1).sum(axis=1), 0)

    spectra, axes = np.linalg.eigh(grams)
    slopes = np.einsum("tkj,tk->tj", axes, moments)
    sizes = np.linalg.norm(moments, axis=1).max() * shares
    turned = np.stack([group_minimum(h, c[None], sizes) for h, c in zip(spectra, slopes)], axis=1)
    by_task = abs(np.einsum("tjk,mtk->mtj", axes, turned)) < 1e-6
    gone = by_task.all(axis=2)
    some = ~gone.all(axis=1)
    return {
        "dropped": int(dropped.max()),
        "dropped_by_task": int(np.where(some, by_task.all(axis=1).sum(axis=1), 0).max()),
        "tasks_apart": bool((gone.any(axis=1) & some).any()),
        "sweeps": sweeps,
    }
