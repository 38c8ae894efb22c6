r"""Basis functions and their design matrices: Sugiyama (2016), Sections 21.1 and 22.2.

A model that is linear in its parameters, :math:`f(x)=\sum_j w_j\phi_j(x)`, is the design matrix
:math:`\Phi_{ij}=\phi_j(x_i)` to an algorithm, and nothing else.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.kernels import rbf_kernel

__all__ = ["gaussian_basis", "poly_basis", "trig_basis"]


def trig_basis(x, order=15, frequency=0.5):
    r"""Design matrix of :math:`1,\sin j\omega x,\cos j\omega x` for :math:`j=1,\dots,` ``order``.

    Parameters
    ----------
    x : array_like, shape (n,)
        Inputs; the functions have period :math:`2\pi/\omega`.
    order : int
        Largest :math:`j`; not negative.
    frequency : float
        :math:`\omega`, positive: 1/2 as in the listing of Fig. 22.3, 1 as in Section 21.1.

    Returns
    -------
    ndarray, shape (n, 2 * order + 1)
        Columns in the order 1, sin(ωx), cos(ωx), sin(2ωx), cos(2ωx), ...

    Raises
    ------
    ValueError
        If ``x`` is not a finite vector, ``order`` is negative or ``frequency`` not positive.

    Notes
    -----
    Cost: O(n order). Source: Sugiyama (2016), Section 21.1 and Fig. 22.3.
    """
    x = check_array(x, "x", ndim=1, min_rows=1)
    frequency = check_real(frequency, "frequency", low=0, open_low=True)
    angles = np.outer(x, np.arange(1, check_count(order, "order") + 1) * frequency)
    waves = np.stack([np.sin(angles), np.cos(angles)], axis=2)
    return np.column_stack([np.ones(len(x)), waves.reshape(len(x), 2 * order)])


def poly_basis(x, degree=3, scale=1.0):
    """Design matrix of the powers ``1, u, ..., u**degree`` of ``u = x / scale``.

    Parameters
    ----------
    x : array_like, shape (n,)
    degree : int
        Not negative.
    scale : float
        Unit of the inputs, positive. The functions that can be reached are the same; with the
        largest ``|x|`` the columns stay of one size, which high degrees need.

    Returns
    -------
    ndarray, shape (n, degree + 1)

    Raises
    ------
    ValueError
        If ``x`` is not a finite vector, ``degree`` is negative or ``scale`` not positive.

    Notes
    -----
    Cost: O(n degree). Source: Sugiyama (2016), Section 21.1.
    """
    x = check_array(x, "x", ndim=1, min_rows=1)
    scale = check_real(scale, "scale", low=0, open_low=True)
    return np.vander(x / scale, check_count(degree, "degree") + 1, increasing=True)


def gaussian_basis(x, centres=None, sigma=0.3):
    r"""Design matrix of Gaussian bumps :math:`\exp(-\|x-c_j\|^2/(2\sigma^2))`.

    Parameters
    ----------
    x : array_like, shape (n,) or (n, d)
    centres : array_like, shape (m,) or (m, d), optional
        Default ``x``: the kernel model (22.2) with its square kernel matrix.
    sigma : float
        Width, in the units of ``x``; positive.

    Returns
    -------
    ndarray, shape (n, m)

    Raises
    ------
    ValueError
        If an array is not finite, the dimensions differ, or ``sigma`` is not positive.

    Notes
    -----
    Cost: O(n m d). Source: Sugiyama (2016), (22.2) and Fig. 22.7.
    """
    X = _rows(x, "x")
    if centres is None:
        return rbf_kernel(X, X, sigma=sigma)
    centres = check_array(_rows(centres, "centres"), "centres", shape=(None, X.shape[1]))
    return rbf_kernel(X, centres, sigma=sigma)


def _rows(x, name):
    """Inputs as rows; a vector is a column of one-dimensional inputs."""
    x = check_array(x, name, min_rows=1)
    return x[:, None] if x.ndim == 1 else check_array(x, name, ndim=2)
