"""Pegasos on a stream: strongly convex programming on the regularised hinge.

Shalev-Shwartz (2007), Figure 4.1 with ``g_t(w) = sigma |w|^2 / 2 + max(0, 1 - y_t <w, x_t>)``.
"""

from mlcompanion._validation import check_flag
from mlcompanion.losses import Hinge
from mlcompanion.online.bounds.logarithmic import hinge_ball_radius
from mlcompanion.online.core.stream_descent import StreamDescent

from .linear_models import OnlineLinearClassifier

__all__ = ["PegasosOnline"]


class PegasosOnline(OnlineLinearClassifier):
    """Online support vector machine for two classes with steps ``1 / (sigma t)``.

    Parameters
    ----------
    sigma : float
        Weight of the regulariser, positive.
    project : bool
        Keep ``w`` in the ball of radius ``1 / sqrt(sigma)``. Without it the iterates are those of
        plain stochastic subgradient descent.
    fit_intercept : bool
        Append a constant 1 to every instance; its weight, regularised too, is the intercept.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
    t_ : int
        Rounds since the start.
    n_mistakes_ : int
        Mistakes since the start, counted before each update; a score of 0 is one.
    objective_path_ : ndarray
        ``g_t(w_t)`` in the rounds of the last call.

    Notes
    -----
    O(n_features) a round. Source: Shalev-Shwartz (2007), Figure 4.1, Example 1.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0, 0.0], [0.0, 1.0]] * 50)
    >>> model = PegasosOnline(sigma=0.1).fit(X, [1, 0] * 50)
    >>> model.predict([[2.0, 0.0], [0.0, 3.0]])
    array([1, 0])
    """

    def __init__(self, sigma=0.01, project=True, fit_intercept=False, n_epochs=1):
        self.sigma = sigma
        self.project = project
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def new_engine(self, n_weights):
        """Mirror descent on the regularised hinge."""
        project = check_flag(self.project, "project")
        radius = hinge_ball_radius(self.sigma)  # it also asks for a positive sigma
        return StreamDescent(n_weights, Hinge(), self.sigma, radius if project else None)

    @property
    def objective_path_(self):
        """``g_t(w_t)`` in the rounds of the last call."""
        return self.run_.losses
