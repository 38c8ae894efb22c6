"""AdaGrad as a classifier: every weight, or every direction, has a step size of its own.

Duchi, Hazan and Singer (2011).
"""

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin
from mlcompanion._data import validate_data
from mlcompanion._stream import plain_csr
from mlcompanion._validation import check_flag
from mlcompanion.online.learners.mixins import ManyClassesMixin

from .engines import adaptive_engine

__all__ = ["AdaGradClassifier"]


class AdaGradClassifier(LargestScoreMixin, ManyClassesMixin, BaseEstimator):
    r"""Online linear classifier whose metric grows with the gradients.

    Parameters
    ----------
    update : {"rda", "fobos"}
        Regularised dual averaging (3), whose penalty acts on the sum of all gradients and leaves
        fewer weights; or composite mirror descent (4), from the last point.
    matrix : {"diag", "block", "full", "identity"}
        :math:`H_t=\delta I+G_t^{1/2}` with the diagonal of the gradients' outer products (Figure
        1), blocks of consecutive weights (section 7) or all of them (Figure 2); or
        :math:`\sqrt t\,I`: RDA and FOBOS as they were.
    penalty : Penalty, optional
        Of the weights, shape (n_weights, n_outputs): ``L1(lam)``, ``L2Norm``, ``LInfNorm``,
        ``RowNorm(lam, "l2"|"linf")`` of a feature's weights over all classes, ``SquaredL2``, the
        balls of :mod:`mlcompanion.prox.norms`, any other. None by default.
    loss : {"hinge", "log"}
        With more than two classes the hinge of the strongest rival, or the softmax loss.
    eta : float
        Step size.
    delta : float
        Offset of the metric. The guarantee of RDA asks for the largest gradient entry, or norm
        with the full matrix; in practice it is 0 or small.
    block_size : int
        Consecutive weights in a block; a feature's weights for all classes stand together.
    fit_intercept : bool
        Append a constant 1 to every instance; its weight is a weight like the others.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    coef_ : ndarray, shape (1, n_features) or (n_classes, n_features)
    intercept_ : ndarray, shape (1,) or (n_classes,)
    n_mistakes_ : int
        Mistakes since the start, counted before each update.
    t_ : int
        Rounds since the start.
    run_ : AdaptiveRun
        The rounds of the last call.

    Notes
    -----
    With a diagonal metric and no penalty, ``L1``, ``LInfBall`` or (RDA) ``RowNorm`` a round costs
    O(n_outputs) for each non-zero entry of the row, however many features there are. Other
    penalties cost O(n_weights log n_weights) a round, blocks the sum of the cubes of their sizes.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.prox import L1
    >>> X = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
    >>> model = AdaGradClassifier(penalty=L1(0.01), n_epochs=5).fit(X, [1, 0, 1, 0])
    >>> (model.coef_ != 0).tolist()
    [[True, True, False]]
    """

    def __init__(
        self,
        update="rda",
        matrix="diag",
        penalty=None,
        loss="hinge",
        eta=1.0,
        delta=1e-6,
        *,
        block_size=2,
        fit_intercept=True,
        n_epochs=1,
    ):
        self.update = update
        self.matrix = matrix
        self.penalty = penalty
        self.loss = loss
        self.eta = eta
        self.delta = delta
        self.block_size = block_size
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    _takes_sparse = True

    def begin(self, n_features):
        """Forget everything."""
        n_classes = len(self.classes_)
        # two classes need one score, whose sign answers
        n_outputs = n_classes if n_classes > 2 else 1
        shape = n_features + check_flag(self.fit_intercept, "fit_intercept"), n_outputs
        settings = self.update, self.matrix, self.penalty, self.loss, self.eta, self.delta
        self.engine_ = adaptive_engine(shape, *settings, block_size=self.block_size)

    def play(self, X, targets):
        """Play rows that have been checked."""
        rows = self._instances(X)
        self.engine_.play(rows, targets if len(self.classes_) > 2 else 2.0 * targets - 1.0)

    def _instances(self, X):
        """The rows as the engine takes them, with a constant 1 where an intercept is wanted."""
        if not issparse(X):
            return np.column_stack([X, np.ones(len(X))]) if self.fit_intercept else X
        return plain_csr(X, constant=self.fit_intercept)

    @property
    def coef_(self):
        """Weights of the features for the next row."""
        return self.engine_.weights[: self.n_features_in_].T

    @property
    def intercept_(self):
        """Weights of the constant for the next row."""
        W = self.engine_.weights
        # the constant is the last feature: it has a metric of its own, as every feature
        return W[-1] if self.fit_intercept else np.zeros(W.shape[1])

    @property
    def n_mistakes_(self):
        """Mistakes since the start."""
        return self.engine_.n_mistakes

    @property
    def run_(self):
        """The rounds of the last call."""
        return self.engine_.last_run

    def decision_function(self, X):
        """Scores, shape (n_samples, n_classes), or (n_samples,) for two classes.

        Parameters
        ----------
        X : array_like or sparse array, shape (n_samples, n_features)

        Returns
        -------
        ndarray
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.dtype(float), accept_sparse="csr", reset=False)
        W = self.engine_.weights
        scores = X @ W[: X.shape[1]]
        if self.fit_intercept:
            scores = scores + W[-1]
        return scores if W.shape[1] > 1 else scores[:, 0]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
