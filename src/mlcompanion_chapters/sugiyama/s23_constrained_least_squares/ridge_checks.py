r"""Checks on Sugiyama (2016), chapter 23: constraint and penalty, noise, and the misprints.

The references do not know the formulas under suspicion: a general constrained solver, least squares
on stacked rows, products with the matrix that is to be inverted, differences of the objective.
"""

import numpy as np
from scipy.optimize import brentq, minimize, minimize_scalar

from mlcompanion._validation import check_array, check_in
from mlcompanion.datasets import make_sinc_trend
from mlcompanion.linalg import inverse_bordered, inverse_rank_one
from mlcompanion.regression import (
    DesignSVD,
    KernelLeastSquares,
    SubspaceLeastSquares,
    gaussian_basis,
)
from mlcompanion.regression.linear.ridge import generalized_ridge, ridge_radius
from mlcompanion.regression.selection.cross_validation import loo_grid
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "constrained_minimum",
    "constraint_and_penalty",
    "dual_without_interior",
    "inversion_lemma",
    "noise_along_directions",
    "penalised_slope",
    "penalty_of_radius",
    "refits",
    "table_errors",
]

SHARES = (0.2, 0.6, 1.5)


def constrained_minimum(Phi, y, G, R):
    r"""Minimise :math:`\tfrac12\|y-\Phi w\|^2` subject to :math:`w^\top Gw\le R^2`, by SLSQP.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    G : array_like, shape (m, m)
        Positive semidefinite.
    R : float, positive

    Returns
    -------
    ndarray, shape (m,)
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(Phi),))
    G = check_array(G, "G", shape=(Phi.shape[1],) * 2)

    def value(w):
        residual = Phi @ w - y
        return 0.5 * residual @ residual, Phi.T @ residual

    room = {
        "type": "ineq",
        "fun": lambda w: 1 - w @ G @ w / R**2,
        "jac": lambda w: -2 * G @ w / R**2,
    }
    start = np.random.default_rng(0).normal(size=Phi.shape[1])
    start *= R / (2 * np.sqrt(start @ G @ start))
    options = {"ftol": 1e-15, "maxiter": 500}
    return minimize(value, start, jac=True, constraints=[room], options=options).x


def penalty_of_radius(Phi, y, G, R):
    r"""Penalty whose solution has :math:`w^\top Gw=R^2`, by bracketing; 0 if least squares fits in.

    Returns
    -------
    float
    """

    def excess(log_lam):
        w = generalized_ridge(Phi, y, np.exp(log_lam), G)
        square = max(w @ G @ w, 0.0)  # near the null space of G rounding may put it below
        return np.sqrt(square) / R - 1

    low = np.log(1e-10)
    high = np.log(1e10)
    free = generalized_ridge(Phi, y, 0.0, G)
    if free @ G @ free <= R**2:
        return 0.0
    return float(np.exp(brentq(excess, low, high, xtol=1e-10)))


def constraint_and_penalty(seed, kind="ball"):
    """Compare a constrained fit with the penalised one at the multiplier of the radius.

    A Gaussian design with 2 to 10 columns and 10 to 40 rows, with radii of 0.2, 0.6 and 1.5 times
    that of least squares.

    Parameters
    ----------
    seed : int
    kind : {"ball", "ellipsoid", "differences"}
        G is the identity, a random positive definite matrix, or penalises first differences only.

    Returns
    -------
    dict of float
        ``"distance"`` and ``"gap"``: largest relative differences of the solutions, and of the
        constrained minimum from the dual's maximum, over the radii below 1; ``"idle"``: the
        multiplier at the radius 1.5.
    """
    check_in(kind, "kind", ("ball", "ellipsoid", "differences"))
    rng = np.random.default_rng(seed)
    m = int(rng.integers(2, 11))
    n = int(rng.integers(10, 41))
    Phi = rng.normal(size=(n, m))
    y = rng.normal(size=n)
    root = rng.normal(size=(m, m))
    jumps = np.diff(np.eye(m), axis=0)
    G = {"ball": np.eye(m), "ellipsoid": root @ root.T, "differences": jumps.T @ jumps}[kind]
    free = np.linalg.lstsq(Phi, y, rcond=None)[0]
    distance = 0.0
    gap = 0.0
    multiplier = 0.0
    for share in SHARES:
        R = share * np.sqrt(free @ G @ free)
        multiplier = ridge_radius(Phi, y, R) if kind == "ball" else penalty_of_radius(Phi, y, G, R)
        if share > 1:
            break
        w = generalized_ridge(Phi, y, multiplier, G)
        aim = constrained_minimum(Phi, y, G, R)
        least = 0.5 * np.sum((y - Phi @ aim) ** 2)

        def dual(log_lam, R=R):
            lam = np.exp(log_lam)
            v = generalized_ridge(Phi, y, lam, G)
            return 0.5 * np.sum((y - Phi @ v) ** 2) + 0.5 * lam * (v @ G @ v - R**2)

        middle = np.log(multiplier)
        bounds = (middle - 1, middle + 1)
        options = {"xatol": 1e-4}
        top = minimize_scalar(lambda t: -dual(t), bounds=bounds, method="bounded", options=options)
        distance = max(distance, np.linalg.norm(w - aim) / np.linalg.norm(w))
        gap = max(gap, abs(least + top.fun) / least)
    return {"distance": float(distance), "gap": float(gap), "idle": float(multiplier)}


def noise_along_directions(k, seed=0, *, lams=(0.001, 0.1, 10.0), n_designs=60, n_draws=400):
    r"""What pure noise does to coefficients when singular values fall from 1 to :math:`10^{-k}`.

    Designs of 40 rows and 10 columns; unit noise in the outputs.

    Parameters
    ----------
    k : float, positive
    seed : int
    lams : tuple of float
    n_designs, n_draws : int

    Returns
    -------
    dict of float
        ``"worst"``: largest relative distance of the expansion in singular vectors from least
        squares on the stacked rows; ``"bound"``: largest standard deviation of a coefficient along
        a singular direction, times :math:`2\sqrt\lambda`; ``"plain"``: mean standard deviation of
        least squares along the weakest direction.
    """
    rng = np.random.default_rng(seed)
    worst = 0.0
    bound = 0.0
    plain = []
    for _ in range(n_designs):
        left = np.linalg.qr(rng.normal(size=(40, 10)))[0]
        right = np.linalg.qr(rng.normal(size=(10, 10)))[0]
        Phi = left * np.geomspace(1, 10.0**-k, 10) @ right.T
        noise = rng.normal(size=(40, n_draws))
        svd = DesignSVD.of(Phi)
        plain.append((right[:, -1] @ svd.coefficients(noise, 0.0)).std())
        for lam in lams:
            W = svd.coefficients(noise, lam)
            rows = np.vstack([Phi, np.sqrt(lam) * np.eye(10)])
            stacked = np.linalg.lstsq(
                rows, np.vstack([noise, np.zeros((10, n_draws))]), rcond=None
            )[0]
            worst = max(worst, np.linalg.norm(W - stacked) / np.linalg.norm(stacked))
            bound = max(bound, 2 * np.sqrt(lam) * (right.T @ W).std(axis=1).max())
    return {"worst": float(worst), "bound": float(bound), "plain": float(np.mean(plain))}


def inversion_lemma(seed=0, *, n_matrices=500):
    r"""Multiply both updated inverses of Fig. 23.12 by their matrices; build counterexamples.

    Symmetric, indefinite Gaussian matrices of size 2 to 10. A counterexample scales b such that
    :math:`b^\top A^{-1}b=-1`; A has a condition number below 1000.

    Parameters
    ----------
    seed : int
    n_matrices : int

    Returns
    -------
    dict
        ``"worst"``: largest deviation of a product from the identity where both denominators are
        above 0.01; ``"singular"``: largest ratio of smallest to largest singular value of
        :math:`A+bb^\top` over the counterexamples; ``"found"``: their number.
    """
    rng = np.random.default_rng(seed)
    worst = 0.0
    singular = 0.0
    found = 0
    for _ in range(n_matrices):
        d = int(rng.integers(2, 11))
        A = rng.normal(size=(d, d))
        b = rng.normal(size=d)
        c = rng.normal()
        A = A + A.T
        A_inv = np.linalg.inv(A)
        reach = b @ A_inv @ b
        if min(abs(1 + reach), abs(c - reach)) > 0.01:
            updated = A + np.outer(b, b), np.block([[A, b[:, None]], [b[None], np.full((1, 1), c)]])
            inverses = inverse_rank_one(A_inv, b), inverse_bordered(A_inv, b, c)
            for matrix, inverse in zip(updated, inverses):
                worst = max(worst, np.abs(matrix @ inverse - np.eye(len(matrix))).max())
        if reach < 0 and np.linalg.cond(A) < 1000:
            sizes = np.linalg.svd(A + np.outer(b, b) / -reach, compute_uv=False)
            singular = max(singular, sizes[-1] / sizes[0])
            found = found + 1
    return {"worst": float(worst), "singular": float(singular), "found": found}


def dual_without_interior(*, n_problems=20):
    r"""What no multiplier does where the constraint has no interior point, and one does else.

    Minimise t subject to :math:`t^2\le0`; least squares with radius 0; and the same with half the
    radius of the free solution.

    Returns
    -------
    dict
        ``"values"`` of the first dual at 1, 100, 10⁴, 10⁶; ``"nearest"`` minimiser of the first
        Lagrange function to the solution 0, relative to :math:`1/(2\lambda)`; ``"ls"``: least
        length of a penalised solution times its penalty; ``"inside"``: largest relative distance
        from the constrained solution where there is room.
    """

    def lagrangian(t, lam):
        return t + lam * t**2

    def lowest(lam):
        bounds = (-5 / lam, 5 / lam)
        options = {"xatol": 1e-6 / lam}
        return minimize_scalar(lagrangian, bounds=bounds, args=(lam,), method="bounded",
                               options=options)  # fmt: skip

    lams = 10.0 ** np.arange(-2, 9)
    ls = []
    inside = []
    for seed in range(n_problems):
        rng = np.random.default_rng(seed)
        Phi = rng.normal(size=(20, 5))
        y = rng.normal(size=20)
        ls += [lam * np.linalg.norm(generalized_ridge(Phi, y, lam, np.eye(5))) for lam in lams]
        R = np.linalg.norm(np.linalg.lstsq(Phi, y, rcond=None)[0]) / 2
        w = generalized_ridge(Phi, y, ridge_radius(Phi, y, R), np.eye(5))
        inside.append(np.linalg.norm(w - constrained_minimum(Phi, y, np.eye(5), R)) / R)
    return {
        "values": [float(lowest(10.0**k).fun) for k in (0, 2, 4, 6)],
        "nearest": float(min(abs(lowest(lam).x) * 2 * lam for lam in lams)),
        "ls": float(min(ls)),
        "inside": float(max(inside)),
    }


def penalised_slope(K, y, alpha, lam, *, n_directions=20, step=1e-3):
    r"""Largest slope of :math:`\tfrac12\|y-K\alpha\|^2+\tfrac\lambda2\|\alpha\|^2`, by differences.

    Along all coordinates together (the gradient's length) and along random directions.

    Returns
    -------
    value, slope : float
    """

    def value(at):
        return 0.5 * np.sum((y - K @ at) ** 2) + 0.5 * lam * np.sum(at**2)

    def slope(direction):
        return (value(alpha + step * direction) - value(alpha - step * direction)) / (2 * step)

    rng = np.random.default_rng(0)
    directions = rng.normal(size=(n_directions, len(alpha)))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    along = np.linalg.norm(numerical_gradient(value, alpha, step))
    return float(value(alpha)), float(max(along, *(abs(slope(d)) for d in directions)))


def refits(seed, *, sigma=0.3, lam=0.1):
    """The final fit of the cross-validation program, as printed and with the matrix square.

    Returns
    -------
    dict of float
        ``"right"`` and ``"printed"``: slope of the penalised training error at the solution,
        relative to that at zero; ``"worse"``: 1 if the printed one has the larger error.
    """
    x, y, *_ = make_sinc_trend(50, 0.2, random_state=seed)
    K = gaussian_basis(x, sigma=sigma)
    _, at_zero = penalised_slope(K, y, np.zeros(50), lam)
    found = {}
    for name, square in (("right", K @ K), ("printed", K**2)):
        alpha = np.linalg.solve(square + lam * np.eye(50), K @ y)
        found[name] = penalised_slope(K, y, alpha, lam)
    worse = float(found["printed"][0] > found["right"][0])
    return {name: slope / at_zero for name, (_, slope) in found.items()} | {"worse": worse}


def table_errors(data, seed, *, n_train=200):
    """Test errors of a straight line and of kernel models on a table, in standard deviations.

    Width and penalty by leave-one-out on a grid; without a penalty the width stays.

    Parameters
    ----------
    data : Bunch
        With ``data`` and ``target``.
    seed : int
        Draws the training samples.
    n_train : int

    Returns
    -------
    list of float
        Linear; kernel without penalty; with that on the weights; with the norm of the function.
    """
    widths = np.geomspace(0.5, 8, 9)
    lams = np.geomspace(1e-6, 10, 9)
    X = data.data
    y = data.target
    kept, out = np.split(np.random.default_rng(seed).permutation(len(y)), [n_train])
    X = (X - X[kept].mean(axis=0)) / X[kept].std(axis=0)
    y = (y - y[kept].mean()) / y[kept].std()
    models = [SubspaceLeastSquares()]
    for G in "IK":
        scores = loo_grid(X[kept], y[kept], widths, lams, G)
        i, j = np.unravel_index(scores.argmin(), scores.shape)
        if G == "I":
            models.append(KernelLeastSquares(widths[i], 0))
        models.append(KernelLeastSquares(widths[i], lams[j], G))
    fits = [model.fit(X[kept], y[kept]).predict(X[out]) for model in models]
    return [float(np.sqrt(np.mean((fit - y[out]) ** 2))) for fit in fits]
