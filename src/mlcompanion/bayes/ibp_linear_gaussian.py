"""``IBPLinearGaussian``: how many binary features do the data have, and which?

Griffiths and Ghahramani (JMLR 12, 2011), sections 5.1 to 5.3: collapsed Gibbs sampling of the
feature matrix, with Metropolis moves for the scales.
"""

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_count, check_flag, check_real, check_rng

from .buffet_gibbs import gibbs_sweep
from .indian_buffet import check_binary, expected_dishes, log_prob_ibp, sample_ibp
from .linear_gaussian import log_marginal_likelihood, posterior_mean_features

__all__ = ["IBPLinearGaussian", "match_features"]

_STEP = 0.1  # standard deviation of the random walk of log sigma
_MANY = 8  # columns of init="many"


class IBPLinearGaussian(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Binary latent features X = Z A + noise with an Indian-buffet prior on Z.

    Parameters
    ----------
    alpha : float
        Prior mean number of features of a row.
    sigma_x, sigma_a : float
        Standard deviations of the noise and of the features.
    n_iter : int
        Gibbs sweeps.
    init : {"one", "many", "prior"} or array of shape (n, K)
        A single column, eight half-full random columns, a draw from the prior, or a given matrix.
    k_max_new : int
        Most features that a row can add in one visit.
    sample_hyper : bool
        Draw alpha from its conditional and move both scales by Metropolis steps in the logarithm,
        all under Gamma(1, 1) priors (section 5.3).
    random_state : int, Generator or None
    progress : bool
        Show a progress bar.

    Attributes
    ----------
    Z_ : ndarray of bool, shape (n, n_components_)
        The last draw.
    components_ : ndarray, shape (n_components_, D)
        Posterior mean of the features given ``Z_``.
    n_components_ : int
    log_joint_trace_, n_features_trace_ : ndarray, shape (n_iter,)
        log p(X, Z) and the number of features after each sweep.
    snapshots_ : dict
        Matrices after sweeps 0, 1, 2, 4, 8, ... and the last one.
    alpha_, sigma_x_, sigma_a_ : float
        The values after the last sweep.

    Notes
    -----
    A sweep costs O(n K (K D + K + D)).

    References
    ----------
    Griffiths and Ghahramani (2011), JMLR 12, sections 5.1-5.3.
    """

    def __init__(
        self,
        alpha=1.0,
        sigma_x=0.5,
        sigma_a=1.0,
        *,
        n_iter=200,
        init="one",
        k_max_new=4,
        sample_hyper=False,
        random_state=None,
        progress=False,
    ):
        self.alpha = alpha
        self.sigma_x = sigma_x
        self.sigma_a = sigma_a
        self.n_iter = n_iter
        self.init = init
        self.k_max_new = k_max_new
        self.sample_hyper = sample_hyper
        self.random_state = random_state
        self.progress = progress

    def fit(self, X, y=None):
        """Run the sampler on ``X`` of shape (n, D); ``y`` is ignored. Returns ``self``."""
        X = validate_data(self, X, dtype=np.float64)
        n_iter = check_count(self.n_iter, "n_iter", low=1)
        moving = check_flag(self.sample_hyper, "sample_hyper")
        rng = check_rng(self.random_state)
        scales = {
            name: check_real(getattr(self, name), name, low=0, open_low=True)
            for name in ("alpha", "sigma_x", "sigma_a")
        }
        Z = self._start(X, rng)
        kept = {0, n_iter, *(2**k for k in range(n_iter.bit_length()))}
        self.snapshots_ = {0: Z}
        log_joint = np.empty(n_iter)
        sizes = np.empty(n_iter, dtype=int)
        for sweep in progress_bar(range(1, n_iter + 1), self.progress):
            Z = gibbs_sweep(X, Z, **scales, k_max_new=self.k_max_new, random_state=rng)
            if moving:
                _move_scales(X, Z, scales, rng)
            sizes[sweep - 1] = Z.shape[1]
            log_joint[sweep - 1] = log_marginal_likelihood(
                X, Z, scales["sigma_x"], scales["sigma_a"]
            ) + log_prob_ibp(Z, scales["alpha"])
            if sweep in kept:
                self.snapshots_[sweep] = Z
        self.alpha_, self.sigma_x_, self.sigma_a_ = scales.values()
        self.Z_ = Z
        self.n_components_ = Z.shape[1]
        self.components_ = posterior_mean_features(X, Z, self.sigma_x_, self.sigma_a_)
        self.log_joint_trace_ = log_joint
        self.n_features_trace_ = sizes
        return self

    def _start(self, X, rng):
        n = len(X)
        if not isinstance(self.init, str):
            Z = check_binary(self.init, "init")
            if len(Z) != n:
                raise ValueError(f"init must have {n} rows like X, got shape {Z.shape}")
            return Z[:, Z.any(axis=0)]
        if self.init == "one":
            return np.ones((n, 1), dtype=bool)
        if self.init == "many":
            Z = rng.random((n, _MANY)) < 0.5
            return Z[:, Z.any(axis=0)]
        if self.init == "prior":
            return sample_ibp(n, self.alpha, random_state=rng)
        raise ValueError(f"init must be 'one', 'many', 'prior' or an array, got {self.init!r}")

    def transform(self, X):
        """Most probable bits of each row with the features fixed, one coordinate at a time.

        Parameters
        ----------
        X : array_like, shape (m, D)

        Returns
        -------
        ndarray of float (0 or 1), shape (m, n_components_)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        n = len(self.Z_)
        k = self.n_components_
        taken = self.Z_.sum(axis=0)
        prior = np.log(taken) - np.log(n + 1 - taken)  # odds of m / (n + 1) for a new row
        A = self.components_
        norms = np.sum(self.components_**2, axis=1)
        Z = np.zeros((len(X), k))
        gap = X.copy()
        for _ in range(100):
            before = Z.copy()
            for j in range(k):
                gap += Z[:, [j]] * A[j]  # what is left without feature j
                Z[:, j] = prior[j] + (gap @ A[j] - norms[j] / 2) / self.sigma_x_**2 > 0
                gap -= Z[:, [j]] * A[j]
            if np.array_equal(before, Z):
                break
        return Z

    def reconstruct(self):
        """Posterior mean of Z A given the last draw, shape (n, D)."""
        check_is_fitted(self)
        return self.Z_ @ self.components_

    @property
    def _n_features_out(self):
        return self.n_components_


def _move_scales(X, Z, scales, rng):
    """Draw alpha from its conditional and step both standard deviations, in place."""
    # Gamma(1, 1) prior and a Poisson number of columns of mean alpha H_n: conjugate
    rate = 1 + expected_dishes(len(Z), 1.0)
    scales["alpha"] = rng.gamma(1 + Z.shape[1]) / rate
    for name in ("sigma_x", "sigma_a"):
        moved = {**scales, name: scales[name] * np.exp(_STEP * rng.standard_normal())}
        score = [
            log_marginal_likelihood(X, Z, s["sigma_x"], s["sigma_a"]) - s[name] + np.log(s[name])
            for s in (scales, moved)  # Gamma(1, 1) prior; the Jacobian of the logarithm
        ]
        if np.log(rng.random()) < score[1] - score[0]:
            scales[name] = moved[name]


def match_features(Z_true, Z):
    """Match true features to found ones, each up to negation, with the fewest wrong bits.

    Parameters
    ----------
    Z_true : array_like of 0 and 1, shape (n, K)
    Z : array_like of 0 and 1, shape (n, L)

    Returns
    -------
    match : ndarray of int, shape (K,)
        Column of ``Z`` for each true feature, -1 where there are too few.
    error : ndarray, shape (K,)
        Share of wrong bits; 1/2 where there is no match.
    """
    Z_true = check_binary(Z_true, "Z_true")
    Z = check_binary(Z)
    if len(Z) != len(Z_true):
        raise ValueError(f"Z must have {len(Z_true)} rows like Z_true, got shape {Z.shape}")
    wrong = (Z_true[:, :, None] != Z[:, None, :]).mean(axis=0)
    wrong = np.minimum(wrong, 1 - wrong)  # a feature and its negation tell the same
    match = np.full(Z_true.shape[1], -1)
    error = np.full(Z_true.shape[1], 0.5)
    rows, columns = linear_sum_assignment(wrong)
    match[rows], error[rows] = columns, wrong[rows, columns]
    return match, error
