r"""The example behind the lower bound: many weak features, each of which helps a little.

Shalev-Shwartz and Tewari (2011), Appendix A, Lemma 5: a fair label in {-1, 1}, and features that
agree with it with probability :math:`\tfrac12+\tfrac1{2B}` each, given the label independent.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["make_weak_signs", "sparse_excess_bound", "sparse_least_loss"]


def make_weak_signs(n_samples, n_features, B=3.0, random_state=None):
    r"""Draw labels and features of the example.

    Parameters
    ----------
    n_samples, n_features : int
    B : float
        Bound of the l1 norm in the lemma, at least 1: features agree with the label with
        probability :math:`\tfrac12+\tfrac1{2B}`.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        Entries -1 and 1.
    y : ndarray of shape (n_samples,)

    Raises
    ------
    ValueError
        If a parameter is out of range.
    """
    shape = check_count(n_samples, "n_samples", low=1), check_count(n_features, "n_features", low=1)
    B = check_real(B, "B", low=1)
    rng = check_rng(random_state)
    y = np.where(rng.random(shape[0]) < 0.5, 1.0, -1.0)
    agree = rng.random(shape) < 0.5 + 0.5 / B
    return np.where(agree, y[:, None], -y[:, None]), y


def sparse_least_loss(s, B):
    r"""Least expected loss :math:`(\langle w,x\rangle-y)^2` with s non-zero weights.

    Equal weights :math:`B/(B^2-1+s)` reach :math:`(B^2-1)/(B^2-1+s)`; their sum is below B.

    Parameters
    ----------
    s : int or array_like
        Number of non-zero weights, at least 0.
    B : float
        Above 1.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> float(sparse_least_loss(8, 3.0))
    0.5
    """
    s = check_array(s, "s", low=0)
    noise = check_real(B, "B", low=1, open_low=True) ** 2 - 1
    return noise / (noise + s)


def sparse_excess_bound(s, B):
    r"""The lemma's bound on the loss above that of dense weights, :math:`\min(0.24,B^2/(8s))`.

    Parameters
    ----------
    s : int or array_like
        At least 1.
    B : float
        At least 2.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    Display after the choice of :math:`d=100(B^2-1)`; with that d it holds for s up to
    :math:`12.5B^2-25`, for every s if d is at least 16 s as well. The last display of the proof has
    half of it.
    """
    s = check_array(s, "s", low=1)
    B = check_real(B, "B", low=2)
    return np.minimum(0.24, B**2 / (8 * s))
