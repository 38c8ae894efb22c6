r"""The structured support vector machine: a margin between the true label string and all others.

Sugiyama (2016), section 29.3, with the features of the conditional random field.
"""

import warnings

from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_count,
    check_flag,
    check_in,
    check_memory,
    check_real,
    check_rng,
)

from ._chain_model import ChainModel
from ._strings import check_labelled
from .frank_wolfe import ascend_margin

__all__ = ["StructuredSVC"]


class StructuredSVC(ChainModel):
    r"""Structured support vector machine for label strings, by block-coordinate Frank-Wolfe.

    .. math:: \min_\zeta\frac12\|\zeta\|^2+C\sum_i\max_{\bar y}\bigl[t_{i,\bar y}
        -\zeta^\top\Delta\varphi_i(\bar y)\bigr]

    Parameters
    ----------
    C : float
        Weight of the losses, positive.
    loss : {"hamming", "string"}
        :math:`t_{i,\bar y}` is the number of wrong labels; or, as the book prints it, 1 for any
        wrong string.
    transitions : bool
        Whether labels know their neighbours. Without, and with strings of one label, this is the
        multiclass machine of section 27.5.
    first_pair : bool
        The book's :math:`y^{(0)}=y^{(1)}`: the first label also earns :math:`T_{yy}`.
    tol : float
        Stop where primal minus dual value is at most ``tol`` of the primal.
    max_iter : int
        Most passes over the strings.
    random_state : int, RandomState, Generator or None
        Order of the strings in a pass.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    coef_ : ndarray, shape (n_classes, n_features)
    transition_ : ndarray, shape (n_classes, n_classes)
        The row is the label before, the column the label after.
    primal_objective_, dual_objective_ : float
        The optimum is in between.
    n_features_in_ : int
    n_iter_ : int
        Passes.
    converged_ : bool

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
    LinearChainCRF : Probabilities in place of a margin.

    Notes
    -----
    Cost of a pass: O(n_places (n_classes n_features + n_classes²) + n_strings n_weights), where
    n_weights = n_classes (n_features + n_classes); memory O(n_strings n_weights). The step size is
    exact, so that units change nothing but the meaning of C. scikit-learn's ``check_estimator``
    does not apply: its table of rows does not hold lists of strings. Source: Sugiyama (2016),
    section 29.3; Lacoste-Julien, Jaggi, Schmidt and Pletscher (2013).

    Examples
    --------
    >>> xs = [[[0.0], [1.0], [1.2]], [[0.9], [0.1]], [[0.2], [0.8]]]
    >>> ys = [list("abb"), list("ba"), list("ab")]
    >>> model = StructuredSVC(C=10.0, random_state=0).fit(xs, ys)
    >>> model.predict([[[0.1], [0.9]]])[0].tolist()
    ['a', 'b']
    """

    def __init__(self, C=1.0, loss="hamming", *, transitions=True, first_pair=True, tol=1e-2,
                 max_iter=1000, random_state=None):  # fmt: skip
        self.C = C
        self.loss = loss
        self.transitions = transitions
        self.first_pair = first_pair
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
        C = check_real(self.C, "C", low=0, open_low=True)
        loss = check_in(self.loss, "loss", ("hamming", "string"))
        tol = check_real(self.tol, "tol", low=0)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        options = {
            "transitions": check_flag(self.transitions, "transitions"),
            "first_pair": check_flag(self.first_pair, "first_pair"),
        }
        rng = check_rng(self.random_state)
        self.classes_, strings = check_labelled(xs, ys)
        self.n_features_in_ = strings.rows.shape[1]
        k = len(self.classes_)
        check_memory(8 * len(strings.ends) * k * (self.n_features_in_ + k), "the strings' shares")
        run = ascend_margin(
            strings, k, C, loss=loss, tol=tol, max_iter=max_iter, rng=rng, **options
        )
        self.coef_ = run.W.copy()
        self.transition_ = run.T.copy()
        self.primal_objective_ = float(run.primal)
        self.dual_objective_ = float(run.dual)
        self.n_iter_ = run.n_iter
        self.converged_ = run.primal - run.dual <= tol * run.primal
        if not self.converged_:
            warnings.warn(
                f"StructuredSVC stopped after {self.n_iter_} passes before tol was met",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self
