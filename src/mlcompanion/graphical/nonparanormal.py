r"""The nonparanormal transform: make every margin normal, keep the order of the observations.

If monotone functions :math:`f_j` make :math:`(f_1(Y_1),\dots,f_p(Y_p))` normal, their graph is that
of Y. Chen (2013), section 2.4, after Liu, Lafferty and Wasserman (2009), whose truncated empirical
distribution function stands here.
"""

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["nonparanormal", "truncation_level"]


def truncation_level(n):
    r""":math:`\delta_n=1/(4n^{1/4}\sqrt{\pi\log n})`, the level at which probabilities are cut.

    Source: Liu, Lafferty and Wasserman (2009), section 4.
    """
    n = check_count(n, "n", low=2)
    return float(1 / (4 * n**0.25 * np.sqrt(np.pi * np.log(n))))


def nonparanormal(Y, truncation=None):
    r"""Normal scores :math:`\hat f_j(y)=\Phi^{-1}(\mathrm{clip}(\hat F_j(y),\delta,1-\delta))`.

    Parameters
    ----------
    Y : array_like of shape (n_samples, n_features)
    truncation : float, optional
        :math:`\delta` in (0, 1/2); default :func:`truncation_level` of the number of samples.

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        Scores of each column; any strictly increasing function of a column gives the same. The
        means are 0 up to ties, the variances a little below 1. Multiply by the columns' standard
        deviations and add their means to return to the units of Y.

    Raises
    ------
    ValueError
        If Y is not finite or has fewer than two rows, or the truncation is out of range.

    Notes
    -----
    Ties share the mean of their ranks; probabilities are ``(rank - 1/2) / n`` before the cut, so
    that the scores are symmetric. Cost: a sort of every column.
    Source: Chen (2013), section 2.4; Liu, Lafferty and Wasserman (2009), section 4.
    """
    Y = check_array(Y, "Y", ndim=2, min_rows=2)
    if truncation is None:
        truncation = truncation_level(len(Y))
    truncation = check_real(
        truncation, "truncation", low=0, high=0.5, open_low=True, open_high=True
    )
    # half a rank less: without it the largest score would lack a mirror image
    probabilities = (rankdata(Y, axis=0) - 0.5) / len(Y)
    return ndtri(np.clip(probabilities, truncation, 1 - truncation))
