"""Positive-definite kernels: Gram matrices between the rows of two arrays, or between sequences."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist

from ._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_list,
    check_memory,
    check_real,
    check_square,
)

__all__ = [
    "alignment",
    "center_gram",
    "gram",
    "linear_kernel",
    "polynomial_kernel",
    "rbf_kernel",
    "rbf_on_grid",
    "spectrum_kernel",
    "unit_diagonal",
]

_MANY = 2**24  # entries: below, no machine runs short
_TAME = 1e-140  # widths between it and its inverse have squares that are normal numbers


def _pair(X, Y):
    X = check_array(X, "X", ndim=2)
    if not X.shape[1]:
        raise ValueError(f"X must have at least one column, got shape {X.shape}")
    Y = X if Y is None else check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)
    if len(X) * len(Y) > _MANY:
        check_memory(8 * len(X) * len(Y), f"a kernel matrix of {len(X)} x {len(Y)} entries")
    return X, Y


def rbf_kernel(X, Y=None, *, sigma=1.0):
    r"""Gaussian kernel :math:`\exp(-\|x-y\|^2/(2\sigma^2))`.

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (m, d), optional
        Default ``X``.
    sigma : float
        Width, in the units of the data; positive.

    Returns
    -------
    ndarray, shape (n, m)

    Raises
    ------
    MemoryError
        If the matrix is larger than this machine's memory; the message says how large.

    Notes
    -----
    Cost: O(n m d) time, 8 n m bytes.
    """
    X, Y = _pair(X, Y)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    if not _TAME < sigma < 1 / _TAME:
        return _rbf_far_from_one(X, Y, sigma)
    values = _squared_distances(X, Y)
    values /= -2 * sigma**2  # in place: one matrix in all
    return np.exp(values, out=values)


def _rbf_far_from_one(X, Y, sigma):
    """The kernel for widths whose squares leave the range of numbers: divided before squaring."""
    unit = max(abs(X).max(initial=0.0), abs(Y).max(initial=0.0)) or 1.0
    ratios = cdist(X / unit, Y / unit)
    with np.errstate(over="ignore"):
        ratios = ratios / sigma * unit  # in this order: sigma and unit may both be extreme
        return np.exp(-np.square(ratios) / 2)


def _squared_distances(X, Y):
    """Between all rows; of one column by a difference, at two thirds of the time of cdist."""
    if X.shape[1] > 1:
        return cdist(X, Y, "sqeuclidean")
    differences = np.subtract.outer(X[:, 0], Y[:, 0])
    return np.multiply(differences, differences, out=differences)


def rbf_on_grid(centers, coef, x, y, *, sigma=1.0):
    r"""Sums of Gaussian kernels on a grid of the plane, from one table for each axis.

    A Gaussian of the plane is a product of one factor in x and one in y, so that
    :math:`f(x,y)=\sum_j c_je^{-(x-u_j)^2/2\sigma^2}e^{-(y-v_j)^2/2\sigma^2}` at all points of a
    grid is one matrix product.

    Parameters
    ----------
    centers : array_like, shape (n, 2)
        The points :math:`(u_j,v_j)`.
    coef : array_like, shape (n,) or (n, c)
        Coefficients, or a column of them for each of c functions.
    x, y : array_like, shapes (p,) and (q,)
        Coordinates of the grid's columns and rows.
    sigma : float
        Width of the kernel, in the units of the data; positive.

    Returns
    -------
    ndarray, shape (q, p) or (c, q, p)

    Raises
    ------
    ValueError
        If shapes disagree, ``sigma`` is not positive or a number is not finite.

    Notes
    -----
    Cost: n (p + q) exponentials and O(n p q) multiplications, against n p q exponentials of
    :func:`rbf_kernel`. Source: listing of Sugiyama (2016), Fig. 26.2.
    """
    centers = check_array(centers, "centers", shape=(None, 2))
    coef = np.asarray(coef)
    coef = check_array(
        coef, "coef", shape=(len(centers), None) if coef.ndim == 2 else (len(centers),)
    )
    x, y = (check_array(v, name, ndim=1, min_rows=1) for v, name in ((x, "x"), (y, "y")))
    across = rbf_kernel(x[:, None], centers[:, :1], sigma=sigma)
    along = rbf_kernel(y[:, None], centers[:, 1:], sigma=sigma)
    if coef.ndim == 1:
        return (along * coef) @ across.T
    return (along * coef.T[:, None, :]) @ across.T


def linear_kernel(X, Y=None):
    """Inner products of the rows: shape (n, m)."""
    X, Y = _pair(X, Y)
    return X @ Y.T


def polynomial_kernel(X, Y=None, *, degree=3, coef0=0.0):
    r"""Polynomial kernel :math:`(\langle x,y\rangle + c_0)^{\text{degree}}`, shape (n, m).

    The degree is whole: a broken power of a negative product is no number, and of positive ones
    no positive-definite kernel.
    """
    X, Y = _pair(X, Y)
    degree = check_real(degree, "degree", low=0, open_low=True)
    if degree != int(degree):
        raise ValueError(f"degree must be a whole number, got {degree}")
    return (X @ Y.T + check_real(coef0, "coef0", low=0)) ** degree


def _run_counts(sequences, name, length, places):
    """Counts of the runs of ``length`` symbols: a sparse row a sequence; new runs get a place."""
    data = []
    columns = []
    ends = [0]
    for sequence in check_list(sequences, name):
        check_instance(sequence, name, Sequence, "list of sequences")
        try:
            hash(tuple(sequence))  # also where the sequence is shorter than a run
            counts = Counter(zip(*(sequence[start:] for start in range(length))))
        except TypeError as error:
            raise TypeError(f"{name} must hold sequences of hashable symbols") from error
        for run, count in counts.items():
            columns.append(places.setdefault(run, len(places)))
            data.append(float(count))
        ends.append(len(data))
    return data, columns, ends


def spectrum_kernel(X, Y=None, *, length=2, normalize=True):
    """Spectrum kernel of sequences: the common runs of symbols, counted with multiplicity.

    A sequence is described by how often each run of ``length`` neighbouring symbols occurs in it;
    the kernel is the inner product of two such lists. Sequences may differ in length.

    Parameters
    ----------
    X : list of sequences
        Strings, or tuples or lists of hashable symbols.
    Y : list of sequences, optional
        Default ``X``.
    length : int
        Symbols in a run, at least 1.
    normalize : bool
        Divide the counts by their Euclidean length, so that a sequence has kernel 1 with itself; a
        sequence shorter than ``length`` has kernel 0 with all.

    Returns
    -------
    ndarray, shape (n, m)

    Raises
    ------
    TypeError
        If ``X`` or ``Y`` is no list of sequences of hashable symbols.
    ValueError
        If a list is empty or ``length`` is less than 1.

    Notes
    -----
    Cost: the total number of symbols, and of common runs for each pair.
    Source: for nonvectorial inputs in Sugiyama (2016), Section 21.2; the kernel is that of Leslie,
    Eskin and Noble (2002).

    Examples
    --------
    >>> spectrum_kernel(["abab"], ["ab", "ba"], normalize=False)
    array([[2., 1.]])
    """
    length = check_count(length, "length", low=1)
    places = {}
    check_flag(normalize, "normalize")
    counted = [_run_counts(X, "X", length, places)]
    if Y is not None:
        counted.append(_run_counts(Y, "Y", length, places))
    tables = [sparse.csr_array(c, shape=(len(c[2]) - 1, len(places))) for c in counted]
    if normalize:
        norms = [np.sqrt(table.multiply(table).sum(axis=1)) for table in tables]
        tables = [
            sparse.diags_array(1 / np.where(norm > 0, norm, 1)) @ table
            for norm, table in zip(norms, tables)
        ]
    return (tables[0] @ tables[-1].T).toarray()


def gram(X, Y=None, *, kernel="rbf", **parameters):
    """Gram matrix of a named kernel or of a callable.

    Parameters
    ----------
    X, Y : array_like, shapes (n, d) and (m, d)
        With ``kernel="precomputed"`` ``X`` is the matrix itself, a column for each row of ``Y``.
    kernel : {"rbf", "linear", "poly", "precomputed"} or callable
        A callable is called as ``kernel(X, Y, **parameters)``.
    **parameters
        Handed to the kernel.

    Returns
    -------
    ndarray, shape (n, m)

    Raises
    ------
    ValueError
        If there is no such kernel, or a precomputed matrix has not a column for each row of ``Y``
        (for each of its own rows, without ``Y``).
    """
    if callable(kernel):
        X, Y = _pair(X, Y)
        return kernel(X, Y, **parameters)
    named = {
        "rbf": rbf_kernel,
        "linear": linear_kernel,
        "poly": polynomial_kernel,
        "precomputed": _precomputed,
    }
    return named[check_in(kernel, "kernel", named)](X, Y, **parameters)


def _precomputed(X, Y=None):
    X = check_array(X, "X", ndim=2)
    wanted = len(X if Y is None else Y)
    if X.shape[1] != wanted:
        raise ValueError(f"X must have shape ('any', {wanted}), got {X.shape}")
    return X


def _square(K, name):
    K = check_array(K, name, ndim=2)
    return check_array(K, name, shape=(len(K), len(K)))


def center_gram(K, K_train=None):
    r"""Kernel values after the training points' mean was taken off in the feature space.

    Parameters
    ----------
    K : array_like, shape (m, n)
        Kernel between m points and the n training points.
    K_train : array_like, shape (n, n), optional
        Kernel among the training points; default ``K``.

    Returns
    -------
    ndarray, shape (m, n)
        :math:`K-\tfrac1nK\mathbf 1\mathbf 1^\top-\tfrac1n\mathbf 1\mathbf 1^\top K_{\text{train}}
        +\tfrac1{n^2}\mathbf 1^\top K_{\text{train}}\mathbf 1`.

    Raises
    ------
    ValueError
        If the training kernel is not square and symmetric, or the columns do not agree.

    Notes
    -----
    Cost: O(mn + n²). Source: Gönen and Alpaydın (2011), section 3.2.
    """
    # without symmetry it is no kernel: rows and columns would be of different points
    if K_train is None:
        K_train = check_square(K, "K", symmetric=True)
    else:
        K_train = check_square(K_train, "K_train", symmetric=True)
    K = check_array(K, "K", shape=(None, len(K_train)))
    means = K_train.mean(axis=0)
    return K - K.mean(axis=1, keepdims=True) - means + means.mean()


def unit_diagonal(K, rows=None, columns=None):
    r"""Kernel of the feature vectors divided by their lengths: :math:`K_{ij}/\sqrt{k_ik_j}`.

    Parameters
    ----------
    K : array_like, shape (m, n)
    rows, columns : array_like, shapes (m,) and (n,), optional
        Kernel of each row's and of each column's point with itself; by default the diagonal of
        ``K``, which is then square. Between test and training points both are needed.

    Returns
    -------
    ndarray, shape (m, n)

    Raises
    ------
    ValueError
        If a diagonal is missing, of another length than its axis, or not positive.

    Notes
    -----
    Cost: O(mn). Source: Gönen and Alpaydın (2011), section 4.1.
    """
    K = check_array(K, "K", ndim=2)
    if (rows is None) != (columns is None):
        missing = "rows" if rows is None else "columns"
        raise ValueError(f"{missing} must be given with its counterpart: a diagonal for each axis")
    if rows is None:
        if K.shape[0] != K.shape[1]:
            raise ValueError(f"rows and columns are needed where K is not square, got {K.shape}")
        rows = columns = np.diag(K)
    rows = check_array(rows, "rows", shape=(K.shape[0],), low=0, open_low=True)
    columns = check_array(columns, "columns", shape=(K.shape[1],), low=0, open_low=True)
    return K / np.sqrt(np.outer(rows, columns))


def alignment(K, L, *, centered=False):
    r"""Cosine between two Gram matrices, :math:`\langle K,L\rangle_F/(\|K\|_F\|L\|_F)`.

    Parameters
    ----------
    K : array_like, shape (n, n)
    L : array_like, shape (n, n) or (n,)
        A vector of labels stands for :math:`yy^\top`.
    centered : bool
        Center both first.

    Returns
    -------
    float
        Between -1 and 1; not negative for positive semi-definite matrices.

    Raises
    ------
    ValueError
        If shapes disagree or a matrix is zero, after centering where that is asked for.

    Notes
    -----
    Cost: O(n²). Source: Gönen and Alpaydın (2011), section 3.2, equation 1.
    """
    check_flag(centered, "centered")
    K = _square(K, "K")
    L = np.asarray(L)
    L = check_array(L, "L", shape=(len(K),) * min(max(L.ndim, 1), 2))
    if L.ndim == 1:
        L = np.outer(L, L)
    if centered:
        K = center_gram(K)
        L = center_gram(L)
    sizes = {name: np.linalg.norm(M) for name, M in (("K", K), ("L", L))}
    for name, size in sizes.items():
        if size == 0:
            raise ValueError(f"{name} must not be zero{' after centering' if centered else ''}")
    return float(np.vdot(K / sizes["K"], L / sizes["L"]))
