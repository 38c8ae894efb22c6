"""What dual variables weigh: entries of the kernel, distances, differences of distances.

Zhuang, Tsang and Hoi (2011), Equation 7 and section 6, use one symbol for the first two. Each
pattern answers the same questions: the matrix that weights make, and what a kernel measures.
"""

import numpy as np
from scipy import sparse

from mlcompanion._pairs import check_pairs
from mlcompanion._validation import check_array, check_count

__all__ = ["DistancePatterns", "EntryPatterns", "TripletPatterns"]


class EntryPatterns:
    r"""One entry of the kernel a variable: :math:`\sum\alpha_{ij}T_{ij}e_ie_j^\top`.

    Parameters
    ----------
    T : array_like or sparse matrix, shape (n, n)
        Pairs, each in both places: m counts both.

    Attributes
    ----------
    rows, columns : ndarray of int, shape (m,)
    signs : ndarray, shape (m,)
    """

    #: Of the largest change of the matrix, for a change of the weights of length 1, squared.
    #: Different pairs fill different entries, so that lengths are kept.
    squared_norm = 1.0

    def __init__(self, T):
        self._T = check_pairs(T)
        self.rows, self.columns = self._T.nonzero()
        self.signs = self._T.data
        self.shape = self._T.shape

    def __len__(self):
        return len(self.signs)

    def matrix(self, alpha):
        """The matrix of some weights.

        Parameters
        ----------
        alpha : array_like, shape (m,)

        Returns
        -------
        csr_array, shape (n, n)
        """
        alpha = check_array(alpha, "alpha", shape=(len(self),))
        T = self._T
        # its own indices: the caller may change what it got
        places = (T.indices.copy(), T.indptr.copy())
        return sparse.csr_array((alpha * T.data, *places), shape=T.shape)

    def measured(self, kernel):
        """What a kernel says of each pair: the signed entry.

        Parameters
        ----------
        kernel : SpectralKernel

        Returns
        -------
        ndarray, shape (m,)
        """
        return self.signs * kernel.entries(self.rows, self.columns)


class DistancePatterns:
    r"""A squared distance a variable: :math:`\sum\alpha_{ij}(e_i-e_j)(e_i-e_j)^\top`.

    Parameters
    ----------
    rows, columns : array_like of int, shape (m,)
        Pairs of different points, each once.
    n : int
        Number of points.

    Attributes
    ----------
    squared_norm : float
        Largest eigenvalue of the patterns' products: patterns of pairs that share a point overlap.
    """

    def __init__(self, rows, columns, n):
        n = check_count(n, "n", low=2)
        self.rows = check_array(rows, "rows", ndim=1, dtype=int, low=0, high=n - 1)
        shape = self.rows.shape
        self.columns = check_array(columns, "columns", shape=shape, dtype=int, low=0, high=n - 1)
        if (self.rows == self.columns).any():
            raise ValueError("columns must differ from rows: a point has no distance to itself")
        self.shape = (n, n)

    def __len__(self):
        return len(self.rows)

    @property
    def squared_norm(self):
        """Largest eigenvalue of the matrix of products, by 100 power iterations from above 0.

        A power iteration comes from below; a hundredth is added.
        """
        # the product of two patterns is (number of shared points)^2: 4, 1 or 0
        m = len(self)
        ends = np.concatenate([self.rows, self.columns])
        incidence = sparse.csr_array((np.ones(2 * m), (np.tile(np.arange(m), 2), ends)))
        v = np.ones(m) / np.sqrt(m)
        size = 0.0
        for _ in range(100):
            # shared points are 2 on the diagonal, where the product is 4
            product = incidence @ (incidence.T @ v) + 2 * v
            size = np.sqrt(product @ product)
            v = product / size
        return 1.01 * size

    def matrix(self, alpha):
        """The matrix of some weights: a Laplacian.

        Parameters
        ----------
        alpha : array_like, shape (m,)

        Returns
        -------
        csr_array, shape (n, n)
        """
        alpha = check_array(alpha, "alpha", shape=(len(self),))
        i, j = self.rows, self.columns
        entries = np.concatenate([alpha, alpha, -alpha, -alpha])
        places = (np.concatenate([i, j, i, j]), np.concatenate([i, j, j, i]))
        return sparse.csr_array((entries, places), shape=self.shape)

    def measured(self, kernel):
        """The squared distances that a kernel gives the pairs.

        Parameters
        ----------
        kernel : SpectralKernel

        Returns
        -------
        ndarray, shape (m,)
        """
        return kernel.squared_distances(self.rows, self.columns)


class TripletPatterns:
    """A neighbour that should be nearer than a stranger: the difference of two squared distances.

    Parameters
    ----------
    triplets : array_like of int, shape (m, 3)
        Point i, its neighbour k, a point j that is none.
    n : int
        Number of points.
    """

    def __init__(self, triplets, n):
        n = check_count(n, "n", low=2)
        self._triplets = check_array(
            triplets, "triplets", shape=(None, 3), dtype=int, low=0, high=n - 1
        )
        i, k, j = self._triplets.T
        self._near = DistancePatterns(i, k, n)
        self._far = DistancePatterns(i, j, n)
        self.shape = (n, n)

    def __len__(self):
        return len(self._triplets)

    def matrix(self, alpha):
        """The matrix of some weights: far pairs are pushed, near ones pulled.

        Parameters
        ----------
        alpha : array_like, shape (m,)

        Returns
        -------
        csr_array, shape (n, n)
        """
        return sparse.csr_array(self._far.matrix(alpha) - self._near.matrix(alpha))

    def measured(self, kernel):
        """By how much the stranger is farther than the neighbour.

        Parameters
        ----------
        kernel : SpectralKernel

        Returns
        -------
        ndarray, shape (m,)
        """
        return self._far.measured(kernel) - self._near.measured(kernel)
