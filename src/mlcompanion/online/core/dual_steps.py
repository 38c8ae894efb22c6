r"""The aggressive dual step for the hinge loss, for three complexities and in general.

Shalev-Shwartz (2007), Section 7.2. With :math:`\Lambda=\sum_{i\ne t}\lambda_i` the dual vectors of
the other rounds, the learner holds :math:`w=\nabla\psi^\star(-\Lambda/c)` and looks for

.. math:: \max_{\alpha\in[0,1]}\;\gamma\alpha-c\,\psi^\star\bigl(-\tfrac1c(\Lambda-\alpha x)\bigr),

a concave function of one number (7.9). The label is folded into x. Signs follow this formula; in
(7.10) to (7.16) of the thesis the sign of one inner product, and with it the roles of
:math:`\theta_+` and :math:`\theta_-`, are exchanged.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp

from mlcompanion._validation import check_array, check_count, check_instance, check_real
from mlcompanion.losses.formulas import hinge_coordinate

__all__ = [
    "NewtonStep",
    "hinge_step_entropy",
    "hinge_step_euclidean",
    "hinge_step_line",
    "hinge_step_p_norm",
]


def _check_problem(Lambda, x, inverse_rate, margin):
    Lambda = check_array(Lambda, "Lambda", ndim=1, min_rows=1)
    x = check_array(x, "x", shape=Lambda.shape)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    return Lambda, x, c, check_real(margin, "margin", low=0)


def hinge_step_euclidean(score, sqnorm, inverse_rate, margin=1.0):
    r"""The maximiser for :math:`\psi=\frac12\|w\|^2`, (7.11).

    Parameters
    ----------
    score : float
        :math:`\langle w,x\rangle=-\langle\Lambda,x\rangle/c`.
    sqnorm : float >= 0
        :math:`\|x\|^2`.
    inverse_rate, margin : float
        Weight of the complexity, positive; margin of the hinge, non-negative.

    Returns
    -------
    float in [0, 1]
        The move is then :math:`w\leftarrow w+\frac\alpha cx`.

    Raises
    ------
    ValueError
        On values that are not finite or have the wrong sign.

    Examples
    --------
    >>> hinge_step_euclidean(0.2, 4.0, inverse_rate=2.0)
    0.4
    """
    score = check_real(score, "score")
    sqnorm = check_real(sqnorm, "sqnorm", low=0)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    missing = check_real(margin, "margin", low=0) - score
    return float(hinge_coordinate(0.0, missing, sqnorm / c, 1.0))


def hinge_step_entropy(Lambda, x, inverse_rate, margin=0.5):
    r"""The maximiser for the entropy on the simplex and ``x`` in :math:`\{-1,0,1\}^d`, (7.16).

    Setting the derivative to zero gives a quadratic equation for :math:`\beta=e^{\alpha/c}`,

    .. math:: (1-\gamma)\theta_+\beta^2-\gamma\theta_0\beta-(1+\gamma)\theta_-=0,

    with :math:`\theta_+,\theta_0,\theta_-` the sums of :math:`e^{-\Lambda_j/c}` over
    :math:`x_j=1,0,-1`.

    Parameters
    ----------
    Lambda, x : array_like of shape (d,)
    inverse_rate, margin : float
        Positive; non-negative.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        On wrong shapes or entries of ``x`` other than -1, 0, 1.

    Notes
    -----
    Cost: O(d). Sums are kept as logarithms, so that no exponent overflows.
    """
    Lambda, x, c, gamma = _check_problem(Lambda, x, inverse_rate, margin)
    check_array(x, "x", among=(-1, 0, 1))
    if gamma >= 1:  # the slope, gamma - <w, x>, is never negative
        return 1.0
    if not (x == 1).any():  # nor here, and it vanishes only if x = 0 and gamma = 0
        return float(gamma > 0 or (x == -1).any())
    # The -inf at the end is the sum of no entries, which logsumexp does not take.
    exponents = np.concatenate([-Lambda / c, [-np.inf]])
    plus, zero, minus = (logsumexp(exponents[np.append(x == s, True)]) for s in (1, 0, -1))
    with np.errstate(divide="ignore"):
        linear = np.log(gamma) + zero
        product = np.log(4 * (1 - gamma**2)) + plus + minus
    # The positive root of the quadratic, in logarithms: all of its terms are sums of positives.
    root = np.logaddexp(2 * linear, product) / 2
    log_beta = np.logaddexp(linear, root) - np.log(2 * (1 - gamma)) - plus
    return float(np.clip(c * log_beta, 0.0, 1.0))


def hinge_step_line(link, Lambda, x, inverse_rate, margin=1.0):
    r"""The maximiser for any complexity, by a search for the root of the derivative (7.9).

    The derivative at :math:`\alpha` is :math:`\gamma-\langle w(\alpha),x\rangle`: the margin that
    the weights still miss after the step. It falls with :math:`\alpha`.

    Parameters
    ----------
    link : callable
        :math:`\nabla\psi^\star`, from (d,) to (d,).
    Lambda, x : array_like of shape (d,)
    inverse_rate, margin : float
        Positive; non-negative.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: about ten calls of ``link`` (Brent's method, to 1e-15).
    """
    check_instance(link, "link", callable)
    Lambda, x, c, gamma = _check_problem(Lambda, x, inverse_rate, margin)

    def missing(alpha):
        return gamma - float(link(-(Lambda - alpha * x) / c) @ x)

    # Concave in alpha: without a slope at an end that end is the maximiser.
    if missing(0.0) <= 0:
        return 0.0
    if missing(1.0) >= 0:
        return 1.0
    return float(brentq(missing, 0.0, 1.0, xtol=1e-15, rtol=1e-14))


class NewtonStep(NamedTuple):
    """A step length and the number of evaluations it took."""

    alpha: float
    n_iter: int


def hinge_step_p_norm(Lambda, x, inverse_rate, margin=1.0, p=4.0, tol=1e-14, max_iter=100):
    r"""The maximiser for :math:`\psi=\frac1{2(q-1)}\|w\|_q^2`, by Newton's method in a bracket.

    The link is :math:`w_j=\mathrm{sign}(v_j)|v_j|^{p-1}\|v\|_p^{2-p}/(p-1)`, and the curvature
    along the line has a closed form. A Newton step that leaves the bracket is replaced by the
    bracket's midpoint.

    Parameters
    ----------
    Lambda, x : array_like of shape (d,)
    inverse_rate, margin : float
        Positive; non-negative.
    p : float >= 2
        The exponent on the dual side.
    tol : float > 0
        Width of the last step.
    max_iter : int

    Returns
    -------
    NewtonStep

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(d) an iteration. Source: (7.9); exercise of the chapter.
    """
    Lambda, x, c, gamma = _check_problem(Lambda, x, inverse_rate, margin)
    p = check_real(p, "p", low=2)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)

    def slope_and_curvature(alpha):
        v = -(Lambda - alpha * x) / c
        norm = np.linalg.norm(v, p)
        if norm == 0.0:
            return gamma, np.inf
        # Powers of numbers up to 1 do not overflow, whatever the scale of v.
        unit = np.abs(v / norm)
        direction = x @ (np.sign(v) * unit ** (p - 1))
        score = norm * direction / (p - 1)
        bend = ((p - 1) * (x**2 @ unit ** (p - 2)) + (2 - p) * direction**2) / (p - 1)
        return gamma - score, bend / c

    low = 0.0
    high = 1.0
    alpha = 0.0
    if slope_and_curvature(1.0)[0] >= 0:
        return NewtonStep(1.0, 1)
    for n_iter in range(1, max_iter + 1):
        slope, bend = slope_and_curvature(alpha)
        if slope > 0:
            low = alpha
        else:
            high = alpha
        if high == 0.0 or slope == 0.0:
            return NewtonStep(alpha, n_iter)
        # The slope falls along the line, so that the bracket closes even where Newton overshoots.
        newton = alpha + slope / bend if bend > 0 else high
        new = newton if low < newton < high else (low + high) / 2
        if abs(new - alpha) <= tol:
            return NewtonStep(new, n_iter)
        alpha = new
    return NewtonStep(alpha, max_iter)
