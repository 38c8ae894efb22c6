"""Two laws on a simplex (Sugiyama 2016, sections 6.1 and 6.3).

Counts with a fixed total, the multinomial law, and shares with the total 1, the Dirichlet law.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy.special import gammaln, logsumexp, softmax, xlogy

from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.probability._checks import check_masses, check_size, own
from mlcompanion.probability.vector_law import ContinuousVectorLaw, VectorLaw

from ._log_masses import MANY, log_multinomial_mass

__all__ = ["Dirichlet", "Multinomial", "log_beta_d", "simplex_grid"]

_SAFE = 0.1  # a gamma draw of this shape is below 1e-300 with probability 1e-30


def simplex_grid(d, n):
    """All vectors of ``d`` counts with the total ``n``.

    Parameters
    ----------
    d : int
        At least 1.
    n : int
        At least 0.

    Returns
    -------
    ndarray of int, shape (m, d)
        In lexicographic order; m is the binomial coefficient of n + d - 1 over d - 1.

    Notes
    -----
    Stars and bars: d - 1 bars among n + d - 1 places cut n stars into d groups. Cost: O(m d).

    Examples
    --------
    >>> simplex_grid(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    d = check_count(d, "d", low=1)
    n = check_count(n, "n")
    m = math.comb(n + d - 1, d - 1)
    bars = np.array(list(combinations(range(n + d - 1), d - 1)), dtype=int).reshape(m, d - 1)
    # a wall before the first place and one behind the last: gaps count the stars
    ends = np.full((m, 1), -1), bars, np.full((m, 1), n + d - 1)
    return np.diff(np.hstack(ends), axis=1) - 1


@dataclass(frozen=True, eq=False)
class Multinomial(VectorLaw):
    """How often each of the d sides of a die appears in n throws.

    Parameters
    ----------
    n : int
        Number of throws, at least 0.
    p : array_like, shape (d,)
        Probabilities of the sides; they sum to 1.

    Raises
    ------
    ValueError
        If ``n`` is negative, a probability is negative, or they do not sum to 1.

    Notes
    -----
    Cost: O(d) a mass; a draw takes d - 1 binomial numbers, its story n throws.
    Source: Sugiyama (2016), section 6.1.

    Examples
    --------
    >>> float(Multinomial(3, [0.5, 0.3, 0.2]).pmf([1, 1, 1]).round(4))
    0.18
    """

    n: int
    p: np.ndarray

    def __post_init__(self):
        object.__setattr__(self, "n", check_count(self.n, "n"))
        object.__setattr__(self, "p", own(check_masses(self.p, "p")))

    @property
    def shape(self):
        """``(d,)``."""
        return self.p.shape

    def mean(self):
        """The vector n p."""
        return self.n * self.p

    def cov(self):
        """n p_j (1 - p_j) on the diagonal, -n p_j p_k off it."""
        return self.n * (np.diag(self.p) - np.outer(self.p, self.p))

    def logpmf(self, x):
        """Logarithm of the mass; ``-inf`` if ``x`` is no vector of counts with the total n.

        Parameters
        ----------
        x : array_like, shape (..., d)

        Returns
        -------
        float or ndarray, shape (...)

        Raises
        ------
        ValueError
            If ``x`` has another shape or is not finite.
        """
        x = self._points(x, "x")
        possible = (x.sum(axis=-1) == self.n) & ((x >= 0) & (x == np.floor(x))).all(axis=-1)
        counts = np.where(possible[..., None], x, 0.0)
        return np.where(possible, log_multinomial_mass(counts, self.n, self.p), -np.inf)[()]

    def pmf(self, x):
        """The mass Pr(X = x).

        Parameters
        ----------
        x : array_like, shape (..., d)

        Returns
        -------
        float or ndarray, shape (...)

        Raises
        ------
        ValueError
            If ``x`` has another shape or is not finite.
        """
        return np.exp(self.logpmf(x))

    def _cgf(self, t):
        return self.n * logsumexp(t, b=self.p, axis=-1)

    def _rvs(self, size, rng):
        """One side after the other: given those before, its count is binomial."""
        counts = np.empty((*size, *self.shape), dtype=np.int64)
        left = np.full(size, self.n)  # throws that showed none of the sides before
        mass = np.cumsum(self.p[::-1])[::-1]  # probability of this side and all after it
        for j, p in enumerate(self.p[:-1]):
            counts[..., j] = rng.binomial(left, p / mass[j] if p > 0 else 0.0)
            left = left - counts[..., j]
        counts[..., -1] = left
        return counts

    def _story(self, size, rng):
        games = math.prod(size)
        d = len(self.p)
        sides = rng.choice(d, p=self.p / self.p.sum(), size=(games, self.n))
        cells = sides + d * np.arange(games)[:, None]  # numbers of its own for each game: one count
        return np.bincount(cells.ravel(), minlength=games * d).reshape(*size, d)


def log_beta_d(alpha):
    """Logarithm of the d-dimensional beta function, what normalizes the Dirichlet density.

    Parameters
    ----------
    alpha : array_like, shape (..., d)
        Positive.

    Returns
    -------
    float or ndarray, shape (...)

    Raises
    ------
    ValueError
        If an entry is not positive and finite, or there is none.

    Notes
    -----
    The product of Gamma(alpha_j) over Gamma of their sum; Sugiyama (2016), after equation (6.1).
    """
    alpha = check_array(alpha, "alpha", low=0, open_low=True)
    if alpha.ndim == 0 or alpha.shape[-1] == 0:
        raise ValueError(f"alpha must hold at least one number, got shape {alpha.shape}")
    return (gammaln(alpha).sum(axis=-1) - gammaln(alpha.sum(axis=-1)))[()]


@dataclass(frozen=True, eq=False)
class Dirichlet(ContinuousVectorLaw):
    """The law of gamma numbers divided by their sum: random shares, or a random die.

    Parameters
    ----------
    alpha : array_like, shape (d,)
        Shapes of the gamma laws, positive; d is at least 2.

    Raises
    ------
    ValueError
        If there are fewer than two entries, or one is not positive.

    Notes
    -----
    The density is that of the first d - 1 shares. Points whose sum is 1 to 1e-9 count as shares; in
    a corner where one factor is zero and another infinite it is nan. Cost: O(d) a draw or density.
    Source: Sugiyama (2016), section 6.3.

    Examples
    --------
    >>> float(Dirichlet([1, 1, 1]).pdf([0.2, 0.3, 0.5]).round(12))
    2.0
    """

    alpha: np.ndarray

    def __post_init__(self):
        alpha = check_array(self.alpha, "alpha", ndim=1, min_rows=2, low=0, open_low=True)
        object.__setattr__(self, "alpha", own(alpha))

    @property
    def shape(self):
        """``(d,)``."""
        return self.alpha.shape

    def mean(self):
        """The shares of the parameters, alpha_j / alpha_0."""
        return self.alpha / self.alpha.sum()

    def cov(self):
        """That of one throw of the mean die, divided by alpha_0 + 1."""
        m = self.mean()
        return (np.diag(m) - np.outer(m, m)) / (self.alpha.sum() + 1)

    def _logpdf(self, x):
        with np.errstate(over="ignore"):  # shares in single precision are rounded to that
            single = (x == x.astype(np.float32)).all(axis=-1)
        rounding = np.where(single, np.finfo(np.float32).eps, 1e-9)
        inside = (abs(x.sum(axis=-1) - 1) <= rounding) & (x >= 0).all(axis=-1)
        n = self.alpha.sum() - len(self.alpha)
        if n > MANY and self.alpha.min() >= 1:
            with np.errstate(over="ignore"):  # a share of 0 has no density
                masses = log_multinomial_mass(
                    self.alpha - 1, n, np.where(inside[..., None], x, 0.5)
                )
            rising = np.log(n + np.arange(1, len(self.alpha))).sum()
            return np.where(inside, rising + masses, -np.inf)
        shares = np.where(inside[..., None], x, 1.0)
        with np.errstate(invalid="ignore"):
            log_density = xlogy(self.alpha - 1, shares).sum(axis=-1) - self._log_normalizer
        return np.where(inside, log_density, -np.inf)

    @cached_property
    def _log_normalizer(self):
        return log_beta_d(self.alpha)

    def _cgf(self, t):
        """A series in the powers of t, of positive terms once the least entry is taken out.

        E[<t, X>^k] is k! c_k / (alpha_0 (alpha_0 + 1) ... (alpha_0 + k - 1)), where c_k is the
        coefficient of z^k in the product of (1 - t_j z)^(-alpha_j): gamma numbers before the
        division have the moments k! c_k, and their sum is independent of the shares.
        """
        low = t.min(axis=-1)
        gap = t - low[..., None]
        top = gap.max(axis=-1)
        top = np.where(top > 0, top, 1.0)  # all entries equal: the terms but the first vanish
        reach = float(top.max(initial=1.0))
        # terms are at most reach^k / k!, whose sum lies within 12 roots of the reach
        k = np.arange(math.ceil(reach + 12 * math.sqrt(reach)) + 60)
        powers = (gap / top[..., None])[..., None, :] ** k[:, None] @ self.alpha
        c = np.ones(powers.shape)
        for i in k[1:]:
            # Newton's identity: i c_i is the sum of p_k c_(i-k), p_k = sum_j alpha_j t_j^k
            c[..., i] = (powers[..., 1 : i + 1] * c[..., i - 1 :: -1]).sum(axis=-1) / i
        rising = gammaln(self.alpha.sum() + k) - gammaln(self.alpha.sum())
        with np.errstate(divide="ignore"):
            terms = k * np.log(top)[..., None] + np.log(c) - rising
        return low + logsumexp(terms, axis=-1)

    def _story(self, size, rng):
        if self.alpha.min() < _SAFE:
            return self._story_in_logarithms(size, rng)
        y = rng.standard_gamma(self.alpha, (*size, *self.shape))
        y /= y.sum(axis=-1, keepdims=True)
        return y

    def _story_in_logarithms(self, size, rng):
        """A gamma number of a tiny shape would be 0; that of a plus 1 times U^(1/a) has its law."""
        shape = (*size, *self.shape)
        log_y = np.log(rng.standard_gamma(self.alpha + 1, shape))
        log_y -= rng.standard_exponential(shape) / self.alpha
        return softmax(log_y, axis=-1)

    def stick_breaking(self, size=1, random_state=None):
        """Independent draws by breaking a stick: a second way, with d - 1 beta numbers.

        Piece j is a beta(alpha_j, sum of the later alphas) share of what is left. These are the
        inner integrals of equation (6.1), one after the other.

        Parameters
        ----------
        size : int or tuple of int
        random_state : int, Generator or None

        Returns
        -------
        ndarray, shape (*size, d)
        """
        size = check_size(size)
        rng = check_rng(random_state)
        later = np.cumsum(self.alpha[::-1])[::-1][1:]  # entry j sums the alphas after j
        broken = rng.beta(self.alpha[:-1], later, (*size, len(later)))
        left = np.cumprod(1 - broken, axis=-1)
        pieces = np.ones((*size, *self.shape))
        pieces[..., 1:] = left
        pieces[..., :-1] *= broken
        return pieces
