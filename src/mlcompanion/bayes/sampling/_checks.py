"""What the samplers ask of the functions that are handed in, and of the counts of their steps."""

import numpy as np

from mlcompanion._validation import check_array, check_count

__all__ = ["check_log_density", "check_schedule", "check_starts", "check_values", "pieces"]

#: Draws that are treated at once: enough to hide Python's own time, few enough for the cache.
CHUNK = 100_000


def pieces(n, size=CHUNK):
    """Yield the sizes of the pieces in which n draws are made."""
    for first in range(0, n, size):
        yield min(size, n - first)


def check_values(values, name, n):
    """What a function made of n draws: a finite number, or a row of them, for each."""
    values = np.asarray(values, dtype=float)
    if values.ndim not in (1, 2) or len(values) != n:
        raise ValueError(
            f"{name} must return shape ({n},) or ({n}, k) for {n} draws, got {values.shape}"
        )
    if not np.isfinite(values).all():
        raise ValueError(f"{name} must return finite numbers, got NaN or infinity")
    return values


def check_log_density(values, name, n):
    """A log density at n draws: numbers or -inf."""
    values = np.asarray(values, dtype=float)
    if values.shape != (n,):
        raise ValueError(f"{name} must return shape ({n},) for {n} draws, got {values.shape}")
    if not (values < np.inf).all():
        raise ValueError(f"{name} must return numbers or -inf, got NaN or +inf")
    return values


def check_schedule(n, burn_in, thin):
    """Numbers of draws that are kept, of first steps that are not, and of steps for a draw."""
    n = check_count(n, "n", low=1)
    burn_in = check_count(burn_in, "burn_in")
    thin = check_count(thin, "thin", low=1)
    return n, burn_in, thin


def check_starts(start):
    """Starts of the chains as rows, and whether it was a single one."""
    start = np.asarray(check_array(start, "start", min_rows=1), dtype=float)
    if start.ndim not in (1, 2) or not start.size:
        raise ValueError(f"start must have shape (d,) or (n_chains, d), got {start.shape}")
    return np.atleast_2d(start), start.ndim == 1
