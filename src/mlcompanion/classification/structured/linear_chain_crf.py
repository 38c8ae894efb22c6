r"""The linear-chain conditional random field: a logistic model of whole label strings.

Sugiyama (2016), section 29.2: the model (29.2) with the features (29.3) and (29.4), maximum
likelihood, the most probable string, and what forward and backward sums say of each place.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._validation import check_count, check_flag, check_in, check_real, check_rng
from mlcompanion.sequences.chain_sums import chain_sums

from .._columns import Columns
from ._chain_model import ChainModel
from ._strings import check_against, check_labelled
from .bound_search import climb_by_bound
from .crf_fits import ChainLikelihood, climb_by_lbfgs, climb_by_strings

__all__ = ["LinearChainCRF"]

_BATCH = {"lbfgs": climb_by_lbfgs, "bound": climb_by_bound}


class LinearChainCRF(ChainModel):
    r"""Conditional random field over label strings, by maximum likelihood with a ridge.

    .. math:: q(\bar y|\bar x;\zeta)\propto\exp\sum_{k=1}^m\bigl[w_{y^{(k)}}^\top x^{(k)}
        +T_{y^{(k-1)},y^{(k)}}\bigr],\qquad y^{(0)}=y^{(1)}

    Parameters
    ----------
    lam : float
        Penalty :math:`\frac\lambda2(\|W\|^2+\|T\|^2)`, not negative.
    solver : {"lbfgs", "bound", "sgd"}
        ``"bound"`` steps from one quadratic bound to the next, without a step size (Choromanska
        2014, Algorithm 2); ``"sgd"`` is the book's gradient ascent, one random string a step (Fig.
        29.3).
    transitions : bool
        Whether labels know their neighbours. Without, the model is logistic regression without an
        intercept, place by place.
    first_pair : bool
        The book's :math:`y^{(0)}=y^{(1)}`: the first label also earns :math:`T_{yy}`.
    step, fall : float
        Step t of ``"sgd"`` has the size ``step / t**fall``; 1 suits inputs of length one.
    tol : float
        Stop ``"lbfgs"`` and ``"bound"`` where the largest entry of the gradient is ``tol`` of that
        at zero, for columns of size 1.
    max_iter : int
        Most iterations; passes of ``"sgd"``, which does them all.
    random_state : int, RandomState, Generator or None
        Draws of ``"sgd"``.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    coef_ : ndarray, shape (n_classes, n_features)
        The emission weights :math:`w_y` as rows.
    transition_ : ndarray, shape (n_classes, n_classes)
        T: the row is the label before, the column the label after.
    n_features_in_ : int
    n_iter_ : int
    converged_ : bool
        Whether ``tol`` was reached, else ``fit`` warns; True with ``"sgd"``, which asks nothing.

    Raises
    ------
    ValueError
        If strings and inputs differ in number or length, or there is a single label.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended the search before ``tol`` was reached.

    See Also
    --------
    StructuredSVC : A margin in place of probabilities.

    Notes
    -----
    Cost: O(n_places (n_classes n_features + n_classes²)) an iteration; memory O(n_places
    n_classes). ``"bound"`` takes O(n_places n_classes d³) an iteration for all d parameters, and
    O(n_classes d²) memory: few iterations with a strong ridge, hundreds without.

    Emission weights shifted by one vector, or transitions by one number, change no probability: the
    ridge picks the shortest. There is no intercept; give a column of ones. scikit-learn's table of
    rows does not hold lists of strings, so ``check_estimator`` does not apply; ``clone`` and
    ``cross_val_score`` do. Source: Sugiyama (2016), section 29.2.

    Examples
    --------
    >>> xs = [[[0.0], [1.0], [1.2]], [[0.9], [0.1]], [[0.2], [0.8]]]
    >>> ys = [list("abb"), list("ba"), list("ab")]
    >>> model = LinearChainCRF(lam=0.1).fit(xs, ys)
    >>> model.predict([[[0.1], [0.9]]])[0].tolist()
    ['a', 'b']
    """

    def __init__(self, lam=1.0, solver="lbfgs", *, transitions=True, first_pair=True, step=1.0,
                 fall=0.5, tol=1e-4, max_iter=100, random_state=None):  # fmt: skip
        self.lam = lam
        self.solver = solver
        self.transitions = transitions
        self.first_pair = first_pair
        self.step = step
        self.fall = fall
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, xs, ys):
        """Fit to label strings.

        Parameters
        ----------
        xs : list of array_like, shape (m_i, n_features)
            Inputs of the places of each string.
        ys : list of array_like, shape (m_i,)
            Their labels.

        Returns
        -------
        self
        """
        lam = check_real(self.lam, "lam", low=0)
        solver = check_in(self.solver, "solver", (*_BATCH, "sgd"))
        step = check_real(self.step, "step", low=0, open_low=True)
        fall = check_real(self.fall, "fall", low=0)
        tol = check_real(self.tol, "tol", low=0)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        rng = check_rng(self.random_state)
        self.classes_, strings = check_labelled(xs, ys)
        self.n_features_in_ = strings.rows.shape[1]
        if solver == "sgd":
            criterion = self._criterion(strings, np.full(self.n_features_in_, lam))
            passes = climb_by_strings(criterion, rng, step=step, fall=fall, n_epochs=max_iter)
            *_, (self.coef_, self.transition_) = passes
            self.n_iter_ = max_iter
            self.converged_ = True
            return self
        # a search in columns of one size takes the same steps in any units
        columns = Columns.of(strings.rows, centred=False, ridge=4 * lam / len(strings.rows))
        scaled = strings._replace(rows=columns.apply(strings.rows))
        criterion = self._criterion(scaled, lam / columns.unit**2)
        zeta, self.n_iter_, self.converged_ = _BATCH[solver](criterion, tol, max_iter)
        W, T = criterion.parts(zeta)
        self.coef_ = W / columns.unit
        self.transition_ = T.copy()
        if not self.converged_:
            warnings.warn(
                f"LinearChainCRF stopped after {self.n_iter_} iterations before tol was met",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _criterion(self, strings, ridge):
        return ChainLikelihood(
            strings, len(self.classes_), ridge, float(self.lam),
            transitions=check_flag(self.transitions, "transitions"),
            first_pair=check_flag(self.first_pair, "first_pair"),
        )  # fmt: skip

    def log_likelihood(self, xs, ys):
        """The logarithm of the probability of the label strings, their sum.

        Parameters
        ----------
        xs : list of array_like, shape (m_i, n_features)
        ys : list of array_like, shape (m_i,)

        Returns
        -------
        float
        """
        check_is_fitted(self)
        strings = check_against(xs, ys, self.classes_, self.n_features_in_)
        criterion = self._criterion(strings, np.zeros(self.n_features_in_))
        return criterion.log_likelihood(self.coef_, self.transition_)

    def predict_marginals(self, xs):
        """Probability of each label at each place, all strings summed over.

        Parameters
        ----------
        xs : list of array_like, shape (m_i, n_features)

        Returns
        -------
        list of ndarray, shape (m_i, n_classes)
        """
        return [chain_sums(places, self.transition_).single for places in self.scores(xs)]

    def predict_places(self, xs):
        """The most probable label of each place by itself: posterior decoding.

        It errs on the fewest labels, where :meth:`predict` errs on the fewest strings.

        Parameters
        ----------
        xs : list of array_like, shape (m_i, n_features)

        Returns
        -------
        list of ndarray, shape (m_i,)
        """
        return [self.classes_[p.argmax(axis=1)] for p in self.predict_marginals(xs)]
