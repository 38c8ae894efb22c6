r"""A ranker that lets similar queries and similar pages vote (Wu, Xu, Li and Oyama 2011).

The kernel between pairs of a query and a page is :math:`g(q,d)\,k_Q(q,q')\,k_D(d,d')\,g(q',d')`,
with a relevance model g such as BM25. Preferences of the click log train it by a hinge loss; there
is no intercept, so the dual has no equality and its matrix one row a preference.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._validation import check_array, check_count, check_real, check_square
from mlcompanion.optimize.dual.dual_coordinate_ascent import dual_coordinate_ascent

__all__ = ["RobustRanker", "preference_gram"]


def _problem(KQ, KD, base, pairs):
    """The checked arrays of a set of preferences."""
    KQ = check_square(KQ, "KQ", symmetric=True)
    KD = check_square(KD, "KD", symmetric=True)
    base = check_array(base, "base", shape=(len(KQ), len(KD)))
    pairs = check_array(pairs, "pairs", shape=(None, 3), min_rows=1, dtype=int, low=0)
    if (pairs.max(axis=0) >= (len(KQ), len(KD), len(KD))).any():
        raise ValueError("pairs must hold a row of KQ, then two rows of KD")
    return KQ, KD, base, pairs


def preference_gram(KQ, KD, base, pairs):
    r"""Gram matrix of preferences: the kernel's values between differences of pairs.

    With :math:`b_i^\pm=g(q_i,d_i^\pm)`, its entries are :math:`W_{ij}=k_Q(q_i,q_j)\,
    [b_i^+b_j^+k_D(d_i^+,d_j^+)-b_i^+b_j^-k_D(d_i^+,d_j^-)-b_i^-b_j^+k_D(d_i^-,d_j^+)
    +b_i^-b_j^-k_D(d_i^-,d_j^-)]`.

    Parameters
    ----------
    KQ : array_like, shape (n_queries, n_queries)
    KD : array_like, shape (n_pages, n_pages)
    base : array_like, shape (n_queries, n_pages)
        Values of g.
    pairs : array_like of int, shape (n_pairs, 3)
        Query, preferred page, other page.

    Returns
    -------
    ndarray, shape (n_pairs, n_pairs)

    Raises
    ------
    ValueError
        If shapes disagree or an index is out of range.

    Notes
    -----
    Cost: O(M² + M n_pages) for M pairs. Source: Wu et al. (2011), Eq. (12) and the line below.
    """
    KQ, KD, base, pairs = _problem(KQ, KD, base, pairs)
    query, better, worse = pairs.T
    plus = base[query, better]
    minus = base[query, worse]
    # each preference against all pages first: four terms become two, and no loop over pairs is left
    rows = plus[:, None] * KD[better] - minus[:, None] * KD[worse]
    W = KQ[np.ix_(query, query)] * (rows[:, better] * plus - rows[:, worse] * minus)
    return (W + W.T) / 2  # equal up to rounding


class RobustRanker(BaseEstimator):
    r"""Ranking support vector machine on the kernel of pairs of queries and pages.

    .. math:: \min_k\ \sum_i\bigl[1-k(q_i,d_i^+)+k(q_i,d_i^-)\bigr]_+
        +\tfrac\lambda2\|k\|^2

    With BM25 as ``base`` it is Robust BM25; with ones it is the pairwise kernel's ranker.

    Parameters
    ----------
    lam : float
        Regularisation :math:`\lambda`; positive.
    tol : float
        Largest violation of the dual's optimality conditions, in units of the margin.
    max_iter : int
        Most sweeps over the preferences.

    Attributes
    ----------
    dual_coef_ : ndarray, shape (n_pairs,)
        Weights :math:`\theta=\beta/\lambda` of the preferences, between 0 and 1/lam.
    coef_ : ndarray, shape (n_queries, n_pages)
        The same summed up: :math:`\pm\theta_ig(q_i,d_i^\pm)` for each query and page.
    objective_ : float
        Value of the criterion.
    gap_ : float
        By how much it exceeds the dual's value: the most that it is above the minimum.
    n_iter_ : int
        Sweeps.
    converged_ : bool
        Whether ``tol`` was met; else ``fit`` warns.

    Notes
    -----
    Cost: O(M² + M n_pages) for the matrix of M preferences, O(M²) a sweep.
    Source: Wu et al. (2011), Eqs. (10) to (15); there a standard QP solver.

    Examples
    --------
    >>> ranker = RobustRanker().fit([[1.0]], np.eye(2), [[1.0, 1.0]], [[0, 1, 0]])
    >>> ranker.decision_function([[1.0]], np.eye(2), [[1.0, 1.0]])
    array([[-0.5,  0.5]])
    """

    def __init__(self, lam=1.0, *, tol=1e-6, max_iter=1000):
        self.lam = lam
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, KQ, KD, base, pairs):
        """Train on preferences.

        Parameters
        ----------
        KQ, KD, base, pairs
            As in :func:`preference_gram`.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If shapes disagree, an index is out of range, or a parameter is.
        """
        check_real(self.lam, "lam", low=0, open_low=True)
        check_real(self.tol, "tol", low=0, open_low=True)
        check_count(self.max_iter, "max_iter", low=1)
        KQ, KD, base, pairs = _problem(KQ, KD, base, pairs)
        query, better, worse = pairs.T
        W = preference_gram(KQ, KD, base, pairs)
        # dual variables in [0, 1] are lambda times the coefficients
        found = dual_coordinate_ascent(W / self.lam, tol=self.tol, max_iter=self.max_iter)
        self.converged_ = found.kkt_violation <= self.tol
        if not self.converged_:
            warnings.warn(
                f"max_iter={self.max_iter} sweeps left a violation of {found.kkt_violation:.1e}",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.dual_coef_ = theta = found.alpha / self.lam
        self.n_iter_ = found.n_iter
        margins = W @ theta
        norm = theta @ margins
        self.objective_ = float(np.maximum(1 - margins, 0).sum() + self.lam / 2 * norm)
        dual = found.alpha.sum() - self.lam / 2 * norm
        self.gap_ = max(float(self.objective_ - dual), 0.0)  # at the optimum it is rounding
        self.coef_ = np.zeros_like(base)
        # a page may stand in many preferences: add.at counts each, an indexed += only the last
        np.add.at(self.coef_, (query, better), theta * base[query, better])
        np.add.at(self.coef_, (query, worse), -theta * base[query, worse])
        return self

    def decision_function(self, KQ, KD, base):
        r"""Scores :math:`g(q,d)\sum_{q'd'}k_Q(q,q')\,c_{q'd'}\,k_D(d',d)` of queries and pages.

        Parameters
        ----------
        KQ : array_like, shape (n_new_queries, n_queries)
            Kernel between new queries and those of the training.
        KD : array_like, shape (n_new_pages, n_pages)
        base : array_like, shape (n_new_queries, n_new_pages)

        Returns
        -------
        ndarray, shape (n_new_queries, n_new_pages)

        Raises
        ------
        ValueError
            If shapes disagree, or the ranker is not trained.
        """
        check_is_fitted(self)
        n_queries, n_pages = self.coef_.shape
        KQ = check_array(KQ, "KQ", shape=(None, n_queries))
        KD = check_array(KD, "KD", shape=(None, n_pages))
        base = check_array(base, "base", shape=(len(KQ), len(KD)))
        # the kernel is a product: two factors in turn, no table over pairs of pairs
        return base * (KQ @ self.coef_ @ KD.T)
