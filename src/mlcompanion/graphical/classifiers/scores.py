r"""Scores of a network of discrete attributes under a class: LL, aCLL, fCLL, and CLL itself.

.. math:: \mathrm{CLL}=\sum_{t=1}^N\log P(c_t\mid\mathbf y_t)

Carvalho, Roos, Oliveira and Myllymäki (2011), equations (3), (4), (13) and (24), binary logarithms.
"""

import numpy as np
from scipy.special import log_softmax, xlogy

from mlcompanion._classes import class_codes
from mlcompanion._validation import check_array, check_in, check_list, check_real

from ..trees.pairs import check_codes
from .approximations import ALPHA, BETA, LAMBDA, RHO
from .families import CRITERIA, count_family, local_score
from .tables import log_joint, log_tables

__all__ = ["check_parents", "labelled_codes", "network_score"]


def check_parents(parents, d):
    """Return the parents of each attribute as a list of tuples, or say what is wrong.

    Parameters
    ----------
    parents : sequence of sequences of int
        For each attribute the attributes that it hangs on; the class is a parent of all unsaid.
    d : int

    Returns
    -------
    list of tuple of int
    """
    parents = check_list(parents, "parents")
    if len(parents) != d:
        raise ValueError(f"parents must have one entry an attribute, {d}, got {len(parents)}")
    found = []
    for child, above in enumerate(parents):
        above = check_array(above, f"parents[{child}]", ndim=1, dtype=np.int64, low=0, high=d - 1)
        above = tuple(above.tolist())
        if child in above or len(set(above)) < len(above):
            raise ValueError(f"parents[{child}] must be other attributes, once each, got {above}")
        found.append(above)
    placed = set()
    while len(placed) < d:
        # attributes whose parents are all placed: on a cycle none ever becomes free
        free = [i for i in range(d) if i not in placed and placed.issuperset(found[i])]
        if not free:
            rest = sorted(set(range(d)) - placed)
            raise ValueError(f"parents must have no cycle, got one among {rest}")
        placed.update(free)
    return found


def labelled_codes(X, y, n_states=None):
    """Return codes, numbers of states, classes and their codes, all checked."""
    X, n_states = check_codes(X, n_states)
    if np.ndim(y) != 1 or len(y) != len(X):
        raise ValueError(f"y must have one label a row of X, {len(X)}, got shape {np.shape(y)}")
    y = np.asarray(y)
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise ValueError("y contains NaN or infinity")
    classes, labels = class_codes(y)
    return X, n_states, classes, labels


def network_score(parents, X, y, criterion="fcll", *, n_states=None, pseudo_count=0.0):
    r"""Score of a network whose class is a parent of every attribute, from rows.

    Parameters
    ----------
    parents : sequence of sequences of int, length d
        The further parents of each attribute; no cycle.
    X : array_like of int, shape (n, d)
        Codes from 0.
    y : array_like, shape (n,)
        Labels.
    criterion : {"fcll", "ll", "acll", "cll"}
        The last is the conditional log-likelihood that the first and third approximate; it is no
        sum over attributes.
    n_states : int or array_like of int, shape (d,), optional
        Numbers of states; by default those up to the largest code.
    pseudo_count : float
        For ``"acll"`` and ``"cll"``: what each cell gets before its parameters are frequencies.

    Returns
    -------
    float
        In bits, summed over the rows.

    Notes
    -----
    Cost: O(n d) and the size of the tables. Of fCLL also what no structure changes is counted, so
    that it compares with CLL up to a constant of the data.
    Source: equations (3), (4), (13) and (24).

    Examples
    --------
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5
    >>> y = [0, 1, 1, 0] * 5  # exclusive or
    >>> [network_score(p, X, y, "cll") for p in ([(), ()], [(), (0,)])]
    [-20.0, 0.0]
    """
    criterion = check_in(criterion, "criterion", (*CRITERIA, "cll"))
    pseudo_count = check_real(pseudo_count, "pseudo_count", low=0)
    X, n_states, classes, codes = labelled_codes(X, y, n_states)
    parents = check_parents(parents, X.shape[1])
    s = len(classes)
    if criterion == "cll":
        priors, tables = log_tables(X, codes, s, parents, n_states, pseudo_count)
        scores = log_joint(X, parents, n_states, priors, tables)
        return float(log_softmax(scores, axis=1)[np.arange(len(X)), codes].sum() / np.log(2))
    total = sum(
        local_score(count_family(X, codes, s, i, above, n_states), criterion, pseudo_count)
        for i, above in enumerate(parents)
    )
    return float(total + _class_share(np.bincount(codes), criterion, pseudo_count))


def _class_share(counts, criterion, pseudo_count):
    """What the class itself adds, the same for all structures."""
    n = counts.sum()
    own = (xlogy(counts, counts).sum() - xlogy(n, n)) / np.log(2)
    if criterion == "ll":
        return own
    if criterion == "fcll":
        return (ALPHA + BETA) * own - BETA * LAMBDA * own - BETA * n * RHO
    smooth = counts + pseudo_count
    share = smooth / smooth.sum()
    return (ALPHA + BETA) * counts @ np.log2(share) - BETA * counts @ np.log2(share / (1 - share))
