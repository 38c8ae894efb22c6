r"""S-functions: similarities between objects of two kinds (Wu, Xu, Li and Oyama 2011, section 3).

A kernel compares two objects of one kind by the inner product of their features. An S-function
compares a query with a document: each kind has features of its own, in one common space. Sums,
products and multiples of S-functions, negative ones too, are S-functions again.
"""

from numbers import Real

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_array, check_instance, check_real

__all__ = ["SFunction"]


class SFunction:
    r"""A similarity :math:`k(x,y)=\langle\varphi_X(x),\varphi_Y(y)\rangle` of two kinds of objects.

    Parameters
    ----------
    phi_x, phi_y : callable
        Features: from n objects to an array or sparse matrix (n, h), with the same h for both.

    Notes
    -----
    ``k + l`` has the features of both side by side, ``k * l`` all their products, ``a * k`` the
    first kind's features times the number a, of any sign.
    Source: Wu et al. (2011), Definition 1 and Lemma 2.

    Examples
    --------
    >>> k = SFunction(lambda x: np.c_[x, np.ones_like(x)], lambda y: np.c_[np.ones_like(y), y])
    >>> k([1.0, 2.0], [10.0])
    array([[11.],
           [12.]])
    >>> (k * k + -2 * k)([1.0], [10.0])
    array([[99.]])
    """

    def __init__(self, phi_x, phi_y):
        self.phi_x = check_instance(phi_x, "phi_x", callable, "function")
        self.phi_y = check_instance(phi_y, "phi_y", callable, "function")

    def __call__(self, X, Y):
        """Similarities of all objects of ``X`` with all of ``Y``.

        Parameters
        ----------
        X, Y : what ``phi_x`` and ``phi_y`` take

        Returns
        -------
        ndarray, shape (n, m)

        Raises
        ------
        ValueError
            If the two kinds of features differ in number or are not finite.
        """
        left = _features(self.phi_x(X), "X")
        right = _features(self.phi_y(Y), "Y")
        if left.shape[1] != right.shape[1]:
            raise ValueError(f"X and Y have {left.shape[1]} and {right.shape[1]} features")
        values = left @ right.T
        return values.toarray() if sparse.issparse(values) else values

    def __add__(self, other):
        """The S-function with the features of both, side by side."""
        if not isinstance(other, SFunction):
            return NotImplemented
        return SFunction(
            lambda X: _beside(self.phi_x(X), other.phi_x(X)),
            lambda Y: _beside(self.phi_y(Y), other.phi_y(Y)),
        )

    def __mul__(self, other):
        """The product with another S-function or with a number."""
        if isinstance(other, Real):
            factor = check_real(other, "other")
            # on one side only, so that the number may be negative
            return SFunction(lambda X: factor * _features(self.phi_x(X), "X"), self.phi_y)
        if not isinstance(other, SFunction):
            return NotImplemented
        return SFunction(
            lambda X: _products(self.phi_x(X), other.phi_x(X)),
            lambda Y: _products(self.phi_y(Y), other.phi_y(Y)),
        )

    __rmul__ = __mul__


def _features(F, name):
    """A sparse matrix as it is, all else as a finite two-dimensional array."""
    if sparse.issparse(F):
        check_array(F.data, name)
        return F
    return check_array(F, name, ndim=2)


def _dense(F, name):
    F = _features(F, name)
    return F.toarray() if sparse.issparse(F) else F


def _beside(first, second):
    return np.hstack([_dense(first, "X"), _dense(second, "X")])


def _products(first, second):
    first = _dense(first, "X")
    second = _dense(second, "X")
    return (first[:, :, None] * second[:, None, :]).reshape(len(first), -1)
