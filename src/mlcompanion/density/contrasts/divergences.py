r"""Divergences of two densities by their ratio, fitted directly.

Sugiyama (2016), sections 39.1.1 and 39.1.2.

A divergence of the kind :math:`\int p'\,g(p/p')` is a mean of a function of the ratio, and the
ratio is estimated without the densities.
"""

from .ratios import RelativeDensityRatio

__all__ = ["relative_pearson"]


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
