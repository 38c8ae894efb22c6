r"""Weights of edges between attributes: what each adds to a score.

.. math:: w_{ij}=(1-\tau)\,I(X_i;X_j\mid C)+\tau\,\bigl(I(X_i;X_j\mid C)-I(X_i;X_j)\bigr)

Carvalho, Roos, Oliveira and Myllymäki (2011), equations (13), (27) and (28), binary logarithms.
"""

import numpy as np

from mlcompanion._validation import check_in, check_memory, check_real

from ..trees.pairs import pair_counts, pairwise_mutual_information
from .approximations import ALPHA, BETA, LAMBDA
from .families import CRITERIA, acll_terms
from .scores import labelled_codes

__all__ = ["FCLL_SHARE", "directed_gains", "edge_weights", "share_of"]

#: Weight of the interaction information in fCLL when both weights sum to one: 63.3 percent.
FCLL_SHARE = BETA * LAMBDA / (BETA * LAMBDA - ALPHA - BETA)


def share_of(criterion):
    """The share of the interaction information that a score's name, or a number, stands for."""
    if isinstance(criterion, str):
        check_in(criterion, "criterion", CRITERIA)
        return {"fcll": FCLL_SHARE, "ll": 0.0}.get(criterion)
    return check_real(criterion, "criterion", low=0, high=1)


def edge_weights(X, y, criterion="fcll", *, n_states=None, pseudo_count=0.5):
    r"""What an edge between two attributes adds to a score, for all pairs, in bits a row.

    Parameters
    ----------
    X : array_like of int, shape (n, d)
        Codes from 0.
    y : array_like, shape (n,)
        Labels.
    criterion : {"fcll", "ll", "acll"} or float
        A number is the share of the interaction information: 0 is ``"ll"``, 0.633 ``"fcll"`` but
        for a factor, 1 the interaction information alone.
    n_states : int or array_like of int, shape (d,), optional
        Numbers of states; by default those up to the largest code.
    pseudo_count : float
        For ``"acll"``: what each cell gets before its parameters are frequencies.

    Returns
    -------
    ndarray, shape (d, d)
        Entry (i, j) for the edge from i to j; zero on the diagonal. Symmetric but for ``"acll"``
        with a pseudo-count. An edge between two attributes that tell the same of the class has a
        negative weight under fCLL.

    Notes
    -----
    Cost: O(n r²) in products of matrices, with r the sum of all numbers of states; memory O(r²),
    for ``"acll"`` O(s r²).
    Source: equations (13), (25), (27) and (28).

    Examples
    --------
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> edge_weights(X, [0, 1, 1, 0], "ll")[0].round(4).tolist()  # exclusive or
    [0.0, 1.0]
    """
    share = share_of(criterion)
    pseudo_count = check_real(pseudo_count, "pseudo_count", low=0)
    X, n_states, classes, codes = labelled_codes(X, y, n_states)
    if share is None:
        return directed_gains(X, codes, len(classes), n_states, pseudo_count)
    given = pairwise_mutual_information(X, n_states, given=codes) / np.log(2)
    weights = given if share == 0 else given - share * _plain(X, n_states)
    if criterion == "fcll":
        weights = (ALPHA + BETA - BETA * LAMBDA) * weights
    np.fill_diagonal(weights, 0.0)
    return weights


def _plain(X, n_states):
    return pairwise_mutual_information(X, n_states) / np.log(2)


def directed_gains(X, codes, n_classes, n_states, pseudo_count):
    """Gain in aCLL a row by each parent for each child, from the tables of all pairs at once."""
    starts = np.cumsum(n_states) - n_states
    width = int(n_states.sum())
    check_memory(32 * n_classes * width**2, "tables of all pairs of codes of X for each class")
    joint = np.array([pair_counts(X[codes == c], n_states)[0] for c in range(n_classes)])
    single = np.einsum("cii->ci", joint)  # the diagonal counts each value with itself
    n_values = np.repeat(n_states, n_states)  # a column of the tables is a value of its attribute
    sizes = np.bincount(codes)[:, None]
    alone = acll_terms(single, sizes, pseudo_count, n_values).sum(axis=0)
    pairs = acll_terms(joint, single[:, :, None], pseudo_count, n_values).sum(axis=0)
    by_parent = np.add.reduceat(pairs, starts, axis=0)
    with np.errstate(invalid="ignore"):
        # [parent, child]: what the child's family gains over having no parent but the class
        gains = np.add.reduceat(by_parent, starts, axis=1) - np.add.reduceat(alone, starts)
    np.fill_diagonal(gains, 0.0)
    return gains / len(X)
