"""Kernel learners with a function for each class that move several of them at once.

Crammer and Singer (2003): the ultraconservative Perceptrons and MIRA. Zhao, Hoi and Jin (2011),
section 5.5, compare with them.
"""

import numpy as np
from sklearn.base import BaseEstimator

from mlcompanion._jit import njit
from mlcompanion._validation import check_in

from .margins import block_scores, margin_of, violating_pair
from .mixins import ManyClassesKernelMixin
from .store import add_support

__all__ = ["MIRA", "MulticlassKernelPerceptron"]

MAX, UNIFORM, PROP, LEAST = range(4)
RULES = {"max": MAX, "uniform": UNIFORM, "prop": PROP}


@njit
def _shares(scores, label, rule, shares):
    """Shares of the blame, summing to one, among the classes that score at least the right one."""
    shares[:] = 0.0
    right = scores[label]
    if rule == PROP:
        for s in range(len(scores)):
            shares[s] = max(scores[s] - right, 0.0)  # the right class itself gets 0
        if shares.sum() == 0:
            rule = UNIFORM
    if rule == UNIFORM:
        for s in range(len(scores)):
            if s != label and scores[s] >= right:
                shares[s] = 1.0
    shares /= shares.sum()


@njit
def _least_step(scores, label, own, step):
    """MIRA: the least step among those of at most 1 for the right class, 0 for others, sum 0.

    What the step stays below its ends is the projection of ``scores / own``, with 1 added at the
    right class, onto the simplex.
    """
    # completing the square in tau: the step nearest to -scores / own within the bounds
    raised = scores / own
    raised[label] += 1.0
    # projection onto the simplex: sort, find the threshold, keep what lies above it
    falling = np.sort(raised)[::-1]
    total = 0.0
    threshold = 0.0
    for place in range(len(falling)):
        total += falling[place]
        # holds for a prefix of the sorted entries: the last one that does sets the threshold
        if falling[place] > (total - 1.0) / (place + 1):
            threshold = (total - 1.0) / (place + 1)
    for s in range(len(scores)):
        step[s] = -max(raised[s] - threshold, 0.0)
    step[label] += 1.0


@njit
def many_block(K, rows, coef, size, relevant, rule):
    """On a mistake move the right class up and wrong ones down, in sum by nothing."""
    n = K.shape[0]
    first = size
    margins = np.empty(n)
    sizes = np.empty(n, np.int64)
    scores = np.empty(relevant.shape[1])
    step = np.empty(relevant.shape[1])
    for t in range(n):
        own = K[t, first + t]
        block_scores(K, t, coef, size, scores)
        label, rival = violating_pair(scores, relevant[t])
        margins[t] = margin_of(scores, label, rival)
        if margins[t] <= 0 and own > 0:
            if rule == LEAST and scores.any():  # with all scores 0 MIRA would not move
                _least_step(scores, label, own, step)
            elif rule == MAX:
                step[:] = 0.0
                step[label] = 1.0
                step[rival] = -1.0
            else:
                _shares(scores, label, min(rule, PROP), step)
                step[:] = -step
                step[label] += 1.0
            if step.any():
                coef[size] = step
                size = add_support(K, rows, t, first, size)
        sizes[t] = size
    return margins, sizes


class _ManyLearner(ManyClassesKernelMixin, BaseEstimator):
    """A learner that moves all functions of a row."""

    one_function = False

    def play_block(self, K, relevant):
        """Play the rounds of a block."""
        store = self.store_
        found = many_block(K, store.rows, store.coef, store.size, relevant, self._rule())
        store.size = int(found[1][-1])
        return found


class MulticlassKernelPerceptron(_ManyLearner):
    """Perceptron for several classes with a kernel.

    Parameters
    ----------
    update : {"max", "uniform", "prop"}
        On a mistake 1 is added at the right class and taken from the highest rival, in equal parts
        from all that score at least as high, or in proportion to their lead.
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    support_vectors_ : ndarray, shape (n_mistakes_, n_features)
    dual_coef_ : ndarray, shape (n_mistakes_, n_classes)
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, kernel values and rounds since the start.
    run_ : KernelRun
        The rounds of the last call.

    Notes
    -----
    O(n_support n_classes) a round and of memory. A tie for the highest score is a mistake; where
    all leads are 0, "prop" shares equally. Source: Crammer and Singer (2003).
    """

    def __init__(self, update="max", kernel="rbf", kernel_params=None, n_epochs=1):
        self.update = update
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_epochs = n_epochs

    def start_rule(self):
        """Check the kind of update."""
        self._rule()

    def _rule(self):
        return RULES[check_in(self.update, "update", RULES)]


class MIRA(_ManyLearner):
    r"""Margin-infused relaxed algorithm with a kernel: the least weights after a bounded step.

    Parameters
    ----------
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    support_vectors_ : ndarray, shape (n_support, n_features)
    dual_coef_ : ndarray, shape (n_support, n_classes)
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, kernel values and rounds since the start.
    run_ : KernelRun
        The rounds of the last call.

    Notes
    -----
    O(n_support n_classes + n_classes log n_classes) a round, O(n_support n_classes) memory. The
    step :math:`\tau` minimises :math:`\sum_r\|w_r+\tau_rx\|^2` over :math:`\sum_r\tau_r=0`,
    :math:`\tau_r\le[r=y]`. From :math:`w=0` it never starts, so that a mistake with all scores 0 is
    a uniform Perceptron step. Source: Crammer and Singer (2003).
    """

    def __init__(self, kernel="rbf", kernel_params=None, n_epochs=1):
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_epochs = n_epochs

    def _rule(self):
        return LEAST
