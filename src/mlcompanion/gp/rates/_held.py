"""The points at which a function lies on the edge of its tube, with a factor of their Gram matrix.

Two ways for :func:`~mlcompanion.gp.rates.approximation.price_path`, chosen by what is known: the
Gram matrix K, or G with K = G G'. The second loses half as many digits, as a QR factorisation does
beside the normal equations: for the squared exponential kernel that decides whether there are any.
"""

import numpy as np
from scipy.linalg import solve_triangular

from mlcompanion.linalg.updates import add_to_factor

__all__ = []

#: What a new point must add to those held, as a share of its variance: less is rounding.
_NEWS = 1e-14
_NEWS_OF_FACTOR = 1e-26


def _lower(L, right, trans="N"):
    return solve_triangular(L, right, lower=True, trans=trans, check_finite=False)


class HeldByGram:
    """Held points of a Gram matrix ``K``; its factor grows by rows and is rotated as they leave."""

    def __init__(self, K):
        self.K = K
        self.index = []
        self.sign = []
        self.L = np.zeros((16, 16))

    def add(self, i, sign):
        """Take a point in; False if it says nothing new within double precision."""
        m = len(self.index)
        row = _lower(self.L[:m, :m], self.K[self.index, i]) if m else np.zeros(0)
        news = self.K[i, i] - row @ row
        if news <= _NEWS * self.K[i, i]:
            return False
        if m == len(self.L):
            larger = np.zeros((2 * m, 2 * m))
            larger[:m, :m] = self.L
            self.L = larger
        self.L[m, :m] = row
        self.L[m, m] = np.sqrt(news)
        self.index.append(i)
        self.sign.append(sign)
        return True

    def drop(self, place):
        """Let go of the point that stands at ``place``: rotate its column into those behind it."""
        m = len(self.index)
        below = np.ascontiguousarray(self.L[place + 1 : m, place + 1 : m])
        add_to_factor(below, self.L[place + 1 : m, place].copy())
        self.L[place : m - 1, :place] = self.L[place + 1 : m, :place]
        self.L[place : m - 1, place : m - 1] = below
        del self.index[place]
        del self.sign[place]

    def moves(self, f):
        """Coefficients and values of the interpolant of f, and of that of the signs.

        Returns
        -------
        coef : ndarray, shape (2, m)
        values : ndarray, shape (2, n)
        """
        m = len(self.index)
        both = np.column_stack([f[self.index], self.sign])
        L = self.L[:m, :m]
        coef = _lower(L, _lower(L, both), trans="T")
        return coef.T, (self.K[:, self.index] @ coef).T


class HeldByFactor:
    """Held points of ``G``, whose rows are orthogonalised; the coordinates are those of G."""

    def __init__(self, G):
        self.G = G
        self.index = []
        self.sign = []
        self.Q = np.zeros((G.shape[1], 0))
        self.L = np.zeros((0, 0))

    def add(self, i, sign):
        """Take a point in; False if it says nothing new within double precision."""
        row = np.zeros(self.Q.shape[1])
        rest = self.G[i].copy()
        for _ in range(2):  # once more for the digits that the first pass cancels
            part = self.Q.T @ rest
            rest -= self.Q @ part
            row += part
        news = rest @ rest
        if news <= _NEWS_OF_FACTOR * (self.G[i] @ self.G[i]):
            return False
        m = len(self.index)
        larger = np.zeros((m + 1, m + 1))
        larger[:m, :m] = self.L
        larger[m, :m] = row
        larger[m, m] = np.sqrt(news)
        self.L = larger
        self.Q = np.column_stack([self.Q, rest / np.sqrt(news)])
        self.index.append(i)
        self.sign.append(sign)
        return True

    def drop(self, place):
        """Let go of the point that stands at ``place``: few are held, they are taken in anew."""
        others = [k for k in range(len(self.index)) if k != place]
        again = HeldByFactor(self.G)
        for k in others:
            again.add(self.index[k], self.sign[k])
        self.__dict__ = again.__dict__

    def moves(self, f):
        """Coefficients and values of the interpolant of f, and of that of the signs.

        Returns
        -------
        coef : ndarray, shape (2, m)
        values : ndarray, shape (2, n)
        """
        half = _lower(self.L, np.column_stack([f[self.index], self.sign]))
        return _lower(self.L, half, trans="T").T, (self.G @ (self.Q @ half)).T
