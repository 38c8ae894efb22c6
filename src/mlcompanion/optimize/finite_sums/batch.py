r"""Methods that see all samples before they move: one additive update, five second-order terms.

.. math:: w_{k+1}=w_k-\eta_kG_k^{-1}\nabla f(w_k)

with G the identity (steepest descent), the Hessian (Newton), or what past gradients tell of it
(conjugate gradients, BFGS, L-BFGS). Choromanska (2014), section 1.1.3; Nocedal and Wright (2006),
chapters 3, 5, 6 and 7. SciPy's routines stop where the values agree to rounding; these go on by
slopes, and count their work.
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_has,
    check_real,
)

from ..smooth import at_start, check_slope
from .curvature import Conjugate, FullMemory, Hessian, Identity, LimitedMemory
from .finite_sum import CountedSum, FiniteSum
from .line_search import Trial, wolfe_step
from .run import SumRun, tell

__all__ = ["bfgs", "lbfgs", "newton", "nonlinear_cg", "steepest_descent"]


def _counted(problem, work):
    """The function that a line search sees, and how many samples an evaluation of it takes."""
    if isinstance(problem, FiniteSum):
        return CountedSum(problem, work).value_and_gradient, problem.n_samples

    def counted(w):
        work.add(gradient_samples=1)
        return problem.value_and_gradient(w)

    return counted, 1


def _first_step(curvature, step, last, origin, p):
    """A first trial: 1 where G has a scale, else as long as the last step's gain suggests."""
    if step is not None:
        return step
    if last is None:
        return 1.0 / max(np.linalg.norm(p), 1e-300)
    if curvature.unit_step:
        return 1.0
    # twice the length at which this slope promises the last step's gain, but at most a thousand
    # times the last length
    return min(2 * last[0] * last[1] / origin.slope, 1e3 * last[0])


def _additive(name, problem, start, curvature, step, rules):
    """Step along ``-G^-1`` times the gradient until it is small; a line search, or one length."""
    tol, max_iter, callback = rules
    check_has(problem, "problem", "value_and_gradient")
    work = curvature.work
    function, n_samples = _counted(problem, work)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter")
    told = check_function(callback, "callback") or (lambda w: None)
    if start is None and isinstance(problem, FiniteSum):
        start = np.zeros(problem.n_features)
    w = np.array(check_array(start, "start"), float)
    value, gradient = at_start(function, w)
    check_slope(gradient, w)
    work.record(value)
    told(w)
    goal = tol * np.abs(gradient).max()
    last = None
    for _ in range(max_iter):
        if np.abs(gradient).max() <= goal:
            break
        p = curvature.direction(w, gradient)
        origin = Trial(0.0, w, value, gradient, float(np.vdot(p, gradient)))
        if step is None:
            first = _first_step(curvature, step, last, origin, p)
            trial = wolfe_step(function, origin, p, first, curvature.flatness)
        else:
            trial = _plain_step(function, origin, p, step)
        if trial is None:
            break
        # the pair (step, change of the gradient) is what a quasi-Newton matrix is made of
        curvature.learn(trial.w - w, trial.gradient - gradient, trial.gradient)
        last = (trial.step, origin.slope)
        w, value, gradient = trial.w, trial.value, trial.gradient
        work.record(value)
        told(w)
    converged = bool(np.abs(gradient).max() <= goal)
    if not converged:
        largest = np.abs(gradient).max()
        tell(f"{name} stopped at a gradient of {largest:.3g} and did not meet tol={tol:g}", 4)
    return SumRun(w, converged, work, n_samples)


def _plain_step(function, origin, p, step):
    w = origin.w + step * p
    value, gradient = function(w)
    if not (np.isfinite(value) and np.all(np.isfinite(gradient))):
        return None
    return Trial(step, w, value, gradient, float(np.vdot(p, gradient)))


def constant_length(problem, step):
    """A constant step: None for a search, a number, or one over the Lipschitz constant."""
    if step is None:
        return None
    if step == "lipschitz":
        check_has(problem, "problem", "lipschitz")
        return 1 / check_real(problem.lipschitz(), "lipschitz", low=0, open_low=True)
    return check_real(step, "step", low=0, open_low=True)


def steepest_descent(problem, start=None, *, step=None, tol=1e-6, max_iter=1000, callback=None):
    r"""Go down the gradient, :math:`w\leftarrow w-\eta\nabla f(w)`.

    Parameters
    ----------
    problem : FiniteSum, or object with ``value_and_gradient``
    start : array_like, optional
        Zero for a :class:`FiniteSum`.
    step : float or "lipschitz", optional
        Constant step length; ``"lipschitz"`` is 1/L with ``problem.lipschitz()``. By default each
        is searched by the Wolfe conditions.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at the start.
    max_iter : int
        Most steps.
    callback : callable, optional
        ``callback(w)`` at the start and after every step.

    Returns
    -------
    SumRun
        With a record after every step.

    Raises
    ------
    ValueError
        If a parameter is out of range, or the start does not fit.

    Warns
    -----
    ConvergenceWarning
        If ``tol`` was not met: the steps ran out, or rounding ended the search.

    Notes
    -----
    Cost: one pass a step and one for each further trial of the search. The gap falls by a constant
    factor a step, about :math:`1-\mu/L`, where the function is strongly convex. Source: Choromanska
    (2014), section 1.1.3.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.losses import Squared
    >>> from mlcompanion.optimize.finite_sums import FiniteSum, steepest_descent
    >>> problem = FiniteSum(np.eye(2), np.array([1.0, -1.0]), Squared())
    >>> steepest_descent(problem).w.round(3)
    array([ 1., -1.])
    """
    length = constant_length(problem, step)
    rules = (tol, max_iter, callback)
    return _additive("steepest_descent", problem, start, Identity(), length, rules)


def newton(problem, start=None, *, step=None, tol=1e-6, max_iter=100, callback=None):
    r"""Newton's method, :math:`w\leftarrow w-\eta\,\nabla^2f(w)^{-1}\nabla f(w)`.

    Parameters
    ----------
    problem : FiniteSum, or object with ``value_and_gradient`` and ``hessian``
    start : array_like, optional
        Zero for a :class:`FiniteSum`.
    step : float, optional
        1 for full steps, which can overshoot far from the optimum. By default searched, 1 first.
    tol, max_iter, callback
        As for :func:`steepest_descent`.

    Returns
    -------
    SumRun

    Raises
    ------
    ValueError
        If a parameter is out of range, or the start does not fit.

    Warns
    -----
    ConvergenceWarning
        If ``tol`` was not met.

    Notes
    -----
    Cost: O(n d² + d³) a step, counted as n curvature samples beside the gradients; d² numbers.
    Near the optimum the error is squared in each step. Where the Hessian is singular the step goes
    along the gradient. Source: Choromanska (2014), section 1.1.3.
    """
    check_has(problem, "problem", "value_and_gradient", "hessian")
    curvature = Hessian(problem)
    length = None if step is None else check_real(step, "step", low=0, open_low=True)
    return _additive("newton", problem, start, curvature, length, (tol, max_iter, callback))


def nonlinear_cg(problem, start=None, *, tol=1e-6, max_iter=1000, callback=None):
    """Nonlinear conjugate gradients of Polak and Ribière, restarted where they turn back.

    Parameters
    ----------
    problem : FiniteSum, or object with ``value_and_gradient``
    start : array_like, optional
        Zero for a :class:`FiniteSum`.
    tol, max_iter, callback
        As for :func:`steepest_descent`.

    Returns
    -------
    SumRun

    Raises
    ------
    ValueError
        If a parameter is out of range, or the start does not fit.

    Warns
    -----
    ConvergenceWarning
        If ``tol`` was not met.

    Notes
    -----
    Cost: one pass for each trial of a nearly exact search, two or three a step; O(d) memory.
    Source: Choromanska (2014), section 1.1.3; Nocedal and Wright (2006), section 5.2.
    """
    curvature = Conjugate()
    return _additive("nonlinear_cg", problem, start, curvature, None, (tol, max_iter, callback))


def bfgs(problem, start=None, *, tol=1e-6, max_iter=1000, callback=None):
    """Broyden, Fletcher, Goldfarb and Shanno's quasi-Newton method, with the whole matrix.

    Parameters
    ----------
    problem : FiniteSum, or object with ``value_and_gradient``
    start : array_like, optional
        Zero for a :class:`FiniteSum`.
    tol, max_iter, callback
        As for :func:`steepest_descent`.

    Returns
    -------
    SumRun

    Raises
    ------
    ValueError
        If a parameter is out of range, or the start does not fit or is no vector.

    Warns
    -----
    ConvergenceWarning
        If ``tol`` was not met.

    Notes
    -----
    Cost: one pass a step, rarely two, and O(d²) time and memory; superlinear near the optimum.
    Source: Choromanska (2014), section 1.1.3; Nocedal and Wright (2006), algorithm 6.1.
    """
    if start is not None:
        start = check_array(start, "start", ndim=1)
    return _additive("bfgs", problem, start, FullMemory(), None, (tol, max_iter, callback))


def lbfgs(problem, start=None, *, memory=10, tol=1e-6, max_iter=1000, callback=None):
    """BFGS with limited memory: the matrix is told by the last few steps.

    Parameters
    ----------
    problem : FiniteSum, or object with ``value_and_gradient``
    start : array_like, optional
        Zero for a :class:`FiniteSum`.
    memory : int
        Pairs of steps and changes of the gradient that are kept.
    tol, max_iter, callback
        As for :func:`steepest_descent`.

    Returns
    -------
    SumRun

    Raises
    ------
    ValueError
        If a parameter is out of range, or the start does not fit.

    Warns
    -----
    ConvergenceWarning
        If ``tol`` was not met.

    Notes
    -----
    Cost: one pass a step, rarely two, and O(memory d) time and memory. Linear near the optimum,
    with a better factor than the gradient's. Source: Choromanska (2014), section 1.1.3; Nocedal and
    Wright (2006), algorithm 7.5.
    """
    curvature = LimitedMemory(check_count(memory, "memory", low=1))
    return _additive("lbfgs", problem, start, curvature, None, (tol, max_iter, callback))
