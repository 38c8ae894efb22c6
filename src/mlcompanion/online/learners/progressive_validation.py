"""Progressive validation: the loss of every example before the learner has seen it.

Shalev-Shwartz (2007), section B.3: the mean of these losses is ``M_T`` (equation B.3).
"""

import numpy as np

from mlcompanion._validation import check_array, check_instance
from mlcompanion.losses import ScoreLoss, ZeroOne
from mlcompanion.online.core.protocol import check_has

from .mixins import OnlineLinearMixin

__all__ = ["progressive_validation"]


def progressive_validation(learner, X, y, loss=None):
    """Loss of every example before the learner sees it; their mean is ``M_T`` (equation B.3).

    Parameters
    ----------
    learner : estimator
        With ``partial_fit`` and ``decision_function``, for two classes; new, and trained here. Its
        score before the first example is 0.
    X : array_like, shape (T, n_features)
    y : array_like, shape (T,)
        -1 and 1.
    loss : ScoreLoss, optional
        Zero-one by default.

    Returns
    -------
    ndarray, shape (T,)

    Raises
    ------
    ValueError
        On wrong shapes, or other labels than -1 and 1.

    Notes
    -----
    T calls of the learner, one row each. A linear learner of this room gets
    the stream in one call: it keeps its scores from before each update.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),), among=(-1, 1))
    check_has(learner, "learner", "partial_fit", "decision_function")
    loss = check_instance(ZeroOne() if loss is None else loss, "loss", ScoreLoss)
    scores = np.zeros(len(X))
    if isinstance(learner, OnlineLinearMixin):
        return loss.value(learner.partial_fit(X, y, classes=[-1.0, 1.0]).run_.scores, y)
    for t in range(len(X)):
        if t:  # before the first row the learner knows no width: its score counts as 0
            scores[t] = learner.decision_function(X[t : t + 1])[0]
        learner.partial_fit(X[t : t + 1], y[t : t + 1], classes=[-1.0, 1.0])
    return loss.value(scores, y)
