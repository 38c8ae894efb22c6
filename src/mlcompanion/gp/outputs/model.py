r"""Gaussian processes with several outputs as an estimator: parameters by maximum likelihood.

Álvarez and Lawrence (2011), sections 4 to 6: the convolved process and, without blur, instantaneous
mixing (ICM, SLFM), trained exactly or under DTC, FITC, PITC, inducing inputs moved with the rest.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_real,
    check_rng,
)

from ._likelihood import Data, Likelihood, Shape
from ._lists import check_inputs, check_targets
from ._search import SEARCHES
from ._starts import best_start, first_inducing
from .convolved import ConvolvedGaussianKernel
from .posterior import APPROXIMATIONS, condition_outputs

__all__ = ["ConvolvedGP"]


class ConvolvedGP(RegressorMixin, BaseEstimator):
    r"""Joint regression of related outputs, each a blur of common hidden functions.

    Parameters
    ----------
    approx : {"full", "dtc", "fitc", "pitc", "output-block"}
        The exact process, or an approximation with inducing inputs; see
        :func:`condition_outputs`.
    blur : bool
        Each output has a window of its own; without it the hidden functions are mixed as they are
        (intrinsic coregionalization with ``n_latent=1``, semiparametric latent factors with more).
    n_latent : int
        Hidden functions with a covariance each.
    rank : int
        Copies of each of them, drawn apart.
    n_inducing : int
        Inducing inputs of an approximation; no more than there are observations of an output on
        average are used for each of several hidden functions.
    optimize_inducing : bool
        Move them with the parameters; else they stay where they start: equally spaced for one
        input, k-means centres for more.
    isotropic : bool
        One length for all inputs instead of one for each.
    center : bool
        Take each output's mean off; else the outputs have mean zero by assumption.
    optimizer : {"l-bfgs", "scg"}
        "scg" is the source's scaled conjugate gradients.
    max_iter : int
        Most steps of the search.
    start_spread : float
        Standard deviation by which the logarithms of the start values are shaken, for restarts.
    random_state : int, Generator, RandomState or None
        Seed of start values and k-means. The first of one hidden function needs no chance.

    Attributes
    ----------
    kernel_ : ConvolvedGaussianKernel
        Fitted kernel in the units of the data, normalized: ``S`` are standard deviations.
    noise_ : ndarray, shape (D,)
        Variance of each output's noise.
    means_ : ndarray, shape (D,)
        What was taken off.
    inducing_inputs_ : ndarray, shape (K, p), or None
    log_marginal_likelihood_ : float
        Log density of the centred observations under the model.
    n_iter_ : int
        Steps of the search.
    converged_ : bool
        Whether it ended before ``max_iter``.
    posterior_ : OutputsPosterior

    Notes
    -----
    ``X`` and ``y`` are lists with one array an output, whose inputs need not agree; or one array
    (n, p) for all, with ``y`` (n,) or (n, D). A step costs what :func:`condition_outputs` does.
    The fit is that of standardized data, so that units and origin change no answer.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(0, 6, 50)
    >>> few = x[::9]
    >>> model = ConvolvedGP().fit([x, few], [np.sin(x), 2 * np.sin(few) + 1])
    >>> _, second = model.predict([[4.5], [4.0]])  # between two of its six readings
    >>> bool(abs(second[0] - (2 * np.sin(4.0) + 1)) < 0.1)
    True
    """

    def __init__(
        self,
        approx="full",
        *,
        blur=True,
        n_latent=1,
        rank=1,
        n_inducing=30,
        optimize_inducing=True,
        isotropic=False,
        center=True,
        optimizer="l-bfgs",
        max_iter=200,
        start_spread=0.0,
        random_state=None,
    ):
        self.approx = approx
        self.blur = blur
        self.n_latent = n_latent
        self.rank = rank
        self.n_inducing = n_inducing
        self.optimize_inducing = optimize_inducing
        self.isotropic = isotropic
        self.center = center
        self.optimizer = optimizer
        self.max_iter = max_iter
        self.start_spread = start_spread
        self.random_state = random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def fit(self, X, y, counts=None):
        """Find the parameters and condition on the data.

        Parameters
        ----------
        X : list of array_like, shapes (n_d, p), or array_like (n, p)
        y : list of array_like, shapes (n_d,), or array_like (n,) or (n, D)
        counts : list of array_like, optional
            How many measurements each observation is the mean of.

        Returns
        -------
        ConvolvedGP

        Raises
        ------
        ValueError
            If shapes disagree or a parameter is out of range.
        """
        self._check_parameters()
        X, y = self._read(X, y)
        if counts is None:
            counts = [np.ones(len(x)) for x in X]
        counts = check_targets(counts, "counts", X)
        self.means_ = np.array([v.mean() if self.center else 0.0 for v in y])
        centred = [v - mean for v, mean in zip(y, self.means_)]
        # the search sees data of mean 0 and size 1, so that its start and its steps have no units
        likelihood, units = self._standardized(X, centred, counts)
        theta = best_start(likelihood, self._rng, self.start_spread)
        found = SEARCHES[self.optimizer](likelihood, theta, self.max_iter)
        self.n_iter_ = found.n_iter
        self.converged_ = found.converged
        if not found.converged:
            warnings.warn(
                f"the search for the parameters stopped after {found.n_iter} steps; raise max_iter",
                ConvergenceWarning,
                stacklevel=2,
            )
        parameters = likelihood.unpack(found.theta)
        self._store(parameters, units)
        self.posterior_ = condition_outputs(
            self.kernel_,
            X,
            centred,
            noise=self.noise_,
            approx=self.approx,
            Z=self.inducing_inputs_,
            counts=counts,
        )
        self.log_marginal_likelihood_ = self.posterior_.log_marginal_likelihood
        return self

    def _check_parameters(self):
        check_in(self.approx, "approx", APPROXIMATIONS)
        check_in(self.optimizer, "optimizer", SEARCHES)
        for name in ("blur", "optimize_inducing", "isotropic", "center"):
            check_flag(getattr(self, name), name)
        for name in ("n_latent", "rank", "n_inducing", "max_iter"):
            check_count(getattr(self, name), name, low=1)
        check_real(self.start_spread, "start_spread", low=0)
        self._rng = check_rng(self.random_state)

    def _read(self, X, y):
        """Lists of inputs and outputs, and how an answer is to be handed back."""
        self.lists_ = isinstance(X, list | tuple) and isinstance(y, list | tuple) and _nested(y)
        if self.lists_:
            X = check_inputs(X, "X")
            self.n_features_in_ = X[0].shape[1]
            return X, check_targets(y, "y", X)
        X, y = validate_data(self, X, y, dtype=float, multi_output=True, y_numeric=True)
        self._flat = y.ndim == 1
        columns = check_array(y, "y").reshape(len(X), -1).T
        return [X] * len(columns), list(columns)

    def _standardized(self, X, y, counts):
        """The likelihood of data in units of their own spread, and these units."""
        stacked = np.vstack(X)
        origin = stacked.mean(axis=0)
        spread = _spread(stacked - origin)
        if self.isotropic:
            spread = np.full_like(spread, np.sqrt(np.mean(spread**2)))
        heights = np.concatenate([_spread(v[:, None]) for v in y])
        data = Data(
            (stacked - origin) / spread,
            np.concatenate([v / h for v, h in zip(y, heights)]),
            np.array([len(v) for v in y]),
            np.concatenate(counts),
        )
        groups = np.repeat(np.arange(self.n_latent), self.rank)
        sparse = self.approx != "full"
        moving = sparse and self.optimize_inducing
        shape = Shape(self.approx, groups, self.blur, self.isotropic, True, moving)
        Z = None
        if sparse:
            if self.n_inducing * len(groups) > len(data.y):
                raise ValueError(
                    f"n_inducing must give no more inducing values than there are data, got "
                    f"{self.n_inducing} x {len(groups)} for n_samples = {len(data.y)}"
                )
            if self.approx == "output-block" and not all(np.array_equal(x, X[0]) for x in X):
                raise ValueError("X must be the same for all outputs with approx='output-block'")
            Z = first_inducing(data.X, self.n_inducing, self._rng)
        return Likelihood(data, shape, Z), (origin, spread, heights)

    def _store(self, parameters, units):
        """The fitted parameters in the units of the data."""
        origin, spread, heights = units
        family = parameters.family
        wide = (1, len(spread) // family.blur.shape[1])
        with np.errstate(divide="ignore"):
            # a blur is a variance in units of the spread, P its inverse in the units of the data
            P = 1 / (np.tile(family.blur, wide) * spread**2)
        Lam = 1 / (np.tile(family.width, wide) * spread**2)
        self.kernel_ = ConvolvedGaussianKernel(family.S * heights[:, None], P, Lam, normalize=True)
        self.noise_ = parameters.noise * heights**2
        Z = parameters.Z
        self.inducing_inputs_ = None if Z is None else Z * spread + origin

    def predict(self, X, return_std=False, include_noise=True):
        """Predict the outputs at new places.

        Parameters
        ----------
        X : list of array_like, shapes (m_d, p), or array_like (m, p)
            As in ``fit``; one array stands for all outputs.
        return_std : bool
            Also return standard deviations.
        include_noise : bool
            Of an observation rather than of the function.

        Returns
        -------
        mean : ndarray (m,) or (m, D), or list of ndarray, shapes (m_d,)
        std : the same, with ``return_std``

        Raises
        ------
        ValueError
            If the places have not as many columns as those of ``fit``.
        """
        check_is_fitted(self)
        check_flag(return_std, "return_std")
        check_flag(include_noise, "include_noise")
        one_array = not (self.lists_ and isinstance(X, list | tuple))
        D = len(self.means_)
        if one_array:
            X = [validate_data(self, X, dtype=float, reset=False)] * D
        means, variances = self.posterior_.predict(X, include_noise=include_noise)
        means = [m + mean for m, mean in zip(means, self.means_)]
        stds = [np.sqrt(v) for v in variances]
        if one_array:
            means, stds = np.column_stack(means), np.column_stack(stds)
            if not self.lists_ and self._flat:
                means, stds = means[:, 0], stds[:, 0]
        return (means, stds) if return_std else means

    def latent_posterior(self, Z=None):
        """The hidden functions given the data; see :meth:`OutputsPosterior.latent_posterior`."""
        check_is_fitted(self)
        return self.posterior_.latent_posterior(Z)


def _nested(y):
    """Whether a list of outputs holds arrays, not numbers."""
    return len(y) > 0 and all(np.ndim(item) == 1 for item in y)


def _spread(columns):
    """Root mean squares of the columns; a column without any has one."""
    size = np.sqrt(np.mean(columns**2, axis=0))
    return np.where(size > 0, size, 1.0)
