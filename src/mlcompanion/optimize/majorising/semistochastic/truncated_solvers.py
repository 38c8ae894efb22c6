"""A symmetric system solved by a given number of steps, from products with its matrix alone.

Choromanska (2014), section 3.3.1: few steps of LSQR or conjugate gradients, begun at zero, solve a
sampled system roughly, and so regularise it.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance

__all__ = ["truncated_cg", "truncated_lsqr"]

#: A residual or a direction below this share of its start is rounding.
_ROUNDING = 1e-14


def _checked(product, rhs, n_iter):
    check_instance(product, "product", callable, "function")
    rhs = check_array(rhs, "rhs", ndim=1, min_rows=1)
    return rhs, check_count(n_iter, "n_iter", low=1)


def truncated_cg(product, rhs, n_iter):
    r"""At most ``n_iter`` conjugate gradient steps for :math:`Hx=b`, from zero.

    Of all points of the Krylov space, the one with the least error
    :math:`(x-x^*)^\top H(x-x^*)`.

    Parameters
    ----------
    product : callable
        ``v -> H v``, H symmetric and positive semi-definite.
    rhs : array_like of shape (d,)
        b, in the range of H.
    n_iter : int

    Returns
    -------
    ndarray of shape (d,)

    Notes
    -----
    Cost: a product a step. It ends early where the residual is rounding, and where a direction has
    no curvature (b outside the range of H). Source: Choromanska (2014), section 3.3.1.

    Examples
    --------
    >>> truncated_cg(lambda v: np.array([1.0, 4.0]) * v, [1.0, 4.0], 2).round(6)
    array([1., 1.])
    """
    rhs, n_iter = _checked(product, rhs, n_iter)
    x = np.zeros_like(rhs)
    residual = rhs.copy()
    direction = residual
    squared = residual @ residual
    goal = _ROUNDING**2 * squared
    for _ in range(n_iter):
        if squared <= goal:
            break
        image = product(direction)
        curvature = direction @ image
        if not curvature > 0:
            break
        length = squared / curvature
        x = x + length * direction
        residual = residual - length * image
        before = squared
        squared = residual @ residual
        direction = residual + (squared / before) * direction
    return x


def truncated_lsqr(product, rhs, n_iter):
    r"""At most ``n_iter`` steps of LSQR for :math:`Hx=b` with a symmetric H, from zero.

    Of all points of its Krylov space, the one with the least residual :math:`\|Hx-b\|`.

    Parameters
    ----------
    product : callable
        ``v -> H v``, H symmetric.
    rhs : array_like of shape (d,)
        b; outside the range of H the limit is the shortest of the least-squares solutions.
    n_iter : int

    Returns
    -------
    ndarray of shape (d,)

    Notes
    -----
    Cost: two products a step, one with H and one with its transpose, which is H. Source:
    Choromanska (2014), section 3.3.2; Paige and Saunders (1982), bidiagonalisation and plane
    rotations.

    Examples
    --------
    >>> truncated_lsqr(lambda v: np.array([1.0, 4.0]) * v, [1.0, 4.0], 2).round(6)
    array([1., 1.])
    """
    rhs, n_iter = _checked(product, rhs, n_iter)
    x = np.zeros_like(rhs)
    beta = np.linalg.norm(rhs)
    if not beta:
        return x
    u = rhs / beta
    v = product(u)
    alpha = np.linalg.norm(v)
    if not alpha:
        return x
    v = v / alpha
    first = alpha
    direction = v
    phi = beta
    rho = alpha
    for _ in range(n_iter):
        # the next row of the bidiagonal matrix
        u = product(v) - alpha * u
        beta = np.linalg.norm(u)
        ended = beta <= _ROUNDING * first
        if not ended:
            u = u / beta
            v_next = product(u) - beta * v
            alpha = np.linalg.norm(v_next)
        # a plane rotation makes it upper triangular
        length = np.hypot(rho, beta)
        c = rho / length
        s = beta / length
        x = x + (c * phi / length) * direction
        if ended or alpha <= _ROUNDING * first:
            break
        v = v_next / alpha
        direction = v - (s * alpha / length) * direction
        rho = -c * alpha
        phi = s * phi
    return x
