r"""Kernel learners that shrink all weights in a round: ROMMA and ALMA.

Their weight vector is kept as :math:`s\sum_ic_ik(x_i,\cdot)` with one factor s, so that a round
touches one coefficient and not all. Li and Long (2002); Gentile (2001) with p = 2. Zhao, Hoi and
Jin (2011), section 5.1, compare with both.
"""

import numpy as np
from sklearn.base import BaseEstimator

from mlcompanion._jit import njit
from mlcompanion._validation import check_flag
from mlcompanion.online.learners.alma import alma_constants
from mlcompanion.online.learners.mixins import BinaryStreamMixin

from .mixins import KernelStreamMixin
from .store import add_support

__all__ = ["KernelALMA", "KernelROMMA"]

SCALE, SQNORM, COUNT = range(3)  # what a rule remembers: factor, squared norm, updates


@njit
def _plain_score(K, t, coef, size):
    """Score of round t before the common factor."""
    score = 0.0
    for i in range(size):
        score += K[t, i] * coef[i, 0]
    return score


@njit
def _shrink(coef, size, memory, factor):
    """Multiply the weight vector; the coefficients take the factor in before it underflows."""
    memory[SCALE] *= factor
    if abs(memory[SCALE]) < 1e-100:
        for i in range(size):
            coef[i, 0] *= memory[SCALE]
        memory[SCALE] = 1.0


@njit
def romma_block(K, rows, coef, size, signs, memory, goal):
    """The least weight vector with a margin of 1 here, and with what the last one had."""
    n = K.shape[0]
    first = size
    margins = np.empty(n)
    sizes = np.empty(n, np.int64)
    for t in range(n):
        y = signs[t]
        own = K[t, first + t]
        score = memory[SCALE] * _plain_score(K, t, coef, size)
        margins[t] = y * score
        # goal 0 is the plain rule, which moves on mistakes; 1 the aggressive one, on margin errors
        wrong = margins[t] <= 0 if goal == 0 else margins[t] < goal
        if wrong and own > 0:
            old, new, found = _romma_step(own, memory[SQNORM], y, score)
            if found:
                _shrink(coef, size, memory, old)
                # |old w + new x|^2 from numbers at hand: no pass over the support vectors
                norm = old**2 * memory[SQNORM] + 2 * old * new * score + new**2 * own
                memory[SQNORM] = norm
                # after the shrinking: the factor stands before all coefficients
                coef[size, 0] = new / memory[SCALE]
                size = add_support(K, rows, t, first, size)
        sizes[t] = size
    return margins, sizes


@njit
def _romma_step(own, sqnorm, y, score):
    """Factor of the old weights, coefficient of the new instance, and whether there is a step.

    Where the new condition alone implies the old one, the old weights are forgotten. Opposite
    labels on one ray leave no weight vector at all: then nothing changes.
    """
    if sqnorm == 0 or y * score >= own * sqnorm:
        return 0.0, y / own, True
    determinant = own * sqnorm - score**2
    # the same ray: Cauchy and Schwarz hold with equality up to rounding, and Cramer's rule divides
    # by it
    if determinant <= 1e-12 * own * sqnorm:
        return 1.0, 0.0, False
    # both conditions as equations, <w, x> = y and <w, w_t> = |w_t|^2, by Cramer's rule
    old = (own * sqnorm - y * score) / determinant
    new = sqnorm * (y - score) / determinant
    return old, new, True


@njit
def alma_block(K, rows, coef, size, signs, memory, parameters):
    """A step that fades like 1 over the root of their number, and back into the unit ball."""
    alpha, B, rate = parameters
    n = K.shape[0]
    first = size
    margins = np.empty(n)
    sizes = np.empty(n, np.int64)
    for t in range(n):
        y = signs[t]
        length = np.sqrt(K[t, first + t])
        score = 0.0
        if length > 0:
            score = memory[SCALE] * _plain_score(K, t, coef, size) / length
        margins[t] = y * score
        root = np.sqrt(memory[COUNT])
        if margins[t] <= (1 - alpha) * B / root and length > 0:
            step = rate / root
            # the coefficient in units of the common factor
            coef[size, 0] = step * y / (length * memory[SCALE])
            size = add_support(K, rows, t, first, size)
            # the instance counts with length 1, so that its product with w is the margin
            memory[SQNORM] += 2 * step * margins[t] + step**2
            if memory[SQNORM] > 1:
                _shrink(coef, size, memory, 1 / np.sqrt(memory[SQNORM]))
                memory[SQNORM] = 1.0
            memory[COUNT] += 1
        sizes[t] = size
    return margins, sizes


class _ScaledLearner(KernelStreamMixin, BinaryStreamMixin, BaseEstimator):
    """A learner with one factor for all of its coefficients."""

    def start_rule(self):
        """Check the rule's parameters; start with the weight vector 0."""
        self._rule()
        self._memory = np.array([1.0, 0.0, 1.0])  # SCALE, SQNORM, COUNT of the next update

    def play_block(self, K, relevant):
        """Play the rounds of a block."""
        store = self.store_
        block, parameters = self._rule()
        signs = 2.0 * relevant[:, 0] - 1.0
        margins, sizes = block(
            K, store.rows, store.coef, store.size, signs, self._memory, parameters
        )
        store.size = int(sizes[-1])
        self._settle()
        return margins, sizes

    def _settle(self):
        """Multiply the factor into the coefficients, once a block."""
        self.store_.coef[: self.store_.size] *= self._memory[SCALE]
        self._memory[SCALE] = 1.0
        self.store_.drop_idle()


class KernelROMMA(_ScaledLearner):
    r"""Relaxed online maximum-margin algorithm with a kernel.

    Parameters
    ----------
    aggressive : bool
        Update whenever the margin is below 1, not on mistakes alone.
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    support_vectors_ : ndarray, shape (n_support, n_features)
    dual_coef_ : ndarray, shape (n_support,)
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, kernel values and rounds since the start.
    run_ : KernelRun
        The rounds of the last call.

    Notes
    -----
    O(n_support) a round and of memory. The new weights are the shortest ones with margin 1 on the
    new instance and :math:`\langle w,w_t\rangle\ge\|w_t\|^2`. Source: Li and Long (2002).
    """

    def __init__(self, aggressive=False, kernel="rbf", kernel_params=None, n_epochs=1):
        self.aggressive = aggressive
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_epochs = n_epochs

    def _rule(self):
        return romma_block, float(check_flag(self.aggressive, "aggressive"))


class KernelALMA(_ScaledLearner):
    r"""Approximate large-margin algorithm with a kernel, p = 2.

    Parameters
    ----------
    alpha : float
        The margin aimed at is 1 - alpha of the largest; in (0, 1].
    B, rate : float, optional
        Constants of the margin and of the step; default :math:`1/\alpha` and :math:`\sqrt2`.
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    support_vectors_ : ndarray, shape (n_support, n_features)
    dual_coef_ : ndarray, shape (n_support,)
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, kernel values and rounds since the start.
    run_ : KernelRun
        The rounds of the last call.

    Notes
    -----
    O(n_support) a round and of memory. Instances are scaled to length 1 in the kernel's space.
    After k - 1 updates it moves by rate/√k if the margin is at most :math:`(1-\alpha)B/\sqrt k`.
    Source: Gentile (2001). With the linear kernel :class:`~mlcompanion.online.learners.ALMA` says
    the same at O(n_features) a round.
    """

    def __init__(self, alpha=0.9, B=None, rate=None, kernel="rbf", kernel_params=None, n_epochs=1):
        self.alpha = alpha
        self.B = B
        self.rate = rate
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_epochs = n_epochs

    def _rule(self):
        return alma_block, alma_constants(self.alpha, self.B, self.rate)
