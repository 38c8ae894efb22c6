"""Step sizes that fall with the number of visits."""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_real

__all__ = ["step_sizes"]


@njit
def step_at(n, first, decay):
    """Step size of the n-th visit, counted from 1, in compiled loops."""
    return first / (decay * (n - 1) + 1)


def step_sizes(n, *, first=1.0, decay=1.0):
    r"""Step size :math:`\alpha_0/(d(n-1)+1)` of the n-th visit.

    Parameters
    ----------
    n : array_like of int
        Visits so far, the present one included: at least 1.
    first : float
        Step of the first visit, :math:`\alpha_0`, in [0, 1].
    decay : float
        d, at least 0: with 0 the step stays, with 1 it is :math:`\alpha_0/n`, the running mean.

    Returns
    -------
    ndarray
        Of the shape of ``n``.

    Raises
    ------
    ValueError
        If a visit is below 1, ``first`` outside [0, 1] or ``decay`` negative.

    Notes
    -----
    The form :math:`\alpha_0(n_0+1)/(n_0+n)` is the same with :math:`d=1/(n_0+1)`.
    van Seijen et al. (2011), Eq. 4; Ueno et al. (2011), section 7.

    Examples
    --------
    >>> step_sizes([1, 2, 3], first=0.5, decay=0.5).round(3)
    array([0.5  , 0.333, 0.25 ])
    """
    n = check_array(n, "n", low=1, dtype=np.float64)
    first = check_real(first, "first", low=0, high=1)
    decay = check_real(decay, "decay", low=0)
    return step_at(n, first, decay)
