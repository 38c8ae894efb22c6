"""``likelihood_cv``: how likely are samples under a density that was fitted without them?

Likelihood cross validation (Sugiyama 2016, sections 9.2.4, 14.4 and 16.4.2).
"""

import numpy as np
from sklearn.base import clone

from mlcompanion._validation import check_array, check_flag, check_has
from mlcompanion.resampling import fold_splits, validation_of

__all__ = ["likelihood_cv"]


def likelihood_cv(estimator, X, folds=5, random_state=None, *, full=False):
    """Return each sample's log-density under an estimate from the folds that leave it out.

    The mean over the samples is the cross-validated log-likelihood, its spread the standard error.

    Parameters
    ----------
    estimator : DensityEstimator
        Anything with ``fit(X)`` and ``score_samples(X)``; it is cloned, not fitted itself.
    X : array_like, shape (n, d)
    folds : int, splitter, or iterable of pairs (train, test)
        A number from 2 to n, where n leaves one out, or folds of one's own, which judge every row
        once: see :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.
    full : bool
        Return the :class:`~mlcompanion.resampling.CrossValidation` with all folds instead.

    Returns
    -------
    ndarray, shape (n,), or CrossValidation
        The record's mean counts each fold alike; where folds differ in size it is not quite that of
        the samples.

    Raises
    ------
    ValueError
        If there are more folds than samples, a row is judged never or twice, or a fit refuses its
        samples.

    Notes
    -----
    Cost: ``folds`` fits. Estimators that can leave one out more cheaply do so themselves
    (:func:`mlcompanion.density.loo_log_likelihood`).
    """
    check_has(estimator, "estimator", "fit", "score_samples")
    X = check_array(X, "X", ndim=2, min_rows=2)
    full = check_flag(full, "full")
    splits = fold_splits(folds, X, random_state=random_state, once=True)
    held_out = np.empty(len(X))
    for kept, out in splits:
        # each row is left out once: the log-densities of all folds make one sample
        held_out[out] = clone(estimator).fit(X[kept]).score_samples(X[out])
    if full:
        return validation_of([held_out[out].mean() for _, out in splits], splits)
    return held_out
