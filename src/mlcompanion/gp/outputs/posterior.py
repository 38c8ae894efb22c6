r"""Several outputs conditioned on data, exactly or by an approximation; and draws from the prior.

Álvarez and Lawrence (2011), sections 4 and 5: the full process (13), and DTC, FITC, PITC (16) to
(18), with blocks over one output or, in the variant of section 5.1.4, over all outputs at a place.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_rng
from mlcompanion.gp.low_rank import low_rank_fit

from ._lists import check_inputs, check_places, check_targets, cut
from .outputs_kernel import OutputsKernel

__all__ = ["LatentPosterior", "OutputsPosterior", "condition_outputs", "draw_outputs"]

APPROXIMATIONS = ("full", "dtc", "fitc", "pitc", "output-block")


class LatentPosterior(NamedTuple):
    """Hidden functions given the data, (18): at K places (K, p), means and deviations (Q, K).

    ``covariance`` (Q K, Q K) has the hidden functions one after the other.
    """

    Z: np.ndarray
    mean: np.ndarray
    std: np.ndarray
    covariance: np.ndarray


def condition_outputs(kernel, X, y, *, noise, approx="full", Z=None, counts=None):
    r"""Condition several outputs on their observations.

    Parameters
    ----------
    kernel : OutputsKernel
    X : list of array_like, shapes (n_d, p)
        Inputs of each output; they need not agree.
    y : list of array_like, shapes (n_d,)
        Observations, of mean zero.
    noise : float or array_like, shape (D,)
        Variance of each output's noise.
    approx : {"full", "dtc", "fitc", "pitc", "output-block"}
        "pitc" keeps a block for each output; "output-block" one for each place, with all outputs
        in it, and needs the same inputs for all of them.
    Z : array_like, shape (K, p), optional
        Inducing inputs; needed but for "full".
    counts : list of array_like, optional
        How many measurements each observation is the mean of: its noise is divided by that.

    Returns
    -------
    OutputsPosterior

    Raises
    ------
    ValueError
        If lists disagree, there are more inducing values than data, ``noise`` is negative or too
        small, or inputs differ where they must not.

    Notes
    -----
    With n observations in all: "full" O(n³) time and O(n²) memory; the others O(nK²) and O(nK),
    "pitc" :math:`\sum_dn_d^3` and :math:`\sum_dn_d^2` more, "output-block" O(ND³) and O(ND²).
    Source: (13) to (18).

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.gp.outputs import ConvolvedGaussianKernel
    >>> kernel = ConvolvedGaussianKernel([1.0, -1.0], [50.0, 50.0], 100.0, normalize=True)
    >>> x = np.linspace(-1, 1, 40)
    >>> y = np.sin(5 * x)
    >>> seen = condition_outputs(kernel, [x, x[:10]], [y, -y[:10]], noise=0.01)
    >>> means, _ = seen.predict([[0.5], [0.5]])
    >>> bool(means[1][0] < -0.5)
    True
    """
    check_instance(kernel, "kernel", OutputsKernel)
    X = check_inputs(X, "X", n_outputs=kernel.n_outputs)
    y = check_targets(y, "y", X)
    check_in(approx, "approx", APPROXIMATIONS)
    noise = check_array(noise, "noise", low=0)
    if noise.ndim == 0:
        noise = np.full(len(X), noise)
    noise = check_array(noise, "noise", shape=(len(X),))
    counts = [np.ones(len(x)) for x in X] if counts is None else check_targets(counts, "counts", X)
    for count in counts:
        check_array(count, "counts", low=0, open_low=True)
    if approx != "full":
        if Z is None:
            raise ValueError(f"Z must be given: approx={approx!r} needs inducing inputs")
        Z = check_places(Z, "Z", n_columns=X[0].shape[1])
        if len(Z) * kernel.n_latent > sum(map(len, X)):
            raise ValueError(
                f"Z must have no more inducing values than data, got {len(Z)} x "
                f"{kernel.n_latent} for {sum(map(len, X))}"
            )
    if approx == "output-block" and not all(np.array_equal(x, X[0]) for x in X):
        raise ValueError("X must be the same for all outputs with approx='output-block'")
    variances = [v / count for v, count in zip(noise, counts)]
    # kept as its own: what the caller does to the data later does not reach the posterior
    X = [x.copy() for x in X]
    Z = None if Z is None else Z.copy()
    return OutputsPosterior(kernel, X, y, noise.copy(), variances, (approx, Z))


class OutputsPosterior:
    """Several outputs given their data; made by :func:`condition_outputs`.

    Attributes
    ----------
    log_marginal_likelihood : float
        Log density of the observations, (13) or (17).
    """

    def __init__(self, kernel, X, y, noise, variances, how):
        self._kernel, self._X, self._noise = kernel, X, noise
        self._approx, self._Z = how
        stacked = np.concatenate(y)
        noises = np.concatenate(variances)
        if self._approx == "full":
            self._condition_fully(stacked, noises)
        else:
            self._condition_sparsely(stacked, noises)

    def _condition_fully(self, y, noises):
        K = self._kernel.ff(self._X)
        K[np.diag_indices_from(K)] += noises
        try:
            self._factor = cho_factor(K, lower=True, overwrite_a=True)
        except np.linalg.LinAlgError as error:
            raise ValueError(f"noise is too small for these inputs: {error}") from error
        self._alpha = cho_solve(self._factor, y)
        log_det = 2 * np.log(np.diag(self._factor[0])).sum()
        square = y @ self._alpha
        self.log_marginal_likelihood = float(-(square + log_det + len(y) * np.log(2 * np.pi)) / 2)

    def _condition_sparsely(self, y, noises):
        K_fu = self._kernel.fu(self._X, self._Z)
        K_uu = self._kernel.uu(self._Z)
        order = np.arange(len(y))
        if self._approx == "output-block":
            order = order.reshape(len(self._X), -1).T.ravel()  # place by place
        self._fit = low_rank_fit(
            y[order], K_fu[order], K_uu, noise=noises[order], K_ff=self._kept()
        )
        self.log_marginal_likelihood = self._fit.log_marginal_likelihood

    def _kept(self):
        """What the approximation keeps of the exact covariance."""
        kernel, X = self._kernel, self._X
        if self._approx == "dtc":
            return None
        if self._approx == "fitc":
            return np.concatenate([kernel.variances(d, x) for d, x in enumerate(X)])
        if self._approx == "pitc":
            return [kernel.pair(d, d, x, x) for d, x in enumerate(X)]
        places = [[X[0][i : i + 1]] * len(X) for i in range(len(X[0]))]
        return [kernel.ff(place) for place in places]

    def predict(self, X, *, include_noise=False):
        """Means and variances of the outputs at new places, by the exact conditional.

        Parameters
        ----------
        X : list of array_like, shapes (m_d, p)
            Places for each output.
        include_noise : bool
            Add the noise's variance, for the spread of an observation.

        Returns
        -------
        means, variances : list of ndarray, shapes (m_d,)

        Raises
        ------
        ValueError
            If the list has not one array an output.

        Notes
        -----
        Cost: O(m n²) for "full", O(m K²) else; the displays below (13) and (18).
        """
        X = check_inputs(X, "X", n_outputs=self._kernel.n_outputs, n_columns=self._X[0].shape[1])
        sizes = [len(x) for x in X]
        prior = np.concatenate([self._kernel.variances(d, x) for d, x in enumerate(X)])
        if self._approx == "full":
            cross = self._kernel.ff(X, self._X)
            # k' K^-1 k as a sum of squares of half-solved columns
            half = solve_triangular(self._factor[0], cross.T, lower=True)
            mean = cross @ self._alpha
            variance = np.maximum(prior - np.einsum("nm,nm->m", half, half), 0.0)
        else:
            mean, variance = self._fit.predict(self._kernel.fu(X, self._Z), prior)
        if include_noise:
            variance = variance + np.repeat(self._noise, sizes)
        return cut(mean, sizes), cut(variance, sizes)

    def latent_posterior(self, Z=None):
        """The hidden functions given the data.

        Parameters
        ----------
        Z : array_like, shape (K, p), optional
            Places; for an approximation they are its inducing inputs and may be left out.

        Returns
        -------
        LatentPosterior

        Raises
        ------
        ValueError
            If places are missing, or given to an approximation.

        Notes
        -----
        Cost: O(K³) for an approximation, O(K n²) else. Source: (18).
        """
        Q = self._kernel.n_latent
        if self._approx == "full":
            if Z is None:
                raise ValueError("Z must be given: the full process has no inducing inputs")
            Z = check_places(Z, "Z", n_columns=self._X[0].shape[1])
            K_fu = self._kernel.fu(self._X, Z)
            half = solve_triangular(self._factor[0], K_fu, lower=True)
            mean = K_fu.T @ self._alpha
            covariance = self._kernel.uu(Z) - half.T @ half
        else:
            if Z is not None:
                raise ValueError("Z must be left out: an approximation has its inducing inputs")
            Z = self._Z
            mean, covariance = self._fit.inducing_posterior()
        std = np.sqrt(np.maximum(np.diag(covariance), 0.0))
        return LatentPosterior(Z.copy(), mean.reshape(Q, -1), std.reshape(Q, -1), covariance)


def draw_outputs(kernel, X, *, noise=0.0, Z=None, n_draws=1, random_state=None):
    """Draw outputs, their noisy observations and the hidden functions behind them.

    Parameters
    ----------
    kernel : OutputsKernel
    X : list of array_like, shapes (n_d, p)
    noise : float or array_like, shape (D,)
        Variance of each output's noise.
    Z : array_like, shape (K, p), optional
        Where to draw the hidden functions too, jointly with the outputs.
    n_draws : int
        Number of draws.
    random_state : int, Generator, RandomState or None
        Seed of the draws.

    Returns
    -------
    f, y : list of ndarray, shapes (n_draws, n_d)
        Outputs without and with noise.
    u : ndarray, shape (n_draws, n_latent, K), or None

    Raises
    ------
    ValueError
        If the list has not one array an output or the noise is negative.

    Notes
    -----
    Cost: O(n³) for n values in all, by the eigenvectors, as the covariance of smooth functions is
    singular to rounding. Source: (10), section 6.1.
    """
    check_instance(kernel, "kernel", OutputsKernel)
    X = check_inputs(X, "X", n_outputs=kernel.n_outputs)
    noise = check_array(noise, "noise", low=0)
    if noise.ndim == 0:
        noise = np.full(len(X), noise)
    noise = check_array(noise, "noise", shape=(len(X),))
    n_draws = check_count(n_draws, "n_draws", low=1)
    rng = check_rng(random_state)
    K = kernel.ff(X)
    n = len(K)
    if Z is not None:
        Z = check_places(Z, "Z", n_columns=X[0].shape[1])
        K_fu = kernel.fu(X, Z)
        K = np.block([[K, K_fu], [K_fu.T, kernel.uu(Z)]])
    # negative eigenvalues are rounding: smooth covariances are singular to double precision
    values, vectors = np.linalg.eigh(K)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    joint = rng.normal(size=(n_draws, len(K))) @ root.T
    sizes = [len(x) for x in X]
    ends = np.cumsum(sizes)[:-1]
    f = np.split(joint[:, :n], ends, axis=1)
    y = [part + np.sqrt(v) * rng.normal(size=part.shape) for part, v in zip(f, noise)]
    u = None if Z is None else joint[:, n:].reshape(n_draws, kernel.n_latent, -1)
    return f, y, u
