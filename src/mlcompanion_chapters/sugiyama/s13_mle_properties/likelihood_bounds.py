"""Sugiyama (2016), chapter 13: the two forms of information, the bound, and where theory ends.

The bound is attacked by many unbiased estimators at once: the weighted sums of an ordered sample
are one matrix product.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.probability import (
    Binomial,
    ContinuousLaw,
    Exponential,
    Normal,
    kolmogorov_distance,
)
from mlcompanion.stats.likelihood.information import (
    SmoothModel,
    cramer_rao_bound,
    fisher_information,
)
from mlcompanion.stats.likelihood.smooth_models import (
    BERNOULLI,
    CAUCHY,
    EXPONENTIAL,
    GAMMA,
    LOGISTIC,
    NORMAL,
    POISSON,
)
from mlcompanion.teaching.measure import log_slope

from .likelihood_limits import row_medians

__all__ = [
    "LATE",
    "bound_ratios",
    "coin_odds",
    "matrix_margins",
    "odds_distance",
    "ordered_weights",
    "shrinkage",
    "two_forms",
    "uniform_centres",
    "uniform_ends",
]

#: Model, parameters, and the information that textbooks give, to six digits.
TEXTBOOK = {
    "normal (mean, deviation)": (NORMAL, (0.0, 2.0), [[0.25, 0], [0, 0.5]]),
    "Bernoulli": (BERNOULLI, (0.3,), [[4.7619048]]),
    "Poisson": (POISSON, (3.0,), [[0.3333333]]),
    "exponential": (EXPONENTIAL, (2.0,), [[0.25]]),
    "logistic centre": (LOGISTIC, (0.0,), [[0.3333333]]),
    "Cauchy centre": (CAUCHY, (0.0,), [[0.5]]),
    "gamma (shape, rate)": (GAMMA, (2.0, 1.0), [[0.6449341, -1], [-1, 2]]),
}

#: How centred draws are made, and the Fisher information of the centre, at unit scale.
CENTRED = {
    "normal": (lambda size, rng: rng.standard_normal(size), 1.0),
    "Laplace": (lambda size, rng: rng.laplace(size=size), 1.0),
    "logistic": (lambda size, rng: rng.logistic(size=size), 1 / 3),
    "Student, 5": (lambda size, rng: rng.standard_t(5, size), 3 / 4),
    "Cauchy": (lambda size, rng: rng.standard_cauchy(size), 1 / 2),
}


@dataclass(frozen=True)
class LateExponential(ContinuousLaw):
    """An exponential law with rate 1 that begins at ``start``: its support moves."""

    start: float

    @property
    def support(self):
        """From the start on."""
        return self.start, np.inf

    def _logpdf(self, x):
        return self.start - x

    def _cdf(self, x):
        return -np.expm1(self.start - x)

    def _story(self, size, rng):
        return self.start + Exponential().story(size, rng)


#: The model of such laws: it is no smooth model, and (13.5) is wrong for it.
LATE = SmoothModel(LateExponential, lambda x, c: [1.0], lambda x, c: [[0.0]])


def two_forms():
    """Eqs (13.4) and (13.5) by quadrature, for the seven models of ``TEXTBOOK``.

    Returns
    -------
    dict
        From the name to (13.4), (13.5) and the textbook's matrix.
    """
    return {
        name: (*(fisher_information(model, theta, form) for form in ("score", "hessian")), F)
        for name, (model, theta, F) in TEXTBOOK.items()
    }


def ordered_weights(n, left_out=0, rng=None):
    """Symmetric weights of an ordered sample: every row estimates the centre without bias.

    Parameters
    ----------
    n : int
    left_out : int
        Extremes on each side that get no weight.
    rng : Generator

    Returns
    -------
    dict
        From a name to weights of shape (n,) that sum to 1: the mean, the median, the mean without
        a fifth on each side, the middle of the range, and 20 random ones.
    """
    named = {"mean": np.ones(n), "median": np.zeros(n), "trimmed mean": np.ones(n)}
    named["median"][[(n - 1) // 2, n // 2]] = 1
    cut = n // 5
    named["trimmed mean"][:cut] = named["trimmed mean"][n - cut :] = 0
    named["midrange"] = np.eye(n)[0] + np.eye(n)[-1]
    for k in range(20):
        half = np.r_[np.zeros(left_out), rng.exponential(size=(n + 1) // 2 - left_out)]
        named[f"random {k + 1}"] = np.r_[half, half[: n // 2][::-1]]
    kept = {name: w / w.sum() for name, w in named.items()}
    if not left_out:
        return kept
    return {name: w for name, w in kept.items() if w[:left_out].sum() == 0}


def bound_ratios(sizes=(5, 20), repeats=100_000, random_state=None):
    """Variance times n times information, for every centred law and unbiased estimator.

    Beside the ordered sums there is the median of the means of all pairs. For the Cauchy law only
    the ordered sums without the two extremes on each side have a finite variance.

    Returns
    -------
    dict
        ``(law, n, estimator) -> ratio``, at least 1 by the Cramér-Rao inequality.
    """
    rng = check_rng(random_state)
    found = {}
    for law, (draw, information) in CENTRED.items():
        for n in sizes:
            weights = ordered_weights(n, 2 * (law == "Cauchy"), rng)
            x = np.sort(draw((repeats, n), rng), axis=1)
            variances = dict(zip(weights, (x @ np.array([*weights.values()]).T).var(axis=0)))
            if law != "Cauchy":
                variances["median of pairs"] = pair_median(x.astype(np.float32)).var(dtype=float)
            found |= {(law, n, k): v * n * information for k, v in variances.items()}
    return found


def pair_median(x):
    """Median of the means of all pairs in each row (Hodges and Lehmann 1963)."""
    i, j = np.triu_indices(x.shape[1], 1)
    blocks = np.array_split(x, max(1, len(x) // 1000))
    return np.concatenate([row_medians(b[:, i] + b[:, j]) / 2 for b in blocks])


def matrix_margins(sizes=(5, 20), repeats=100_000, random_state=None):
    """Least eigenvalue of n times covariance minus inverse information, relative to the latter.

    Returns
    -------
    dict
        ``(n, estimator) -> margin``, not negative by the Cramér-Rao inequality.
    """
    rng = check_rng(random_state)
    found = {}
    covariance = np.array([[1.0, 0.6, 0.2], [0.6, 1.0, -0.3], [0.2, -0.3, 1.0]])
    for n in sizes:
        x = rng.standard_normal((repeats, n))
        spread = np.column_stack([x.mean(axis=1), x.var(axis=1, ddof=1)])
        y = rng.standard_normal((repeats, n, 3)) @ np.linalg.cholesky(covariance).T
        for name, estimates, inverse in (
            ("mean and variance", spread, np.diag([1.0, 2.0])),
            ("mean in 3 dimensions", y.mean(axis=1), covariance),
            ("medians in 3 dimensions", np.median(y, axis=1), covariance),
        ):
            rest = n * (np.cov(estimates.T) - cramer_rao_bound(np.linalg.inv(inverse), n))
            least = np.linalg.eigvalsh(rest)[0]
            found[n, name] = least / np.linalg.eigvalsh(inverse)[-1]
    return found


def shrinkage(lengths=(0, 1, 2, 4, 8), d=10, repeats=100_000, random_state=None):
    """James and Stein's estimator against the mean of normal samples with unit covariance.

    The mean times the root of n is N(length, 1) in d dimensions; the estimator multiplies it by
    1 - (d - 2) / its squared length.

    Returns
    -------
    dict
        Lists by length: ``ratio`` of expected squared errors, ``var_ratio`` of variance terms, and
        ``bias_share`` of the squared bias in the error.
    """
    rng = check_rng(random_state)
    found = {"ratio": [], "var_ratio": [], "bias_share": []}
    for length in lengths:
        truth = np.r_[float(length), np.zeros(d - 1)]
        mean = truth + rng.standard_normal((repeats, d))
        shrunk = (1 - (d - 2) / np.sum(mean**2, axis=1, keepdims=True)) * mean
        error = np.mean(np.sum((shrunk - truth) ** 2, axis=1))
        variance = shrunk.var(axis=0).sum()
        found["ratio"].append(error / np.mean(np.sum((mean - truth) ** 2, axis=1)))
        found["var_ratio"].append(variance / mean.var(axis=0).sum())
        found["bias_share"].append(np.sum((shrunk.mean(axis=0) - truth) ** 2) / error)
    return found


def uniform_centres(sizes=(10, 30, 100, 300, 1000), repeats=10_000, random_state=None):
    """A uniform law of length 1 with unknown centre 0: the middle of the range against the mean.

    Returns
    -------
    dict
        ``zero_lik``: share of the smallest samples whose mean has likelihood zero; ``slope_ml`` and
        ``slope_mean`` of log deviation against log n; ``ks_ml`` and ``ks_mean``: distance of the
        standardized estimate from N(0, 1) at the largest size.
    """
    rng = check_rng(random_state)
    spread = {"ml": [], "mean": []}
    impossible = []
    for n in sizes:
        x = rng.random((repeats, n), np.float32) - np.float32(0.5)
        low = x.min(axis=1)
        high = x.max(axis=1)
        mean = x.mean(axis=1, dtype=float)
        impossible.append(np.mean((mean < high - 0.5) | (mean > low + 0.5)))
        estimates = {"ml": (low + high).astype(float) / 2, "mean": mean}
        for name, values in estimates.items():
            spread[name].append(values.std())
    found = {"zero_lik": impossible[0]}
    for name, values in estimates.items():
        found[f"slope_{name}"] = log_slope(sizes, spread[name])
        found[f"ks_{name}"] = kolmogorov_distance(values / values.std(), Normal())
    return found


def uniform_ends(sizes=(10, 30, 100, 300, 1000), repeats=20_000, random_state=None):
    """Uniform on [0, 1] with unknown upper end: how far the largest draw stays below it.

    Returns
    -------
    errors : list of ndarray
        End minus largest draw, by size.
    slope : float
        Of the log mean error against log n.
    ks_exponential, ks_normal : float
        Distance of n times the error from the exponential law with rate 1, and of the standardized
        error from N(0, 1), at the largest size.
    """
    rng = check_rng(random_state)
    errors = []
    batch = 500  # samples that fit the memory
    for n in sizes:
        starts = range(0, repeats, batch)
        tops = [rng.random((min(batch, repeats - k), n)).max(axis=1) for k in starts]
        errors.append(1 - np.concatenate(tops))
    last = errors[-1]
    return (
        errors,
        log_slope(sizes, [e.mean() for e in errors]),
        kolmogorov_distance(sizes[-1] * last, Exponential(1.0)),
        kolmogorov_distance((last - last.mean()) / last.std(), Normal()),
    )


def odds_distance(n):
    """Fair coin, n throws: exact distance of the scaled error of the odds from N(0, 4).

    Returns
    -------
    ks, infinite : float
        The Kolmogorov distance, and the probability of an infinite estimate: all heads.
    """
    heads = np.arange(n)  # all heads are beyond every number
    error = coin_odds(n, heads)
    law = Binomial(n, 0.5)
    limit = Normal(0.0, 4.0).cdf(error)
    up_to = law.cdf(heads)
    below = law.cdf(heads - 1)
    infinite = float(law.pmf(n))
    return max(np.abs(limit - up_to).max(), np.abs(limit - below).max(), infinite), infinite


def coin_odds(n, heads):
    """Root of n times the error of heads / tails, the estimated odds of a fair coin."""
    return np.sqrt(n) * (heads / (n - heads) - 1)
