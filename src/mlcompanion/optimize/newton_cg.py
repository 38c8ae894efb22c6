r"""Newton's method for a smooth convex function, its systems solved roughly by conjugate gradients.

Nocedal and Wright (2006), algorithm 7.1 (line search Newton-CG).
"""

from typing import NamedTuple

import numpy as np

from .dual.dal_newton import pcg

__all__ = ["NewtonRun", "newton_cg"]

_DECREASE = 1e-4  # of what the slope promises, Armijo's condition
_SHORTEST = 1e-10  # a step that is shorter gains nothing in double precision


class NewtonRun(NamedTuple):
    """Where a run ended: the point, the value there, Newton steps and products with the Hessian.

    ``converged`` says whether the gradient met ``tol``: else ``max_iter`` or rounding
    ended the run.
    """

    w: np.ndarray
    objective: float
    n_iter: int
    n_products: int
    converged: bool


def newton_cg(function, hessian, start, tol, max_iter):
    r"""Minimise a convex function from products with its (generalised) Hessian.

    Each system :math:`\nabla^2f\,s=-\nabla f` is solved to a relative residual of
    :math:`\min(1/4,\sqrt{\|\nabla f\|/\|\nabla f_0\|})`, which makes the last steps fast, but to no
    less than half of what is asked of the last one. The step is halved until the value falls.

    Parameters
    ----------
    function : callable
        ``function(w)`` gives value and gradient, an array of shape (d,).
    hessian : callable
        ``hessian()`` gives a product ``v -> H v`` and the positive diagonal of H, shape (d,), at
        the last point that ``function`` was asked about.
    start : ndarray of shape (d,)
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at the start.
    max_iter : int
        Most Newton steps.

    Returns
    -------
    NewtonRun

    Notes
    -----
    Cost: one evaluation and some products with H a step. Source: Nocedal and Wright (2006),
    algorithm 7.1.
    """
    w, (value, gradient) = start, function(start)
    goal = tol * abs(gradient).max()
    first = np.linalg.norm(gradient)
    n_iter = n_products = 0
    while n_iter < max_iter and abs(gradient).max() > goal:
        # solved roughly at first, more sharply as the gradient falls: superlinear in the end
        forcing = min(0.25, np.sqrt(np.linalg.norm(gradient) / first))
        # no sharper than the last step needs
        forcing = max(forcing, 0.5 * goal / abs(gradient).max())
        # the last call of function was at w: the Hessian is that of this point
        product, diagonal = hessian()
        step, products = pcg(product, -gradient, diagonal, forcing, len(w))
        n_iter = n_iter + 1
        n_products = n_products + products
        slope = gradient @ step
        # halve until the value falls by a share of what the slope promises
        length = 1.0
        new = function(w + step)
        while new[0] > value + _DECREASE * length * slope and length > _SHORTEST:
            length /= 2
            new = function(w + length * step)
        # a step below rounding: the value cannot tell the points apart any more
        if length <= _SHORTEST:
            break
        w, (value, gradient) = w + length * step, new
    return NewtonRun(w, value, n_iter, n_products, bool(abs(gradient).max() <= goal))
