"""Does an interval cover as often as it says, does a test reject as seldom as it says?

The frequencies by which confidence intervals (Sugiyama 2016, Section 9.3) and significance levels
and powers (Section 10.1) are defined, measured on many samples at once.
"""

from dataclasses import dataclass
from math import floor, log10, sqrt

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real, check_rng

__all__ = ["Rate", "coverage", "rejection_rate"]


@dataclass(frozen=True)
class Rate:
    """How often something happened; printed as ``0.949 ± 0.002``.

    Attributes
    ----------
    value : float
        Share of the repeats, in [0, 1].
    error : float
        Its binomial standard error, ``sqrt(value (1 - value) / repeats)``. Zero if it happened
        always or never: then ``3 / repeats`` bounds the missing share with confidence 0.95.
    repeats : int
    """

    value: float
    error: float
    repeats: int

    def __format__(self, spec):
        """Value and error; ``spec`` formats both, by default to the error's first digit."""
        least = self.error or 1 / self.repeats
        spec = spec or f".{max(0, -floor(log10(least)))}f"
        return f"{self.value:{spec}} ± {self.error:{spec}}"

    def __str__(self):
        """As :meth:`__format__` words it."""
        return format(self)


def coverage(interval, sample, parameter, repeats=10_000, random_state=None, batch=None):
    """How often an interval covers the parameter, over samples from a known law.

    Parameters
    ----------
    interval : callable
        From samples, shape (m, n), to ``(low, high)``, each of shape (m,); ends may be infinite.
    sample : callable
        ``sample(m, rng)`` draws m samples, shape (m, n), or a tuple of such arrays that
        ``interval`` takes as so many arguments.
    parameter : float
        The true value; an end of the interval belongs to it.
    repeats : int
        Samples in all.
    random_state : int, Generator or None
    batch : int, optional
        At most so many samples a call, where all at once need too much memory.

    Returns
    -------
    Rate

    Raises
    ------
    ValueError
        If the ends have another shape, are NaN, or the low end exceeds the high one.

    Examples
    --------
    >>> def z_interval(x):
    ...     return x.mean(axis=1) - 0.98, x.mean(axis=1) + 0.98
    >>> print(coverage(z_interval, lambda m, rng: rng.normal(size=(m, 4)), 0.0, random_state=0))
    0.950 ± 0.002
    """
    check_instance(interval, "interval", callable, "function")
    parameter = check_real(parameter, "parameter")
    hits = 0
    for count, samples in _samples(sample, repeats, random_state, batch):
        low, high = _ends(interval(*samples), count)
        hits += np.count_nonzero((low <= parameter) & (parameter <= high))
    return _rate(hits, repeats)


def rejection_rate(test, sample, level=0.05, repeats=10_000, random_state=None, batch=None):
    """How often a test rejects: its size where the null hypothesis holds, elsewhere its power.

    Parameters
    ----------
    test : callable
        From samples, shape (m, n), to a result whose ``pvalue`` has shape (m,).
    sample : callable
        ``sample(m, rng)`` draws m samples, shape (m, n), or a tuple of such arrays that ``test``
        takes as so many arguments: the two samples of a two-sample test.
    level : float
        In (0, 1); a p-value of at most ``level`` rejects.
    repeats : int
        Samples in all.
    random_state : int, Generator or None
    batch : int, optional
        At most so many samples a call, where all at once need too much memory.

    Returns
    -------
    Rate

    Raises
    ------
    ValueError
        If the p-values have another shape or leave [0, 1].

    Examples
    --------
    >>> from functools import partial
    >>> from scipy.stats import ttest_1samp
    >>> t_test = partial(ttest_1samp, popmean=0, axis=1)
    >>> print(rejection_rate(t_test, lambda m, rng: rng.normal(size=(m, 5)), random_state=0))
    0.053 ± 0.002
    """
    check_instance(test, "test", callable, "function")
    level = check_real(level, "level", low=0, high=1, open_low=True, open_high=True)
    hits = 0
    for count, samples in _samples(sample, repeats, random_state, batch):
        p = check_array(test(*samples).pvalue, "pvalue of test", shape=(count,), low=0, high=1)
        hits += np.count_nonzero(p <= level)
    return _rate(hits, repeats)


def _samples(sample, repeats, random_state, batch):
    """Batches of samples: how many, and the tuple of their arrays."""
    check_instance(sample, "sample", callable, "function")
    repeats = check_count(repeats, "repeats", low=1)
    batch = repeats if batch is None else check_count(batch, "batch", low=1)
    rng = check_rng(random_state)
    for start in range(0, repeats, batch):
        count = min(batch, repeats - start)
        drawn = sample(count, rng)
        samples = drawn if isinstance(drawn, tuple) else (drawn,)
        if any(np.shape(x)[:1] != (count,) for x in samples):
            shapes = ", ".join(str(np.shape(x)) for x in samples)
            raise ValueError(f"sample must draw arrays of {count} rows, got shape {shapes}")
        yield count, samples


def _ends(pair, count):
    """The two ends of each interval, in order."""
    low, high = (np.asarray(end, dtype=float) for end in pair)
    if low.shape != (count,) or high.shape != (count,):
        raise ValueError(f"interval must return two ends of shape ({count},) each, "
                         f"got {low.shape} and {high.shape}")  # fmt: skip
    if not (low <= high).all():
        raise ValueError("interval must return ends in order: low <= high, none of them NaN")
    return low, high


def _rate(hits, repeats):
    value = hits / repeats
    return Rate(value, sqrt(value * (1 - value) / repeats), int(repeats))
