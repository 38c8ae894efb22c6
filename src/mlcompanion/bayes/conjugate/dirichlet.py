"""The Dirichlet law of the probabilities of a categorical observation."""

import numpy as np

from mlcompanion._validation import check_array, check_count, read_only
from mlcompanion.probability.laws.simplex_laws import log_beta_d

from .family import ConjugateFamily

__all__ = ["DirichletCategorical"]


class DirichletCategorical(ConjugateFamily):
    r"""A Dirichlet law of the probabilities of d categories.

    .. math:: P(x=k\mid p)=p_k,\quad p\sim\mathrm{Dir}(\alpha)\;\Rightarrow\;
        \tilde\alpha_k=\alpha_k+\#\{i:x_i=k\}

    Parameters
    ----------
    alpha : array_like, shape (d,)
        Positive: what each category was seen before anything was seen.

    Raises
    ------
    ValueError
        If ``alpha`` is no vector of positive numbers.

    Notes
    -----
    Cost: O(n + d) for a posterior, O(d) for one observation in or out (the copy).

    Examples
    --------
    >>> DirichletCategorical([1.0, 1.0]).posterior([0, 0, 1]).alpha
    array([3., 2.])
    """

    def __init__(self, alpha):
        self.alpha = check_array(alpha, "alpha", ndim=1, min_rows=1, low=0, open_low=True).copy()
        read_only(self.alpha)

    def __repr__(self):
        return f"DirichletCategorical({self.alpha})"

    @property
    def log_normalizer(self):
        """The logarithm of the beta function of alpha."""
        return log_beta_d(self.alpha)

    def _log_base(self, n):
        return 0.0

    def posterior(self, x):
        """The law after all observations.

        Parameters
        ----------
        x : array_like of int, shape (n,)
            Categories 0, ..., d - 1.

        Returns
        -------
        DirichletCategorical

        Raises
        ------
        ValueError
            If ``x`` is no vector of categories.
        """
        d = len(self.alpha)
        x = check_array(x, "x", dtype=int, ndim=1, low=0, high=d - 1)
        return DirichletCategorical(self.alpha + np.bincount(x, minlength=d))

    def _moved(self, x, by):
        alpha = self.alpha.copy()
        alpha[check_count(x, "x", high=len(alpha) - 1)] += by
        return alpha

    def add(self, x):
        """The law with one observation more.

        Parameters
        ----------
        x : int

        Returns
        -------
        DirichletCategorical
        """
        return DirichletCategorical(self._moved(x, 1.0))

    def remove(self, x):
        """The law without an observation that is in it.

        Parameters
        ----------
        x : int

        Returns
        -------
        DirichletCategorical

        Raises
        ------
        ValueError
            If no proper law would be left: ``x`` was never in.
        """
        alpha = self._moved(x, -1.0)
        if not alpha[x] > 0:
            raise ValueError(f"x cannot be removed: alpha[{x}] would become {alpha[x]:.6g}")
        return DirichletCategorical(alpha)

    def predictive_logpdf(self, x):
        """Log-probability of the next observation.

        Parameters
        ----------
        x : int or array_like of int, any shape

        Returns
        -------
        float or ndarray, the shape of ``x``

        Raises
        ------
        ValueError
            If an entry is no category.
        """
        x = check_array(x, "x", dtype=int, low=0, high=len(self.alpha) - 1)
        return (np.log(self.alpha) - np.log(self.alpha.sum()))[x][()]
