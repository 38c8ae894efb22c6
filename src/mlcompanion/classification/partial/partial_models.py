"""Rivals for candidate labels: neighbours that vote, Gaussians and a logistic model fitted by EM.

Cour, Sapp and Taskar (2011), section 7.1: k nearest neighbours after Hullermeier and Beringer
(2006), IBM's Model 1 with Gaussians, and the discriminative EM of Jin and Ghahramani (2002).
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_count, check_flag, check_real, check_rng

from ..linear.probabilistic import SoftmaxRegression
from ..rules.neighbours import nearest_blocks
from ._candidates import CandidateClassifier

__all__ = ["DiscriminativeEM", "GaussianModel1", "PartialLabelKNN"]

_FLOOR = 1e-300
_ROUNDED = 64 * np.finfo(float).eps  # a deviation below this share of the mean is rounding


def _warn_unless(model):
    if not model.converged_:
        name = type(model).__name__
        message = f"{name} stopped after {model.n_iter_} rounds before tol was met"
        warnings.warn(message, ConvergenceWarning, stacklevel=3)


def _log_total(logs):
    """Row-wise log-sum-exp of finite numbers and -inf."""
    top = logs.max(axis=1, keepdims=True)
    return top[:, 0] + np.log(np.exp(logs - top).sum(axis=1))


class PartialLabelKNN(CandidateClassifier):
    r"""The label that stands in most bags of the k nearest examples.

    .. math:: h(x)=\operatorname*{argmax}_a\sum_{i=1}^kw_i\,1(a\in\mathbf y_i)

    Parameters
    ----------
    k : int
        Number of neighbours.
    weighted : bool
        Weigh the i-th nearest with k - i + 1 instead of 1.
    random_state : int, RandomState, Generator or None
        Draws who wins a tie.

    Attributes
    ----------
    classes_ : ndarray, shape (L,)

    Notes
    -----
    Nothing is fitted: the examples are kept. Ties are common, because bags overlap: every example
    carries a tiny random preference for each label, drawn once, and the sum over the neighbours
    decides. Cost of m predictions: O(m n d) time; a block of rows at a time, in O(n + k L) memory a
    row. Source: Cour, Sapp and Taskar (2011), Eq. 5.

    Examples
    --------
    >>> model = PartialLabelKNN(2, random_state=0).fit([[0.0], [1.0], [9.0]], [[1, 1, 0], [1, 0, 1],
    ...                                                                       [0, 1, 1]])
    >>> model.predict([[0.4]]).tolist()
    [0]
    """

    def __init__(self, k=5, *, weighted=False, random_state=None):
        self.k = k
        self.weighted = weighted
        self.random_state = random_state

    def fit(self, X, y):
        """Keep the examples and their bags.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples, L) of bool, or (n_samples,)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a bag is empty, there is one class, or k exceeds the number of examples.
        """
        check_flag(self.weighted, "weighted")
        rng = check_rng(self.random_state)
        X, bags = self._check_bags(X, y)
        check_count(self.k, "k", low=1, high=len(X))
        self._centre = np.median(X, axis=0)  # distances lose fewer digits around 0
        self._samples, self._bags = X - self._centre, bags.astype(float)
        self._preference = 1e-6 * rng.random(bags.shape)  # breaks ties, outweighs no vote
        return self

    def scores(self, X):
        """Votes of the neighbours, with ties broken, shape (n_samples, L)."""
        X = self._rows(X) - self._centre
        weights = np.arange(self.k, 0.0, -1.0) if self.weighted else np.ones(self.k)
        votes = np.empty((len(X), self._bags.shape[1]))
        for block, near in nearest_blocks(X, self._samples, self.k):
            shares = np.einsum("k,nka->na", weights, self._bags[near])
            votes[block] = shares + self._preference[near].sum(axis=1)
        return votes


class GaussianModel1(CandidateClassifier):
    r"""A Gaussian with independent features for each label; which label is true, by EM.

    The E step gives every example to the labels of its bag, in proportion to their densities; the
    M step takes weighted means and variances. All labels of a bag are equally likely beforehand.

    Parameters
    ----------
    floor : float
        Smallest variance, as a share of the variance of the feature over all examples: without it
        a Gaussian may shrink to a point.
    max_iter : int
        Most rounds.
    tol : float
        Stop when the log-likelihood per example rises by less.

    Attributes
    ----------
    classes_ : ndarray, shape (L,)
    means_, variances_ : ndarray, shape (L, n_features)
    responsibilities_ : ndarray, shape (n_samples, L)
        Of the last E step.
    log_likelihoods_ : ndarray, shape (n_iter_,)
        Mean over the examples, by round.
    n_iter_ : int
    converged_ : bool
        Whether the last round met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost O(n d L) a round. The likelihood is not concave; the start gives every label of a bag the
    same share. Source: Cour, Sapp and Taskar (2011), section 7.1.3.

    Examples
    --------
    >>> X = [[0.0], [0.2], [1.0], [1.2], [2.0], [2.2]]
    >>> bags = [[1, 1, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 1, 1], [1, 0, 1]]
    >>> GaussianModel1().fit(X, bags).predict_candidates(X, bags).tolist()
    [0, 0, 1, 1, 2, 2]
    """

    def __init__(self, floor=1e-2, *, max_iter=100, tol=1e-4):
        self.floor = floor
        self.max_iter = max_iter
        self.tol = tol

    def fit(self, X, y):
        """Run EM.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples, L) of bool, or (n_samples,)

        Returns
        -------
        self
        """
        floor = check_real(self.floor, "floor", low=0, open_low=True)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        tol = check_real(self.tol, "tol", low=0)
        X, bags = self._check_bags(X, y)
        shares = bags / bags.sum(axis=1, keepdims=True)
        self._origin = X.mean(axis=0)  # squares are expanded below
        X = X - self._origin
        variance = np.square(X).mean(axis=0)
        constant = np.sqrt(variance) <= _ROUNDED * abs(self._origin)
        top = variance.max() if not constant.all() else 1.0
        least = floor * np.where(constant, top, variance)
        rises = []
        while len(rises) < max_iter:
            self._maximise(X, shares, least)
            logs = np.where(bags, self._log_densities(X), -np.inf)
            total = _log_total(logs)
            shares = np.exp(logs - total[:, None])
            # labels of a bag are equally likely beforehand
            rises.append(float(np.mean(total - np.log(bags.sum(axis=1)))))
            if len(rises) > 1 and rises[-1] - rises[-2] < tol:
                break
        self.converged_ = len(rises) > 1 and bool(rises[-1] - rises[-2] < tol)
        self.responsibilities_, self.log_likelihoods_ = shares, np.array(rises)
        self.n_iter_ = len(rises)
        self.means_ = self._means + self._origin
        _warn_unless(self)
        return self

    def _maximise(self, X, shares, least):
        """M step: weighted means and variances."""
        mass = np.maximum(shares.sum(axis=0), _FLOOR)[:, None]
        self._means = shares.T @ X / mass
        around = shares.T @ (X * X) / mass - self._means**2
        self.variances_ = np.maximum(around, least)  # a single example would get 0: no density
        self._seen = mass[:, 0] > _FLOOR

    def _log_densities(self, X):
        precision = 1 / self.variances_
        squares = (
            (X * X) @ precision.T
            - 2 * X @ (self._means * precision).T
            + (self._means**2 * precision).sum(axis=1)
        )
        constant = np.log(2 * np.pi * self.variances_).sum(axis=1)
        return np.where(self._seen, -0.5 * (squares + constant), -np.inf)

    def scores(self, X):
        """Log-densities of all labels, shape (n_samples, L); -inf for one that no bag has."""
        return self._log_densities(self._rows(X) - self._origin)


class DiscriminativeEM(CandidateClassifier):
    r"""Logistic regression whose targets are its own opinions, confined to the bags.

    The E step sets :math:`\hat P(a|x_i)\propto P(a|x_i,\theta)1(a\in\mathbf y_i)`, the M step
    fits :class:`SoftmaxRegression` to these probabilities.

    Parameters
    ----------
    lam : float
        Penalty of the logistic model.
    max_iter : int
        Most rounds.
    tol : float
        Stop when the objective per example falls by less.

    Attributes
    ----------
    classes_ : ndarray, shape (L,)
    model_ : SoftmaxRegression
        The last fit, over the labels that stand in some bag.
    objectives_ : ndarray, shape (n_iter_,)
        Minus the log-probability of the bags, with the penalty, per example, by round.
    n_iter_ : int
    converged_ : bool
        Whether the last round met ``tol``, and so did its logistic model; else ``fit`` warns.

    Notes
    -----
    The objective falls in every round, and is not convex. Cost: a logistic regression a round.
    Source: Cour, Sapp and Taskar (2011), section 7.1.4.

    Examples
    --------
    >>> X = [[0.0], [0.2], [1.0], [1.2], [2.0], [2.2]]
    >>> bags = [[1, 1, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 1, 1], [1, 0, 1]]
    >>> DiscriminativeEM(0.01).fit(X, bags).predict_candidates(X, bags).tolist()
    [0, 0, 1, 1, 2, 2]
    """

    def __init__(self, lam=1.0, *, max_iter=50, tol=1e-4):
        self.lam = lam
        self.max_iter = max_iter
        self.tol = tol

    def fit(self, X, y):
        """Run EM from equal shares.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples, L) of bool, or (n_samples,)

        Returns
        -------
        self
        """
        lam = check_real(self.lam, "lam", low=0)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        tol = check_real(self.tol, "tol", low=0)
        X, bags = self._check_bags(X, y)
        self._seen = bags.any(axis=0)
        bags = bags[:, self._seen]
        model = SoftmaxRegression(lam, tol=1e-3, max_iter=200, warm_start=True)
        shares = bags / bags.sum(axis=1, keepdims=True)
        falls = []
        while len(falls) < max_iter:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # the last fit decides
                model.fit(X, shares)
            logs = np.where(bags, model.predict_log_proba(X), -np.inf)
            total = _log_total(logs)
            shares = np.exp(logs - total[:, None])
            shares /= shares.sum(axis=1, keepdims=True)
            falls.append(float((0.5 * lam * (model.coef_**2).sum() - total.sum()) / len(X)))
            if len(falls) > 1 and falls[-2] - falls[-1] < tol:
                break
        settled = len(falls) > 1 and bool(falls[-2] - falls[-1] < tol)
        self.converged_ = settled and model.converged_
        self.model_, self.objectives_, self.n_iter_ = model, np.array(falls), len(falls)
        _warn_unless(self)
        return self

    def scores(self, X):
        """Log-probabilities of all labels, shape (n_samples, L); -inf for one that no bag has."""
        X = self._rows(X)
        scores = np.full((len(X), len(self.classes_)), -np.inf)
        scores[:, self._seen] = self.model_.predict_log_proba(X)
        return scores
