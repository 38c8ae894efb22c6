"""Argument checks shared by every room: a ``ValueError`` that names the argument and says why.

Estimators validate ``X`` and ``y`` with :func:`sklearn.utils.validation.validate_data`; plain
functions use what stands here. Nothing is repaired: NaN and infinity are refused.
"""

from numbers import Integral, Real

import numpy as np

__all__ = ["check_array", "check_count", "check_in", "check_real", "check_rng"]


def check_array(value, name, *, ndim=None, shape=None, min_rows=0, dtype=float):
    """Return ``value`` as a finite array, or say what is wrong with it.

    Parameters
    ----------
    value : array_like
    name : str
        The argument's name as the caller knows it.
    ndim : int, optional
        Required number of dimensions.
    shape : tuple of (int or None), optional
        Required shape; ``None`` stands for any length.
    min_rows : int
        Least length of the first axis.
    dtype : dtype
        What to convert to.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        On a wrong number of dimensions, a wrong shape, too few rows, or a value that is not finite.
    """
    try:
        array = np.asarray(value, dtype=dtype)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be an array of {np.dtype(dtype).name}: {error}") from error
    if shape is not None:
        ndim = len(shape)
    if ndim is not None and array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} dimension(s), got shape {array.shape}")
    if shape is not None and any(want not in (None, got) for want, got in zip(shape, array.shape)):
        wanted = tuple("any" if want is None else want for want in shape)
        raise ValueError(f"{name} must have shape {wanted}, got {array.shape}")
    if min_rows and (array.ndim == 0 or array.shape[0] < min_rows):
        raise ValueError(f"{name} needs at least {min_rows} row(s), got shape {array.shape}")
    if array.dtype.kind in "fc" and not np.isfinite(array).all():
        raise ValueError(f"{name} contains NaN or infinity")
    return array


def check_real(value, name, *, low=-np.inf, high=np.inf, open_low=False, open_high=False):
    """Return ``value`` as a float inside the interval, or raise a ``ValueError`` that names it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ValueError(f"{name} must be a real number, got {value!r}")
    inside = (low < value if open_low else low <= value) and (
        value < high if open_high else value <= high
    )
    if not (np.isfinite(value) and inside):
        left, right = "(" if open_low else "[", ")" if open_high else "]"
        raise ValueError(f"{name} must be finite and in {left}{low}, {high}{right}, got {value!r}")
    return float(value)


def check_count(value, name, *, low=0, high=None):
    """Return ``value`` as an int of at least ``low`` (and at most ``high``), or raise."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise ValueError(f"{name} must be an integer, got {value!r}")
    if value < low or (high is not None and value > high):
        limit = f"at least {low}" if high is None else f"between {low} and {high}"
        raise ValueError(f"{name} must be {limit}, got {value!r}")
    return int(value)


def check_in(value, name, options):
    """Return ``value`` if it is one of ``options``, or raise a ``ValueError`` that lists them."""
    if value not in options:
        raise ValueError(f"{name} must be one of {sorted(options)}, got {value!r}")
    return value


def check_rng(random_state, name="random_state"):
    """Return a NumPy ``Generator`` from a seed, a generator, a ``RandomState`` or None."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**31))
    if random_state is None:
        return np.random.default_rng()
    return np.random.default_rng(check_count(random_state, name))
