r"""The generic multiclass machine in parts: Lauer and Guermeur (2011), Definition 1 and Table 1.

.. math:: \min_{h,\xi}\|M\xi\|_p^p+\lambda\|\bar h\|^2\quad\text{subject to}\quad
   K_1h_{y_i}(x_i)-h_k(x_i)\ge K_2-\xi_{ik}\ (k\ne y_i)

with equal slacks of a point if :math:`K_3=1`, :math:`\xi\ge0` if p = 1, and
:math:`\sum_kh_k=0` if :math:`K_1=0`. The duals are not printed; see the chapter.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real

__all__ = ["KINDS", "Settings", "machine_losses", "settings", "slacks_msvm2"]

#: The machines of Table 1, by their authors.
KINDS = ("WW", "CS", "LLW", "MSVM2")


class Settings(NamedTuple):
    r"""A row of Table 1.

    Attributes
    ----------
    scale : float
        M is ``scale`` times the identity if p = 1, and :math:`M^{(2)}` times it if p = 2.
    p : {1, 2}
    K1 : {0, 1}
    K2 : float
    K3 : {0, 1}
    """

    scale: float
    p: int
    K1: int
    K2: float
    K3: int

    def checked(self):
        """Return these settings with numbers that are floats, or say which of them is wrong."""
        scale = check_real(self.scale, "scale", low=0, open_low=True)
        margin = check_real(self.K2, "K2", low=0, open_low=True)
        for name, options in (("p", (1, 2)), ("K1", (0, 1)), ("K3", (0, 1))):
            check_in(getattr(self, name), name, options)
        if self.p == 2 and self.K1 == 1:
            raise ValueError("p=2 needs K1=0")
        if self.K3 == 1 and self.K1 == 0:
            raise ValueError("K3=1 needs K1=1")
        return self._replace(scale=float(scale), K2=float(margin))


def upper_bound(machine, n_classes):
    """Upper bound of a dual variable, or of the sum of a point's if K3 = 1."""
    if machine.p == 2:
        return np.inf
    return machine.scale * (n_classes - 1 if machine.K3 else 1)


def diagonal_ridge(machine, lam):
    """What p = 2 adds to the diagonal of the kernel matrix."""
    return lam / machine.scale**2 if machine.p == 2 else 0.0


def settings(kind, n_classes):
    """Table 1: the settings of one of the four machines.

    Parameters
    ----------
    kind : {"WW", "CS", "LLW", "MSVM2"}
    n_classes : int

    Returns
    -------
    Settings

    Examples
    --------
    >>> settings("LLW", 3)
    Settings(scale=1.0, p=1, K1=0, K2=0.5, K3=0)
    """
    others = check_count(n_classes, "n_classes", low=2) - 1
    return {
        "WW": Settings(1.0, 1, 1, 1.0, 0),
        "CS": Settings(1 / others, 1, 1, 1.0, 1),
        "LLW": Settings(1.0, 1, 0, 1 / others, 0),
        "MSVM2": Settings(1.0, 2, 0, 1 / others, 0),
    }[check_in(kind, "kind", KINDS)]


def slack_excess(h, y, machine):
    r"""What each slack must reach: :math:`K_2-K_1h_{y_i}(x_i)+h_k(x_i)`, shape (m, Q - 1)."""
    wrong = np.arange(h.shape[1]) != y[:, None]
    own = h[np.arange(len(h)), y] if machine.K1 else np.zeros(len(h))
    return machine.K2 - own[:, None] + h[wrong].reshape(len(h), -1)


def slacks_msvm2(v):
    r"""Minimise :math:`\sum_k\xi_k^2+(\sum_k\xi_k)^2` subject to :math:`\xi_k\ge v_k`, by sorting.

    Parameters
    ----------
    v : array_like, shape (m, q)

    Returns
    -------
    ndarray, shape (m, q)

    Notes
    -----
    With S the sum of the slacks each is the larger of v_k and -S, and S is the largest of
    (sum of the j largest v) / (1 + q - j), j from 0 to q. Cost: O(q log q) a point.

    Examples
    --------
    >>> slacks_msvm2([[1.0, -3.0]])
    array([[ 1. , -0.5]])
    """
    v = check_array(v, "v", ndim=2, min_rows=1)
    q = v.shape[1]
    # All q candidates at once: the right number of large slacks is the one with the largest
    # quotient, so that none has to be tried in turn.
    sums = np.cumsum(-np.sort(-v, axis=1), axis=1) / (1.0 + q - np.arange(1, q + 1))
    return np.maximum(v, -np.maximum(sums.max(axis=1), 0.0)[:, None])


def machine_losses(h, y, machine):
    """Least price of the slacks of each point, given its scores.

    Parameters
    ----------
    h : array_like, shape (m, Q)
    y : array_like of int, shape (m,)
        From 0 to Q - 1.
    machine : Settings

    Returns
    -------
    ndarray, shape (m,)

    Examples
    --------
    >>> machine_losses([[0.0, 0.5, -2.0]], [0], settings("WW", 3))
    array([1.5])
    """
    check_instance(machine, "machine", Settings)
    h = check_array(h, "h", ndim=2)
    y = check_array(y, "y", shape=(len(h),), dtype=int, low=0, high=h.shape[1] - 1)
    v = slack_excess(h, y, machine)
    if machine.p == 2:
        xi = slacks_msvm2(v)
        return machine.scale**2 * ((xi**2).sum(axis=1) + xi.sum(axis=1) ** 2)
    v = np.maximum(v, 0.0)
    worst = v.shape[1] * v.max(axis=1) if machine.K3 else v.sum(axis=1)
    return machine.scale * worst


def expansion(alpha, y, pairwise):
    r"""Coefficients c, with :math:`\bar h_k=\frac1{2\lambda}\sum_ic_{ik}\kappa(x_i,\cdot)`.

    Parameters
    ----------
    alpha : ndarray, shape (m, Q)
        Zero at the true classes.
    y : ndarray of int, shape (m,)
    pairwise : bool
        Whether K1 = 1.
    """
    # Wrong classes go down; the true one goes up by as much, or all do where scores sum to zero.
    c = -alpha
    if pairwise:
        c[np.arange(len(y)), y] += alpha.sum(axis=1)
        return c
    return c + alpha.mean(axis=1, keepdims=True)


def multipliers(gain):
    """Intercepts that agree best with the slopes of moves between classes; their mean is zero."""
    n = len(gain)
    loops = np.where(np.eye(n) > 0, -np.inf, gain)
    # Without its largest mean no cycle gains, so that best walks exist.
    far = np.where(np.eye(n) > 0, 0.0, loops - _largest_mean(loops))
    for k in range(n):  # best walks from class to class (Floyd and Warshall)
        far = np.maximum(far, far[:, k : k + 1] + far[k])
    # of the differences b_a - b_b
    low = far
    high = -far.T
    # Of a pair of classes with one bound only, that bound is taken.
    low, high = np.where(np.isfinite(low), low, high), np.where(np.isfinite(high), high, low)
    b = np.where(np.isfinite(low), (low + high) / 2, 0.0).mean(axis=1)
    return b - b.mean()


def column_multipliers(low, high):
    """Intercepts of mean zero, each within its interval as far as that is possible.

    An interval whose ends have crossed is its middle; an infinite end leaves room without limit.
    """
    # inf - inf is no middle: such an interval says nothing.
    with np.errstate(invalid="ignore"):
        middle = (low + high) / 2
    finite = np.where(np.isfinite(low), low, np.where(np.isfinite(high), high, 0.0))
    b = np.where(np.isfinite(middle), middle, finite)
    missing = -b.sum()
    # Moving all by their share of the room leaves none outside its interval.
    room = np.maximum(high - b if missing > 0 else b - low, 0.0)
    endless = np.isinf(room)
    if endless.any():
        b = b + missing * endless / endless.sum()
    elif room.sum() > 0:
        b = b + np.sign(missing) * room * min(abs(missing) / room.sum(), 1.0)
    return b - b.mean()


def _largest_mean(gain):
    """Largest mean of a cycle of moves, never below zero."""
    n = len(gain)
    # Karp: the largest mean of a cycle from the best walks of every length, in O(n^3).
    walks = [np.zeros(n)]
    for _ in range(n):
        walks.append((walks[-1][:, None] + gain).max(axis=0))
    with np.errstate(invalid="ignore"):
        means = [(walks[n] - walks[k]) / (n - k) for k in range(n)]
    return max(np.nanmax(np.min(np.nan_to_num(means, nan=-np.inf, neginf=-np.inf), axis=0)), 0.0)
