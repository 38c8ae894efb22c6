"""VBEM for the weights of known densities (Sugiyama 2016, section 18.2.1; the instance is ours)."""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.special import digamma, gammaln
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_real

from .trial_laws import (
    best_label_law,
    check_concentrations,
    check_log_densities,
    expected_log_weights,
)

__all__ = ["VBMixtureWeights", "VBState", "vbem_rounds"]


class VBState(NamedTuple):
    """One state of a run, frozen.

    Attributes
    ----------
    alpha : ndarray, shape (m,)
        The trial law r of the weights, a Dirichlet.
    eta : ndarray, shape (n, m)
        The trial law q of the labels that is best beside it.
    free_energy : float
        F(q, r); its negative is the bound.
    """

    alpha: np.ndarray
    eta: np.ndarray
    free_energy: float


def vbem_rounds(log_densities, alpha0=1.0, start=None):
    """Run VBEM, a state at a time: for rules, figures and widgets that look in.

    Parameters
    ----------
    log_densities : array_like, shape (n, m)
        Each sample under each known density, up to ``-inf``.
    alpha0 : float or array_like, shape (m,)
        Parameters of the Dirichlet prior of the weights.
    start : array_like, shape (m,), optional
        Parameters of the first trial law r; default the prior plus equal shares of the samples.

    Returns
    -------
    iterator of VBState
        Without end. The free energy never rises.

    Raises
    ------
    ValueError
        If shapes do not match, a parameter is not positive, or no component allows a sample.

    Notes
    -----
    Cost of a round: O(n m) time and memory. Source: Sugiyama (2016), Eqs (18.4) and (18.5).

    Examples
    --------
    >>> import numpy as np
    >>> rounds = vbem_rounds(np.log([[0.9, 0.1], [0.8, 0.2], [0.3, 0.7]]))
    >>> [round(next(rounds).free_energy, 4) for _ in range(3)]
    [2.6087, 2.4292, 2.3924]
    """
    logs = check_log_densities(log_densities)
    alpha0 = check_concentrations(alpha0, "alpha0", logs.shape[1])
    if start is None:
        alpha = alpha0 + logs.shape[0] / logs.shape[1]  # all samples shared out evenly
    else:
        alpha = check_array(start, "start", shape=(logs.shape[1],), low=0, open_low=True).copy()
    return rounds(logs, alpha0, alpha)


def rounds(logs, alpha0, alpha):
    """The states of :func:`vbem_rounds`, for rows and parameters that are checked."""
    prior_constant = gammaln(alpha0.sum()) - gammaln(alpha0).sum()
    while True:
        mean_logs = digamma(alpha) - digamma(alpha.sum())
        eta, log_norms = normalised(logs + mean_logs)
        # beside its best label law the bound needs no sum over entries: each row gives its norm
        divergence = gammaln(alpha.sum()) - gammaln(alpha).sum() - prior_constant
        divergence = divergence + (alpha - alpha0) @ mean_logs
        yield VBState(alpha, eta, float(divergence - log_norms.sum()))
        alpha = alpha0 + eta.sum(axis=0)  # the VB-M step, Eq. (18.5)


def normalised(log_joint):
    """VB-E step of checked rows: responsibilities, and the logarithms of the rows' sums."""
    top = log_joint.max(axis=1, keepdims=True)
    eta = np.exp(log_joint - top)
    sums = eta.sum(axis=1, keepdims=True)
    eta /= sums
    return eta, (top + np.log(sums))[:, 0]


class VBMixtureWeights(BaseEstimator):
    """Weights of known densities by variational Bayes, with a bound of the evidence.

    Its samples are rows of log-densities, one column a component: the densities are known, and only
    their weights are to be learned.

    Parameters
    ----------
    alpha0 : float or array_like, shape (m,)
        Parameters of the Dirichlet prior; 1 is the uniform law.
    tol : float
        Stop when a round lowers the free energy by no more than this for each sample.
    max_iter : int

    Attributes
    ----------
    alpha_ : ndarray, shape (m,)
        Parameters of the Dirichlet law of the weights.
    weights_ : ndarray, shape (m,)
        Its mean.
    resp_ : ndarray, shape (n, m)
        The law of the labels of the training samples.
    bound_path_ : ndarray, shape (n_iter_ + 1,)
        The bound of the log evidence at the start and after each round; it never falls.
    bound_ : float
        Its last entry.
    n_iter_ : int
    converged_ : bool

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` rounds were not enough.

    Notes
    -----
    Cost of a round: O(n m) time and memory. The law of the weights is narrower than the posterior:
    it leaves out how the uncertainty of the labels moves the weights together. Source: Sugiyama
    (2016), section 18.2.1.

    Examples
    --------
    >>> import numpy as np
    >>> model = VBMixtureWeights().fit(np.log([[0.9, 0.1], [0.8, 0.2], [0.3, 0.7]]))
    >>> model.alpha_.round(2), round(model.bound_, 3)
    (array([3.39, 1.61]), -2.383)
    """

    def __init__(self, alpha0=1.0, *, tol=1e-9, max_iter=10_000):
        self.alpha0 = alpha0
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y=None):
        """Estimate the law of the weights.

        Parameters
        ----------
        X : array_like, shape (n, m)
            Log-densities of the samples under the m known components, up to ``-inf``.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an entry is NaN or +infinity, no component allows a sample, or a parameter is out of
            its range.
        """
        tol = check_real(self.tol, "tol", low=0)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        X = validate_data(self, X, dtype=float, ensure_all_finite=False)
        states = vbem_rounds(check_log_densities(X, "X"), self.alpha0)
        state = next(states)
        path = [-state.free_energy]
        self.converged_ = False
        while not self.converged_ and len(path) <= max_iter:
            state = next(states)
            path.append(-state.free_energy)
            self.converged_ = bool(path[-1] - path[-2] <= tol * len(X))  # the bound never falls
        self.alpha_ = state.alpha
        self.weights_ = state.alpha / state.alpha.sum()
        self.resp_ = state.eta
        self.bound_path_ = np.array(path)
        self.bound_ = path[-1]
        self.n_iter_ = len(path) - 1
        if not self.converged_:
            warnings.warn(
                f"VBEM did not converge in max_iter = {max_iter} rounds",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def predict_proba(self, X):
        """Return the law of the label of each row, by the VB-E step.

        Parameters
        ----------
        X : array_like, shape (n, m)
            Log-densities.

        Returns
        -------
        ndarray, shape (n, m)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False, ensure_all_finite=False)
        return best_label_law(check_log_densities(X, "X") + expected_log_weights(self.alpha_))

    def predict(self, X):
        """Return the likeliest component of each row; of equals the first.

        Parameters
        ----------
        X : array_like, shape (n, m)
            Log-densities.

        Returns
        -------
        ndarray of int, shape (n,)
        """
        return self.predict_proba(X).argmax(axis=1)
