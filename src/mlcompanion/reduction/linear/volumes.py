r"""How little of a cube its ball fills in many dimensions (Sugiyama 2016, section 35.1)."""

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array

__all__ = ["inscribed_ball_share"]


def inscribed_ball_share(d):
    r"""Share of a cube that lies inside the largest ball in it.

    .. math:: \frac{\pi^{d/2}}{2^d\,\Gamma(d/2+1)}

    Parameters
    ----------
    d : int or array_like of int
        Dimensions, at least 1.

    Returns
    -------
    float or ndarray of the shape of ``d``
        0 where it is below the smallest float.

    Raises
    ------
    ValueError
        If a dimension is below 1 or no integer.

    Notes
    -----
    Cost: O(1) each; by logarithms, so that neither power nor gamma function overflows. Source:
    Sugiyama (2016), section 35.1 and Fig. 35.1.

    Examples
    --------
    >>> inscribed_ball_share([1, 2, 3, 10]).round(4)
    array([1.    , 0.7854, 0.5236, 0.0025])
    """
    d = check_array(d, "d", dtype=int, low=1)
    share = np.exp(d / 2 * np.log(np.pi) - d * np.log(2.0) - gammaln(d / 2 + 1))
    return float(share) if share.ndim == 0 else share
