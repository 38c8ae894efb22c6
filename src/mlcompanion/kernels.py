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
    check_real,
)

__all__ = ["gram", "linear_kernel", "polynomial_kernel", "rbf_kernel", "spectrum_kernel"]


def _pair(X, Y):
    X = check_array(X, "X", ndim=2)
    return X, X if Y is None else check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)


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
    """
    X, Y = _pair(X, Y)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return np.exp(cdist(X, Y, "sqeuclidean") / (-2 * sigma**2))


def linear_kernel(X, Y=None):
    """Inner products of the rows: shape (n, m)."""
    X, Y = _pair(X, Y)
    return X @ Y.T


def polynomial_kernel(X, Y=None, *, degree=3, coef0=0.0):
    r"""Polynomial kernel :math:`(\langle x,y\rangle + c_0)^{\text{degree}}`, shape (n, m)."""
    X, Y = _pair(X, Y)
    degree = check_real(degree, "degree", low=0, open_low=True)
    return (X @ Y.T + check_real(coef0, "coef0", low=0)) ** degree


def _run_counts(sequences, name, length, places):
    """Counts of the runs of ``length`` symbols: a sparse row a sequence; new runs get a place."""
    data, columns, ends = [], [], [0]
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
    length, places = check_count(length, "length", low=1), {}
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
    """Gram matrix of a named kernel (``"rbf"``, ``"linear"``, ``"poly"``) or of a callable.

    Parameters
    ----------
    X, Y : array_like, shapes (n, d) and (m, d)
    kernel : str or callable
        A callable is called as ``kernel(X, Y, **parameters)``.
    **parameters
        Handed to the kernel.

    Returns
    -------
    ndarray, shape (n, m)
    """
    if callable(kernel):
        X, Y = _pair(X, Y)
        return kernel(X, Y, **parameters)
    named = {"rbf": rbf_kernel, "linear": linear_kernel, "poly": polynomial_kernel}
    return named[check_in(kernel, "kernel", named)](X, Y, **parameters)
