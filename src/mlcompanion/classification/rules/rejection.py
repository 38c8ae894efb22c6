"""Refusing to classify where the largest probability is low: Sugiyama (2016), opening of ch. 28."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array

__all__ = ["RejectCurve", "reject_curve"]


class RejectCurve(NamedTuple):
    """Errors on what is accepted.

    Attributes
    ----------
    refused : ndarray, shape (k,)
        Share of the inputs that are refused.
    error : ndarray, shape (k,)
        Share of wrong labels among the accepted.
    threshold : ndarray, shape (k,)
        Smallest reliability that is accepted.
    """

    refused: np.ndarray
    error: np.ndarray
    threshold: np.ndarray


def reject_curve(proba, y, shares=None):
    r"""Error rate on the accepted inputs when the least reliable are refused.

    The reliability of a decision is its probability :math:`\max_y\hat p(y|x)`.

    Parameters
    ----------
    proba : array_like, shape (n_samples, n_classes)
        Class probabilities; rows sum to 1.
    y : array_like of int, shape (n_samples,)
        The true class as number of the column.
    shares : array_like, shape (k,), optional
        Shares to refuse, in [0, 1); rounded down to whole inputs. Default: 0, 1, 2, ... inputs,
        all but one.

    Returns
    -------
    RejectCurve

    Raises
    ------
    ValueError
        If shapes differ or an entry is out of range.

    Notes
    -----
    Cost: O(n log n). Of equally reliable inputs the earlier ones are refused first.

    Examples
    --------
    >>> curve = reject_curve([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8]], [0, 0, 1], [0.0, 0.4])
    >>> curve.error.round(2).tolist(), curve.threshold.tolist()
    ([0.33, 0.0], [0.6, 0.8])
    """
    proba = check_array(proba, "proba", ndim=2, min_rows=1, low=0, high=1)
    if np.abs(proba.sum(axis=1) - 1).max() > 1e-6:
        raise ValueError("proba must have rows that sum to 1")
    n, c = proba.shape
    y = check_array(y, "y", shape=(n,), dtype=int, low=0, high=c - 1)
    if shares is None:
        count = np.arange(n)
    else:
        shares = check_array(shares, "shares", ndim=1, min_rows=1, low=0, high=1, open_high=True)
        count = np.floor(shares * n + 1e-9).astype(int)  # n shares may round below a whole number
    reliability = proba.max(axis=1)
    order = np.argsort(reliability, kind="stable")
    wrong = (proba.argmax(axis=1) != y)[order]
    remaining = np.cumsum(wrong[::-1])[::-1]  # errors among the inputs from this one on
    return RejectCurve(count / n, remaining[count] / (n - count), reliability[order][count])
