"""Argument checks shared by every room: a ``ValueError`` that names the argument and says why.

Estimators validate ``X`` and ``y`` with :func:`sklearn.utils.validation.validate_data`; plain
functions use what stands here. Nothing is repaired: NaN and infinity are refused.
"""

import os
from collections.abc import Hashable, Iterable
from numbers import Integral, Real

import numpy as np
from scipy import sparse

__all__ = [
    "check_array",
    "check_count",
    "check_covariances",
    "check_flag",
    "check_function",
    "check_has",
    "check_in",
    "check_instance",
    "check_list",
    "check_memory",
    "check_real",
    "check_rng",
    "check_square",
    "read_only",
]


#: What arrays hold, in words.
_KINDS = {"f": "numbers", "i": "whole numbers", "u": "whole numbers", "b": "True and False"}
_KINDS |= {"c": "complex numbers", "U": "text", "S": "text", "O": "objects"}
_NO_NUMBERS = {"U": "text", "S": "text", "c": "complex numbers"}


def read_only(*arrays):
    """Lock arrays that are handed out as they are kept: a caller who wants to write copies."""
    for array in arrays:
        array.setflags(write=False)


def _outside(values, low, high, open_low, open_high):
    """Whether a number, or which entries of an array, lie outside the interval."""
    below = values <= low if open_low else values < low
    if high == np.inf:
        return below
    return below | (values >= high if open_high else values > high)


def _among(array, numbers):
    """Which entries of an array are one of a few numbers; np.isin is slow on short arrays."""
    known = np.zeros(array.shape, dtype=bool)
    for number in numbers:
        known |= array == number
    return known


def _interval(low, high, open_low, open_high):
    return f"{'(' if open_low else '['}{low}, {high}{')' if open_high else ']'}"


def _all_finite(array):
    """Whether all entries are finite; of many, a finite sum says yes at half the cost."""
    if array.dtype.kind not in "fc":
        return True
    if array.size < 1000:
        return np.count_nonzero(np.isfinite(array)) == array.size  # all() is slow on few entries
    with np.errstate(over="ignore", invalid="ignore"):
        total = array.sum()
    return bool(np.isfinite(total)) or bool(np.isfinite(array).all())


def _is_hollow(array):
    """Whether it has rows, but nothing in them."""
    return array.ndim > 1 and len(array) and not array.size


def check_array(
    value,
    name,
    *,
    ndim=None,
    shape=None,
    min_rows=0,
    dtype=float,
    low=-np.inf,
    high=np.inf,
    open_low=False,
    open_high=False,
    among=None,
    finite=True,
):
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
        Least length of the first axis. Rows without columns are refused, unless ``shape`` asks
        for a length of 0, or it is free and the rows hold zeros and ones: marks may be none.
    dtype : dtype
        What to convert to; a fraction does not become an integer.
    low, high : float
        Interval of the entries.
    open_low, open_high : bool
        Leave out the ends of the interval.
    among : sequence of numbers, optional
        The values that an entry may have.
    finite : bool
        Whether infinity is refused, as NaN is always.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        On a wrong number of dimensions, a wrong shape, too few rows, no columns, a value that is
        not finite, or outside the interval, or not among those allowed.
    """
    ready = type(value) is np.ndarray and value.dtype == dtype
    array = value if ready else _as_array(value, name, np.dtype(dtype))
    if shape is not None:
        ndim = len(shape)
    if ndim is not None and array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} dimension(s), got shape {array.shape}")
    if shape is not None and any(want not in (None, got) for want, got in zip(shape, array.shape)):
        wanted = tuple("any" if want is None else want for want in shape)
        raise ValueError(f"{name} must have shape {wanted}, got {array.shape}")
    if min_rows and (array.ndim == 0 or array.shape[0] < min_rows):
        raise ValueError(f"{name} needs at least {min_rows} row(s), got shape {array.shape}")
    if _is_hollow(array) and not (among == (0, 1) if shape is None else 0 in shape):
        raise ValueError(f"{name} must have at least one column, got shape {array.shape}")
    if finite and not _all_finite(array):
        raise ValueError(f"{name} contains NaN or infinity")
    if not finite and np.isnan(array).any():
        raise ValueError(f"{name} contains NaN")
    bounded = low > -np.inf or high < np.inf
    if bounded and (outside := _outside(array, low, high, open_low, open_high)).any():
        limits = _interval(low, high, open_low, open_high)
        first = array[outside].flat[0].item()
        raise ValueError(f"{name} must hold values in {limits}, got {first!r}")
    if among is not None and not (known := _among(array, among)).all():
        first = array[~known].flat[0].item()
        raise ValueError(f"{name} must hold only {tuple(among)}, got {first!r}")
    return array


def mass_rounding(given):
    """How far from 1 masses may sum: an epsilon of the type in which they were given."""
    kind = np.asarray(given).dtype
    return max(1e-9, float(np.finfo(kind).eps)) if kind.kind == "f" else 1e-9


def check_square(value, name, *, size=None, symmetric=False, accept_sparse=False, **options):
    """Return ``value`` as a finite square matrix, or say what is wrong with it.

    Parameters
    ----------
    value : array_like, or a sparse matrix if accepted
    name : str
    size : int, optional
        Required number of rows.
    symmetric : bool
        Require symmetry, to 1e-8 of the largest entry.
    accept_sparse : bool
        Take a sparse matrix, and return it in CSR form.
    **options
        As for :func:`check_array`: ``dtype``, ``low``, ``among``, ...
    """
    if accept_sparse and sparse.issparse(value):
        matrix = value.tocsr()
        check_array(matrix.data, name, **options)
    else:
        matrix = check_array(value, name, ndim=2, min_rows=1, **options)
    wanted = matrix.shape[:1] * 2 if size is None else (size, size)
    if matrix.shape != wanted:
        shape = "be square" if size is None else f"have shape {wanted}"
        raise ValueError(f"{name} must {shape}, got shape {matrix.shape}")
    if symmetric and not _symmetric(matrix):
        raise ValueError(f"{name} must be symmetric")
    return matrix


def check_covariances(value, name, shape):
    """Return widths or covariances of Gaussians, or say what is wrong with them.

    Parameters
    ----------
    value : float, array_like (m,) or (m, n, n)
        One positive number for all components, one a component, or positive definite matrices.
    name : str
    shape : (int, int)
        Numbers m of components and n of features.

    Returns
    -------
    ndarray, shape (m,) or (m, n, n)
    """
    value, (m, n) = check_array(value, name), shape
    if value.ndim == 0:
        value = np.full(m, value)
    if value.ndim == 1:
        return check_array(value, name, shape=(m,), low=0, open_low=True).copy()
    value = check_array(value, name, shape=(m, n, n))
    size = np.sqrt(np.abs(np.diagonal(value, axis1=1, axis2=2)))  # in the features' own units
    asymmetry = np.abs(value - value.transpose(0, 2, 1))
    if (asymmetry > 1e-8 * size[:, :, None] * size[:, None, :]).any():
        raise ValueError(f"{name} must be symmetric")
    if not (np.linalg.eigvalsh(value)[:, 0] > 0).all():
        raise ValueError(f"{name} must be positive definite")
    return value


def _symmetric(matrix, side=128):
    """Whether no entry differs from its mirror image; block by block, so that a block is small."""
    if sparse.issparse(matrix):
        return abs(matrix - matrix.T).max() <= 1e-8 * abs(matrix).max()
    starts = range(0, len(matrix), side)
    blocks = [slice(start, start + side) for start in starts]
    gap = max(
        abs(matrix[rows, columns] - matrix[columns, rows].T).max()
        for k, rows in enumerate(blocks)
        for columns in blocks[k:]
    )
    return gap <= 1e-8 * max(abs(matrix.max()), abs(matrix.min()))


def _as_array(value, name, dtype):
    """Convert, and refuse what a conversion would change: fractions, NaN, words."""
    if sparse.issparse(value):
        raise ValueError(f"{name} must be dense, got a sparse matrix: convert it by .toarray()")
    try:
        array = np.asarray(value)
        if array.dtype.kind == "f" and dtype.kind in "iub":
            whole = np.isfinite(array) & (array == np.floor(array))
            if dtype.kind == "b":
                whole = np.isin(array, (0, 1))
            if not whole.all():
                raise ValueError(f"got {array[~whole].flat[0].item()!r}")
        if array.dtype.kind in _NO_NUMBERS and dtype.kind != array.dtype.kind:
            raise ValueError(f"got {_NO_NUMBERS[array.dtype.kind]}")
        return np.asarray(array, dtype=dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of {_KINDS[dtype.kind]}: {error}") from error


def check_real(value, name, *, low=-np.inf, high=np.inf, open_low=False, open_high=False):
    """Return ``value`` as a float inside the interval, or raise a ``ValueError`` that names it."""
    if type(value) in (float, int) and low < value < high:
        return float(value)  # the checks below cost ten times as much
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ValueError(f"{name} must be a real number, got {value!r}")
    if not np.isfinite(value) or _outside(value, low, high, open_low, open_high):
        limits = _interval(low, high, open_low, open_high)
        raise ValueError(f"{name} must be finite and in {limits}, got {value!r}")
    return float(value)


def check_count(value, name, *, low=0, high=None):
    """Return ``value`` as an int of at least ``low`` (and at most ``high``), or raise."""
    plain = type(value) is int
    if not plain and (isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral)):
        raise ValueError(f"{name} must be an integer, got {value!r}")
    if value < low or (high is not None and value > high):
        limit = f"at least {low}" if high is None else f"between {low} and {high}"
        raise ValueError(f"{name} must be {limit}, got {value!r}")
    return int(value)


def check_in(value, name, options):
    """Return ``value`` if it is one of ``options``, or raise a ``ValueError`` that lists them."""
    if not isinstance(value, Hashable) or value not in options:
        raise ValueError(f"{name} must be one of {sorted(options)}, got {value!r}")
    return value


def check_flag(value, name):
    """Return ``value`` as a bool if it is one: words are true in Python, whatever they say."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def check_instance(value, name, kind, what=None):
    """Return ``value`` if it is of the type, or callable; raise a ``TypeError`` that names it.

    Parameters
    ----------
    value : object
    name : str
    kind : type, tuple of types, or the function ``callable``
    what : str, optional
        What to ask for; default the names of the types.
    """
    if not (callable(value) if kind is callable else isinstance(value, kind)):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        wanted = what or " or ".join(k.__name__ for k in kinds)
        raise TypeError(f"{name} must be a {wanted}, got {value!r}")
    return value


def check_function(value, name):
    """Return ``value`` if it is callable or None; raise a ``TypeError`` that names it."""
    return None if value is None else check_instance(value, name, callable, "function")


def check_has(value, name, *methods):
    """Return ``value`` if it has these methods; raise a ``TypeError`` that names it.

    A class has them, too, but nothing for them to work on.
    """
    if isinstance(value, type):
        raise TypeError(f"{name} must be an object, got the class {value.__name__}")
    lacking = [method for method in methods if not callable(getattr(value, method, None))]
    if lacking:
        raise TypeError(f"{name} must have the method(s) {', '.join(lacking)}, got {value!r}")
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


def check_list(value, name, *, min_length=1):
    """Return ``value`` as a list of at least ``min_length`` items, or raise; text is no list."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a list, got {value!r}")
    items = list(value)
    if len(items) < min_length:
        raise ValueError(f"{name} must hold at least {min_length} item(s), got {len(items)}")
    return items


def check_memory(n_bytes, what):
    """Raise a ``MemoryError`` that says how much is needed, if the machine has less in all.

    The system would promise it, and end the process as soon as it is used.
    """
    try:
        available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # a system that does not tell
        return
    if n_bytes > available:
        raise MemoryError(
            f"{what} would need {n_bytes / 2**30:.1f} GiB, this machine has "
            f"{available / 2**30:.1f} GiB"
        )
