"""Double updating: each new support vector may also correct one old weight.

Zhao, Hoi and Jin (2011), Figure 1 (two classes) and Figure 2 (several classes, rankings of labels).
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import column_or_1d

from mlcompanion._validation import (
    check_array,
    check_flag,
    check_in,
    check_instance,
    check_real,
    check_rng,
)

from .double_steps import (
    APPROXIMATE,
    CONFLICT,
    EXACT,
    GAIN,
    ITERATIVE,
    RANDOM,
    ROUNDING,
    Block,
    DoubleRule,
    double_update,
    until_pair,
)
from .mixins import ManyClassesKernelMixin

__all__ = ["DoubleUpdateRun", "DoubleUpdatingClassifier", "update_types"]

SOLVERS = {"exact": EXACT, "iter": ITERATIVE, "approx": APPROXIMATE}
SELECTORS = {"conflict": CONFLICT, "random": RANDOM, "gain": GAIN}


class DoubleUpdateRun(NamedTuple):
    """The rounds of a call; NaN where a round had no partner.

    Attributes
    ----------
    margins : ndarray, shape (T,)
        Margin of each instance before its update. At most 0: a mistake; below 1: a margin error.
    n_support : ndarray of int, shape (T,)
        Support vectors after each round.
    gains : ndarray, shape (T,)
        Rise of the dual objective.
    conflicts : ndarray, shape (T,)
        Kernel value of instance and partner times the inner product of their pairs.
    partner_margins, partner_weights : ndarray, shape (T,)
        Margin and weight of the partner before the update.
    """

    margins: np.ndarray
    n_support: np.ndarray
    gains: np.ndarray
    conflicts: np.ndarray
    partner_margins: np.ndarray
    partner_weights: np.ndarray

    @property
    def n_mistakes(self):
        """Rounds with a margin of at most 0."""
        return int((self.margins <= 0).sum())


def update_types(run, C, rho, several=False):
    r"""Kind of the update of each mistake, by the partner that was used.

    Parameters
    ----------
    run : DoubleUpdateRun
    C, rho : float
        Of the learner; rho in [0, 1).
    several : bool
        Whether there were more than two classes: with m = 2 then, else m = 1.

    Returns
    -------
    ndarray of str, shape (T,)
        "strong": conflict at most :math:`-m\rho`, a partner of margin at most 0, and room
        :math:`C\ge\hat\gamma_b+\frac1{m(1-\rho)}`; "weak": such a conflict, a margin at most 1,
        room :math:`C\ge\hat\gamma_b+\rho/m`, and not strong; "single": any other mistake; "": none.

    Raises
    ------
    ValueError
        If C is not positive or rho not in [0, 1).

    Notes
    -----
    Source: Zhao, Hoi and Jin (2011), sections 3.3 and 4.2.
    """
    check_instance(run, "run", DoubleUpdateRun)
    C = check_real(C, "C", low=0, open_low=True)
    rho = check_real(rho, "rho", low=0, high=1, open_high=True)
    parts = 2 if check_flag(several, "several") else 1
    conflict = run.conflicts <= -parts * rho  # False where there was no partner
    room = C - run.partner_weights
    strong = conflict & (run.partner_margins <= 0) & (room >= 1 / (parts * (1 - rho)))
    weak = conflict & (run.partner_margins <= 1 + ROUNDING) & (room >= rho / parts) & ~strong
    mistake = run.margins <= 0
    kinds = [~mistake, strong, weak]
    return np.select(kinds, ["", "strong", "weak"], "single")


class DoubleUpdatingClassifier(ManyClassesKernelMixin, BaseEstimator):
    r"""Online learner with a kernel that corrects one old weight with each new one.

    An instance whose margin is below 1 becomes a support vector. Among the old ones of margin at
    most 1 its partner is the one with which it conflicts most, and the weights of both are set
    where the dual objective is largest.

    Parameters
    ----------
    C : float
        Largest weight.
    rho : float
        A partner must conflict by at least that much (twice that with several classes); in [0, 1).
    solver : {"exact", "iter", "approx"}
        The best pair of weights; the new weight first and then the old one; both moved by
        :math:`1/(1-\rho)`, halved with several classes, but not above C.
    selector : {"conflict", "random", "gain"}
        How the partner is chosen: as told; at random among all; by the rise of the dual. The last
        two know no threshold.
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    random_state : int, Generator or None
        For ``selector="random"``.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        Labels; of a table of labels the numbers of its columns.
    support_vectors_ : ndarray, shape (n_support, n_features)
    dual_coef_ : ndarray, shape (n_support,) or (n_support, n_classes)
        Signed weights.
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, kernel values and rounds since the start.
    dual_gain_ : float
        Sum of all rises: the value of the dual objective.
    run_ : DoubleUpdateRun
        The rounds of the last call.

    Notes
    -----
    O(n_support) kernel values and O(n_support n_classes) operations a round, O(n_support) memory.
    The target may be a 0/1 table with a column a label: then all labels of a row should score above
    all others, and ``predict`` gives those of positive score. Source: Zhao, Hoi and Jin (2011).
    """

    def __init__(
        self,
        C=5.0,
        rho=0.0,
        solver="exact",
        selector="conflict",
        kernel="rbf",
        kernel_params=None,
        random_state=None,
    ):
        self.C = C
        self.rho = rho
        self.solver = solver
        self.selector = selector
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.random_state = random_state

    _multi_output = True  # y may be a table of labels

    def start_rule(self):
        """Check the parameters of the step."""
        self._rule = DoubleRule(
            check_real(self.C, "C", low=0, open_low=True),
            check_real(self.rho, "rho", low=0, high=1, open_high=True),
            SOLVERS[check_in(self.solver, "solver", SOLVERS)],
            SELECTORS[check_in(self.selector, "selector", SELECTORS)],
        )
        self._rng = check_rng(self.random_state)
        self.dual_gain_ = 0.0

    def meet(self, labels):
        """Learn the classes, or that the target is a table of labels."""
        labels = np.asarray(labels)
        self._table = labels.ndim == 2 and labels.shape[1] > 1
        if not self._table:
            super().meet(column_or_1d(labels, warn=True))
            return
        self.n_columns_ = labels.shape[1]
        self.classes_ = np.arange(self.n_columns_)
        self._known = {}

    def _targets(self, y):
        if not self._table:
            return super()._targets(y)
        y = check_array(y, "y", shape=(None, self.n_columns_), among=(0, 1)).astype(bool)
        void = y.all(axis=1) | ~y.any(axis=1)
        if void.any():
            raise ValueError(f"y must have a label and lack one in each row, got {y[void][0]}")
        return y

    def play(self, X, targets):
        """Play rows that have been checked."""
        self._records = []
        super().play(X, targets)
        record = np.concatenate(self._records)
        self._records = []
        self.run_ = DoubleUpdateRun(self.run_.margins, self.run_.n_support, *record[:, 2:].T)
        self.dual_gain_ += float(self.run_.gains.sum())

    def play_block(self, K, relevant):
        """Play the rounds of a block."""
        store = self.store_
        arrays = store.arrays
        first = size = store.size
        draws = self._rng.random(len(K)) if self.selector == "random" else np.empty(0)
        record = np.empty((len(K), 6))
        rule = self._rule
        block = Block(K, first, relevant, draws, record)
        # compiled rounds run until one needs the kernel row of an old partner
        t, size, partner = until_pair(block, arrays, 0, size, rule)
        while partner >= 0:
            # the block's Gram matrix has no row for an old partner: one is computed here
            values = self.kernel_values(store.rows[partner : partner + 1], store.rows[:size])[0]
            self.n_kernel_calls_ += size
            size = double_update(block, arrays, t, size, partner, values, rule)
            t, size, partner = until_pair(block, arrays, t + 1, size, rule)
        store.size = size
        self._records.append(record)
        # columns MARGIN and SIZE; the others wait for the end of the call
        return record[:, 0].copy(), record[:, 1].astype(int)

    def predict(self, X):
        """Labels, shape (n_samples,), or a 0/1 table of those with positive scores.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)

        Returns
        -------
        ndarray
        """
        scores = self.decision_function(X)
        return (scores > 0).astype(int) if self._table else self._labels(scores)
