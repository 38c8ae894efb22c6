"""What experiments need around the algorithm: timers, repeats, means with errors, growth rates.

Seconds are those of the least disturbed run, by the wall clock unless told otherwise. An error is
printed with the digits that matter, two while they are below 35 and one from there on, and the mean
stops at the same place.
"""

from contextlib import nullcontext
from math import floor, isfinite, log10
from time import perf_counter
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from .._validation import check_array, check_count, check_real

__all__ = [
    "MeanError",
    "Spread",
    "Timed",
    "duration",
    "log_slope",
    "mean_sd",
    "mean_se",
    "plus_minus",
    "repeat",
    "spread",
    "timed",
]


def duration(seconds, spec=".3g"):
    """Word a time in the unit that fits: ``"12.3 ms"``."""
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 0.9995:  # three digits round it up to 1
            return f"{seconds * scale:{spec}} {unit}"
    return f"{seconds * 1e9:{spec}} ns"


class Timed(NamedTuple):
    """Seconds of a call, and what its last run returned."""

    seconds: float
    result: object

    def __format__(self, spec):
        """The seconds in the unit that fits; ``spec`` rounds the number, ``.3g`` by default."""
        return duration(self.seconds, spec or ".3g")

    def __str__(self):
        """As :meth:`__format__` words it."""
        return format(self)


def timed(call, *, setup=None, repeats=1, threads=1, clock=perf_counter):
    """Time a call: the least of ``repeats`` runs, on one thread unless told otherwise.

    Compile what is compiled on first use before, by a call of your own.

    Parameters
    ----------
    call : callable
        Called without arguments, or with what ``setup`` returns.
    setup : callable, optional
        Called before each run, outside of the clock: a fresh model for ``partial_fit``.
    repeats : int
    threads : int or None
        Threads of BLAS and OpenMP; None leaves them alone.
    clock : callable
        Seconds; ``time.process_time`` counts those of the processor, whatever else it does.

    Returns
    -------
    Timed
        ``seconds, result``; formatted as ``"12.3 ms"``.

    Examples
    --------
    >>> timed(lambda: sorted(range(100)), repeats=3).result[:3]
    [0, 1, 2]
    """
    check_count(repeats, "repeats", low=1)
    least = np.inf
    with nullcontext() if threads is None else threadpool_limits(threads):
        for _ in range(repeats):
            made = () if setup is None else (setup(),)  # anew for each run, and not timed
            start = clock()
            result = call(*made)
            least = min(least, clock() - start)
    return Timed(least, result)


def repeat(function, seeds):
    """Run ``function(seed)`` for each seed and stack what it returns.

    Parameters
    ----------
    function : callable
        Returns a number, a tuple or array of numbers, or a dictionary of these.
    seeds : int or iterable of int
        A number of seeds 0, 1, … or the seeds themselves.

    Returns
    -------
    ndarray, shape (n_seeds, ...), or dict of such arrays

    Raises
    ------
    ValueError
        If there is no seed, or the results differ in shape or in their keys.

    Examples
    --------
    >>> repeat(lambda seed: (seed, seed**2), 3)[:, 1]
    array([0, 1, 4])
    """
    seeds = range(check_count(seeds, "seeds", low=1)) if np.ndim(seeds) == 0 else list(seeds)
    results = [function(seed) for seed in seeds]
    if not results:
        raise ValueError("seeds must not be empty")
    if not isinstance(results[0], dict):
        return np.stack([np.asarray(result) for result in results])
    if any(result.keys() != results[0].keys() for result in results):
        raise ValueError("function must return the same keys for every seed")
    return {key: np.stack([result[key] for result in results]) for key in results[0]}


def _significant(error):
    """Decimal place at which ``error`` is rounded: 0.0234 → 3, 0.046 → 2, 678 → -2."""
    place = -floor(log10(error))
    return place + 1 if round(error * 10.0 ** (place + 1)) < 35 else place


def plus_minus(mean, error, spec=""):
    """Word a value with its error: ``"0.123 ± 0.023"``.

    Parameters
    ----------
    mean, error : float
        An error that is NaN (one run has no spread) is left out.
    spec : str
        Format of both numbers, such as ``".1f"``, ``".0%"`` or ``"+.2f"`` (the sign is the mean's);
        by default the error shows the digits that matter, and the mean ends where the error does.

    Returns
    -------
    str

    Examples
    --------
    >>> plus_minus(0.12345, 0.0234), plus_minus(12345, 678), plus_minus(0.5, 0.25, ".0%")
    ('0.123 ± 0.023', '12300 ± 700', '50% ± 25%')
    """
    mean = float(mean)
    error = float(error)
    if not spec and isfinite(mean) and isfinite(error) and error > 0:
        place = _significant(error)
        mean = round(mean, place)
        error = round(error, place)
        spec = f".{max(place, 0)}f"
    spec = spec or ".3g"
    words = f"{mean:{spec}}"
    return words if np.isnan(error) else f"{words} ± {error:{spec.removeprefix('+')}}"


class MeanError(NamedTuple):
    """A mean and its error, numbers or arrays: ``f"{mean_sd(values):.1f}"`` is ``"4.2 ± 0.3"``."""

    mean: object
    error: object

    def __format__(self, spec):
        """Words of a pair of numbers, as :func:`plus_minus` makes them."""
        return plus_minus(self.mean, self.error, spec)

    def __str__(self):
        """As :meth:`__format__` words it."""
        return format(self)

    def cells(self, spec=""):
        """List of :func:`plus_minus` for each entry of a pair of arrays, for a table's row."""
        return [plus_minus(m, e, spec) for m, e in zip(np.ravel(self.mean), np.ravel(self.error))]


def mean_sd(values, axis=0, ddof=1):
    """Mean and standard deviation over runs.

    Parameters
    ----------
    values : array_like
        Finite.
    axis : int
        Axis of the runs.
    ddof : int
        Divisor n - ddof of the variance.

    Returns
    -------
    MeanError
        The error is NaN if there are no more than ``ddof`` runs.

    Examples
    --------
    >>> f"{mean_sd([1, 2, 3]):.1f}"
    '2.0 ± 1.0'
    """
    values = check_array(values, "values", min_rows=1)
    if values.shape[axis] <= ddof:
        return MeanError(values.mean(axis), np.full_like(values.mean(axis), np.nan)[()])
    return MeanError(values.mean(axis), values.std(axis, ddof=ddof))


def mean_se(values, axis=0):
    """Mean and its standard error, the standard deviation over the root of the number of runs.

    Parameters
    ----------
    values : array_like
        Finite; runs along ``axis``.
    axis : int

    Returns
    -------
    MeanError

    Examples
    --------
    >>> f"{mean_se([1, 2, 3]):.2f}"
    '2.00 ± 0.58'
    """
    mean, sd = mean_sd(values, axis)
    return MeanError(mean, sd / np.sqrt(np.shape(values)[axis]))


class Spread(NamedTuple):
    """A median between two quantiles: ``f"{spread(values):.2f}"`` is ``"0.31 (0.28–0.35)"``."""

    low: object
    median: object
    high: object

    def __format__(self, spec):
        """Median, and the two quantiles in brackets; ``spec`` formats all three."""
        low, median, high = (format(float(v), spec or ".3g") for v in self)
        return f"{median} ({low}–{high})"

    def __str__(self):
        """As :meth:`__format__` words it."""
        return format(self)


def spread(values, coverage=1.0, axis=0):
    """Median and range over runs: all of them, or the middle ``coverage`` of them.

    Parameters
    ----------
    values : array_like
        Finite; runs along ``axis``.
    coverage : float
        Share of the runs between the two ends: 1 gives the least and the greatest, 0.9 the 5 % and
        95 % quantiles.
    axis : int

    Returns
    -------
    Spread

    Examples
    --------
    >>> f"{spread([3, 1, 2]):.0f}"
    '2 (1–3)'
    """
    tail = (1 - check_real(coverage, "coverage", low=0, high=1)) / 2
    values = check_array(values, "values", min_rows=1)
    return Spread(*np.quantile(values, [tail, 0.5, 1 - tail], axis=axis))


def log_slope(sizes, values):
    """Growth rate: the slope b of the least squares line through log ``values`` ~ b log ``sizes``.

    Parameters
    ----------
    sizes : array_like of positive numbers, shape (n,)
    values : array_like of positive numbers, shape (n,) or (n, k)
        Seconds, errors, … at each size; one column a curve.

    Returns
    -------
    float, or ndarray of shape (k,)

    Examples
    --------
    >>> print(f"{log_slope([1, 10, 100], [2, 200, 20000]):.2f}")
    2.00
    """
    sizes = check_array(sizes, "sizes", ndim=1, min_rows=2)
    values = check_array(values, "values")
    if sizes.min() <= 0 or values.min() <= 0:
        raise ValueError("sizes and values must be positive")
    if values.ndim not in (1, 2) or len(values) != len(sizes):
        raise ValueError(f"values must have {len(sizes)} rows like sizes, got {values.shape}")
    x = np.log(sizes) - np.log(sizes).mean()  # centred: the line's height drops out
    if not np.any(x):
        raise ValueError("sizes must differ")
    return (x @ np.log(values) / (x @ x))[()]
