"""What a mean, a variance or a whole law says about a tail.

Sugiyama (2016), Sections 8.1, 8.2, 8.4.1: the union bound, Markov, Cantelli, Chebyshev, Chernoff.
With ``n`` they bound the *average* of n independent variables; a deviation of the sum, as in
(8.10), is n times as large. Bounds for variables with a known range stand in ``concentration``.
"""

from dataclasses import dataclass
from math import inf

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion._validation import check_array, check_count, check_flag, check_instance, check_real
from mlcompanion.probability.law import Law

__all__ = [
    "TailBound",
    "cantelli",
    "chebyshev",
    "chebyshev_interval",
    "chernoff",
    "chernoff_t",
    "markov",
    "union_bound",
]

_MOST_DOUBLINGS = 60


@dataclass(frozen=True)
class TailBound:
    """An upper bound on a probability.

    Attributes
    ----------
    log : float or ndarray
        Logarithm of the formula, which may exceed 1; it does not underflow where the value does.
    """

    log: object

    @property
    def value(self):
        """The bound, at most 1."""
        return np.exp(np.minimum(self.log, 0.0))

    @property
    def vacuous(self):
        """Whether the formula gives 1 or more: then the bound says nothing."""
        return np.greater_equal(self.log, 0)

    def __format__(self, spec):
        """The value, three digits by default; a vacuous bound says so."""
        return ", ".join(
            "1 (vacuous)" if log >= 0 else format(float(np.exp(log)), spec or ".3g")
            for log in np.ravel(self.log)
        )

    def __str__(self):
        """As :meth:`__format__` words it."""
        return format(self)


def _positive(value, name):
    return check_array(value, name, low=0, open_low=True)


def check_number_of(n):
    """Whole numbers of variables, as floats: more of them may be needed than an int64 counts."""
    n = check_array(n, "n", low=1)
    if (n != np.floor(n)).any():
        raise ValueError(f"n must be whole numbers, got {n[n != np.floor(n)].flat[0].item()!r}")
    return n


def _log_ratio(above, below):
    """The bound ``above / below``; nothing above is a bound of 0."""
    with np.errstate(divide="ignore"):
        return TailBound((np.log(above) - np.log(below))[()])


def union_bound(probabilities):
    """Section 8.1: one of several events happens with at most the sum of their probabilities.

    Parameters
    ----------
    probabilities : array_like, shape (..., n_events)

    Returns
    -------
    TailBound of shape (...,)
    """
    probabilities = check_array(probabilities, "probabilities", min_rows=1, low=0, high=1)
    return _log_ratio(probabilities.sum(axis=-1), 1.0)


def markov(mean, a):
    """(8.1): ``Pr(x >= a) <= E[x] / a`` for a variable that is never negative.

    With ``E[phi(x)]`` and ``phi(a)`` in place of both, for an increasing positive ``phi``, it is
    the general form (8.2).

    Parameters
    ----------
    mean : float or array_like
        E[x], not negative.
    a : float or array_like
        Positive threshold.

    Returns
    -------
    TailBound
    """
    return _log_ratio(check_array(mean, "mean", low=0), _positive(a, "a"))


def cantelli(eps, n=1, *, var, two_sided=False):
    """Section 8.2.2: ``Pr(mean - E >= eps) <= v / (v + eps^2)`` with ``v = var / n``.

    The same holds for ``mean - E <= -eps``.

    Parameters
    ----------
    eps : float or array_like
        Positive deviation of the average.
    n : int or array_like
        Number of independent variables.
    var : float or array_like
        Variance of one variable; of variables that differ, the average. By name only.
    two_sided : bool
        Bound both tails together, by twice as much.

    Returns
    -------
    TailBound
    """
    eps = _positive(eps, "eps")
    v = _var_of_mean(var, n)
    return _log_ratio((1 + check_flag(two_sided, "two_sided")) * v, v + eps**2)


def chebyshev(eps, n=1, *, var):
    """(8.4) and Section 8.4.1: ``Pr(|mean - E| >= eps) <= var / (n eps^2)``, both tails together.

    Parameters
    ----------
    eps, n, var
        As for :func:`cantelli`.

    Returns
    -------
    TailBound
    """
    return _log_ratio(_var_of_mean(var, n), _positive(eps, "eps") ** 2)


def _var_of_mean(var, n):
    return check_array(var, "var", low=0) / check_number_of(n)


def chebyshev_interval(low, high, mean, var):
    """Section 8.2.2: the probability that a variable leaves the open interval (low, high).

    It is at most ``(var + (mean - c)^2) / r^2``, with c the middle and r half the length.

    Parameters
    ----------
    low, high : float or array_like
        Ends, ``low < high``.
    mean, var : float or array_like
        Of the variable.

    Returns
    -------
    TailBound
    """
    low = check_array(low, "low")
    high = check_array(high, "high")
    mean = check_array(mean, "mean")
    var = check_array(var, "var", low=0)
    if not (low < high).all():
        raise ValueError(f"high must exceed low, got {low} and {high}")
    return _log_ratio(var + (mean - (low + high) / 2) ** 2, ((high - low) / 2) ** 2)


def chernoff_t(law, a):
    """The t > 0 that makes ``log E[exp(tx)] - ta`` least (after (8.3)).

    Parameters
    ----------
    law : Law, or a function ``t -> log E[exp(tx)]``
        A function may return ``inf`` where the expectation is; of a sum or mean of different
        variables it is the sum of theirs.
    a : float
        Threshold. Below the mean, or if E[exp(tx)] is infinite for every t > 0, the best t is 0;
        above every value there is no best, and a large t is returned.

    Returns
    -------
    float

    Notes
    -----
    The exponent is convex: once t is better than t/2 and 2t, the minimum lies between these. Some
    fifty evaluations.
    """
    a = check_real(a, "a")
    cgf, top = _cgf_of(law)
    if top <= 0 or (isinstance(law, Law) and a <= law.mean()):
        return 0.0  # no exponential has an expectation, or none helps

    def exponent(t):
        return float(cgf(t)) - t * a

    with np.errstate(over="ignore", invalid="ignore"):  # E[exp(tx)] may be infinite
        t = min(1.0, top / 2)  # inside the domain
        for factor in (2.0, 0.5):
            for _ in range(_MOST_DOUBLINGS):
                if factor * t >= top or not exponent(factor * t) < exponent(t):
                    break
                t *= factor
        ends = (t / 2, min(2 * t, top))
        options = {"xatol": 1e-10 * t}
        found = minimize_scalar(exponent, bounds=ends, method="bounded", options=options)
        # the search may end beside its best point; t = 0 gives the bound 1
        return float(min((0.0, t, found.x), key=lambda t: exponent(t) if t > 0 else 0.0))


def _cgf_of(law):
    """The logarithm of a moment-generating function, and the end of its domain."""
    if isinstance(law, Law):
        return law.cgf, law.mgf_domain[1]
    return check_instance(law, "law", callable, "Law or function of t"), inf


def chernoff(law, a, n=1):
    """(8.3) and (8.10): ``Pr(mean >= a) <= min_t (exp(-ta) E[exp(tx)])^n``.

    Parameters
    ----------
    law : Law, or a function ``t -> log E[exp(tx)]``
        Of one variable; of variables that differ, the average of their functions.
    a : float
        Threshold of the average.
    n : int
        Number of independent variables.

    Returns
    -------
    TailBound
    """
    n = check_count(n, "n", low=1)
    t = chernoff_t(law, a)
    return TailBound(n * (float(_cgf_of(law)[0](t)) - t * a) if t > 0 else 0.0)
