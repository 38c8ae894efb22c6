"""``DiscreteLatentTree``: the law of discrete columns along a learned latent tree.

Choi, Tan, Anandkumar and Willsky (2011), sections 5.5, 6.6 and 7.3, equations (9) and (28).
"""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_in, check_real, check_rng
from mlcompanion.density.protocol import DensityEstimator

from ..latent.learn import METHODS
from ..trees.pairs import check_codes
from .fitting import fit_tree_law
from .regularized import learn_from_codes, regularized_grouping

__all__ = ["DiscreteLatentTree"]

_REGULARIZED = {"regclnj": "nj", "regclrg": "rg"}


class DiscreteLatentTree(DensityEstimator):
    """Law of discrete columns along a tree with hidden nodes that is learned from the rows.

    All nodes, observed and hidden, have the same number of states.

    Parameters
    ----------
    method : {"clnj", "clrg", "nj", "rg", "cl", "blind", "regclnj", "regclrg"}
        How the tree is learned: as for
        :func:`~mlcompanion.graphical.latent.learn_latent_tree`, or by :func:`regularized_grouping`,
        which adds hidden nodes only where they pay.
    n_states : int, optional
        By default up to the largest code.
    smoothing : float
        Further rows, spread evenly over the cells of each pair's table.
    max_iter : int
        Most steps of expectation-maximization.
    tol : float
        Its steps end when the mean over the rows of what it maximizes gains less.
    random_state : int, Generator or None
        For the regularized methods, which draw hidden states.

    Attributes
    ----------
    tree_ : LatentTree
    n_hidden_ : int
    law_ : LatentTreeLaw
    n_params_ : int
        Free probabilities.
    n_iter_ : int
        Steps of expectation-maximization.
    converged_ : bool

    Notes
    -----
    Cost: O(n m² K²) for the distances, and for the tree see
    :func:`{R}`; O(n n_nodes K²) for each step of the fit. Source: sections 5.5 and 7.3.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> topic = rng.random((500, 1)) < 0.5
    >>> X = (topic ^ (rng.random((500, 5)) < 0.15)).astype(int)
    >>> DiscreteLatentTree().fit(X).n_hidden_
    1
    """

    def __init__(self, method="clnj", *, n_states=None, smoothing=1.0, max_iter=500, tol=1e-6,
                 random_state=None):  # fmt: skip
        self.method = method
        self.n_states = n_states
        self.smoothing = smoothing
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def fit(self, X, y=None):
        """Learn the tree, then its probabilities.

        Parameters
        ----------
        X : array_like of int, shape (n, m)
            Codes from 0.
        y : ignored

        Returns
        -------
        DiscreteLatentTree
        """
        X = validate_data(self, X, dtype=float)
        if X.min() < 0:
            raise ValueError("Negative values in data passed to X: it must hold codes from 0")
        check_in(self.method, "method", (*METHODS, *_REGULARIZED))
        smoothing = check_real(self.smoothing, "smoothing", low=0, open_low=True)
        if self.n_states is not None:
            check_count(self.n_states, "n_states", low=2)
        rng = check_rng(self.random_state)
        X, counts = check_codes(X, self.n_states)
        K = max(int(counts.max()), 2)  # one state alone has no channel
        if self.method in _REGULARIZED:
            self.tree_ = regularized_grouping(
                X, _REGULARIZED[self.method], n_states=K, smoothing=smoothing,
                random_state=rng,
            )  # fmt: skip
        else:
            self.tree_ = learn_from_codes(X, self.method, K, smoothing)
        fit = fit_tree_law(
            self.tree_, X, K, smoothing=smoothing, max_iter=self.max_iter, tol=self.tol
        )
        self.n_hidden_ = self.tree_.n_hidden
        self.law_ = fit.law
        self.n_params_ = fit.law.n_params
        self.n_iter_ = len(fit.log_likelihoods)
        self.converged_ = fit.converged
        return self

    def score_samples(self, X):
        """Logarithm of the probability of each row.

        Parameters
        ----------
        X : array_like of int, shape (n, m)
            Codes known from ``fit``.

        Returns
        -------
        ndarray, shape (n,)
        """
        check_is_fitted(self)
        return self.law_.log_prob(validate_data(self, X, reset=False, dtype=float))

    def bic(self, X):
        """Log-likelihood of the rows minus half of ``n_params_`` log n: larger is better (28).

        Parameters
        ----------
        X : array_like of int, shape (n, m)

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
        ndarray of int, shape (n_samples, m)
        """
        check_is_fitted(self)
        return self.law_.sample(n_samples, random_state)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.positive_only = True
        return tags
