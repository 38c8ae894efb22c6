r"""``GaussianLatentTree``: the law of real columns along a learned latent tree.

.. math:: \rho_{kl}=\pm\prod_{(i,j)\in\mathrm{Path}(k,l)}e^{-d_{ij}}

Choi, Tan, Anandkumar and Willsky (2011), sections 3.1, 6.1 and 7.2, equations (8),
(12), (20) and (28).
"""

import numpy as np
from scipy.linalg import solve_triangular
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_flag, check_rng
from mlcompanion.density.protocol import DensityEstimator

from ..latent.chow_liu import distance_tree
from ..latent.distances import correlation_distance
from ..latent.learn import learn_latent_tree
from ..latent.tree import LatentTree, check_tree

__all__ = ["GaussianLatentTree", "observed_signs", "tree_correlations"]

#: Edges are at least so long in a law: two equal columns have no density.
_SHORTEST = 1e-8

#: A sample correlation of less is taken for this one: 0 has no distance.
_SMALLEST = 1e-10


def observed_signs(covariance):
    """A sign for each column, so that strong correlations have the product of their two signs.

    Parameters
    ----------
    covariance : array_like, shape (m, m)
        Covariances or correlations.

    Returns
    -------
    ndarray, shape (m,)
        Ones and minus ones; the first is 1.

    Notes
    -----
    Distances forget signs. They are read along the spanning tree of the strongest correlations; on
    a tree, all others follow. Cost: O(m²).

    Examples
    --------
    >>> observed_signs([[1, -0.5, 0.3], [-0.5, 1, -0.2], [0.3, -0.2, 1]]).tolist()
    [1.0, -1.0, 1.0]
    """
    D = correlation_distance(covariance)
    R = np.asarray(covariance, dtype=float)
    tree = distance_tree(D)
    signs = np.ones(len(R))
    for node in tree.order[1:]:
        parent = tree.parents[node]
        # a path's sign is the product of its edges': from the root on, one sign a node
        signs[node] = -signs[parent] if R[node, parent] < 0 else signs[parent]
    return signs


def tree_correlations(tree, signs=None):
    """Correlations of the observed nodes that a tree implies.

    Parameters
    ----------
    tree : LatentTree
    signs : array_like, shape (n_observed,), optional
        Ones and minus ones; by default all correlations are positive.

    Returns
    -------
    ndarray, shape (n_observed, n_observed)

    Notes
    -----
    An edge's correlation is at most 1 - 1e-8. Source: equations (8) and (12).

    Examples
    --------
    >>> tree = LatentTree(2, [(0, 1)], [0.5])
    >>> tree_correlations(tree, [1, -1]).round(3).tolist()
    [[1.0, -0.607], [-0.607, 1.0]]
    """
    m = check_tree(tree, "tree").n_observed
    R = np.exp(-tree.path_lengths(np.maximum(tree.lengths, _SHORTEST))[:m, :m])
    if signs is not None:
        signs = check_array(signs, "signs", shape=(m,), among=(-1, 1))
        R = signs[:, None] * R * signs
    np.fill_diagonal(R, 1.0)
    return R


class GaussianLatentTree(DensityEstimator):
    """Normal law of real columns along a tree with hidden nodes that is learned from the rows.

    Parameters
    ----------
    method : {"clnj", "clrg", "nj", "rg", "cl", "blind"}
        How the tree is learned, as for :func:`~mlcompanion.graphical.latent.learn_latent_tree`.
    contract : float, optional
        Shorter edges at hidden nodes are contracted; by default those of a correlation above 0.9.
    assume_centered : bool
        Whether the means are known to be 0, as in the source.

    Attributes
    ----------
    tree_ : LatentTree
        Observed nodes are the columns.
    n_hidden_ : int
    signs_ : ndarray, shape (m,)
    location_, scale_ : ndarray, shape (m,)
        Means and standard deviations.
    correlation_, covariance_ : ndarray, shape (m, m)
        As the tree implies them.
    n_params_ : int
        Edges, standard deviations, and means unless they are known.

    Notes
    -----
    Cost: O(n m²) for the covariances, O(m³) for the law; for the tree see
    :func:`~mlcompanion.graphical.latent.learn_latent_tree`.
    Source: sections 6 and 7.2.

    Examples
    --------
    >>> import numpy as np
    >>> cause = np.random.default_rng(0).normal(size=(500, 1))
    >>> X = cause + np.random.default_rng(1).normal(size=(500, 5))
    >>> GaussianLatentTree().fit(X).n_hidden_
    1
    """

    def __init__(self, method="clnj", *, contract=None, assume_centered=False):
        self.method = method
        self.contract = contract
        self.assume_centered = assume_centered

    def fit(self, X, y=None):
        """Learn the tree and its correlations.

        Parameters
        ----------
        X : array_like, shape (n, m)
            At least two rows; no column is constant.
        y : ignored

        Returns
        -------
        GaussianLatentTree
        """
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        known = check_flag(self.assume_centered, "assume_centered")
        n, m = X.shape
        self.location_ = np.zeros(m) if known else X.mean(axis=0)
        centred = X - self.location_
        if not known:
            centred[:, np.ptp(X, axis=0) == 0] = 0.0  # a constant's mean may be rounded
        largest = np.abs(centred).max(axis=0)
        constant = largest == 0
        if constant.any():
            raise ValueError(f"X must not have constant columns, column {np.argmax(constant)} is")
        centred /= largest  # first to size 1: the squares below neither overflow nor vanish
        spread = np.sqrt(np.square(centred).mean(axis=0))
        centred /= spread
        self.scale_ = largest * spread
        R = centred.T @ centred / n
        R = 0.5 * (R + R.T)  # a product may be symmetric but for rounding
        np.fill_diagonal(R, 1.0)
        D = correlation_distance(R, smallest=_SMALLEST)
        tree = learn_latent_tree(D, self.method, n_samples=n, contract=self.contract)
        if self.method == "blind":  # it gives no lengths
            tree = LatentTree(m, tree.edges, np.full(len(tree.edges), 0.5 * np.median(D[D > 0])))
        self.tree_ = tree
        self.n_hidden_ = tree.n_hidden
        self.signs_ = observed_signs(R)
        self.correlation_ = tree_correlations(tree, self.signs_)
        self.covariance_ = self.scale_[:, None] * self.correlation_ * self.scale_
        self.n_params_ = len(tree.edges) + (m if known else 2 * m)
        self._root = np.linalg.cholesky(self.correlation_)
        return self

    def score_samples(self, X):
        """Logarithm of the density at each row.

        Parameters
        ----------
        X : array_like, shape (n, m)

        Returns
        -------
        ndarray, shape (n,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        # quadratic form and determinant from one Cholesky factor: no inverse
        white = solve_triangular(self._root, ((X - self.location_) / self.scale_).T, lower=True)
        log_size = np.log(np.diagonal(self._root)).sum() + np.log(self.scale_).sum()
        m = X.shape[1]
        return -0.5 * np.square(white).sum(axis=0) - log_size - 0.5 * m * np.log(2 * np.pi)

    def bic(self, X):
        """Log-likelihood of the rows minus half of ``n_params_`` log n: larger is better (28).

        Parameters
        ----------
        X : array_like, shape (n, m)

        Returns
        -------
        float
        """
        scores = self.score_samples(X)
        return float(scores.sum() - 0.5 * self.n_params_ * np.log(len(scores)))

    def sample(self, n_samples=1, random_state=None):
        """Draw rows from the fitted law.

        Parameters
        ----------
        n_samples : int
        random_state : int, Generator or None

        Returns
        -------
        ndarray, shape (n_samples, m)
        """
        check_is_fitted(self)
        n = check_count(n_samples, "n_samples", low=1)
        white = check_rng(random_state).standard_normal((n, len(self._root)))
        return self.location_ + self.scale_ * (white @ self._root.T)
