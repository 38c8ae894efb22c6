r"""AROW: a linear online learner that also tracks how sure it is of every weight.

Sugiyama (2016), section 31.3. The weights have a normal law with mean :math:`\mu` and covariance
:math:`\Sigma`; a row x with target y moves it to the minimiser of

.. math:: J(\mu)+\tfrac12x^\top\Sigma x
    +\lambda\,\mathrm{KL}(N(\mu,\Sigma)\,\|\,N(\tilde\mu,\tilde\Sigma)).
"""

import numpy as np
from sklearn.utils import RegressorTags
from sklearn.utils.metaestimators import available_if

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_in
from mlcompanion.losses import Squared, SquaredHinge

from .arow_engine import ArowEngine
from .linear_models import OnlineLinearClassifier

__all__ = ["AROW"]

TASKS = ("classification", "regression")
UPDATES = ("on_violation", "always")


class AROW(OnlineLinearClassifier):
    r"""Adaptive regularisation of weights, for two classes or for regression.

    With :math:`\beta=x^\top\Sigma x+\lambda` the mean moves by :math:`r\,\Sigma x/\beta`, and
    :math:`\Sigma` loses :math:`\Sigma xx^\top\Sigma/\beta`, so that its inverse gains
    :math:`xx^\top/\lambda`. In regression r is the residual, and the learner is recursive least
    squares; for two classes it is :math:`y\max(0,1-y\mu^\top x)`.

    Parameters
    ----------
    task : {"classification", "regression"}
    lam : float
        Passiveness :math:`\lambda`, positive.
    covariance : {"full", "diag_drop", "diag_exact"}
        The whole matrix; the diagonal of its update; or the best diagonal covariance, whose
        inverse gains :math:`x_j^2/\lambda`.
    update : {"on_violation", "always"}
        Whether the covariance stays where the margin is at least 1, as in Fig. 31.6, or shrinks in
        every round, as the criterion asks. Regression always updates.
    fit_intercept : bool
        Append a constant 1 to every instance; its weight is the intercept.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
        For two classes only.
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
    cov_ : ndarray, shape (n_weights, n_weights) or (n_weights,)
        Covariance of the weights, the intercept last; its diagonal if only that is kept.
    n_updates_ : int
        Rounds since the start in which the covariance shrank.
    t_ : int
        Rounds since the start.
    run_ : ArowRun
        The rounds of the last call.

    Notes
    -----
    The start is mean 0 and the identity. A round costs O(n_weights^2), or O(n_weights) with a
    diagonal; reading ``cov_`` costs O(n_weights^3), as a square root of it is kept, which rounding
    cannot make indefinite. Source: Sugiyama (2016), Fig. 31.6 and sections 31.3.2 and 31.3.3.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [3.0]])
    >>> model = AROW("regression", n_epochs=1000).fit(X, [1.0, 3.0, 5.0, 7.0])
    >>> model.predict([[10.0]]).round(2)
    array([21.])
    """

    def __init__(
        self,
        task="classification",
        lam=1.0,
        covariance="full",
        update="on_violation",
        fit_intercept=True,
        n_epochs=1,
    ):
        self.task = task
        self.lam = lam
        self.covariance = covariance
        self.update = update
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        if self._numeric:
            tags.estimator_type = "regressor"
            tags.classifier_tags = None
            tags.regressor_tags = RegressorTags()
            tags.target_tags.required = True
        return tags

    @property
    def _numeric(self):
        return self.task == "regression"

    def new_engine(self, n_weights):
        """A normal law of the weights, with these settings."""
        update = check_in(self.update, "update", UPDATES)
        loss = Squared() if self._numeric else SquaredHinge()
        return ArowEngine(n_weights, loss, self.lam, self.covariance, update == "always")

    def meet(self, labels):
        """Learn the classes; in regression any number may be an answer."""
        check_in(self.task, "task", TASKS)
        if not self._numeric:
            super().meet(labels)

    def _targets(self, y):
        return plain_layout(y.astype(float)) if self._numeric else super()._targets(y)

    def _target(self, answer):
        if not self._numeric:
            return super()._target(answer)
        target = np.array([answer], dtype=float)
        return target if np.isfinite(answer) else None

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows of the stream.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        classes : array_like, shape (2,), optional
            Both labels; needed in the first call if ``y`` does not show them. Not for regression.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there are not two classes, ``classes`` changes between calls, or regression is given
            any.
        """
        if self._numeric and classes is not None:
            raise ValueError(f"classes must be None in regression, got {classes}")
        return self._partial_fit(X, y, classes)

    @property
    def cov_(self):
        """Covariance of the weights, or its diagonal."""
        return self.engine_.covariance

    @property
    def n_updates_(self):
        """Rounds since the start in which the covariance shrank."""
        return self.engine_.n_updates

    @available_if(lambda self: not self._numeric)
    def decision_function(self, X):
        """Scores, shape (n_samples,); positive for the second class."""
        return self._scores(X)

    def predict(self, X):
        """Labels, or predictions in regression, shape (n_samples,)."""
        return self._scores(X) if self._numeric else super().predict(X)

    def score(self, X, y, sample_weight=None):
        """Share of right labels, or R^2 in regression."""
        from sklearn.metrics import r2_score  # dear to import

        if not self._numeric:
            return super().score(X, y, sample_weight)
        return r2_score(y, self.predict(X), sample_weight=sample_weight)
