r"""Covariance functions of Gaussian processes: values, slopes in the parameters, spectra.

A covariance is a frozen object with three questions: its matrix between two sets of points
(``covariance(X, Y)``), its variance at each point (``variances(X)``, without the matrix), and its
slopes in the logarithms of its parameters (``gradients(X)``), which are positive, so that a search
over logarithms needs no bounds. A stationary one also knows its spectral density :math:`m`, with
:math:`K(x-y)=\int e^{i\langle\lambda,x-y\rangle}m(\lambda)\,d\lambda`.

Sources: van der Vaart and van Zanten (2011), Example 1, Equations (10) and (14); Alvarez and
Lawrence (2011), Section 2.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import binom, factorial, gammaln, kv

from mlcompanion._validation import check_array, check_count, check_flag, check_memory, check_real

__all__ = ["Covariance", "IntegratedBrownianMotion", "Matern", "SquaredExponential"]

_MANY = 2**24  # entries: below, no machine runs short
_SMOOTHEST = 50.0  # a Matérn covariance beyond it is a squared exponential to two digits


def _points(X, name, columns=None):
    shape = (None, columns)
    X = check_array(X, name, shape=shape, min_rows=1)
    if not X.shape[1]:
        raise ValueError(f"{name} must have at least one column, got shape {X.shape}")
    return X


def _two_sets(X, Y):
    X = _points(X, "X")
    Y = X if Y is None else _points(Y, "Y", X.shape[1])
    if len(X) * len(Y) > _MANY:
        check_memory(8 * len(X) * len(Y), f"a covariance of {len(X)} x {len(Y)} entries")
    return X, Y


class Covariance:
    """What all covariances share: the parameters as a vector of logarithms."""

    @property
    def log_parameters(self):
        """Logarithms of the parameters, shape (p,): the scale, then the widths."""
        return np.log(np.concatenate([np.atleast_1d(getattr(self, n)) for n in self._positive]))

    def with_log_parameters(self, values):
        """The same covariance with other parameters.

        Parameters
        ----------
        values : array_like, shape (p,)
            Their logarithms, in the order of ``log_parameters``.

        Returns
        -------
        Covariance

        Raises
        ------
        ValueError
            If there are not p of them.
        """
        values = np.exp(check_array(values, "values", shape=(len(self.log_parameters),)))
        new = {}
        for name in self._positive:
            old = getattr(self, name)
            size = np.size(old)
            new[name] = float(values[0]) if np.ndim(old) == 0 else tuple(values[:size])
            values = values[size:]
        return replace(self, **new)


class _Stationary(Covariance):
    """A function of the distance in units of the widths; subclasses say which."""

    _positive = ("scale", "sigma")

    def _check(self):
        object.__setattr__(self, "scale", check_real(self.scale, "scale", low=0, open_low=True))
        if np.ndim(self.sigma) == 0:
            sigma = check_real(self.sigma, "sigma", low=0, open_low=True)
        else:
            sigma = check_array(self.sigma, "sigma", ndim=1, min_rows=1)
            if not (sigma > 0).all():
                raise ValueError(f"sigma must be positive, got {sigma.min()}")
            sigma = tuple(float(width) for width in sigma)  # frozen, and compared by value
        object.__setattr__(self, "sigma", sigma)

    def _widths(self, d):
        widths = np.asarray(self.sigma)
        if widths.ndim and len(widths) != d:
            raise ValueError(f"sigma has {len(widths)} widths, but X has {d} columns")
        return widths

    def __call__(self, X, Y=None):
        """Covariances between the rows of ``X`` (n, d) and ``Y`` (m, d): shape (n, m)."""
        X, Y = _two_sets(X, Y)
        widths = self._widths(X.shape[1])
        squares = cdist(X / widths, Y / widths, "sqeuclidean")
        return self.scale**2 * self._shape(squares)

    def variances(self, X):
        """Variances at the rows of ``X``: ``scale**2`` everywhere, shape (n,)."""
        X = _points(X, "X")
        self._widths(X.shape[1])
        return np.full(len(X), self.scale**2)

    def gradients(self, X):
        """Yield the slopes of the matrix in each logarithm of a parameter, one at a time.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Yields
        ------
        ndarray, shape (n, n)
            In the order of ``log_parameters``.

        Notes
        -----
        Cost: O(n^2 d) time for all of them, three matrices of memory.
        """
        X = _points(X, "X")
        X = X / self._widths(X.shape[1])
        squares = cdist(X, X, "sqeuclidean")
        yield 2 * self.scale**2 * self._shape(squares)
        # a wider kernel shrinks every squared distance by twice the relative change
        slope = -2 * self.scale**2 * self._slope(squares)
        if np.ndim(self.sigma) == 0:
            yield slope * squares
            return
        for column in X.T:
            yield slope * np.square(np.subtract.outer(column, column))


@dataclass(frozen=True)
class SquaredExponential(_Stationary):
    r"""Squared exponential covariance, :math:`s^2\exp(-\tfrac12\sum_j(x_j-y_j)^2/\sigma_j^2)`.

    Parameters
    ----------
    sigma : float or array_like, shape (d,)
        Width, in the units of the data, as in :func:`mlcompanion.kernels.rbf_kernel`; or one for
        each column.
    scale : float
        Standard deviation s of the process, in the units of the targets.

    Raises
    ------
    ValueError
        If a parameter is not positive.

    Notes
    -----
    Its draws are analytic. Source: van der Vaart and van Zanten (2011), Section 3.2, where
    :math:`e^{-\|x-y\|^2}` is ``sigma=sqrt(1/2)``.
    """

    sigma: float = 1.0
    scale: float = 1.0

    def __post_init__(self):
        self._check()

    @staticmethod
    def _shape(squares):
        return np.exp(-squares / 2)

    @staticmethod
    def _slope(squares):
        """Derivative of the shape in the squared distance."""
        return -np.exp(-squares / 2) / 2

    def spectral_density(self, frequencies):
        r"""The density :math:`m(\lambda)=s^2\prod_j\frac{\sigma_j}{\sqrt{2\pi}}
        e^{-\sigma_j^2\lambda_j^2/2}`.

        Parameters
        ----------
        frequencies : array_like, shape (k, d)
            In radians by unit of the data.

        Returns
        -------
        ndarray, shape (k,)

        Raises
        ------
        ValueError
            If the widths are not as many as the columns.

        Notes
        -----
        Source: van der Vaart and van Zanten (2011), Equation (14).
        """
        scaled, volume = _in_widths(self, frequencies)
        d = scaled.shape[1]
        return self.scale**2 * volume * (2 * np.pi) ** (-d / 2) * np.exp(-(scaled**2).sum(1) / 2)


def _in_widths(covariance, frequencies):
    """Frequencies in units of one over the widths, and the product of the widths."""
    frequencies = _points(frequencies, "frequencies")
    d = frequencies.shape[1]
    widths = np.broadcast_to(covariance._widths(d), (d,))
    return frequencies * widths, np.prod(widths)


@dataclass(frozen=True)
class Matern(_Stationary):
    r"""Matérn covariance :math:`s^2\frac{2^{1-\nu}}{\Gamma(\nu)}t^\nu K_\nu(t)`,
    :math:`t=\sqrt{2\nu}\,\|(x-y)/\sigma\|`.

    Parameters
    ----------
    nu : float
        Regularity of the draws, at most 50: they have derivatives up to any order below ``nu``.
    sigma : float or array_like, shape (d,)
        Width, or one for each column, in the units of the data; for large ``nu`` it is that of
        :class:`SquaredExponential`.
    scale : float
        Standard deviation s of the process, in the units of the targets.

    Raises
    ------
    ValueError
        If a parameter is not positive, or ``nu`` above 50.

    Notes
    -----
    Closed forms at ``nu`` 1/2, 3/2 and 5/2; else a Bessel function, some forty times as dear.
    Source: van der Vaart and van Zanten (2011), Section 3.1, whose :math:`\alpha` is ``nu`` and
    whose spectral density :math:`(1+\|\lambda\|^2)^{-\alpha-d/2}` has ``sigma=sqrt(2 * nu)``.
    """

    nu: float = 1.5
    sigma: float = 1.0
    scale: float = 1.0

    def __post_init__(self):
        nu = check_real(self.nu, "nu", low=0, high=_SMOOTHEST, open_low=True)
        object.__setattr__(self, "nu", nu)
        self._check()

    def _shape(self, squares):
        return _bessel_power(np.sqrt(2 * self.nu * squares), self.nu)

    def _slope(self, squares):
        """In the squared distance q: with t^2 = 2 nu q, it is -nu c t^(nu-1) K_(nu-1)(t)."""
        t = np.sqrt(2 * self.nu * squares)
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.nu > 1:
                # c t^(nu-1) K_(nu-1) is the shape of regularity nu - 1, but for its constant
                return -self.nu / (2 * (self.nu - 1)) * _bessel_power(t, self.nu - 1)
            slope = -self.nu * np.exp(_log_constant(self.nu)) * t ** (self.nu - 1)
            slope *= kv(1 - self.nu, t)
        return np.where(t > 0, slope, 0.0)  # it is multiplied by a distance of zero there

    def spectral_density(self, frequencies):
        r"""The density :math:`m(\lambda)`, proportional to
        :math:`(2\nu+\sum_j\sigma_j^2\lambda_j^2)^{-\nu-d/2}`.

        Parameters
        ----------
        frequencies : array_like, shape (k, d)
            In radians by unit of the data.

        Returns
        -------
        ndarray, shape (k,)
            It integrates to ``scale**2``.

        Raises
        ------
        ValueError
            If the widths are not as many as the columns.

        Notes
        -----
        Source: van der Vaart and van Zanten (2011), Equation (10), with its constant.
        """
        scaled, volume = _in_widths(self, frequencies)
        half = scaled.shape[1] / 2
        log_constant = gammaln(self.nu + half) - gammaln(self.nu) - half * np.log(np.pi)
        log_power = self.nu * np.log(2 * self.nu)
        log_power = log_power - (self.nu + half) * np.log(2 * self.nu + (scaled**2).sum(1))
        return self.scale**2 * volume * np.exp(log_constant + log_power)


def _log_constant(nu):
    return (1 - nu) * np.log(2) - gammaln(nu)


def _bessel_power(t, nu):
    """The correlation 2^(1-nu) / Gamma(nu) t^nu K_nu(t), which is 1 at 0."""
    if nu == 0.5:
        return np.exp(-t)
    if nu == 1.5:
        return (1 + t) * np.exp(-t)
    if nu == 2.5:
        return (1 + t + t**2 / 3) * np.exp(-t)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.exp(_log_constant(nu) + nu * np.log(t)) * kv(nu, t)
        # far below the width the Bessel function overflows: two terms of its series are enough
        second = 1 / (4 * (nu - 1)) if nu > 1 else 0.0
        return np.where(np.isfinite(values), values, 1 - second * t**2)


@dataclass(frozen=True)
class IntegratedBrownianMotion(Covariance):
    r"""Brownian motion, integrated ``order`` times, on the half line.

    .. math:: K(x,y)=s^2\int_0^{\min(x,y)}\frac{(x-u)^k(y-u)^k}{(k!)^2}\,du
        +s^2\sum_{j=0}^k\frac{(xy)^j}{(j!)^2}

    Parameters
    ----------
    order : int
        Number k of integrations; 0 is Brownian motion.
    scale : float
        Factor s of the process.
    released : bool
        Start at a random polynomial of degree k, the sum above, instead of at zero: only then can
        the process come near every continuous function.

    Raises
    ------
    ValueError
        If ``order`` is negative or ``scale`` not positive.

    Notes
    -----
    Draws have regularity k + 1/2. The process is not stationary: it has no spectral density.
    Source: van der Vaart and van Zanten (2011), Example 1.
    """

    order: int = 0
    scale: float = 1.0
    released: bool = False
    _positive = ("scale",)

    def __post_init__(self):
        object.__setattr__(self, "order", check_count(self.order, "order"))
        object.__setattr__(self, "scale", check_real(self.scale, "scale", low=0, open_low=True))
        object.__setattr__(self, "released", check_flag(self.released, "released"))

    def __call__(self, X, Y=None):
        """Covariances between points ``X`` (n, 1) and ``Y`` (m, 1), none negative: (n, m)."""
        X, Y = _two_sets(X, Y)
        return self._between(_half_line(X, "X")[:, None], _half_line(Y, "Y"))

    def _between(self, x, y):
        k = self.order
        least = np.minimum(x, y)
        gap = abs(x - y)
        total = np.zeros_like(gap)
        # from the substitution v = least - u; every term is positive, so that nothing cancels
        for j in range(k + 1):
            power = k + j + 1
            total += binom(k, j) * gap ** (k - j) * least**power / power
        total /= factorial(k) ** 2
        if self.released:
            total += sum((x * y) ** j / factorial(j) ** 2 for j in range(k + 1))
        return self.scale**2 * total

    def variances(self, X):
        """Variances at the points ``X`` (n, 1): shape (n,)."""
        x = _half_line(_points(X, "X"), "X")
        return self._between(x, x)

    def gradients(self, X):
        """Yield the one slope, in the logarithm of the scale: twice the matrix, (n, n)."""
        yield 2 * self(X)


def _half_line(X, name):
    if X.shape[1] != 1:
        raise ValueError(f"{name} must have one column, got shape {X.shape}")
    if (X < 0).any():
        raise ValueError(f"{name} must not be negative, got {X.min()}: the motion starts at 0")
    return X[:, 0]
