r"""Divergences of two densities by their ratio, fitted directly.

Sugiyama (2016), sections 39.1.1 and 39.1.2.

A divergence of the kind :math:`\int p'\,g(p/p')` is a mean of a function of the ratio, and the
ratio is estimated without the densities.
"""

from .kliep import KLIEP
from .ratios import RelativeDensityRatio

__all__ = ["kl_ratio_divergence", "relative_pearson"]


def kl_ratio_divergence(X_num, X_den, *, sigma=None, **options):
    r"""Kullback-Leibler divergence of two densities, from samples of both.

    .. math:: \mathrm{KL}=\int p\,\log\frac p{p'}\approx\frac1n\sum_i\log\hat w(x_i)

    Parameters
    ----------
    X_num : array_like, shape (n, d)
        Samples of the numerator p.
    X_den : array_like, shape (n', d)
        Samples of the denominator :math:`p'`.
    sigma
        Widths of :class:`~mlcompanion.density.contrasts.KLIEP`, of several the best by cross
        validation.
    **options
        Its other arguments, such as ``folds`` and ``random_state``; ``nonneg`` is always true,
        as a negative ratio has no logarithm.

    Returns
    -------
    float
        The mean of the logarithm of the estimated ratio at the numerator's samples. One sample far
        from the denominator can add as much as all others.

    Raises
    ------
    ValueError
        As :meth:`mlcompanion.density.contrasts.KLIEP.fit` does, or if ``nonneg`` is given.

    Notes
    -----
    Cost: that of the ratio. Source: Sugiyama (2016), section 39.1.1.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(0, 1, (200, 1)), rng.normal(1, 1, (200, 1))
    >>> 0.3 < kl_ratio_divergence(x, y, random_state=0) < 0.7
    True
    """
    if "nonneg" in options:
        raise ValueError("nonneg cannot be chosen: a negative ratio has no logarithm")
    ratio = KLIEP(sigma, **options)
    return float(ratio.fit(X_num, X_den).log_ratio(X_num).mean())


def relative_pearson(X_num, X_den, beta=0.5, *, sigma=None, lam=(0.001, 0.01, 0.1), **options):
    r"""Relative Pearson divergence of two densities, from samples of both.

    .. math:: \mathrm{rPE}=\int q_\beta\,(w_\beta-1)^2=\int p\,w_\beta-1,\qquad
        w_\beta=\frac p{q_\beta},\quad q_\beta=\beta p+(1-\beta)p'

    Parameters
    ----------
    X_num : array_like, shape (n, d)
        Samples of the numerator p.
    X_den : array_like, shape (n', d)
        Samples of the denominator :math:`p'`.
    beta : float
        In [0, 1). At 0 the Pearson divergence; larger ones bound the ratio by ``1 / beta``, which
        makes it easier to estimate and the divergence smaller, at most ``1 / beta - 1``.
    sigma, lam
        Widths and penalties of :class:`~mlcompanion.density.contrasts.RelativeDensityRatio`, of
        several the best by cross validation.
    **options
        Its other arguments, such as ``folds`` and ``random_state``.

    Returns
    -------
    float
        The mean of the estimated ratio at the numerator's samples, less 1. The true divergence is
        never negative, the estimate may be.

    Raises
    ------
    ValueError
        As :meth:`mlcompanion.density.contrasts.RelativeDensityRatio.fit` does.

    Notes
    -----
    Cost: that of the ratio. Source: Sugiyama (2016), section 39.1.2.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(0, 1, (200, 1)), rng.normal(1, 1, (200, 1))
    >>> 0.1 < relative_pearson(x, y, random_state=0) < 0.4
    True
    """
    ratio = RelativeDensityRatio(beta, sigma, lam, **options)
    return float(ratio.fit(X_num, X_den).predict(X_num).mean() - 1)
