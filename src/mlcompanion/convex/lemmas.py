r"""The technical lemma on :math:`x-b\sqrt x-c\le0`, and the generalised Fenchel dual.

Shalev-Shwartz (2007): Lemma 19 (Section A.5) turns "regret at most the root of the loss" into a
bound on the loss itself; the dual of Section 3.2 is the only theorem that the online chapters need
from duality, and weak duality is Fenchel–Young, summed.
"""

import numpy as np

from mlcompanion._validation import check_array, check_instance, check_list, check_real

__all__ = ["fenchel_dual", "root_inequality_bound", "root_inequality_root"]


def root_inequality_bound(b, c):
    r"""Lemma 19: every :math:`x\ge0` with :math:`x-b\sqrt x-c\le0` is at most this.

    :math:`c+b^2+b\sqrt c`, elementwise.

    Parameters
    ----------
    b, c : array_like
        Non-negative, of shapes that broadcast.

    Returns
    -------
    ndarray
    """
    b = check_array(b, "b", low=0)
    c = check_array(c, "c", low=0)
    return c + b**2 + b * np.sqrt(c)


def root_inequality_root(b, c):
    r"""The largest :math:`x` with :math:`x-b\sqrt x-c\le0`.

    The larger root of :math:`y^2-by-c` is :math:`\frac b2+\sqrt{\frac{b^2}4+c}`; its square is
    the answer.

    Parameters
    ----------
    b, c : array_like
        Non-negative, of shapes that broadcast.

    Returns
    -------
    ndarray
    """
    b = check_array(b, "b", low=0)
    c = check_array(c, "c", low=0)
    return (b / 2 + np.sqrt(b**2 / 4 + c)) ** 2


def fenchel_dual(conjugate, loss_conjugates, lam, weight=1.0):
    r"""Value of the dual of :math:`\min_w cf(w)+\sum_tg_t(w)`: a lower bound for any ``lam``.

    :math:`\mathcal D(\lambda)=-cf^\star\bigl(-\tfrac1c\sum_t\lambda_t\bigr)-\sum_tg_t^\star
    (\lambda_t)`.

    Parameters
    ----------
    conjugate : callable
        The conjugate of ``f``, of one vector of shape (d,).
    loss_conjugates : sequence of T callables
        The conjugates of the losses.
    lam : array_like of shape (T, d)
        One dual vector for each loss.
    weight : float > 0
        The factor c of ``f``.

    Returns
    -------
    float
        Minus infinity if some ``lam[t]`` is outside its domain.

    Notes
    -----
    Cost: one call of each conjugate. Source: Section 3.2; weak duality is
    :func:`~mlcompanion.convex.fenchel_young_gap` summed over ``t``.
    """
    check_instance(conjugate, "conjugate", callable)
    loss_conjugates = [
        check_instance(g, "loss_conjugates", callable, "list of functions")
        for g in check_list(loss_conjugates, "loss_conjugates")
    ]
    lam = check_array(lam, "lam", shape=(len(loss_conjugates), None))
    c = check_real(weight, "weight", low=0, open_low=True)
    losses = sum(float(g(row)) for g, row in zip(loss_conjugates, lam))
    # c f has the conjugate c f*(. / c): the scaling rule of Section A.3.1
    return float(-c * conjugate(-lam.sum(axis=0) / c) - losses)
