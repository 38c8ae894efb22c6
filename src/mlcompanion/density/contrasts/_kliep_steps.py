r"""Solvers of the density-ratio fit by the Kullback-Leibler divergence: Sugiyama (2016), 38.3.

With kernel values K at the numerator samples and their means b at the denominator samples the
objective is :math:`b^\top\alpha-\frac1{n'}\sum_i\log(K\alpha)_i`. At a minimum over
:math:`\alpha\ge0` the mean ratio :math:`b^\top\alpha` is 1, as scaling all coefficients shows. So
:math:`\pi_j=b_j\alpha_j` are the shares of a mixture of the functions :math:`K_{ij}/b_j`, and the
fit is that of a mixture by maximum likelihood, for which Newton's method under constraints has a
certificate of optimality. Without :math:`\alpha\ge0` there need not be a minimum: what remains are
the gradient steps of the source's listing.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import nnls

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_flag, check_real

__all__ = ["kliep_steps"]

_IN_VAIN = 5  # steps without a rise of the likelihood


class Shares(NamedTuple):
    """Mixture shares, by how much their mean log-likelihood may still rise, and the steps taken."""

    shares: np.ndarray
    gap: float
    n_iter: int


def best_shares(A, tol, max_iter):
    r"""Shares of fixed components that maximise the mean log-likelihood.

    With the slopes :math:`D_j=\frac1{n'}\sum_iA_{ij}/(A\pi)_i` no shares have a likelihood above
    the present one by more than :math:`\log\max_jD_j`, by Jensen's inequality.

    Parameters
    ----------
    A : ndarray, shape (n', b)
        Values of the components at the samples, not negative, none of the rows zero.
    tol : float
        On that bound.
    max_iter : int

    Returns
    -------
    Shares

    Notes
    -----
    Cost: O(n' b^2) a step where all components compete, less as they drop out; some ten steps.
    Wang (2007), the constrained Newton method, on a fixed set of components.
    """
    n, n_components = A.shape
    shares = np.full(n_components, 1 / n_components)
    fitted = A @ shares
    level = _mean_log(fitted)
    in_vain = 0
    for n_iter in range(max_iter + 1):
        S = A / fitted[:, None]
        slopes = np.full(n, 1 / n) @ S
        gap = float(np.log(slopes.max()))
        if gap <= tol or n_iter == max_iter or in_vain == _IN_VAIN:
            break
        useful = (shares > 0) | (slopes > 1)
        em = shares * slopes  # a step of EM never lowers the likelihood
        target = np.zeros(n_components)
        target[useful] = _newton_target(S[:, useful], em[useful])
        shares = _towards(A, shares, target, slopes @ (target - shares))
        if shares is None:
            shares = em / em.sum()
        fitted = A @ shares
        before = level
        level = _mean_log(fitted)
        # near the optimum the gap still falls where the likelihood is flat up to rounding
        in_vain = 0 if level > before else in_vain + 1
    return Shares(shares, gap, n_iter)


def _mean_log(values):
    return np.log(values).mean()


def _newton_target(S, otherwise):
    r"""Where the quadratic model of the likelihood is largest on the simplex.

    The model is :math:`\|Sy-2\|^2`, up to a factor and constants, and on the simplex
    :math:`Sy-2=(S-2\cdot1)y=Py`. The simplex's point of least :math:`\|Py\|` is, up to its
    length, the answer to :math:`\min_{u\ge0}\|Pu\|^2+(1^\top u-1)^2`.
    """
    P = (S - 2.0) / np.sqrt(len(S))
    if len(P) > P.shape[1]:
        P = np.linalg.qr(P, mode="r")  # as many rows as columns, and the same lengths
    top = np.append(np.zeros(len(P)), 1.0)
    try:
        u = nnls(np.vstack([P, np.ones(P.shape[1])]), top)[0]
    except RuntimeError:  # it went in circles among components that are nearly equal
        u = otherwise
    return u / u.sum()


def _towards(A, shares, target, promise):
    """Go to the target, or half as far until the likelihood rises by a third of its promise."""
    fitted = A @ shares
    change = A @ (target - shares)
    before = _mean_log(fitted)
    rounding = 1e-15 * (1 + abs(before))
    length = 1.0
    while promise > 0 and length > 1e-12:
        moved = fitted + length * change
        if moved.min() > 0 and _mean_log(moved) >= before + length * promise / 3 - rounding:
            # at full length exactly the target, whose zeros are exact
            return target if length == 1.0 else shares + length * (target - shares)
        length /= 2
    return None


def kliep_steps(K_num, K_den, start, *, step=1e-3, tol=1e-3, max_iter=10_000, clip=False):
    r"""Gradient steps of the source's listing, with or without clipping.

    .. math:: \alpha\leftarrow\alpha-\varepsilon\Bigl(b-\frac1{n'}\sum_i
        \frac{\psi(x'_i)}{w_\alpha(x'_i)}\Bigr),\qquad b=\frac1n\sum_i\psi(x_i)

    Parameters
    ----------
    K_num : array_like, shape (n', b)
        Kernel values at the numerator samples.
    K_den : array_like, shape (n, b)
        Kernel values at the denominator samples.
    start : array_like, shape (b,)
        First coefficients; the listing draws them between 0 and 1.
    step : float
        :math:`\varepsilon`, positive.
    tol : float
        A step that is shorter is the last one; 0: all steps are taken.
    max_iter : int
    clip : bool
        Raise negative coefficients to zero after each step.

    Returns
    -------
    coef : ndarray, shape (b,)
    n_iter : int
        Steps taken.

    Raises
    ------
    ValueError
        If shapes do not match or an argument is out of its range.

    Notes
    -----
    Cost: O((n' + n) b) in all and O(n' b) a step. Without clipping the objective usually has no
    minimum, and the result is where the steps stop: see :class:`KLIEP`. Source: Sugiyama (2016),
    Fig. 38.7.

    Examples
    --------
    >>> K_num, K_den = np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([[0.5, 0.5]])
    >>> coef, n_iter = kliep_steps(K_num, K_den, [0.2, 0.9], clip=True)
    >>> n_iter
    1
    """
    K_num = check_array(K_num, "K_num", ndim=2, min_rows=1)
    K_den = check_array(K_den, "K_den", shape=(None, K_num.shape[1]), min_rows=1)
    start = check_array(start, "start", shape=(K_num.shape[1],), min_rows=1)
    step = check_real(step, "step", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    clip = check_flag(clip, "clip")
    K_num = plain_layout(K_num)
    return _gradient_steps(K_num, K_den.mean(axis=0), start.copy(), (step, tol), max_iter, clip)


@njit
def _gradient_steps(K, b, alpha, step_and_tol, max_iter, clip):
    """The loop: coefficients, changed in place, and the number of steps."""
    step, tol = step_and_tol
    for done in range(1, max_iter + 1):
        pull = (1.0 / (K @ alpha)) @ K / len(K)
        length = 0.0
        for j in range(len(alpha)):
            new = alpha[j] - step * (b[j] - pull[j])
            if clip:
                new = max(0.0, new)
            length += (new - alpha[j]) ** 2
            alpha[j] = new
        if np.sqrt(length) < tol:
            return alpha, done
    return alpha, max_iter
