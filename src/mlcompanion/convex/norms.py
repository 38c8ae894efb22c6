r"""The p-norms, their duals, and the gradient of half their square.

Shalev-Shwartz (2007), Appendix A: :math:`\|\theta\|_\star=\sup_{\|w\|\le1}\langle w,\theta\rangle`.
The dual of the p-norm is the q-norm with ``1/p + 1/q = 1``. Every function works on the last axis.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

__all__ = ["dual_exponent", "dual_norm", "half_square_gradient", "lp_norm"]


def check_exponent(p, name="p"):
    """Return ``p`` as a float in [1, inf]."""
    if isinstance(p, float) and p == np.inf:
        return np.inf
    return check_real(p, name, low=1)


def _vectors(v, name):
    v = check_array(v, name)
    if v.ndim == 0 or v.shape[-1] == 0:
        raise ValueError(f"{name} must hold vectors, got shape {v.shape}")
    return v


def dual_exponent(p):
    """The ``q`` with ``1/p + 1/q = 1``; 1 and infinity are each other's duals."""
    p = check_exponent(p)
    if p == 1:
        return np.inf
    return 1.0 if p == np.inf else p / (p - 1)


def lp_norm(v, p):
    """The p-norm over the last axis; the largest entry is factored out, so nothing overflows.

    Parameters
    ----------
    v : array_like of shape (..., d)
    p : float in [1, inf]

    Returns
    -------
    ndarray of shape (...)
    """
    v = np.abs(_vectors(v, "v"))
    p = check_exponent(p)
    top = v.max(axis=-1, keepdims=True)
    if p == np.inf:
        return top[..., 0]
    unit = v / np.where(top > 0, top, 1)  # powers of at most 1
    # the sum is at least 1 unless all is 0, so its root loses no digits
    return top[..., 0] * (unit**p).sum(axis=-1) ** (1 / p)


def dual_norm(theta, p):
    r"""The norm dual to the p-norm, :math:`\sup_{\|w\|_p\le1}\langle w,\theta\rangle`.

    Parameters
    ----------
    theta : array_like of shape (..., d)
    p : float in [1, inf]
        The exponent of the norm on ``w``, not that of its dual.

    Returns
    -------
    ndarray of shape (...)
    """
    return lp_norm(_vectors(theta, "theta"), dual_exponent(p))


def half_square_gradient(v, p):
    r"""Gradient of :math:`\frac12\|v\|_p^2`; where it has a kink, one of its subgradients.

    :math:`\operatorname{sign}(v_i)\,|v_i|^{p-1}/\|v\|_p^{p-2}`, and 0 at the origin.

    Parameters
    ----------
    v : array_like of shape (..., d)
    p : float in [1, inf]

    Returns
    -------
    ndarray of shape (..., d)
    """
    v = _vectors(v, "v")
    p = check_exponent(p)
    size = np.abs(v)
    top = size.max(axis=-1, keepdims=True)
    if p == np.inf:  # all weight on one largest coordinate
        first = np.arange(v.shape[-1]) == size.argmax(axis=-1)[..., None]
        return np.where(first, v, 0.0)
    unit = size / np.where(top > 0, top, 1)
    total = np.maximum((unit**p).sum(axis=-1, keepdims=True), 1e-300)  # of the norm, power p
    # 0**0 is 1 for p = 1, but sign(0) = 0
    return np.sign(v) * top * unit ** (p - 1) * total ** (2 / p - 1)
