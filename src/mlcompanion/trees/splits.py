r"""The objective of a split, and how balanced and pure a split with a large one must be.

Choromanska (2014), sections 4.1, 4.2 and 4.4. With :math:`\pi_i` the share of label i at a node,
:math:`P_i` the share of its examples that go right and :math:`p=\sum_i\pi_iP_i`, the objective is
:math:`J=2\sum_i\pi_i|P_i-p|`.
"""

import numpy as np

from mlcompanion._validation import check_array

__all__ = [
    "balance_bounds",
    "mixed_share",
    "mixed_share_bound",
    "relaxed_split_objective",
    "right_share",
    "split_objective",
    "split_objective_counts",
]


def label_split(pi, P):
    """Checked shares of labels and of their examples that go right.

    Parameters
    ----------
    pi : array_like, shape (..., k)
        Not negative, with a sum of 1 along the last axis.
    P : array_like, shape (..., k)
        In [0, 1].

    Returns
    -------
    pi, P : ndarray, shape (..., k)

    Raises
    ------
    ValueError
        If shapes differ, or entries or sums are out of range.
    """
    pi = check_array(pi, "pi", low=0, high=1)
    P = check_array(P, "P", low=0, high=1)
    if pi.ndim == 0 or pi.shape != P.shape or pi.shape[-1] == 0:
        raise ValueError(f"pi and P must have one shape, got {pi.shape} and {P.shape}")
    total = pi.sum(axis=-1, keepdims=True)
    if (np.abs(total - 1) > 1e-6).any():  # shares in single precision are off by 1e-7
        raise ValueError(f"pi must sum to 1, got sums from {total.min()} to {total.max()}")
    return pi / total, P


def right_share(pi, P):
    """Share of the examples that go right, ``p = sum_i pi_i P_i``: the balancing factor.

    Parameters
    ----------
    pi, P : array_like, shape (..., k)
        As of :func:`split_objective`.

    Returns
    -------
    float or ndarray, shape (...)
    """
    pi, P = label_split(pi, P)
    return np.sum(pi * P, axis=-1)[()]


def mixed_share(pi, P):
    """Share of the examples that go the way of the lesser part of their label: the purity factor.

    ``epsilon = sum_i pi_i min(P_i, 1 - P_i)``, Definition 3: 0 where labels are sent whole.

    Parameters
    ----------
    pi, P : array_like, shape (..., k)
        As of :func:`split_objective`.

    Returns
    -------
    float or ndarray, shape (...)
    """
    pi, P = label_split(pi, P)
    return np.sum(pi * np.minimum(P, 1 - P), axis=-1)[()]


def split_objective(pi, P):
    r"""Objective of a split, :math:`J=2\sum_i\pi_i|P_i-p|` (section 4.2).

    Parameters
    ----------
    pi : array_like, shape (..., k)
        Shares of the labels at the node, with a sum of 1 along the last axis.
    P : array_like, shape (..., k)
        Share of each label's examples that go right.

    Returns
    -------
    float or ndarray, shape (...)
        From 0, every label is cut like all examples, to 1, labels are sent whole and half of the
        examples go right. O(k).

    Raises
    ------
    ValueError
        If shapes differ, or entries or sums are out of range.

    Examples
    --------
    >>> float(split_objective([0.25, 0.25, 0.5], [1.0, 1.0, 0.0]))
    1.0
    """
    pi, P = label_split(pi, P)
    p = np.sum(pi * P, axis=-1, keepdims=True)
    return 2 * np.sum(pi * np.abs(P - p), axis=-1)[()]


def split_objective_counts(k_t, k_r):
    r"""The objective of section 4.1.1, from counts: a sum over examples.

    :math:`2\sum_x\frac{n_r}{k_t(x)}\left|\frac{k_t(x)}{n_t}-\frac{k_r(x)}{n_r}\right|`, which is
    :math:`n_t` times :func:`split_objective`.

    Parameters
    ----------
    k_t : array_like of int, shape (..., k)
        Examples of each label; a label without examples adds nothing.
    k_r : array_like of int, shape (..., k)
        Those of them that go right.

    Returns
    -------
    float or ndarray, shape (...)
        From 0 to the number of examples; O(k).

    Raises
    ------
    ValueError
        If shapes differ, there are no examples, or more go right than there are.
    """
    k_t = check_array(k_t, "k_t", low=0)
    k_r = check_array(k_r, "k_r", low=0)
    if k_t.ndim == 0 or k_t.shape != k_r.shape:
        raise ValueError(f"k_t and k_r must have one shape, got {k_t.shape} and {k_r.shape}")
    if (k_r > k_t).any():
        raise ValueError("k_r must be at most k_t, got more examples on the right than there are")
    n_t = k_t.sum(axis=-1, keepdims=True)
    if k_t.shape[-1] == 0 or (n_t == 0).any():
        raise ValueError(f"k_t must count at least one example, got {k_t.tolist()}")
    n_r = k_r.sum(axis=-1, keepdims=True)
    # the k_t examples of a label add the same, so that k_t cancels; n_r is multiplied in
    return 2 * np.sum(np.abs(k_t * (n_r / n_t) - k_r), axis=-1)[()]


def relaxed_split_objective(margins, labels):
    r"""The relaxed objective of a split, :math:`2\,\mathbb E_i|\mathbb E[h]-\mathbb E[h\mid i]|`.

    Section 4.4.

    Parameters
    ----------
    margins : array_like, shape (n,)
        Of a regressor; they are clipped to [-1, 1].
    labels : array_like, shape (n,)

    Returns
    -------
    float
        From 0 to 2. Where all margins are -1 or 1 it is twice :func:`split_objective`. O(n log n).

    Raises
    ------
    ValueError
        If there is no example, or not one label a margin.
    """
    margins = np.clip(check_array(margins, "margins", ndim=1, min_rows=1), -1, 1)
    labels = np.asarray(labels)
    if labels.shape != margins.shape:
        raise ValueError(f"labels must have shape {margins.shape}, got {labels.shape}")
    _, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    means = np.bincount(codes, margins) / counts
    return float(2 * np.sum(counts * np.abs(means - margins.mean())) / len(margins))


def balance_bounds(J):
    r"""Between which shares of examples on the right a split with this objective lies.

    :math:`J\le4p(1-p)` gives :math:`p\in[\frac{1-\sqrt{1-J}}2,\frac{1+\sqrt{1-J}}2]`, section
    4.2.1.

    Parameters
    ----------
    J : array_like
        In [0, 1].

    Returns
    -------
    low, high : float or ndarray

    Raises
    ------
    ValueError
        If J is out of its range.
    """
    J = check_array(J, "J", low=0, high=1)
    # J / (1 + root) is 1 - root without cancellation where J is small
    low = J / (1 + np.sqrt(1 - J)) / 2
    return low[()], (1 - low)[()]


def mixed_share_bound(J, p):
    r"""How impure a split with this objective and this balance may be (section 4.2.2).

    :math:`\epsilon\le\frac{2-J}{4q}-q` with :math:`q=\min(p,1-p)`; the source assumes
    :math:`p\le\frac12`.

    Parameters
    ----------
    J : array_like
        In [0, 1].
    p : array_like
        Share of examples on the right, in (0, 1).

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If J or p is out of its range.
    """
    J = check_array(J, "J", low=0, high=1)
    p = check_array(p, "p", low=0, high=1, open_low=True, open_high=True)
    q = np.minimum(p, 1 - p)
    try:
        return ((2 - J) / (4 * q) - q)[()]
    except ValueError as error:
        raise ValueError(f"J and p must go together, got {J.shape} and {p.shape}") from error
