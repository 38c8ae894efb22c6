"""One tail and all bounds on it, from the one that knows least to the one that knows all.

Sugiyama (2016), Chapter 8. For averages of a coin, and for single variables of ten laws.
"""

import numpy as np

from mlcompanion._validation import check_instance, check_real, check_rng
from mlcompanion.probability import (
    Bernoulli,
    Beta,
    Binomial,
    DiscreteLaw,
    Exponential,
    Gamma,
    Geometric,
    Laplace,
    Law,
    Normal,
    Poisson,
    StudentT,
    Uniform,
)
from mlcompanion.probability.bounds.concentration import bennett, bernstein, hoeffding, radius
from mlcompanion.probability.bounds.inequalities import cantelli, chebyshev, chernoff, markov

from .sum_bounds import binomial_tail

__all__ = ["TEN_LAWS", "coin_ladder", "law_gaps", "law_ratios", "upper_limits"]

#: Laws on which the bounds are tried, by name.
TEN_LAWS = {
    "uniform": Uniform(0, 1),
    "exponential": Exponential(1),
    "gamma (1/2)": Gamma(0.5, 1),
    "beta (1/2, 2)": Beta(0.5, 2),
    "normal": Normal(0, 1),
    "Laplace": Laplace(0, 1),
    "Student t, 5": StudentT(5),
    "Poisson (3)": Poisson(3),
    "binomial (20, 0.1)": Binomial(20, 0.1),
    "geometric (0.2)": Geometric(0.2),
}

LEVELS = (0.5, 0.6, 0.75, 0.9, 0.97, 0.99, 0.999, 0.9999, 1 - 1e-6)


def coin_ladder(p, n, eps):
    """``Pr(mean >= p + eps)`` of n coins: exact, and by each bound from what it is allowed to know.

    Parameters
    ----------
    p : float
        Probability of heads, in (0, 1).
    n : int
    eps : float
        Positive, ``p + eps <= 1``.

    Returns
    -------
    exact : float
    bounds : dict of str to TailBound
        Markov knows the mean; Chebyshev and Cantelli the variance too; Hoeffding the mean and that
        the values lie in [0, 1]; Bernstein and Bennett variance and range (the sharp
        ``a = max(p, 1 - p)``); Chernoff the law.
    """
    eps = check_real(eps, "eps", low=0, high=1 - p, open_low=True)
    var = p * (1 - p)
    a = max(p, 1 - p)
    return float(binomial_tail(n, p, eps)), {
        "Markov": markov(p, p + eps),
        "Chebyshev": chebyshev(eps, n, var=var),
        "Cantelli": cantelli(eps, n, var=var),
        "Hoeffding": hoeffding(eps, n),
        "Bernstein": bernstein(eps, n, var, a),
        "Bennett": bennett(eps, n, var, a),
        "Chernoff": chernoff(Bernoulli(p), p + eps, n),
    }


def law_gaps(law):
    """Logarithms of a law's tails and of the bounds on them.

    Parameters
    ----------
    law : Law
        With finite variance.

    Returns
    -------
    dict of str to (ndarray, ndarray)
        ``log tail`` and ``log bound`` at quantiles from the median to 1 - 1e-6, if above the mean;
        Markov only for a law that is never negative.
    """
    a = np.unique(check_instance(law, "law", Law).quantile(np.array(LEVELS)))
    a = a[a > law.mean() + 1e-9]
    eps = a - law.mean()
    var = law.var()
    upper = np.log(_upper(law, a))
    both = np.log(_upper(law, a) + law.cdf(law.mean() - eps))
    gaps = {
        "Cantelli": (upper, cantelli(eps, var=var).log),
        "Chebyshev": (both, chebyshev(eps, var=var).log),
        "Chernoff": (upper, np.array([chernoff(law, x).log for x in a])),
    }
    if law.support[0] >= 0:
        gaps["Markov"] = (upper, markov(law.mean(), a).log)
    return gaps


def law_ratios(power=1):
    """Largest tail over a power of its bound, for each bound and each of the ten laws.

    Returns
    -------
    dict of str to dict of str to float
        By bound, then by law; Markov's inequality speaks of laws that are never negative only.
    """
    found = {}
    for law_name, law in TEN_LAWS.items():
        for name, (tail, bound) in law_gaps(law).items():
            found.setdefault(name, {})[law_name] = float(np.exp((tail - power * bound).max()))
    return found


def upper_limits(p, n, random_state, *, repeats=20_000, delta=0.05):
    """Three upper limits for the probability p of a coin: how often they hold, how long they are.

    Hoeffding's radius; Bernstein's (with a = 1) with the sample variance put in, which is no
    theorem; and the empirical Bernstein bound of Maurer and Pontil (2009, Theorem 4), which is.

    Returns
    -------
    dict of str to (float, float)
        Share of the samples whose mean plus radius is at least p; mean radius.
    """
    mean = check_rng(random_state).binomial(n, p, repeats) / n
    var = mean * (1 - mean) * n / (n - 1)
    once = np.log(1 / delta)
    twice = np.log(2 / delta)
    line = once / (3 * n)
    radii = {
        "Hoeffding": np.full(repeats, radius(hoeffding, delta, n=n)),
        "plug-in": line + np.sqrt(line**2 + 2 * var * once / n),
        "empirical": np.sqrt(2 * var * twice / n) + 7 * twice / (3 * (n - 1)),
    }
    return {name: (float(np.mean(p <= mean + r)), float(r.mean())) for name, r in radii.items()}


def _upper(law, a):
    """Pr(x >= a)."""
    return 1 - law.cdf(a) + (law.pmf(a) if isinstance(law, DiscreteLaw) else 0.0)
