"""What online kernel learners share: blocks of rounds, scores, and streams of labels."""

from typing import NamedTuple

import numpy as np
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import check_is_fitted, column_or_1d

from mlcompanion._classes import LargestScoreMixin, decision_values
from mlcompanion._data import validate_data
from mlcompanion._validation import check_instance
from mlcompanion.kernels import gram
from mlcompanion.online.learners.mixins import StreamMixin

from .store import BLOCK, SupportStore

__all__ = ["KernelRun", "KernelStreamMixin", "ManyClassesKernelMixin"]


class KernelRun(NamedTuple):
    """The rounds of a call.

    Attributes
    ----------
    margins : ndarray, shape (T,)
        Margin of each instance before its update. At most 0: a mistake; below 1: a margin error.
    n_support : ndarray of int, shape (T,)
        Support vectors after each round.
    """

    margins: np.ndarray
    n_support: np.ndarray

    @property
    def n_mistakes(self):
        """Rounds with a margin of at most 0."""
        return int((self.margins <= 0).sum())


class KernelStreamMixin:
    """Rounds and scores of a learner that says with ``play_block`` how it learns from a block.

    Attributes
    ----------
    store_ : SupportStore
    n_mistakes_, n_kernel_calls_ : int
        Mistakes, and kernel values between an instance and a support vector, since the start.
    run_ : KernelRun
        The rounds of the last call.
    """

    n_columns_ = 1

    def kernel_values(self, X, Y):
        """Gram matrix of rows that have been checked."""
        return gram(X, Y, kernel=self.kernel, **(self.kernel_params or {}))

    def start_rule(self):
        """Check the learner's own parameters, and forget what the rule remembers."""

    def play_block(self, K, relevant):
        """Play the rounds of a block that stands behind the support vectors.

        ``K`` is the block's Gram matrix, ``relevant`` (n, n_columns_) says which columns should
        score high. Returns margins and numbers of support vectors.
        """
        raise NotImplementedError

    def begin(self, n_features):
        """Forget everything."""
        if self.kernel_params is not None:
            check_instance(self.kernel_params, "kernel_params", dict)
        if isinstance(self.kernel, str) and self.kernel == "precomputed":
            raise ValueError("kernel must say the values of any two rows, got 'precomputed'")
        self.store_ = SupportStore(n_features, self.n_columns_)
        self.n_mistakes_ = 0
        self.n_kernel_calls_ = 0
        self.start_rule()

    def play(self, X, targets):
        """Play rows that have been checked; a target is -1 or 1, or a row of relevant columns."""
        relevant = targets if targets.ndim == 2 else targets[:, None] > 0
        runs = []
        for start in range(0, len(X), BLOCK):
            rows = slice(start, start + BLOCK)
            before = self.store_.size
            K = self.store_.meet(X[rows], self.kernel_values)
            margins, sizes = self.play_block(K, np.ascontiguousarray(relevant[rows]))
            # what a learner without blocks asks for: each round sees the supports before it
            self.n_kernel_calls_ += before + int(sizes[:-1].sum())
            runs.append((margins, sizes))
        self.run_ = KernelRun(*(np.concatenate(part) for part in zip(*runs)))
        self.n_mistakes_ += self.run_.n_mistakes

    @property
    def support_vectors_(self):
        """Instances that the scores rest on, shape (n_support, n_features)."""
        return self.store_.rows[: self.store_.size].copy()

    @property
    def dual_coef_(self):
        """Their coefficients, shape (n_support,), or (n_support, n_columns)."""
        coef = self.store_.coef[: self.store_.size].copy()
        return coef[:, 0] if self.n_columns_ == 1 else coef

    def decision_function(self, X):
        """Scores: positive for the second of two classes, or a column a class.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)

        Returns
        -------
        ndarray, shape (n_samples,) or (n_samples, n_classes)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        scores = self.store_.scores(X, self.kernel_values)
        return scores[:, 0] if self.n_columns_ == 1 else decision_values(scores)


class ManyClassesKernelMixin(KernelStreamMixin, LargestScoreMixin, StreamMixin):
    """A stream of two classes or more.

    Two classes need one function, whose sign answers; more need one a class. A learner with
    ``one_function = False`` has one a class for two classes as well.
    """

    _numeric = False
    one_function = True

    def meet(self, labels):
        """Learn the classes."""
        check_classification_targets(labels)
        classes = unique_labels(labels)
        if len(classes) < 2:
            raise ValueError(f"y must have at least two classes, got {len(classes)} class(es)")
        self.classes_ = classes
        single = self.one_function and len(classes) == 2
        self.n_columns_ = 1 if single else len(classes)
        answers = np.array([[False], [True]]) if single else np.eye(len(classes), dtype=bool)
        self._known = {label: row[None] for label, row in zip(classes.tolist(), answers)}

    def _targets(self, y):
        check_classification_targets(y)
        y = column_or_1d(y)
        unknown = ~np.isin(y, self.classes_)
        if unknown.any():
            raise ValueError(f"y has labels outside classes: {np.unique(y[unknown])}")
        if self.n_columns_ == 1:
            return (y == self.classes_[1])[:, None]
        return y[:, None] == self.classes_

    def _target(self, answer):
        return self._known.get(answer)

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows; ``classes`` names all labels in the first call.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        classes : array_like, shape (n_classes,), optional

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there are fewer than two classes, or a label is none of them.
        """
        return self._partial_fit(X, y, classes)
