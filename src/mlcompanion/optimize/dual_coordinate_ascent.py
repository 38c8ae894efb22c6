r"""Dual coordinate ascent: a quadratic programme in a box, one variable after the other.

Without an intercept the dual of a support vector machine has no equality,

.. math:: \min_\alpha\ \tfrac12\alpha^\top Q\alpha-p^\top\alpha\quad\text{subject to}\quad
   0\le\alpha_i\le C_i,

and one variable at a time suffices: each goes to the minimum over its interval, in a random order.
Hsieh, Chang, Lin, Keerthi and Sundararajan (2008).
"""

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_count, check_real, check_rng, check_square

from .smo import certified, check_box

__all__ = ["dual_coordinate_ascent"]


@njit
def _sweep(Q, C, order, alpha, gradient):
    """Minimise over each variable in turn; return by how much the worst missed its optimum."""
    worst = 0.0
    for i in order:
        slope = gradient[i]
        if (alpha[i] == 0.0 and slope >= 0.0) or (alpha[i] == C[i] and slope <= 0.0):
            continue
        worst = max(worst, abs(slope))
        new = min(max(alpha[i] - slope / max(Q[i, i], 1e-12), 0.0), C[i])
        by = new - alpha[i]
        alpha[i] = new
        if by != 0.0:
            row = Q[i]
            for t in range(len(alpha)):
                gradient[t] += by * row[t]
    return worst


def dual_coordinate_ascent(
    Q, p=None, C=1.0, *, alpha0=None, tol=1e-6, max_iter=1000, random_state=0
):
    r"""Minimise :math:`\frac12\alpha^\top Q\alpha-p^\top\alpha` over a box, variable by variable.

    Parameters
    ----------
    Q : array_like, shape (n, n)
        Symmetric positive semidefinite.
    p : array_like, shape (n,), optional
        Ones if left out.
    C : float or array_like, shape (n,)
        Upper bounds, not negative.
    alpha0 : array_like, shape (n,), optional
        Where to start, brought into the box first. Zero if left out.
    tol : float
        Largest violation of the optimality conditions.
    max_iter : int
        Most sweeps over all variables.
    random_state : int or Generator
        Orders the variables of each sweep.

    Returns
    -------
    DualSolution
        ``intercept`` is 0, ``n_iter`` counts sweeps; ``kkt_violation`` above ``tol`` says that
        ``max_iter`` ended the run.

    Raises
    ------
    ValueError
        If an argument is malformed.

    Notes
    -----
    Cost: O(n) for each variable that moves; one that stays at its bound costs O(1).
    Source: Hsieh et al. (2008), Algorithm 1, with Q in place of the weights.

    Examples
    --------
    >>> import numpy as np
    >>> dual_coordinate_ascent(np.diag([1.0, 4.0]), C=0.5).alpha
    array([0.5 , 0.25])
    """
    Q = plain_layout(check_square(Q, "Q", symmetric=True))
    p, C, alpha = check_box(len(Q), p, C, alpha0)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter, rng = check_count(max_iter, "max_iter", low=1), check_rng(random_state)
    gradient = Q @ alpha - p
    for sweep in range(1, max_iter + 1):
        if _sweep(Q, C, rng.permutation(len(Q)), alpha, gradient) <= tol:
            gradient = Q @ alpha - p
            found = certified(alpha, gradient, p, C, None, sweep)
            if found.kkt_violation <= tol:
                return found
    return certified(alpha, Q @ alpha - p, p, C, None, max_iter)
