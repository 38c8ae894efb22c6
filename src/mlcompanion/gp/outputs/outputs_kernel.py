r"""What the models of this room ask of a kernel: covariances of pairs, and matrices made of them.

Álvarez and Lawrence (2011), sections 2.1 and 3, in the form of lists with one array an output.
"""

import numpy as np
from scipy.linalg import block_diag

from mlcompanion._validation import check_count

from ._lists import check_inputs, check_places

__all__ = ["OutputsKernel"]


class OutputsKernel:
    """Covariances of several outputs and of the hidden functions behind them.

    A kernel sets ``n_outputs`` and ``n_latent`` and defines ``_pair``, ``_variances``,
    ``_latent_pair`` and ``_latent``, which get checked arrays; all else follows from them.
    """

    n_outputs = 0
    n_latent = 0

    def _output(self, d, name):
        return check_count(d, name, high=self.n_outputs - 1)

    def pair(self, d, e, X, X2):
        """Covariance (n, m) of output ``d`` at ``X`` (n, p) with output ``e`` at ``X2`` (m, p)."""
        d, e = self._output(d, "d"), self._output(e, "e")
        X = check_places(X, "X")
        return self._pair(d, e, X, check_places(X2, "X2", n_columns=X.shape[1]))

    def variances(self, d, X):
        """Prior variances (n,) of output ``d`` at ``X`` (n, p)."""
        return self._variances(self._output(d, "d"), check_places(X, "X"))

    def latent_pair(self, d, X, q, Z):
        """Covariance (n, K) of output ``d`` at ``X`` with hidden function ``q`` at ``Z`` (K, p)."""
        d = self._output(d, "d")
        X = check_places(X, "X")
        q = check_count(q, "q", high=self.n_latent - 1)
        return self._latent_pair(d, X, q, check_places(Z, "Z", n_columns=X.shape[1]))

    def latent(self, q, Z):
        """Covariance (K, K) of hidden function ``q`` at ``Z`` (K, p)."""
        q = check_count(q, "q", high=self.n_latent - 1)
        return self._latent(q, check_places(Z, "Z"))

    def _pair(self, d, e, X, X2):
        raise NotImplementedError

    def _variances(self, d, X):
        raise NotImplementedError

    def _latent_pair(self, d, X, q, Z):
        raise NotImplementedError

    def _latent(self, q, Z):
        raise NotImplementedError

    def ff(self, X, X2=None):
        """Covariance of all outputs, stacked output by output.

        Parameters
        ----------
        X, X2 : list of array_like, shapes (n_d, p)
            Inputs of each output; ``X2`` defaults to ``X``.

        Returns
        -------
        ndarray, shape (sum n_d, sum m_d)

        Raises
        ------
        ValueError
            If a list has not one array an output.

        Notes
        -----
        Cost: O((sum n_d)(sum m_d)) time and memory. Source: (4), (8).
        """
        X = check_inputs(X, "X", n_outputs=self.n_outputs)
        X2 = X if X2 is None else check_inputs(
            X2, "X2", n_outputs=self.n_outputs, n_columns=X[0].shape[1]
        )  # fmt: skip
        return np.block(
            [[self._pair(d, e, x, x2) for e, x2 in enumerate(X2)] for d, x in enumerate(X)]
        )

    def fu(self, X, Z):
        """Covariance of all outputs with all hidden functions at ``Z``, hidden ones side by side.

        Parameters
        ----------
        X : list of array_like, shapes (n_d, p)
        Z : array_like, shape (K, p)

        Returns
        -------
        ndarray, shape (sum n_d, n_latent K)

        Raises
        ------
        ValueError
            If the list has not one array an output, or the columns disagree.

        Notes
        -----
        Cost: O(sum n_d K n_latent). Source: (9).
        """
        X = check_inputs(X, "X", n_outputs=self.n_outputs)
        Z = check_places(Z, "Z", n_columns=X[0].shape[1])
        rows = [
            np.hstack([self._latent_pair(d, x, q, Z) for q in range(self.n_latent)])
            for d, x in enumerate(X)
        ]
        return np.vstack(rows)

    def uu(self, Z):
        """Covariance of the hidden functions at ``Z``: independent, so in blocks, (Q K, Q K)."""
        Z = check_places(Z, "Z")
        return block_diag(*[self._latent(q, Z) for q in range(self.n_latent)])
