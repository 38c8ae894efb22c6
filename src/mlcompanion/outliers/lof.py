r"""``LOF``: is it emptier here than where the neighbours are? Sugiyama (2016), section 38.1."""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count

from .detector import OutlierDetector, check_contamination, share_threshold
from .near import Neighbours

__all__ = ["LOF"]

_USUAL = 20  # neighbours, where there are so many: scikit-learn's default
_AUTO = -1.5  # scikit-learn's threshold


class LOF(OutlierDetector):
    r"""Local outlier factor: the neighbours' local density divided by the point's own.

    The reachability distance of a point from its neighbour :math:`x^{(i)}` is never below the
    neighbour's own distance to its k-th neighbour. A local density is one over the mean
    reachability distance, and the factor compares it with the neighbours':

    .. math::
        \mathrm{RD}_k(z,x)&=\max(\|z-z^{(k)}\|,\|z-x\|),\qquad
        \mathrm{LRD}_k(x)=\Bigl(\frac1k\sum_{i=1}^k\mathrm{RD}_k(x^{(i)},x)\Bigr)^{-1},\\
        \mathrm{LOF}_k(x)&=\frac{\frac1k\sum_{i=1}^k\mathrm{LRD}_k(x^{(i)})}{\mathrm{LRD}_k(x)}

    Parameters
    ----------
    k : int, optional
        Neighbours, from 1 to n - 1; a point is not its own neighbour. Default 20, or n - 1 if that
        is less.
    contamination : "auto" or float
        Share of the training points that are called outliers, in (0, 0.5]; "auto": those of a
        factor above 1.5, as in scikit-learn.

    Attributes
    ----------
    factors_ : ndarray, shape (n,)
        Of the training points; 1 where a point is as dense as its neighbours, more at outliers.
    local_density_ : ndarray, shape (n,)
        :math:`\mathrm{LRD}_k`, one over a distance in the units of ``X``.
    k_ : int
    offset_ : float
        Minus the factor above which a point is called an outlier.
    n_features_in_ : int

    Notes
    -----
    Points as far as the k-th neighbour are neighbours too (Breunig et al. 2000), so that the order
    of the rows does not matter. A point with k or more copies has an infinite local density and
    factor 1; a point near such ones, but not one of them, has factor infinity. A row to be judged
    that equals a training point gets that point's factor.

    Cost: O(n k log n) in few dimensions, by a tree; O(n^2 d) in many, in blocks. Memory: O(n k).
    Source: Sugiyama (2016), section 38.1 and Fig. 38.1, whose listing takes the (k-1)-th neighbour
    for the k-th.

    Examples
    --------
    Five points in a row, and one apart:

    >>> model = LOF(2).fit([[0.0], [1.0], [2.0], [3.0], [4.0], [9.0]])
    >>> model.factors_.round(2)
    array([1.25, 1.25, 0.67, 1.25, 1.25, 3.67])
    """

    def __init__(self, k=None, *, contamination="auto"):
        self.k = k
        self.contamination = contamination

    def fit(self, X, y=None):
        """Find the factors of the training points.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``k`` is not between 1 and n - 1, or ``contamination`` not in (0, 0.5].
        """
        share = check_contamination(self.contamination, automatic=True)
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        n = len(X)
        self.k_ = min(_USUAL, n - 1)
        if self.k is not None:
            self.k_ = check_count(self.k, "k", low=1, high=n - 1)
        self._neighbours = Neighbours(X.copy())
        near = self._neighbours.of_each_other(self.k_)
        self._radius = near.radius
        self.local_density_ = self._local_density(near)
        self.factors_ = self._compare(near, self.local_density_)
        auto = isinstance(share, str)
        self.offset_ = _AUTO if auto else share_threshold(-self.factors_, share)
        return self

    def _local_density(self, near):
        """One over the mean reachability distance."""
        reach = np.maximum(self._radius[near.indices], near.distances)
        with np.errstate(divide="ignore"):
            return 1 / near.means(reach)

    def _compare(self, near, density):
        """The neighbours' mean local density divided by the point's own."""
        around = near.means(self.local_density_[near.indices])
        # among copies all densities are infinite, and equal
        same = np.isinf(density)
        return np.where(same, 1.0, around / np.where(same, 1.0, density))

    def factors(self, X):
        """Local outlier factors of rows, among the training points.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        near = self._neighbours.of(X, self.k_)
        factors = self._compare(near, self._local_density(near))
        known = near.distances[near.starts] == 0
        factors[known] = self.factors_[near.indices[near.starts[known]]]
        return factors

    def score_samples(self, X):
        """Minus the local outlier factors: high where points are usual.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        return -self.factors(X)
