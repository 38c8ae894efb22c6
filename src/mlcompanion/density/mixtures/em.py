"""Expectation-maximisation for Gaussian mixtures (Sugiyama 2016, section 15.4)."""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_real,
    check_rng,
)

from .gaussian_mixture import (
    MixtureParameters,
    SingularCovariance,
    check_mixture,
    check_responsibilities,
    e_step,
    maximise,
)
from .model import MixtureModel, around_means, check_means, check_samples, first_start

__all__ = ["EMState", "GaussianMixtureEM", "em_rounds"]


class EMState(NamedTuple):
    """One state of a run of EM, frozen: later rounds do not change it.

    Attributes
    ----------
    theta : MixtureParameters
    eta : ndarray, shape (n, m)
        Responsibilities of ``theta``.
    log_likelihood : float
        Of ``theta``.
    """

    theta: MixtureParameters
    eta: np.ndarray
    log_likelihood: float


def rounds(columns, start, reg_covar, spread):
    """Yield (theta, shares, log-likelihood) after each round; ends where a covariance is singular.

    ``start`` has responsibilities (m, n) for a first M-step, or parameters for a first E-step.
    """
    theta = start
    if not isinstance(start, MixtureParameters):
        theta = maximise(columns, start, reg_covar)
    while True:
        try:
            # the log-likelihood comes with the shares: no further pass for the stopping rule
            shares, log_density = e_step(columns, theta, spread)
        except SingularCovariance:  # unbounded likelihood: the last regular state stands
            return
        yield theta, shares, float(log_density.sum())
        theta = maximise(columns, shares, reg_covar)


def em_rounds(X, start, reg_covar=0.0):
    """Run EM from a start, a state at a time: for rules, figures and widgets that look in.

    Parameters
    ----------
    X : array_like, shape (n, d)
    start : MixtureParameters or array_like, shape (n, m)
        Parameters, which are the first state, or responsibilities, from which an M-step makes it.
    reg_covar : float
        Added to the variances, in the squared units of ``X``; 0 is maximum likelihood.

    Returns
    -------
    iterator of EMState
        Without end, unless a covariance becomes singular: the state before is then the last. The
        log-likelihood never falls if ``reg_covar`` is 0.

    Raises
    ------
    ValueError
        If the shapes do not match, or ``start`` has neither valid parameters nor responsibilities.

    Notes
    -----
    Cost of a state: O(n m d^2 + m d^3) time, O(n m) memory. Source: Sugiyama (2016), Fig. 15.6.

    Examples
    --------
    >>> import numpy as np
    >>> from itertools import islice
    >>> X = np.array([[0.0], [1.0], [9.0], [10.0]])
    >>> eta = np.array([[0.9, 0.1], [0.8, 0.2], [0.2, 0.8], [0.1, 0.9]])
    >>> [round(state.log_likelihood, 2) for state in islice(em_rounds(X, eta), 4)]
    [-11.24, -9.73, -5.7, -5.68]
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    reg_covar = check_real(reg_covar, "reg_covar", low=0)
    centre = X.mean(axis=0)
    # from the mean: squares of far samples would cost the covariances their digits
    columns = np.ascontiguousarray((X - centre).T)
    if isinstance(start, MixtureParameters):
        theta = check_mixture(start, "start", X.shape[1])
        start = theta._replace(means=theta.means - centre)
    else:
        eta = check_responsibilities(start, "start", (len(X), None))
        start = np.ascontiguousarray(eta.T)
    spread = np.sqrt((columns**2).mean(axis=1))
    return _states(rounds(columns, start, reg_covar, spread), centre)


def _states(inner, centre):
    for theta, shares, log_likelihood in inner:
        moved = MixtureParameters(
            theta.weights.copy(), theta.means + centre, theta.covariances.copy()
        )
        yield EMState(moved, shares.T.copy(), log_likelihood)


def parameter_change(old, new):
    """The listing's rule: norms of the changes of weights, of means, of the *last* covariance."""
    weights = np.linalg.norm(new.weights - old.weights)
    means = np.linalg.norm(new.means - old.means, 2)
    last_covariance = np.linalg.norm(new.covariances[-1] - old.covariances[-1], 2)
    return weights + means + last_covariance


class _Run(NamedTuple):
    """What a run of EM ends with."""

    theta: MixtureParameters
    log_likelihoods: list
    converged: bool
    singular: bool


class GaussianMixtureEM(MixtureModel):
    r"""Gaussian mixture fitted by expectation-maximisation, a local maximum of the likelihood.

    Parameters
    ----------
    n_components : int
        Number m of components.
    tol : float
        Stop when a round gains no more than this in the mean log-likelihood of a sample, or, with
        ``stop="parameters"``, when the parameters change by less. At 1e-3, scikit-learn's default,
        most runs from random responsibilities end on the plateau where they begin.
    max_iter : int
    reg_covar : float
        Added to the variances, in the squared units of ``X``. 0 is maximum likelihood, whose
        likelihood has no largest value: a component may shrink onto a few samples.
    n_init : int
        Number of starts; the run with the largest likelihood among those that end regular is kept.
    init : {"random", "samples"}
        Random responsibilities, as in the source's program, or random samples as means, with equal
        weights and the covariance of all samples.
    stop : {"likelihood", "parameters"}
        The second is the source's program: norms of the changes of the weights, the means and the
        last covariance, in the units of ``X``.
    means_init : array_like, shape (m, d), optional
        Means to start from, for example centres of k-means++; ``init`` and ``n_init`` are then not
        used.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    weights_ : ndarray, shape (m,)
    means_ : ndarray, shape (m, d)
    covariances_ : ndarray, shape (m, d, d)
    log_likelihoods_ : ndarray, shape (n_iter_,)
        Of the run that is kept, after each round.
    n_iter_ : int
    converged_ : bool
    singular_ : bool
        Whether the run that is kept ran into a singular covariance: its last regular state is kept,
        as it stands.
    n_singular_ : int
        How many of the starts did.
    n_params_ : int
        m (1 + d + d (d + 1) / 2) - 1.

    Warns
    -----
    ConvergenceWarning
        If the run that is kept became singular or reached ``max_iter``.

    Notes
    -----
    Cost of a round: O(n m d^2 + m d^3) time, O(n m) memory. Source: Sugiyama (2016), Figs 15.6 and
    15.9.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [9.0], [10.0], [11.0]])
    >>> model = GaussianMixtureEM(2, means_init=[[0.0], [9.0]], tol=1e-9).fit(X)
    >>> model.means_.ravel().round(3), model.predict([[3.0], [8.0]])
    (array([ 1., 10.]), array([0, 1]))
    """

    def __init__(
        self,
        n_components=1,
        *,
        tol=1e-6,
        max_iter=10_000,
        reg_covar=0.0,
        n_init=1,
        init="random",
        stop="likelihood",
        means_init=None,
        random_state=None,
    ):
        self.n_components = n_components
        self.tol = tol
        self.max_iter = max_iter
        self.reg_covar = reg_covar
        self.n_init = n_init
        self.init = init
        self.stop = stop
        self.means_init = means_init
        self.random_state = random_state

    def fit(self, X, y=None):
        """Estimate the parameters.

        Parameters
        ----------
        X : array_like, shape (n, d)
            At least as many samples as components, and d + 1 without ``reg_covar``.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix or has too few samples, or its covariance is singular
            while ``reg_covar`` is 0.
        """
        self._check_rules()
        columns, centre, spread = check_samples(self, X)
        rng = check_rng(self.random_state)
        check_in(self.init, "init", ("random", "samples"))
        runs = []
        for _ in range(self.n_init if self.means_init is None else 1):
            runs.append(self._run(columns, self._start(columns, centre, rng), spread))
        self._choose(runs, centre)
        return self

    def _check_rules(self):
        check_real(self.tol, "tol", low=0)
        check_count(self.max_iter, "max_iter", low=1)
        check_real(self.reg_covar, "reg_covar", low=0)
        check_count(self.n_init, "n_init", low=1)
        check_in(self.stop, "stop", ("likelihood", "parameters"))

    def _start(self, columns, centre, rng):
        if self.means_init is not None:
            means = check_means(self.means_init, centre, self.n_components)
        else:
            means = first_start(columns, self.n_components, self.init, rng)
            if self.init == "random":
                return means
        theta = around_means(columns, means)
        d = len(columns)
        # as after each M-step: the first E-step must not be singular either
        theta.covariances[:, range(d), range(d)] += self.reg_covar
        return theta

    def _run(self, columns, start, spread):
        theta = None
        path = []
        if self.reg_covar:
            spread = np.zeros_like(spread)  # no width can be rounding
        for new, _, log_likelihood in rounds(columns, start, self.reg_covar, spread):
            path.append(log_likelihood)
            done = theta is not None and self._stops(theta, new, path, columns.shape[1])
            theta = new
            if done or len(path) == self.max_iter:
                return _Run(theta, path, done, False)
        if theta is None:
            raise ValueError(
                "the covariance of X is singular: a feature is constant or a combination of "
                f"others, or there are too few samples (n_samples = {columns.shape[1]}); give a "
                "positive reg_covar"
            )
        return _Run(theta, path, False, True)

    def _stops(self, old, new, path, n):
        if self.stop == "parameters":
            return parameter_change(old, new) < self.tol
        return path[-1] - path[-2] <= self.tol * n  # EM never falls: a small rise is the end

    def _choose(self, runs, centre):
        """Keep the best run in the units of the samples; say what is wrong with it."""
        best = self._best_of(runs)
        self._keep(best.theta._replace(means=best.theta.means + centre))
        self.log_likelihoods_ = np.array(best.log_likelihoods)
        self.n_iter_ = len(best.log_likelihoods)
        if best.singular:
            warnings.warn(
                "a component shrank onto too few samples, where the likelihood has no bound: the "
                "last regular state is kept. Give other starts (n_init), fewer components or a "
                "positive reg_covar",
                ConvergenceWarning,
                stacklevel=3,
            )
        elif not best.converged:
            warnings.warn(
                f"EM did not converge in max_iter = {self.max_iter} rounds",
                ConvergenceWarning,
                stacklevel=3,
            )
