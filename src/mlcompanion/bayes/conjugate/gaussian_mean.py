"""A normal mean with a normal prior: peak, predictive density and evidence (Sugiyama 2016, ch. 17).

Sections 17.3 and 17.4, Eqs (17.9) to (17.12), where the noise is 1; here it may be any known
number. Everything hangs on one factor, the share of the sample mean that is kept.
"""

import math

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_in, check_real
from mlcompanion.density import DensityEstimator

__all__ = ["GaussianMeanBayes", "evidence_width", "log_evidence_gaussian_mean"]


def _samples(x):
    """Samples as rows: a vector is one column."""
    x = check_array(x, "x", min_rows=1)
    if x.ndim not in (1, 2) or x.size == 0:
        raise ValueError(f"x must have shape (n,) or (n, d), got {x.shape}")
    return x.reshape(len(x), -1)


def log_evidence_gaussian_mean(x, beta, *, noise=1.0):
    r"""Logarithm of the marginal likelihood of a normal mean with the prior :math:`N(0,\beta^2I)`.

    .. math:: -\tfrac{nd}2\log2\pi-\tfrac d2\log(n\beta^2+1)-\tfrac12\sum_i\|x_i-\bar x\|^2
        -\frac{n\|\bar x\|^2}{2(n\beta^2+1)}

    Parameters
    ----------
    x : array_like, shape (n,) or (n, d)
        Samples; at least one.
    beta : float or array_like, any shape
        Standard deviations of the prior, positive.
    noise : float
        Known standard deviation of the samples, positive; in the formula it is 1.

    Returns
    -------
    float or ndarray, the shape of ``beta``

    Raises
    ------
    ValueError
        If ``x`` has another shape or a number is out of range.

    Notes
    -----
    The source ends with the sum of squares about the peak and the peak's own square over beta^2.
    That is the same number; here nothing cancels when beta is small or the samples lie far out.
    Cost: O(n d) and O(1) for each width. Source: Sugiyama (2016), section 17.4, last display.

    Examples
    --------
    >>> log_evidence_gaussian_mean([0.0, 1.0], [0.5, 1.0]).round(4)
    array([-2.4573, -2.7205])
    """
    x = _samples(x)
    beta = check_array(beta, "beta", low=0, open_low=True)
    noise = check_real(noise, "noise", low=0, open_low=True)
    n, d = x.shape
    centre = x.mean(axis=0)
    within = np.square((x - centre) / noise).sum()
    between = n * np.square(centre / noise).sum()
    growth = 1 + n * np.square(beta / noise)  # how much wider the prior makes the mean's law
    constant = n * d * (0.5 * math.log(2 * math.pi) + math.log(noise))
    return (-constant - 0.5 * (d * np.log(growth) + within + between / growth))[()]


def evidence_width(x, *, noise=1.0):
    r"""The width of the prior with the largest marginal likelihood, in closed form.

    .. math:: \hat\beta^2=\max\Bigl(0,\;\frac{\|\bar x\|^2}d-\frac{\sigma^2}n\Bigr)

    Parameters
    ----------
    x : array_like, shape (n,) or (n, d)
    noise : float
        Known standard deviation of the samples, positive.

    Returns
    -------
    float
        0 where the sample mean is no longer than noise alone would make it.

    Raises
    ------
    ValueError
        If ``x`` has another shape or ``noise`` is not positive.

    Notes
    -----
    The sample mean has the law N(0, (beta^2 + noise^2 / n) I) before anything is seen: this is its
    variance, fitted by maximum likelihood.

    Examples
    --------
    >>> round(evidence_width([0.5, 1.5]), 4)
    0.7071
    """
    x = _samples(x)
    noise = check_real(noise, "noise", low=0, open_low=True)
    n, d = x.shape
    # negative where noise alone explains the mean: then no width is best
    excess = np.square(x.mean(axis=0) / noise).sum() / d - 1 / n
    return noise * math.sqrt(max(0.0, excess))


class GaussianMeanBayes(DensityEstimator):
    r"""Normal density with known noise and an unknown mean that has a normal prior.

    .. math:: x_i\mid\mu\sim N(\mu,\sigma^2I),\quad\mu\sim N(0,\beta^2I)\;\Rightarrow\;
        \hat\mu=\frac{n\beta^2}{n\beta^2+\sigma^2}\,\bar x,\quad
        x\mid D\sim N\Bigl(\hat\mu,\sigma^2+\frac{\beta^2\sigma^2}{n\beta^2+\sigma^2}\Bigr)

    Parameters
    ----------
    beta : float or "evidence"
        Standard deviation of the prior, positive; "evidence" takes the width with the largest
        marginal likelihood, which may be 0.
    noise : float
        Known standard deviation of the samples around their mean, positive.
    density : {"predictive", "map", "mle"}
        What ``score_samples`` answers: the average of the model over the posterior, or the model
        at one mean, the posterior's peak or the sample mean.

    Attributes
    ----------
    map_ : ndarray, shape (d,)
        The posterior's peak; also its mean.
    mle_ : ndarray, shape (d,)
        The sample mean.
    beta_ : float
        The width in use.
    posterior_variance_ : float
        Of each coordinate of the mean.
    log_evidence_ : float
        Logarithm of the marginal likelihood of the samples.
    n_params_ : int
        The dimension d.

    Notes
    -----
    The prior is centred at zero: samples that lie elsewhere are moved before, by something that is
    known without them. Cost: O(n d). Source: Sugiyama (2016), sections 17.3 and 17.4.

    Examples
    --------
    >>> model = GaussianMeanBayes(beta=1.0).fit([[1.0, 2.0], [3.0, 0.0]])
    >>> model.mle_, model.map_.round(3)
    (array([2., 1.]), array([1.333, 0.667]))
    """

    def __init__(self, beta=1.0, noise=1.0, density="predictive"):
        self.beta = beta
        self.noise = noise
        self.density = density

    def fit(self, X, y=None):
        """Compute the posterior of the mean.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix or a parameter is out of range.
        """
        noise = check_real(self.noise, "noise", low=0, open_low=True)
        check_in(self.density, "density", ("predictive", "map", "mle"))
        by_evidence = isinstance(self.beta, str)
        if by_evidence:
            check_in(self.beta, "beta", ("evidence",))
        else:
            check_real(self.beta, "beta", low=0, open_low=True)
        X = validate_data(self, X, dtype=float)
        n, d = X.shape
        if by_evidence:
            self.beta_ = evidence_width(X, noise=noise)
        else:
            self.beta_ = float(self.beta)
        signal = n * (self.beta_ / noise) ** 2
        kept = signal / (signal + 1)  # free of units
        self.mle_ = X.mean(axis=0)
        self.map_ = kept * self.mle_
        self.posterior_variance_ = kept * noise**2 / n
        self.log_evidence_ = self._evidence_of(X, noise)
        self.n_params_ = d
        return self

    def _evidence_of(self, X, noise):
        """At width 0 the mean is zero and the likelihood itself is left."""
        if self.beta_ > 0:
            return float(log_evidence_gaussian_mean(X, self.beta_, noise=noise))
        constant = 0.5 * math.log(2 * math.pi) + math.log(noise)
        return float(-X.size * constant - 0.5 * np.square(X / noise).sum())

    def score_samples(self, X):
        """Return the log-density of each row of ``X``.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix with d columns.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        centre = self.mle_ if self.density == "mle" else self.map_
        variance = self.noise**2
        if self.density == "predictive":
            variance = variance + self.posterior_variance_
        deviation = math.sqrt(variance)
        squares = np.square((X - centre) / deviation).sum(axis=1)
        return -0.5 * (squares + X.shape[1] * (math.log(2 * math.pi) + 2 * math.log(deviation)))
