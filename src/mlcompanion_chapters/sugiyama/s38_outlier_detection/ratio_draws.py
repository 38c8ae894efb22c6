"""The ratio's listing: its data, its steps, its folds, and the optimum beside them."""

import numpy as np
from scipy.optimize import minimize

from mlcompanion.density.contrasts import KLIEP, kliep_steps
from mlcompanion.kernels import rbf_kernel

__all__ = ["WIDTHS", "clean_and_test", "listing_ratio", "optimum_draw", "steps_draw"]

WIDTHS = (1.0, 5.0, 10.0)
FOLDS = 5
GRID = np.linspace(-6, 6, 1001)[:, None]


def clean_and_test(seed):
    """The listing's samples: 50 clean and 50 tested points, standard normal, the last one at 5.

    Parameters
    ----------
    seed : int or Generator

    Returns
    -------
    clean, test : ndarray, shapes (50, 1)
    """
    rng = np.random.default_rng(seed)
    clean = rng.normal(size=(50, 1))
    test = rng.normal(size=(50, 1))
    test[-1] = 5.0
    return clean, test


def listing_ratio(clean, test, seed, clip=False, printed=False):
    """The listing: a width by folds, then its gradient steps on all points.

    Parameters
    ----------
    clean, test : ndarray, shapes (n, d)
    seed : int
        Of folds and first coefficients.
    clip : bool
        Raise negative coefficients to zero, the line that the listing comments out.
    printed : bool
        Judge by the test points of the clean sample's fold, as printed.

    Returns
    -------
    dict
        ``ratio`` at the test points (None where the logarithm of a held-out ratio is undefined),
        ``sigma``, and ``seen``, the share of the judging test points that the fit had seen.
    """
    rng = np.random.default_rng(seed + 1000)
    n = len(clean)
    u, v = (np.arange(n)[rng.permutation(n)] % FOLDS for _ in range(2))
    judge = u if printed else v
    seen = np.mean([np.mean(v[judge == i] != i) for i in range(FOLDS)])
    scores = []
    for sigma in WIDTHS:
        K = rbf_kernel(clean, clean, sigma=sigma)
        R = rbf_kernel(test, clean, sigma=sigma)
        parts = []
        for i in range(FOLDS):
            a, _ = kliep_steps(K[u != i], R[v != i], rng.random(n), clip=clip)
            with np.errstate(invalid="ignore", divide="ignore"):
                parts.append(np.mean(R[judge == i] @ a) - np.mean(np.log(K[u == i] @ a)))
        scores.append(np.mean(parts))
    told = {"seen": float(seen), "ratio": None, "sigma": None}
    if not np.isfinite(scores).all():
        return told
    sigma = WIDTHS[int(np.argmin(scores))]
    K = rbf_kernel(clean, clean, sigma=sigma)
    R = rbf_kernel(test, clean, sigma=sigma)
    a, _ = kliep_steps(K, R, rng.random(n), clip=clip)
    return told | {"ratio": R @ a, "sigma": sigma}


def planted_is_lowest(ratio):
    """Whether the planted point, the last one, has the lowest ratio."""
    return ratio is not None and bool(ratio.argmin() == len(ratio) - 1)


def steps_draw(seed):
    """What the listing's steps do on one draw, without and with clipping.

    Parameters
    ----------
    seed : int

    Returns
    -------
    dict
        For fig38.8-ratio, cv-folds-mixed, clipping-sparse and mean-ratio-is-one.
    """
    clean, test = clean_and_test(seed)
    free = listing_ratio(clean, test, seed)
    printed = listing_ratio(clean, test, seed, printed=True)
    clipped = listing_ratio(clean, test, seed, clip=True)
    K = rbf_kernel(clean, clean, sigma=1.0)
    R = rbf_kernel(test, clean, sigma=1.0)
    start = np.random.default_rng(seed).random(len(clean))
    a_free, _ = kliep_steps(K, R, start)
    early, n_early = kliep_steps(K, R, start, clip=True)
    long = _clipped_to_the_end(K, R, start)
    return {
        "low_free": planted_is_lowest(free["ratio"]),
        "low_clip": planted_is_lowest(clipped["ratio"]),
        "seen": printed["seen"],
        "seen_right": free["seen"],
        "turned": printed["sigma"] != free["sigma"],
        "zeros": float(np.mean(long == 0)),
        "zeros_free": float(np.mean(a_free == 0)),
        "low": float((rbf_kernel(GRID, clean, sigma=1.0) @ long).min()),
        "early": float(abs((R @ early).mean() - 1)),
        "n_early": n_early,
    }


def _clipped_to_the_end(K, R, coef):
    """Clipped steps until the objective changes by less than 1e-10, asked every thousand steps."""

    def objective(a):
        return (R @ a).mean() - np.log(K @ a).mean()

    value = objective(coef)
    for _ in range(1000):
        coef, _ = kliep_steps(K, R, coef, clip=True, tol=0, max_iter=1000)
        before = value
        value = objective(coef)
        if abs(before - value) < 1e-10:
            break
    return coef


def optimum_draw(seed):
    """What holds at the optimum with non-negative coefficients, on one draw.

    Parameters
    ----------
    seed : int

    Returns
    -------
    dict
        For ratio-one-and-zero (width by cross validation) and mean-ratio-is-one (all widths).
    """
    clean, test = clean_and_test(seed)
    chosen = KLIEP(WIDTHS, random_state=seed).fit(clean, test).predict(test)
    off = 0.0
    generic = -np.inf
    for sigma in WIDTHS:
        model = KLIEP(sigma).fit(clean, test)
        K = rbf_kernel(clean, clean, sigma=sigma)
        b = rbf_kernel(test, clean, sigma=sigma).mean(axis=0)
        off = max(off, abs(model.predict(test).mean() - 1))
        ours = b @ model.coef_ - np.log(K @ model.coef_).mean()
        generic = max(generic, ours - bounded_minimum(K, b, np.full(len(b), 0.02)).fun)
    return {
        "planted": float(chosen[-1]),
        "lowest": planted_is_lowest(chosen),
        "clean": float(np.median(chosen[:-1])),
        "off": float(off),
        "generic": float(generic),
    }


def bounded_minimum(K, b, start):
    """The objective over non-negative coefficients, by a solver that knows nothing of ratios.

    Parameters
    ----------
    K : ndarray, shape (n', b)
    b : ndarray, shape (b,)
    start : ndarray, shape (b,)
        Coefficients to start from.

    Returns
    -------
    OptimizeResult
    """

    def value_and_slope(u):
        w = np.maximum(K @ (u / b), 1e-300)  # a trial step may leave where logarithms are
        return u.sum() - np.log(w).mean(), 1 - (1 / w) @ K / len(K) / b

    # in units of its own effect on the mean each coefficient has curvature of one size
    u = start * b / (start @ b)
    box = [(0, None)] * len(b)
    options = {"maxiter": 20_000, "maxfun": 50_000, "ftol": 1e-15, "gtol": 1e-10}
    value = np.inf
    for _ in range(50):  # where it is flat the solver stops early; begun again, it goes on
        run = minimize(value_and_slope, u, jac=True, method="L-BFGS-B", bounds=box, options=options)
        if run.fun >= value - 1e-13:
            break
        u = run.x
        value = run.fun
    return run
