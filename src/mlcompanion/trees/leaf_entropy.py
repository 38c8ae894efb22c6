r"""Entropy of a tree's leaves: what a split takes off it, and how many splits it needs.

Choromanska (2014), section 4.3 and Appendix B, with natural logarithms. The printed chain of
inequalities is off by a factor of two: by Pinsker's inequality a split takes off at least
:math:`wJ^2/8p(1-p)`, and no larger constant will do.
"""

import heapq
from itertools import count

import numpy as np
from scipy.special import entr

from mlcompanion._validation import check_array, check_count, check_flag, check_in, check_real

from .label_partitions import best_label_partition
from .splits import label_split, split_objective

__all__ = [
    "boosting_splits",
    "entropy_drop",
    "entropy_drop_bound",
    "gini_drop",
    "greedy_entropies",
    "two_label_drop",
]


def _weighted_split(pi, P, w):
    """A split of a leaf of weight w, checked."""
    return *label_split(pi, P), check_real(w, "w", low=0, high=1)


def _sides(pi, P):
    """Weights of right and left side, and the labels' shares on them (0 on an empty side)."""
    weights = np.stack([np.sum(pi * P, axis=-1), np.sum(pi * (1 - P), axis=-1)])
    joint = np.stack([pi * P, pi * (1 - P)])
    heavy = weights[..., None]
    return weights, np.divide(joint, heavy, out=np.zeros_like(joint), where=heavy > 0)


def entropy_drop(pi, P, w=1.0):
    r"""By how much a split lowers the entropy of the leaves.

    :math:`\Delta=w[G(\pi)-(1-p)G(\pi(n_0))-pG(\pi(n_1))]`, the mutual information of label and
    side.

    Parameters
    ----------
    pi, P : array_like, shape (..., k)
        Shares of the labels, and of each label's examples that go right.
    w : float
        Weight of the leaf, from 0 to 1.

    Returns
    -------
    float or ndarray, shape (...)
        Natural logarithms; O(k).
    """
    pi, P, w = _weighted_split(pi, P, w)
    weights, shares = _sides(pi, P)
    sides = np.sum(weights * entr(shares).sum(axis=-1), axis=0)
    return (w * np.maximum(entr(pi).sum(axis=-1) - sides, 0))[()]


def gini_drop(pi, P, w=1.0):
    r"""By how much a split lowers the Gini index :math:`1-\sum_i\pi_i^2` of the leaves.

    Parameters
    ----------
    pi, P : array_like, shape (..., k)
        Shares of the labels, and of each label's examples that go right.
    w : float
        Weight of the leaf, from 0 to 1.

    Returns
    -------
    float or ndarray, shape (...)
    """
    pi, P, w = _weighted_split(pi, P, w)
    weights, shares = _sides(pi, P)
    sides = np.sum(weights * np.sum(shares**2, axis=-1), axis=0)
    return (w * np.maximum(sides - np.sum(pi**2, axis=-1), 0))[()]


def entropy_drop_bound(pi, P, w=1.0):
    r"""What a split takes off the entropy at least: :math:`wJ^2/8p(1-p)`.

    The source prints a 4 in place of the 8: strong concavity of the entropy with respect to
    :math:`\ell_1` has modulus one half (Pinsker).

    Parameters
    ----------
    pi, P : array_like, shape (..., k)
        Shares of the labels, and of each label's examples that go right.
    w : float
        Weight of the leaf, from 0 to 1.

    Returns
    -------
    float or ndarray, shape (...)
        0 where all examples go one way.
    """
    pi, P, w = _weighted_split(pi, P, w)
    J = split_objective(pi, P)
    spread = np.sum(pi * P, axis=-1) * np.sum(pi * (1 - P), axis=-1)
    bound = np.divide(J**2, 8 * spread, out=np.zeros_like(spread), where=spread > 0)
    return (w * bound)[()]


def two_label_drop(pi_1, p, gamma):
    r"""Least drop of the entropy for two labels, equation (7.2).

    :math:`G(\pi_1)-(1-p)G\big(\pi_1-\frac{\gamma\pi_1(1-\pi_1)}{1-p}\big)
    -pG\big(\pi_1+\frac{\gamma\pi_1(1-\pi_1)}p\big)` with the entropy G of a share and its rest.

    Parameters
    ----------
    pi_1 : array_like
        Share of the first label, in [0, 1].
    p : array_like
        Share of the examples on the right, in (0, 1).
    gamma : float
        Edge of the weak hypothesis, in [0, 1].

    Returns
    -------
    float or ndarray
        NaN where the two sides' shares would leave [0, 1].

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    pi_1 = check_array(pi_1, "pi_1", low=0, high=1)
    p = check_array(p, "p", low=0, high=1, open_low=True, open_high=True)
    gamma = check_real(gamma, "gamma", low=0, high=1)
    try:
        pi_1, p = np.broadcast_arrays(pi_1, p)
    except ValueError as error:
        raise ValueError(f"pi_1 and p must go together: {error}") from error
    moved = gamma * pi_1 * (1 - pi_1)
    left = pi_1 - moved / (1 - p)
    right = pi_1 + moved / p
    # the ends themselves are allowed, and reached by division only up to rounding
    possible = (left >= -1e-12) & (right <= 1 + 1e-12)
    whole, left, right = (np.clip(share, 0, 1) for share in (pi_1, left, right))
    G = [entr(share) + entr(1 - share) for share in (whole, left, right)]
    return np.where(possible, G[0] - (1 - p) * G[1] - p * G[2], np.nan)[()]


def boosting_splits(epsilon, gamma, n_labels, *, printed=False):
    r"""Splits that bring the entropy of the leaves down to ``epsilon``, for a weak hypothesis.

    Every split has :math:`|P_i-p|\ge\gamma` for all labels, and meets the heaviest leaf. Then
    :math:`t\ge(\ln k/\epsilon)^{\ln k/\gamma^2}` suffices. Theorem 5 prints
    :math:`(1/\epsilon)^{4(1-\gamma)^2\ln k/\gamma^2}`, which forgets that the first entropy may be
    :math:`\ln k`.

    Parameters
    ----------
    epsilon : float
        Entropy to reach, in (0, 1].
    gamma : float
        In (0, 1/2].
    n_labels : int
        k, at least 2.
    printed : bool
        The number as printed instead.

    Returns
    -------
    float
        ``inf`` where it is too large for a float; at least 1.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    epsilon = check_real(epsilon, "epsilon", low=0, high=1, open_low=True)
    gamma = check_real(gamma, "gamma", low=0, high=0.5, open_low=True)
    log_k = np.log(check_count(n_labels, "n_labels", low=2))
    power = log_k / gamma**2
    log_splits = power * (np.log(log_k) - np.log(epsilon))
    if check_flag(printed, "printed"):
        log_splits = -4 * (1 - gamma) ** 2 * power * np.log(epsilon)
    with np.errstate(over="ignore"):
        return float(np.exp(max(log_splits, 0.0)))


def greedy_entropies(pi, n_splits, rule="weight"):
    r"""Entropy of the leaves of a greedy tree whose splits send labels whole, as well as they can.

    Parameters
    ----------
    pi : array_like, shape (k,)
        Shares of the labels, with a sum of 1.
    n_splits : int
    rule : {"weight", "entropy"}
        Split the leaf of the greatest weight, as in the proof of Theorem 5, which stalls before a
        leaf with a single label; or of the greatest weight times entropy.

    Returns
    -------
    ndarray, shape (n_done + 1,)
        :math:`G_1,G_2,\dots`, natural logarithms; shorter than asked where no leaf can be split.

    Notes
    -----
    Each split of m labels costs what :func:`best_label_partition` does.
    """
    pi, _ = label_split(pi, np.zeros(np.shape(pi)))
    pi = check_array(pi, "pi", ndim=1)
    n_splits = check_count(n_splits, "n_splits")
    check_in(rule, "rule", ("weight", "entropy"))
    number = count()  # of equal leaves the older one

    def entry(shares):
        weight = shares.sum()
        inside = weight * entr(shares / weight).sum()
        return -(weight if rule == "weight" else inside), next(number), inside, shares

    leaves = [entry(pi[pi > 0])]
    found = [leaves[0][2]]
    while len(found) <= n_splits and len(leaves[0][3]) > 1:
        _, _, inside, shares = heapq.heappop(leaves)
        right = best_label_partition(shares / shares.sum())
        children = [entry(shares[right]), entry(shares[~right])]
        for child in children:
            heapq.heappush(leaves, child)
        found.append(max(found[-1] - inside + children[0][2] + children[1][2], 0.0))
    return np.array(found)
