r"""Minimise a function by upper bounds that touch it: majorise, step to the bound's least point.

Choromanska (2014), section 1.1.2 and Figure 1.1; section 2.2 (over-relaxed steps).
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy import linalg
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_has,
    check_real,
    check_square,
)

from ..smooth import at_start, check_slope

__all__ = ["FixedCurvature", "MajorizeRun", "Touch", "majorize"]

#: Rises that are rounding, as a share of the values at the start and at hand.
_ROUNDING = 1e-12


class Touch(NamedTuple):
    """What a surrogate says at a point w: how its upper bound there touches the function.

    Attributes
    ----------
    value : float
        The function, and the bound, at w.
    gradient : ndarray of the shape of w
        That of the function and of the bound.
    target : ndarray of the shape of w
        Where the bound is least.
    """

    value: float
    gradient: np.ndarray
    target: np.ndarray


class MajorizeRun(NamedTuple):
    """What :func:`majorize` returns.

    Attributes
    ----------
    w : ndarray
        The last point, where the value is least.
    objective : ndarray of shape (n_iter + 1,)
        The function at the start and after every step.
    n_iter : int
    converged : bool
        Whether the gradient met ``tol`` before ``max_iter``.
    """

    w: np.ndarray
    objective: np.ndarray
    n_iter: int
    converged: bool


class FixedCurvature:
    r"""Bounds of one curvature everywhere: :math:`f(w)+\nabla f^\top\Delta+\frac12\Delta^\top
    H\Delta`.

    With H the Lipschitz constant it is gradient descent with steps 1/L; with Böhning and Lindsay's
    matrix, Newton's method with a Hessian that is never computed anew.

    Parameters
    ----------
    smooth : object with ``value_and_gradient``
        For example a :class:`FiniteSum` or :class:`DataFit`.
    curvature : float or array_like of shape (d, d)
        H, positive definite and nowhere below the Hessian.

    Raises
    ------
    ValueError
        If the curvature is not positive (definite).

    Notes
    -----
    A matrix is factored once, O(d³); a step costs a gradient and O(d²).
    """

    def __init__(self, smooth, curvature):
        self.smooth = check_has(smooth, "smooth", "value_and_gradient")
        if np.ndim(curvature) == 0:
            self._scale = check_real(curvature, "curvature", low=0, open_low=True)
            self._factor = None
            return
        curvature = check_square(curvature, "curvature", symmetric=True)
        try:
            self._factor = linalg.cho_factor(curvature)
        except linalg.LinAlgError as error:
            raise ValueError("curvature must be positive definite") from error

    def touch(self, w):
        """The bound that touches the function at ``w``.

        Returns
        -------
        Touch
        """
        value, gradient = self.smooth.value_and_gradient(w)
        if self._factor is None:
            # the least point of f + g'd + d'Hd/2 is one solve away: d = -H^-1 g
            return Touch(value, gradient, w - gradient / self._scale)
        return Touch(value, gradient, w - linalg.cho_solve(self._factor, gradient))


def majorize(surrogate, start, *, relax=1.0, tol=1e-6, max_iter=1000, callback=None):
    r"""Step again and again to the least point of an upper bound that touches the function.

    :math:`w\leftarrow w+\zeta(\arg\min\rho(\cdot,w)-w)`. Since :math:`f(w')\le\rho(w',w)\le
    \rho(w,w)=f(w)` the function never rises; no step size is searched.

    Parameters
    ----------
    surrogate : object with ``touch(w)``
        Gives a :class:`Touch`, for example :class:`FixedCurvature`.
    start : array_like
    relax : float
        :math:`\zeta`, between 0 and 2; beyond 1 the steps are over-relaxed, and still descend if
        the bounds are quadratic.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at the start.
    max_iter : int
        Most steps.
    callback : callable, optional
        Called with every point, the first too.

    Returns
    -------
    MajorizeRun

    Raises
    ------
    ValueError
        If a parameter is out of range, or the start does not fit.

    Warns
    -----
    ConvergenceWarning
        If the steps ran out, or if a value rose by more than rounding: then the surrogate is no
        upper bound, and the run ends at the point before.

    Notes
    -----
    Cost: a touch a step. Source: Choromanska (2014), section 1.1.2; section 2.2 for ``relax``.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.optimize import Quadratic
    >>> from mlcompanion.optimize.majorising import FixedCurvature, majorize
    >>> bowl = Quadratic(np.diag([1.0, 4.0]), np.array([1.0, 4.0]))
    >>> majorize(FixedCurvature(bowl, 4.0), [0.0, 0.0]).w.round(3)
    array([1., 1.])
    """
    check_has(surrogate, "surrogate", "touch")
    w = check_array(start, "start").copy()
    relax = check_real(relax, "relax", low=0, high=2, open_low=True, open_high=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter")
    tell = (lambda w: None) if callback is None else check_function(callback, "callback")
    touch = at_start(surrogate.touch, w)
    check_slope(touch.gradient, w)
    goal = tol * np.abs(touch.gradient).max()
    objective = [touch.value]
    tell(w)
    while np.abs(touch.gradient).max() > goal and len(objective) <= max_iter:
        # relax = 1 goes to the bound's least point; below 2 a quadratic bound stays lower than at
        # w
        moved = w + relax * (touch.target - w)
        new = surrogate.touch(moved)
        # "not <=" also catches nan
        if not new.value <= touch.value + _ROUNDING * (abs(objective[0]) + abs(touch.value)):
            warnings.warn(
                f"the value rose from {touch.value:.6g} to {new.value:.6g}: the surrogate is no "
                "upper bound",
                ConvergenceWarning,
                stacklevel=2,
            )
            return MajorizeRun(w, np.array(objective), len(objective) - 1, False)
        w, touch = moved, new
        objective.append(touch.value)
        tell(w)
    converged = bool(np.abs(touch.gradient).max() <= goal)
    if not converged:
        warnings.warn(
            f"majorize stopped after {max_iter} steps before its gradient met tol={tol:g}",
            ConvergenceWarning,
            stacklevel=2,
        )
    return MajorizeRun(w, np.array(objective), len(objective) - 1, converged)
