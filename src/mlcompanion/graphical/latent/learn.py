"""One call for all methods: a latent tree from distances, its short edges contracted.

Choi, Tan, Anandkumar and Willsky (2011), sections 4 to 6.
"""

import numpy as np

from mlcompanion._validation import check_in, check_real

from .chow_liu import chow_liu_blind, chow_liu_grouping, distance_tree
from .distances import check_distances
from .grouping import recursive_grouping, relaxed_grouping
from .joining import neighbor_joining
from .splits import contract_edges

__all__ = ["METHODS", "learn_latent_tree"]

#: Chow and Liu's tree, its blind form, neighbour joining, recursive grouping, and both of these
#: around the nodes of Chow and Liu's tree.
METHODS = ("cl", "blind", "nj", "rg", "clrg", "clnj")


def learn_latent_tree(D, method="clnj", *, n_samples=None, contract=None, tolerance=1e-8):
    """Learn a latent tree from the distances of its observed nodes.

    Parameters
    ----------
    D : array_like, shape (m, m)
        Information distances: symmetric, not negative, zeros on the diagonal.
    method : {"cl", "blind", "nj", "rg", "clrg", "clnj"}
        Spanning tree without hidden nodes, blind transformation, neighbour joining, recursive
        grouping, or Chow–Liu grouping with one of these two inside.
    n_samples : int, optional
        From how many samples the distances are estimated; None if they are exact.
    contract : float, optional
        Shorter edges at hidden nodes are contracted. By default a correlation of 0.9 for estimated
        distances; for exact ones only edges of no length are.
    tolerance : float
        For exact distances: what counts as equal, as a share of the largest distance.

    Returns
    -------
    LatentTree

    Notes
    -----
    Cost: O(m²) for "cl" and "blind", O(m³) for "nj", O(diam m³) for "rg"; for the other two see
    :func:`chow_liu_grouping`. Source: sections 4 to 6.

    Examples
    --------
    >>> D = [[0, 1, 3], [1, 0, 2], [3, 2, 0]]
    >>> learn_latent_tree(D, "nj").edges.tolist()
    [[0, 1], [1, 2]]
    """
    D = check_distances(D, "D")
    check_in(method, "method", METHODS)
    tolerance = check_real(tolerance, "tolerance", low=0, high=1, open_low=True)
    if contract is None:
        # from samples an edge of correlation above 0.9 is none; exact distances have rounding only
        contract = -np.log(0.9) if n_samples is not None else tolerance * D.max()
    contract = check_real(contract, "contract", low=0)
    if method == "cl":
        return distance_tree(D)
    if method == "blind":
        return chow_liu_blind(D)
    if method == "nj":
        tree = neighbor_joining(D)
    elif method != "rg":
        tree = chow_liu_grouping(D, method[2:], n_samples=n_samples, tolerance=tolerance)
    elif n_samples is None:
        tree = recursive_grouping(D, tolerance=tolerance).tree
    else:
        tree = relaxed_grouping(D, n_samples).tree
    return contract_edges(tree, contract)
