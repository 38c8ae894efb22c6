"""How far predicted starts are from the true ones.

Shalev-Shwartz (2007), equation 9.1, Section 9.5.2 and Section 9.6.2.
"""

import math

import numpy as np

from mlcompanion._validation import check_array, check_real

__all__ = ["alignment_cost", "boundary_accuracy", "mean_deviation", "tenfold_cost"]


def _deviations(y, z):
    y = check_array(y, "y", ndim=1, min_rows=1)
    return np.abs(y - check_array(z, "z", shape=y.shape))


def alignment_cost(y, z, eps=1.0):
    """Share of the starts that are off by more than ``eps``, (9.1).

    Parameters
    ----------
    y, z : array_like, shape (K,)
        True and predicted starts, in frames or any other unit.
    eps : float
        In the same unit.

    Returns
    -------
    float

    Examples
    --------
    >>> alignment_cost([0, 5, 9, 14], [0, 6, 12, 14])
    0.25
    """
    eps = check_real(eps, "eps", low=0)
    return float(np.mean(_deviations(y, z) > eps))


def tenfold_cost(y, z, eps=1.0):
    """Ten times :func:`alignment_cost`, rounded up to an integer: 0 if none is wrong, else 1 to 10.

    The brackets of the source's formula are lost, so that it may as well be rounded down; with ten
    events that is the same. The learner needs costs that are 0 or at least 1.

    Parameters
    ----------
    y, z : array_like, shape (K,)
    eps : float

    Returns
    -------
    int
    """
    eps = check_real(eps, "eps", low=0)
    wrong = _deviations(y, z) > eps
    # whole numbers: ten times a share may round up past an integer
    return math.ceil(10 * int(wrong.sum()) / len(wrong))


def boundary_accuracy(y, z, tol):
    """Share of the starts that are off by at most ``tol``, as in Table 9.1.

    Parameters
    ----------
    y, z : array_like, shape (K,)
    tol : float

    Returns
    -------
    float
    """
    tol = check_real(tol, "tol", low=0)
    return float(np.mean(_deviations(y, z) <= tol))


def mean_deviation(y, z):
    """Mean distance of predicted and true starts, as in Table 9.2, in their unit.

    Parameters
    ----------
    y, z : array_like, shape (K,)

    Returns
    -------
    float
    """
    return float(_deviations(y, z).mean())
