r"""The convolved Gaussian kernel: one hidden function, blurred by a Gaussian window an output.

Álvarez and Lawrence (2011), section 3: :math:`f_d(x)=\int G_d(x-z)u(z)\,dz`, (7) to (12).
"""

import numpy as np

from mlcompanion._validation import check_array, check_flag

from ._family import Family, covariance, tables
from ._lists import check_places
from .outputs_kernel import OutputsKernel

__all__ = ["ConvolvedGaussianKernel"]


class _Pair:
    """A layout of two outputs: the table's one entry that belongs to them."""

    def __init__(self, X, X2, d, e):
        self.squares = (X.T[:, :, None] - X2.T[:, None, :]) ** 2
        self._entry = (d, e)

    def spread(self, table):
        """The entry."""
        return table[self._entry]


class ConvolvedGaussianKernel(OutputsKernel):
    r"""Covariances of outputs that are blurs of common hidden functions, (12).

    Output d sees hidden function q through the window
    :math:`S_{d,q}N(\cdot\mid 0,P_d^{-1})`; the hidden function has covariance
    :math:`N(x-x'\mid 0,\Lambda_q^{-1})`. Inverse precisions add:
    :math:`k_{f_d,f_e}=\sum_qS_{d,q}S_{e,q}N(x-x'\mid 0,P_d^{-1}+P_e^{-1}+\Lambda_q^{-1})`.

    Parameters
    ----------
    S : array_like, shape (D, Q) or (D,)
        Weights, of either sign.
    P : array_like, shape (D, p) or (D,)
        Precisions of the windows, one for each input; infinity is a window without width, and so
        instantaneous mixing.
    Lam : array_like, shape (Q, p), (Q,) or a number
        Precisions of the hidden functions' covariances, positive and finite.
    normalize : bool
        Divide each output's part, and each hidden function, by its standard deviation: S² is then
        a variance, whatever the number of inputs. In many dimensions the plain form runs to zero.

    Raises
    ------
    ValueError
        If shapes disagree or a precision is not positive.

    Notes
    -----
    A row of S, P and Lam of a kernel with one input may be given as numbers. Cost of a block:
    O(nmpQ).

    Examples
    --------
    >>> kernel = ConvolvedGaussianKernel([1.0, 5.0], [50.0, 300.0], 100.0)
    >>> kernel.ff([[[0.0]], [[0.0]]]).round(2)
    array([[ 1.78, 10.93],
           [10.93, 77.25]])
    """

    def __init__(self, S, P, Lam, normalize=False):
        S = check_array(S, "S").copy()
        self.S = S[:, None] if S.ndim == 1 else check_array(S, "S", ndim=2, min_rows=1)
        self.n_outputs, self.n_latent = self.S.shape
        P = check_array(P, "P", low=0, open_low=True, finite=False).copy()
        self.P = P[:, None] if P.ndim == 1 else check_array(P, "P", ndim=2, finite=False)
        self.P = check_array(self.P, "P", shape=(self.n_outputs, None), finite=False)
        Lam = check_array(Lam, "Lam", low=0, open_low=True).copy()
        if Lam.ndim < 2:
            Lam = np.atleast_1d(Lam)[:, None]
        self.Lam = check_array(Lam, "Lam", shape=(self.n_latent, self.P.shape[1]))
        self.normalize = check_flag(normalize, "normalize")
        self._family = Family(self.S, 1 / self.P, 1 / self.Lam, 1, self.normalize)
        self._tables = [tables(self._family, q) for q in range(self.n_latent)]

    def _columns(self, X, name):
        """Places with as many columns as there are precisions."""
        return check_places(X, name, n_columns=self.P.shape[1])

    def _pair(self, d, e, X, X2):
        pairs = _Pair(self._columns(X, "X"), self._columns(X2, "X2"), d, e)
        return sum(covariance(pairs, table) for table in self._tables)

    def _variances(self, d, X):
        # the same everywhere
        return np.full(len(X), self._pair(d, d, X[:1], X[:1])[0, 0])

    def _latent_pair(self, d, X, q, Z):
        pairs = _Pair(self._columns(X, "X"), Z, d, self.n_outputs)
        return covariance(pairs, self._tables[q])

    def _latent(self, q, Z):
        Z = self._columns(Z, "Z")
        return covariance(_Pair(Z, Z, self.n_outputs, self.n_outputs), self._tables[q])
