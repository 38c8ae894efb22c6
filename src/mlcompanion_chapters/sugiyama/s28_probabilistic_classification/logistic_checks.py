"""Checks on Sugiyama (2016), chapter 28: gradients, limits of exponentials, criteria, misprints.

The references do not know the formulas under suspicion: central differences of log-probabilities
written out in full, decimal arithmetic, generic optimizers and integrals over a fine grid.
"""

from decimal import Decimal, localcontext

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_rng
from mlcompanion.classification import LSPC, SoftmaxRegression
from mlcompanion.classification.linear.softmax_fits import (
    log_sum_exp,
    softmax_row,
    stochastic_ascent,
)
from mlcompanion.kernels import rbf_kernel
from mlcompanion.teaching.measure import log_slope
from mlcompanion_chapters.checks.gradients import numerical_gradient

from .class_probabilities import draw_line, silent_class, true_probabilities

__all__ = [
    "binary_reduction",
    "closed_form_gap",
    "criterion_rate",
    "exponential_limits",
    "gradient_errors",
    "listing_widths",
    "log_sum_exp_errors",
    "stationarity",
]


def _log_probability(phi, W, label, extra):
    """Logarithm of Eq. (28.1), with another class of score zero if ``extra`` is 1."""
    weights = np.exp(phi @ W)
    return np.log(weights[label] / (extra + weights.sum()))


def _differences(phi, W, label, extra):
    return numerical_gradient(lambda at: _log_probability(phi, at, label, extra), W)


def _direction(phi, t, W, link=softmax_row):
    """The stochastic step of size 1 for one sample."""
    return stochastic_ascent(phi, t, step=1.0, max_iter=1, start=W, link=link)[0] - W


def gradient_errors(cases=50, random_state=0):
    """Steps of Fig. 28.1 and of the listing against central differences.

    Returns
    -------
    dict
        Relative deviations: ``fd_fig``, the largest of the step of Fig. 28.1 from Eq. (28.1);
        ``fd_list``, the median of the listing's step from it; ``fd_extra``, the largest of the
        listing's step from the model with one more class of score zero.
    """
    rng = check_rng(random_state)
    found = {"fig": [], "list": [], "extra": []}
    for _ in range(cases):
        b = rng.integers(3, 21)
        c = rng.integers(2, 7)
        phi = rng.uniform(size=(1, b))
        W = rng.normal(size=(b, c))
        label = rng.integers(c)

        stated, other = (_differences(phi[0], W, label, extra) for extra in (0, 1))
        figure, listing = (
            _direction(phi, np.eye(c)[[label]], W, link) for link in (softmax_row, silent_class)
        )
        pairs = (figure, stated), (listing, stated), (listing, other)
        for name, (step, slope) in zip(found, pairs):
            found[name].append(np.linalg.norm(step - slope) / np.linalg.norm(slope))
    return {
        "fd_fig": float(max(found["fig"])),
        "fd_list": float(np.median(found["list"])),
        "fd_extra": float(max(found["extra"])),
    }


def _mean_direction(Phi, T, W):
    """Mean over the samples of the stochastic step of size 1."""
    return sum(_direction(Phi[[i]], T[[i]], W) for i in range(len(Phi))) / len(Phi)


def stationarity(n=200, random_state=0):
    """Length of the mean step at the maximum of the likelihood over that at zero parameters.

    The maximum is found by BFGS from function values written out in full, b = 4, c = 3.
    """
    rng = check_rng(random_state)
    Phi = rng.normal(size=(n, 4))
    true = rng.normal(size=(4, 3))
    weights = np.exp(Phi @ true)
    cumulated = (weights / weights.sum(axis=1, keepdims=True)).cumsum(axis=1)
    labels = (cumulated < rng.uniform(size=(n, 1))).sum(axis=1)

    def minus_log_likelihood(w):
        F = np.exp(Phi @ w.reshape(4, 3))
        return -np.mean(np.log(F[np.arange(n), labels] / F.sum(axis=1)))

    best = minimize(minus_log_likelihood, np.zeros(12), method="BFGS", options={"gtol": 1e-7}).x
    T = np.eye(3)[labels]
    at_best, at_zero = (_mean_direction(Phi, T, W.reshape(4, 3)) for W in (best, np.zeros(12)))
    return float(np.linalg.norm(at_best) / np.linalg.norm(at_zero))


def exponential_limits():
    """Where exp leaves double precision, by trying integers; and log10 of exp(700) exactly."""
    with localcontext(prec=50):
        e700 = float(Decimal(700).exp().log10())
    with np.errstate(over="ignore", under="ignore"):
        over = next(k for k in range(1, 2000) if np.isinf(np.exp(float(k))))
        under = next(k for k in range(-1, -2000, -1) if np.exp(float(k)) == 0)
    return {"e700": e700, "over": over, "under": under}


def log_sum_exp_errors(vectors=200, random_state=0):
    """Direct and shifted log-sum-exp against 60-digit arithmetic, scores shifted by +-1000."""
    rng = check_rng(random_state)
    bad = 0
    worst = 0.0
    for _ in range(vectors):
        scores = rng.uniform(1, 50) * rng.normal(size=rng.integers(2, 101))
        scores += rng.choice([-1000.0, 1000.0])
        with np.errstate(over="ignore", under="ignore", divide="ignore"):
            bad += not np.isfinite(np.log(np.exp(scores).sum()))
        with localcontext(prec=60):
            exact = sum(Decimal(float(s)).exp() for s in scores).ln()
            worst = max(worst, float(abs((Decimal(float(log_sum_exp(scores))) - exact) / exact)))
    return {"naive_bad": bad, "safe_err": worst}


def binary_reduction(problems=10, n=200, b=5, random_state=0):
    """Two classes: one vector a class, or one in all with the logistic loss of the margin.

    Both criteria are minimised by BFGS, the one with two vectors from a random start; the largest
    difference takes in the probabilities of :class:`SoftmaxRegression`, too.

    Returns
    -------
    dict
        ``p_diff`` and ``ll_diff``, a list each.
    """
    rng = check_rng(random_state)
    found = {"p_diff": [], "ll_diff": []}
    options = {"method": "BFGS", "options": {"gtol": 1e-8, "maxiter": 5000}, "jac": True}
    for _ in range(problems):
        Phi = rng.normal(size=(n, b))
        true = rng.normal(size=b)
        sign = np.where(rng.logistic(size=n) < Phi @ true, 1.0, -1.0)
        T = np.column_stack([sign < 0, sign > 0]).astype(float)

        def two_vectors(w):
            F = Phi @ w.reshape(b, 2)  # noqa: B023
            top = np.logaddexp(*F.T)
            slope = Phi.T @ (np.exp(F - top[:, None]) - T)  # noqa: B023
            return np.mean(top - (T * F).sum(axis=1)), slope.ravel() / n  # noqa: B023

        def margins(w):
            m = sign * (Phi @ w)  # noqa: B023
            share = np.exp(-np.logaddexp(0, m))
            return np.mean(np.logaddexp(0, -m)), -Phi.T @ (sign * share) / n  # noqa: B023

        both = minimize(two_vectors, rng.normal(size=2 * b), **options)
        one = minimize(margins, np.zeros(b), **options)
        F = Phi @ both.x.reshape(b, 2)
        p_two = 1 / (1 + np.exp(F[:, 0] - F[:, 1]))
        p_one = 1 / (1 + np.exp(-Phi @ one.x))
        model = SoftmaxRegression(0.0, "newton", fit_intercept=False, tol=1e-9)
        ours = model.fit(Phi, sign).predict_proba(Phi)[:, 1]
        found["p_diff"].append(float(max(abs(p_two - p_one).max(), abs(ours - p_one).max())))
        rounding = np.finfo(float).eps  # an exact 0 is luck
        found["ll_diff"].append(max(float(abs(both.fun - one.fun)), rounding))
    return found


def criterion_rate(sizes=(100, 1000, 10_000, 100_000), repeats=100, random_state=0):
    """How fast the training criterion comes near the expected squared error.

    For the middle of the three classes, ten kernels and pairs A, B of random parameters: the
    criterion at A minus at B, against the same difference of expected squared errors (half of
    them, as in Eq. 28.4). Integrals are sums over a grid of step 0.005, and samples are rounded
    to that grid.

    Returns
    -------
    slope : float
        Of the logarithm of the root mean squared deviation against log n.
    deviations : list of float
        The root mean squared deviations.
    """
    line = np.linspace(-12, 12, 4801)[:, None]
    density = np.exp(-0.5 * (line - [-3.0, 0.0, 3.0]) ** 2).sum(axis=1)
    density /= density.sum()
    truth = true_probabilities(line)[:, 1]
    kernels = rbf_kernel(line, np.linspace(-5, 5, 10)[:, None])
    deviations = []
    pairs = np.random.default_rng(random_state).normal(size=(repeats, 10, 2))
    for n in sizes:
        misses = []
        for draw, pair in enumerate(pairs):
            rng = np.random.default_rng([random_state, n, draw])
            q = kernels @ pair
            errors = 0.5 * density @ (q - truth[:, None]) ** 2
            y = rng.integers(3, size=n)
            place = np.rint((3.0 * (y - 1) + rng.normal(size=n) + 12) / 0.005).astype(int)
            all_x, own_x = (np.bincount(p, minlength=4801) / n for p in (place, place[y == 1]))
            criterion = 0.5 * all_x @ q**2 - own_x @ q
            misses.append(np.subtract(*criterion) - np.subtract(*errors))
        deviations.append(float(np.sqrt(np.mean(np.square(misses)))))
    return float(log_slope(sizes, deviations)), deviations


def closed_form_gap(random_state=0):
    """Relative distance of LSPC's weights from a generic minimizer of the printed criterion."""
    x, y = draw_line(random_state=random_state)
    model = LSPC().fit(x, y)
    worst = 0.0
    for k in range(3):
        own = y == k
        Phi = rbf_kernel(x, x[own])

        def criterion(w):
            # n times as large: the optimizer's tolerance is absolute
            q = Phi @ w  # noqa: B023
            value = q @ q / 2 - q[own].sum() + 0.05 * w @ w  # noqa: B023
            return value, Phi.T @ (q - own) + 0.1 * w  # noqa: B023

        start = np.zeros(own.sum())
        best = minimize(criterion, start, jac=True, method="BFGS", options={"gtol": 1e-10}).x
        gap = np.linalg.norm(model.dual_coef_[own, k] - best) / np.linalg.norm(best)
        worst = max(worst, float(gap))
    return worst


def listing_widths(random_state=0):
    """Fig. 28.5 with ``hh=2*x.^2`` taken as printed, one width a sample, and with ``2*1^2``.

    Returns
    -------
    dict
        ``asymmetry`` of the kernel matrix between samples, ``least`` and ``greatest`` width, and
        ``divides``, whether the matrix between grid and samples can be divided by the widths;
        ``right_asymmetry`` and ``right_divides`` with one width, and ``right_error``, the largest
        difference of those kernels from :func:`~mlcompanion.kernels.rbf_kernel`.
    """
    x, _ = draw_line(random_state=random_state)
    # printed: a column of 90
    printed = 2 * x**2
    right = 2 * 1.0**2
    widths = np.sqrt(printed / 2)
    squares = (x - x.T) ** 2
    return {
        "asymmetry": _asymmetry(np.exp(-squares / printed)),
        "least": float(widths.min()),
        "greatest": float(widths.max()),
        "divides": _divides(np.zeros((100, 90)), printed),
        "right_asymmetry": _asymmetry(np.exp(-squares / right)),
        "right_divides": _divides(np.zeros((100, 90)), np.array(right)),
        "right_error": float(abs(np.exp(-squares / right) - rbf_kernel(x)).max()),
    }


def _asymmetry(K):
    return float(abs(K - K.T).max())


def _divides(matrix, divisor):
    try:
        matrix / divisor
    except ValueError:
        return False
    return True
