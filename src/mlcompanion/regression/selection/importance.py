r"""Regression under covariate shift: Sugiyama (2016), sections 33.2.1 to 33.2.3.

Training inputs and test inputs follow different densities :math:`p` and :math:`p'`, while the
outputs depend on the inputs in the same way. A training sample then counts by its importance
:math:`w=p'/p`: in the fit, and in the errors of cross validation.
"""

import numpy as np
from sklearn.base import clone

from mlcompanion._validation import check_array, check_flag, check_has, check_in, check_real
from mlcompanion.regression.linear.ridge import DesignSVD, check_design, shortest_coefficients
from mlcompanion.resampling import fold_splits, validation_of
from mlcompanion.stats.intervals import effective_sample_size

__all__ = ["effective_sample_size", "importance_weighted_cv", "importance_weighted_ls"]


def _weights(weights, n, name="weights"):
    """Weights that are not negative and not all zero."""
    weights = check_array(weights, name, shape=(n,), low=0)
    if not weights.any():
        raise ValueError(f"{name} must not all be zero")
    return weights


def importance_weighted_ls(Phi, y, weights, lam=0.0):
    r"""Minimise :math:`\frac12\sum_iw_i(\theta^\top\phi(x_i)-y_i)^2+\frac\lambda2\|\theta\|^2`.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
        Design matrix.
    y : array_like, shape (n,)
    weights : array_like, shape (n,)
        Importance of the samples, not negative; their unit matters only beside ``lam``.
    lam : float
        Penalty, not negative.

    Returns
    -------
    ndarray, shape (m,)
        Of several minimisers the shortest.

    Raises
    ------
    ValueError
        If shapes do not match, a weight is negative or all are zero, or ``lam`` is negative.

    Notes
    -----
    Cost: O(n m min(n, m)). Source: Sugiyama (2016), section 33.2.1 and Fig. 33.5.

    Examples
    --------
    >>> Phi = [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]  # a line, through the last two points
    >>> importance_weighted_ls(Phi, [5.0, 1.0, 2.0], [0.0, 1.0, 1.0]).round(6) + 0
    array([0., 1.])
    """
    Phi, y = check_design(Phi, y)
    root = np.sqrt(_weights(weights, len(y)))
    lam = check_real(lam, "lam", low=0)
    rows = root[:, None] * Phi
    if lam == 0:
        return shortest_coefficients(rows, root * y)
    return DesignSVD.of(rows).coefficients(root * y, lam)


#: Loss of each held-out sample from its output and its prediction.
_LOSSES = {
    "squared": lambda y, prediction: (y - prediction) ** 2,
    "zero_one": lambda y, prediction: (y != prediction).astype(float),
}


def importance_weighted_cv(
    estimator, X, y, weights, *, fit_weights=None, loss="squared", folds=5, random_state=None,
    full=False,
):  # fmt: skip
    r"""Cross validation for test inputs of another density (section 33.2.3, Fig. 33.8).

    .. math:: \hat G^{(\ell)}=\frac1{|\mathcal D_\ell|}\sum_{(x,y)\in\mathcal D_\ell}
        w(x)\,\bigl(y-\hat f^{(\ell)}(x)\bigr)^2

    Parameters
    ----------
    estimator : estimator
        With ``fit(X, y)`` and ``predict(X)``; it is cloned, not fitted itself.
    X : array_like, shape (n, d)
        Training inputs.
    y : array_like, shape (n,)
    weights : array_like, shape (n,)
        Importance of the samples, not negative. All ones: ordinary cross validation. The ratios of
        class shares :math:`p'(y_i)/p(y_i)`: class-balance weighted cross validation.
    fit_weights : array_like, shape (n,), optional
        Handed to ``fit`` as ``sample_weight``.
    loss : {"squared", "zero_one"}
        The second counts wrong labels.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.
    full : bool
        Return the :class:`~mlcompanion.resampling.CrossValidation` with all folds instead.

    Returns
    -------
    ndarray, shape (folds,), or CrossValidation
        The weighted error of each fold; their mean estimates the test error.

    Raises
    ------
    ValueError
        If shapes do not match, a weight is negative or all are zero, or there are more folds than
        samples.

    Notes
    -----
    Cost: ``folds`` fits. The importance must be the ordinary one (beta = 0) for the estimate to be
    right on average. Its variance is finite only if the integral of :math:`p'^2/p` is, times the
    squared loss.

    Examples
    --------
    >>> from mlcompanion.regression import LeastSquares
    >>> x, y = np.arange(6.0)[:, None], np.arange(6.0)
    >>> importance_weighted_cv(LeastSquares(), x, y, np.ones(6), folds=3).round(6)
    array([0., 0., 0.])
    """
    check_has(estimator, "estimator", "fit", "predict")
    X = check_array(X, "X", ndim=2, min_rows=2)
    y = np.asarray(y)
    if check_in(loss, "loss", _LOSSES) == "squared":
        y = check_array(y, "y", shape=(len(X),))
    elif y.shape != (len(X),):
        raise ValueError(f"y must hold a label for each of {len(X)} rows of X, got {y.shape}")
    weights = _weights(weights, len(X))
    if fit_weights is not None:
        fit_weights = _weights(fit_weights, len(X), "fit_weights")
    full = check_flag(full, "full")
    splits = fold_splits(folds, X, y, random_state=random_state)
    errors = []
    for kept, out in splits:
        handed = {} if fit_weights is None else {"sample_weight": fit_weights[kept]}
        model = clone(estimator).fit(X[kept], y[kept], **handed)
        # over the fold's size, not the sum of its weights: so the estimate has no bias
        errors.append(np.mean(weights[out] * _LOSSES[loss](y[out], model.predict(X[out]))))
    return validation_of(errors, splits) if full else np.array(errors)
