"""The estimator of a Gaussian mixture by variational inference (Sugiyama 2016, section 20.1.2)."""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.special import logsumexp
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_in, check_real, check_rng
from mlcompanion.density.mixtures import MixtureModel, MixtureParameters
from mlcompanion.density.mixtures.gaussian_mixture import check_responsibilities, inverse_roots
from mlcompanion.density.mixtures.model import check_samples, first_start

from .prior import prior_of
from .student import t_terms
from .variational import VBPosterior, rounds

__all__ = ["VBGaussianMixture"]


def posterior_change(old, new):
    """The listing's rule: norms of the changes of weights, of means and of all the W together."""
    weights = np.linalg.norm(new.alpha / new.alpha.sum() - old.alpha / old.alpha.sum())
    means = np.linalg.norm(new.means - old.means, 2)
    return (
        weights
        + means
        + np.linalg.norm(np.linalg.inv(new.inverse_W) - np.linalg.inv(old.inverse_W))
    )


class _Run(NamedTuple):
    """What a run ends with."""

    posterior: VBPosterior
    free_energies: list
    converged: bool


class VBGaussianMixture(MixtureModel):
    r"""Bayesian Gaussian mixture, its posterior approximated by variational inference.

    Weights have a Dirichlet prior, each component a normal-Wishart prior. A component that explains
    little is given little weight: the prior then holds it.

    Parameters
    ----------
    n_components : int
        Number m of components, at most the number of samples.
    alpha0 : float
        Concentration of the weights. Small values leave more components almost empty.
    beta0 : float
        How many samples the prior's centre is worth.
    mean0 : array_like, shape (d,), optional
        Centre of the means; default the mean of the samples. The source has 0.
    W0 : array_like, shape (d, d), optional
        Scale of the precisions' Wishart law; default the inverse of the samples' covariance. The
        source's program has the identity.
    nu0 : float, optional
        Degrees of freedom, greater than d - 1; default d. The source's program has 3 in the plane.
    tol : float
        Stop when a round lowers the free energy by no more than this for each sample or, with
        ``stop="parameters"``, when the parameters change by less.
    max_iter : int
        Largest number of M-steps.
    n_init : int
        Starts from random shares; the one with the lowest free energy is kept.
    stop : {"free energy", "parameters"}
        The second is the source's program: norms of the changes of weights, means and W, in the
        units of ``X``.
    eta_init : array_like, shape (n, m), optional
        Shares to start from; ``n_init`` is then not used.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    weights_ : ndarray, shape (m,)
        Posterior means.
    means_ : ndarray, shape (m, d)
        Posterior means.
    covariances_ : ndarray, shape (m, d, d)
        Inverses of the posterior means nu W of the precisions.
    precisions_ : ndarray, shape (m, d, d)
    posterior_ : VBPosterior
    prior_ : MixturePrior
    free_energies_ : ndarray, shape (n_iter_,)
        Of the run that is kept, after each M-step.
    free_energy_ : float
        The last of them. The lower, the better: compare numbers of components and priors by it.
    n_iter_ : int
    converged_ : bool
    n_params_ : int
        m (1 + d + d (d + 1) / 2) - 1.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` is reached.

    Notes
    -----
    Cost of a round: O(n m d^2 + m d^3) time, O(n m) memory. ``score_samples`` is the source's
    density with the means put in; ``predictive_logpdf`` averages over the approximate posterior.
    Source: Sugiyama (2016), Figs 20.2 and 20.3.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [9.0], [10.0], [11.0]])
    >>> model = VBGaussianMixture(2, beta0=0.01, random_state=0).fit(X)
    >>> model.converged_, bool(model.free_energy_ < model.free_energies_[0])
    (True, True)
    """

    def __init__(
        self,
        n_components=1,
        *,
        alpha0=1.0,
        beta0=1.0,
        mean0=None,
        W0=None,
        nu0=None,
        tol=1e-6,
        max_iter=10_000,
        n_init=1,
        stop="free energy",
        eta_init=None,
        random_state=None,
    ):
        self.n_components = n_components
        self.alpha0 = alpha0
        self.beta0 = beta0
        self.mean0 = mean0
        self.W0 = W0
        self.nu0 = nu0
        self.tol = tol
        self.max_iter = max_iter
        self.n_init = n_init
        self.stop = stop
        self.eta_init = eta_init
        self.random_state = random_state

    def fit(self, X, y=None):
        """Approximate the posterior.

        Parameters
        ----------
        X : array_like, shape (n, d)
            At least as many samples as components.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix or has too few samples, a parameter of the prior is out
            of range, or ``W0`` is not given and the covariance of ``X`` is singular.
        """
        check_real(self.tol, "tol", low=0)
        check_count(self.max_iter, "max_iter", low=1)
        check_count(self.n_init, "n_init", low=1)
        check_in(self.stop, "stop", ("free energy", "parameters"))
        columns, centre, _ = check_samples(self, X)
        prior = prior_of(self, columns, centre)
        best = None
        for shares in self._starts(columns):
            run = self._run(columns, shares, prior)
            if best is None or run.free_energies[-1] < best.free_energies[-1]:
                best = run
        self._finish(best, prior, centre)
        return self

    def _starts(self, columns):
        m = self.n_components
        n = columns.shape[1]
        rng = check_rng(self.random_state)
        if self.eta_init is not None:
            eta = check_responsibilities(self.eta_init, "eta_init", (n, m))
            return [np.ascontiguousarray(eta.T)]
        return (first_start(columns, m, "random", rng) for _ in range(self.n_init))

    def _run(self, columns, shares, prior):
        path = []
        old = None
        for posterior, _, free_energy in rounds(columns, shares, prior):
            path.append(free_energy)
            done = old is not None and self._stops(old, posterior, path, columns.shape[1])
            old = posterior
            if done or len(path) == self.max_iter:
                return _Run(posterior, path, done)

    def _stops(self, old, new, path, n):
        if self.stop == "parameters":
            return posterior_change(old, new) < self.tol
        return path[-2] - path[-1] <= self.tol * n  # the free energy never rises

    def _finish(self, best, prior, centre):
        """Keep a run in the place of the samples; say if it did not converge."""
        posterior = best.posterior
        self.posterior_ = posterior._replace(means=posterior.means + centre)
        self.prior_ = prior._replace(mean0=prior.mean0 + centre)
        # inverses of the mean precisions nu W
        covariances = posterior.inverse_W / posterior.nu[:, None, None]
        weights = posterior.alpha / posterior.alpha.sum()
        self._keep(MixtureParameters(weights, self.posterior_.means.copy(), covariances))
        roots, _ = inverse_roots(covariances)
        self.precisions_ = roots.transpose(0, 2, 1) @ roots
        self.free_energies_ = np.array(best.free_energies)
        self.free_energy_ = best.free_energies[-1]
        self.n_iter_ = len(best.free_energies)
        self.converged_ = bool(best.converged)
        if not best.converged:
            warnings.warn(
                f"the free energy still falls after max_iter = {self.max_iter} rounds",
                ConvergenceWarning,
                stacklevel=3,
            )

    def predictive_logpdf(self, X):
        """Log-density of rows, averaged over the approximate posterior: a mixture of t densities.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return logsumexp(t_terms(X, self.posterior_), axis=0)
