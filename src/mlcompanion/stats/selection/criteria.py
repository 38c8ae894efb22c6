r"""Which fitted model is nearest to the truth? (Sugiyama 2016, chapter 14 and section 18.1.4)

The likelihood on the training samples flatters every fit, the more the more parameters it has. The
criteria of Akaike and Takeuchi take off what it flatters by on average; cross validation asks
samples that the fit has not seen. BIC asks another question: under which model were the samples
likeliest, before its parameters were known?
"""

from numbers import Number
from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from mlcompanion._validation import (
    check_array,
    check_count,
    check_has,
    check_in,
    check_list,
    check_rng,
    check_square,
)
from mlcompanion.resampling import fold_splits

__all__ = ["Selection", "aic", "bic", "select", "takeuchi_penalty", "tic"]


def aic(log_likelihood, n_params):
    """Akaike's criterion: the negative log-likelihood plus the number of parameters (14.3).

    Parameters
    ----------
    log_likelihood : float or array_like
        Sum over the training samples, at the maximum.
    n_params : float or array_like
        Number b of free parameters; shapes broadcast.

    Returns
    -------
    float or ndarray
        Smaller is better. Half of what most libraries call AIC.

    Examples
    --------
    >>> aic([-120.0, -110.0], [6, 20])
    array([126., 130.])
    """
    log_likelihood = check_array(log_likelihood, "log_likelihood")
    return (check_array(n_params, "n_params", low=0) - log_likelihood)[()]


def bic(log_likelihood, n_params, n_samples):
    """Schwarz's criterion: minus the log evidence, up to what stays bounded (18.1.4).

    Parameters
    ----------
    log_likelihood : float or array_like
        Sum over the training samples, at the maximum.
    n_params : float or array_like
        Number b of free parameters, of a model in which different parameters are different laws;
        shapes broadcast.
    n_samples : float or array_like
        Number n of training samples, at least 1; the penalty is b/2 log n.

    Returns
    -------
    float or ndarray
        Smaller is better. Half of what most libraries call BIC, on the scale of :func:`aic`.

    Examples
    --------
    >>> bic([-120.0, -110.0], [6, 20], 100).round(1)
    array([133.8, 156.1])
    """
    n_samples = check_array(n_samples, "n_samples", low=1)
    n_params = check_array(n_params, "n_params", low=0)
    try:
        np.broadcast_shapes(n_params.shape, n_samples.shape, np.shape(log_likelihood))
    except ValueError as error:
        raise ValueError(f"n_samples does not fit n_params and log_likelihood: {error}") from None
    return aic(log_likelihood, 0.5 * n_params * np.log(n_samples))


def takeuchi_penalty(scores, hessian):
    r"""What the training log-likelihood flatters by, whether or not the model holds the truth.

    .. math:: \operatorname{tr}(\hat Q\hat G^{-1}),\qquad
        \hat Q=\frac1n\sum_is_is_i^\top,\qquad
        \hat G=-\frac1n\sum_i\nabla^2\log q(x_i;\hat\theta)

    Parameters
    ----------
    scores : array_like, shape (n, b)
        Gradients s of the log-density in the parameters, one row a training sample.
    hessian : array_like, shape (b, b)
        Second derivatives of the log-density, averaged over the training samples.

    Returns
    -------
    float
        Near b if the model holds the truth.

    Raises
    ------
    ValueError
        If the shapes do not match, or the Hessian is singular.

    Notes
    -----
    Cost: O(n b^2 + b^3). One linear system is solved; no inverse is formed. Source: Sugiyama
    (2016), section 14.3.
    """
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    hessian = check_square(hessian, "hessian", size=scores.shape[1])
    units = np.sqrt(np.abs(np.diagonal(hessian)))  # one over those of the parameters
    units = np.where(units > 0, units, 1.0)
    hessian = check_square(hessian / units / units[:, None], "hessian", symmetric=True)
    scores = scores / units
    Q = scores.T @ scores / len(scores)
    try:
        return float(np.trace(np.linalg.solve(-hessian, Q)))
    except np.linalg.LinAlgError as error:
        raise ValueError("hessian is singular") from error


def tic(log_likelihood, scores, hessian):
    """Takeuchi's criterion: Akaike's with the trace of Q G^-1 for the number of parameters.

    Parameters
    ----------
    log_likelihood : float
        Sum over the training samples, at the maximum.
    scores, hessian : array_like
        As in :func:`takeuchi_penalty`.

    Returns
    -------
    float
        Smaller is better.

    Notes
    -----
    Cost and source as for :func:`takeuchi_penalty`.
    """
    return aic(log_likelihood, takeuchi_penalty(scores, hessian))


class Selection(NamedTuple):
    """What :func:`select` found.

    Attributes
    ----------
    best : int
        Place of the chosen model in the list.
    model : DensityEstimator
        It, fitted to all samples.
    scores : ndarray, shape (m,)
        Estimates of the expected log-density of a fresh sample, one a model; larger is better. By
        cross validation the mean of the folds' means.
    """

    best: int
    model: object
    scores: np.ndarray


def select(models, X, criterion="aic", folds=5, random_state=None):
    """Fit all models, and choose the one that promises the most for fresh samples.

    Parameters
    ----------
    models : list of DensityEstimator
        Each with ``fit``, ``score_samples`` and, for "aic" and "bic", ``n_params_`` after fitting;
        for "tic" also ``score_matrix`` and ``hessian``. They are cloned, not fitted themselves.
    X : array_like, shape (n, d)
    criterion : {"aic", "bic", "tic", "cv", "likelihood"}
        The first three are turned in sign and divided by n, so that all are on one scale;
        "likelihood" is the training log-likelihood per sample, for comparison.
    folds : int, splitter, or iterable of pairs (train, test)
        Of cross validation, as in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds, which are the same for all models.

    Returns
    -------
    Selection

    Raises
    ------
    ValueError
        If a model refuses its samples, or there are more folds than samples.
    TypeError
        If a model lacks what the criterion needs.

    Notes
    -----
    Cost: one fit a model; with "cv" ``folds`` more. "aic", "bic" and "tic" are made for fits of
    maximum likelihood; models with a penalty or without parameters are compared by "cv". The first
    of equals wins. Source: Sugiyama (2016), Eq. (14.3), section 14.3 and Fig. 14.6.
    """
    criterion = check_in(criterion, "criterion", ("aic", "bic", "tic", "cv", "likelihood"))
    needed = ("fit", "score_samples") + ("score_matrix", "hessian") * (criterion == "tic")
    models = [check_has(m, "models", *needed) for m in check_list(models, "models")]
    X = check_array(X, "X", ndim=2, min_rows=2)
    if isinstance(folds, Number):  # also where they are not used
        check_count(folds, "folds", low=2)
    fitted = [clone(model).fit(X) for model in models]
    seed = int(check_rng(random_state).integers(2**31))
    if criterion == "cv":
        splits = fold_splits(folds, X, random_state=seed)
        scores = [_mean_of_folds(m, X, splits) for m in models]
    else:
        totals = [(m.score_samples(X).sum(), _penalty(m, X, criterion)) for m in fitted]
        # per sample and larger for better, as cross validation has it
        scores = [-aic(total, penalty) / len(X) for total, penalty in totals]
    best = int(np.argmax(scores))
    return Selection(best, fitted[best], np.array(scores))


def _mean_of_folds(model, X, splits):
    """Each fold counts the same, whatever its size (Fig. 14.6)."""
    folds = [clone(model).fit(X[kept]).score_samples(X[out]).mean() for kept, out in splits]
    return np.mean(folds)


def _penalty(model, X, criterion):
    if criterion == "tic":
        return takeuchi_penalty(model.score_matrix(X), model.hessian(X))
    if criterion == "likelihood":
        return 0
    if not hasattr(model, "n_params_"):
        raise TypeError(
            f"models must count their parameters in n_params_ for {criterion}, got {model!r}"
        )
    if criterion == "bic":
        return 0.5 * model.n_params_ * np.log(len(X))
    return model.n_params_
