r"""The exact evidence of a mixture with known densities: all labellings, grouped by their counts.

The evidence is a sum over all :math:`m^n` labellings. The prior of a labelling depends on its
counts alone; so it is enough to add up the likelihoods of all labellings with the same counts, one
sample after another.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import betaln, logsumexp

from mlcompanion._validation import check_array, check_count, check_memory, read_only
from mlcompanion.probability.laws.simplex_laws import simplex_grid

from .trial_laws import check_concentrations, check_log_densities

__all__ = ["MixturePosterior", "exact_mixture_evidence", "exact_mixture_posterior"]


@dataclass(frozen=True, eq=False)
class MixturePosterior:
    """The exact posterior of the weights: a mixture of Dirichlet laws, one a vector of counts.

    Parameters
    ----------
    counts : ndarray of int, shape (k, m)
        How many samples each component has.
    probabilities : ndarray, shape (k,)
        Posterior probability of the counts.
    alpha0 : ndarray, shape (m,)
        Prior: given the counts the weights have the law Dirichlet(alpha0 + counts).
    log_evidence : float
    """

    counts: np.ndarray
    probabilities: np.ndarray
    alpha0: np.ndarray
    log_evidence: float

    def mean(self):
        """Return the posterior mean of each weight.

        Returns
        -------
        ndarray, shape (m,)
        """
        return self.probabilities @ self._means()

    def variance(self):
        """Return the posterior variance of each weight: within the counts, and between them.

        Returns
        -------
        ndarray, shape (m,)
        """
        means = self._means()
        total = self.alpha0.sum() + self.counts[0].sum()
        # variance of a Dirichlet weight; the total is the same for all counts
        within = self.probabilities @ (means * (1 - means)) / (total + 1)
        return within + self.probabilities @ (means - self.mean()) ** 2

    def _means(self):
        alphas = self.alpha0 + self.counts
        return alphas / alphas.sum(axis=1, keepdims=True)

    def marginal_pdf(self, w, component=0):
        """Return the posterior density of one weight, a mixture of Beta laws.

        Parameters
        ----------
        w : array_like, shape (g,)
            In the open interval (0, 1).
        component : int

        Returns
        -------
        ndarray, shape (g,)

        Notes
        -----
        Cost: O(g k).
        """
        w = check_array(w, "w", ndim=1, min_rows=1, low=0, high=1, open_low=True, open_high=True)
        component = check_count(component, "component", high=len(self.alpha0) - 1)
        mine = self.alpha0[component] + self.counts[:, component]
        rest = self.alpha0.sum() + self.counts[0].sum() - mine
        logs = np.outer(np.log(w), mine - 1) + np.outer(np.log1p(-w), rest - 1)
        return np.exp(logs - betaln(mine, rest)) @ self.probabilities


def exact_mixture_posterior(log_densities, alpha0=1.0):
    """Exact posterior of the weights of known densities, and its log evidence.

    Parameters
    ----------
    log_densities : array_like, shape (n, m)
        Each sample under each known density, up to ``-inf``.
    alpha0 : float or array_like, shape (m,)
        Parameters of the Dirichlet prior of the weights.

    Returns
    -------
    MixturePosterior

    Raises
    ------
    ValueError
        If no component allows a sample, or a parameter is not positive.
    MemoryError
        If the table of counts does not fit.

    Notes
    -----
    Cost: O(n m (n + 1)^(m - 1)) time and O(m (n + 1)^(m - 1)) memory, for a sum of m^n labellings:
    n^2 for two components. In logarithms; all terms are positive, so that nothing cancels.

    Examples
    --------
    >>> import numpy as np
    >>> exact = exact_mixture_posterior(np.log([[0.9, 0.1], [0.8, 0.2], [0.3, 0.7]]))
    >>> exact.mean().round(3), round(exact.log_evidence, 3)
    (array([0.652, 0.348]), -2.106)
    """
    logs = check_log_densities(log_densities)
    n, m = logs.shape
    alpha0 = check_concentrations(alpha0, "alpha0", m)
    check_memory(8.0 * (m + 3) * (n + 1) ** (m - 1), "the table of counts")
    table = log_sums_by_counts(logs)
    counts = simplex_grid(m, n)
    log_sums = table[tuple(counts[:, 1:].T)]
    total = alpha0.sum()
    # labelled one after another: log-gammas of large concentrations would lose the digits
    steps = np.cumsum(np.log(alpha0[:, None] + np.arange(n)), axis=1)
    rising = np.column_stack([np.zeros(m), steps])
    log_prior = rising[np.arange(m), counts].sum(axis=1) - np.log(total + np.arange(n)).sum()
    log_joint = log_sums + log_prior
    log_evidence = float(logsumexp(log_joint))
    probabilities = np.exp(log_joint - log_evidence)
    read_only(counts, probabilities, alpha0)
    return MixturePosterior(counts, probabilities, alpha0, log_evidence)


def log_sums_by_counts(logs):
    """Log of the summed likelihoods of all labellings with the same counts.

    Entry (c_2, ..., c_m) is for the labellings in which component l has c_l samples; the first
    component has the others. ``-inf`` where there is no such labelling.
    """
    n, m = logs.shape
    table = np.full((n + 1,) * (m - 1), -math.inf)
    table[(0,) * (m - 1)] = 0.0
    for row in logs:
        # the next sample belongs to the first component: no count of the others moves
        grown = table + row[0]
        for axis in range(m - 1):
            moved = np.full_like(table, -math.inf)
            ahead = [slice(None)] * (m - 1)
            behind = [slice(None)] * (m - 1)
            ahead[axis] = slice(1, None)
            behind[axis] = slice(None, -1)
            # or to another one, whose count is then one more
            moved[tuple(ahead)] = table[tuple(behind)] + row[axis + 1]
            grown = np.logaddexp(grown, moved)
        table = grown
    return table


def exact_mixture_evidence(log_densities, alpha0=1.0):
    """Exact log evidence of a mixture of known densities with a Dirichlet prior on its weights.

    Parameters
    ----------
    log_densities : array_like, shape (n, m)
        Each sample under each known density, up to ``-inf``.
    alpha0 : float or array_like, shape (m,)

    Returns
    -------
    float

    Notes
    -----
    Cost and errors as of :func:`exact_mixture_posterior`.
    """
    return exact_mixture_posterior(log_densities, alpha0).log_evidence
