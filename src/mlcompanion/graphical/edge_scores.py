"""How well one graph's edges are those of another: Chen (2013), section 6.5.1.1."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array

__all__ = ["EdgeScores", "edge_scores"]


class EdgeScores(NamedTuple):
    """What :func:`edge_scores` returns: numbers, or arrays with one for each graph.

    Attributes
    ----------
    precision : float or ndarray
        Share of the edges found that are right.
    recall : float or ndarray
        Share of the right edges that are found.
    f1 : float or ndarray
        Twice the right ones found over the sum of both numbers of edges.
    """

    precision: object
    recall: object
    f1: object


def edge_scores(found, true):
    """How well the edges of one graph are those of another.

    Parameters
    ----------
    found, true : array_like of shape (..., p, p)
        Graphs, or precision matrices: an edge is an entry above the diagonal that is not zero.
        Leading axes are broadcast.

    Returns
    -------
    EdgeScores
        A share of no edges is 0, but 1 if both graphs are empty.

    Notes
    -----
    Source: Chen (2013), section 6.5.1.1.

    Examples
    --------
    >>> chain = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    >>> edge_scores(np.ones((3, 3)), chain).recall
    1.0
    """
    found = check_array(found, "found") != 0
    true = check_array(true, "true") != 0
    if found.ndim < 2 or found.shape[-1] != found.shape[-2]:
        raise ValueError(f"found must have shape (..., p, p), got {found.shape}")
    if true.ndim < 2 or true.shape[-2:] != found.shape[-2:]:
        raise ValueError(f"true must have shape (..., p, p) like found, got {true.shape}")
    above = np.triu_indices(found.shape[-1], 1)
    found = found[..., *above]
    true = true[..., *above]
    hits = (found & true).sum(axis=-1)
    n_found = found.sum(axis=-1)
    n_true = true.sum(axis=-1)
    empty = (n_found == 0) & (n_true == 0)
    shares = []
    for part, whole in ((hits, n_found), (hits, n_true), (2 * hits, n_found + n_true)):
        # two empty graphs agree in everything; one empty graph has hit nothing
        share = np.where(empty, 1.0, part / np.maximum(whole, 1))
        shares.append(share[()].item() if share.ndim == 0 else share)
    return EdgeScores(*shares)
