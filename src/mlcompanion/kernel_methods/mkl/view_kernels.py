"""Kernels of several views of the same things, each with unit diagonal: the stacks of Section 4.

Source: Gönen and Alpaydın (2011), Sections 1, 4 and 4.8.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_list
from mlcompanion.kernels import gram, unit_diagonal

__all__ = ["ViewKernels", "view_kernels"]


def view_kernels(views, train_views=None, *, kernel="linear", factors=(0.5, 1.0, 2.0)):
    r"""A stack of kernels with unit diagonal, from several views of the same rows.

    Parameters
    ----------
    views : list of array_like, shapes (n, d_1) to (n, d_V)
    train_views : list of array_like, shapes (m, d_1) to (m, d_V), optional
        Default ``views``.
    kernel : {"linear", "quadratic", "gaussian"}
        The inner product, :math:`(\langle x,x'\rangle+1)^2`, or
        :math:`\exp(-\|x-x'\|^2/s^2)` for each width s.
    factors : tuple of float
        The widths are these times the root of the number of columns; Gaussian kernels only.

    Returns
    -------
    ndarray, shape (P, n, m)
        One kernel a view; Gaussian ones: one a view and factor.

    Raises
    ------
    ValueError
        If views differ in rows, or in columns from the training views, or a row is zero, whose
        linear kernel has no unit diagonal.

    Notes
    -----
    Cost: O(n m d). The rows' own diagonals are used, for new rows too: dividing by the training
    diagonal alone is not the kernel that was trained on.
    Source: Sections 4 and 4.8.

    Examples
    --------
    >>> view_kernels([[[1.0, 0.0], [2.0, 0.0]], [[0.0], [5.0]]], kernel="quadratic").shape
    (2, 2, 2)
    """
    check_in(kernel, "kernel", ("linear", "quadratic", "gaussian"))
    views = _arrays(views, "views")
    train = views if train_views is None else _arrays(train_views, "train_views")
    factors = check_array(factors, "factors", ndim=1, min_rows=1, low=0, open_low=True)
    if [v.shape[1] for v in views] != [t.shape[1] for t in train]:
        raise ValueError("views and train_views must have the same columns")
    if kernel == "gaussian":
        # gram has 2 sigma^2 in its exponent: for factor 1 that is the number of columns
        pairs = ((A, B, f * np.sqrt(A.shape[1] / 2)) for A, B in zip(views, train) for f in factors)
        return np.array([gram(A, B, sigma=sigma) for A, B, sigma in pairs])
    return np.array([_inner(A, B, kernel) for A, B in zip(views, train)])


def _inner(A, B, kernel):
    """A kernel of inner products, divided by the lengths of both rows in its feature space."""
    squares = [np.einsum("ij,ij->i", V, V) for V in (A, B)]
    if kernel == "linear" and min(s.min() for s in squares) == 0:
        raise ValueError("views must not hold rows of zeros: they have no linear unit diagonal")
    K = gram(A, B, kernel="linear")
    if kernel == "quadratic":
        K = (K + 1) ** 2
        squares = [(s + 1) ** 2 for s in squares]
    return unit_diagonal(K, *squares)


def _arrays(views, name):
    """Views as arrays of equally many rows."""
    views = [check_array(view, name, ndim=2, min_rows=1) for view in check_list(views, name)]
    if len({len(view) for view in views}) > 1:
        raise ValueError(f"{name} must have equally many rows, got {[len(v) for v in views]}")
    if min(view.shape[1] for view in views) == 0:
        raise ValueError(f"{name} must have columns")
    return views


class ViewKernels:
    """Stacks of kernels for rows whose columns belong to several views.

    Parameters
    ----------
    columns : list of (slice or list of int), optional
        The columns of each view; default all columns, as one view.
    kernel : {"linear", "quadratic", "gaussian"}
        As for :func:`view_kernels`.
    factors : tuple of float
        As for :func:`view_kernels`.

    Examples
    --------
    >>> X = np.arange(8.0).reshape(2, 4) + 1
    >>> ViewKernels([slice(0, 2), [2, 3]])(X, X).shape
    (2, 2, 2)
    """

    def __init__(self, columns=None, kernel="linear", factors=(0.5, 1.0, 2.0)):
        self.columns = [slice(None)] if columns is None else check_list(columns, "columns")
        self.kernel = check_in(kernel, "kernel", ("linear", "quadratic", "gaussian"))
        self.factors = factors

    def __call__(self, X, X_train):
        """Kernels between the rows of two tables.

        Parameters
        ----------
        X : array_like, shape (n, d)
        X_train : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (P, n, m)
        """
        X, X_train = (
            check_array(table, name, ndim=2, min_rows=1)
            for table, name in ((X, "X"), (X_train, "X_train"))
        )
        if X.shape[1] != X_train.shape[1]:
            raise ValueError(
                f"X and X_train must have the same columns, got {X.shape} and {X_train.shape}"
            )
        try:
            views, train = ([table[:, c] for c in self.columns] for table in (X, X_train))
        except IndexError as error:
            raise ValueError(f"X lacks some of the columns: {error}") from error
        return view_kernels(views, train, kernel=self.kernel, factors=self.factors)
