r"""The smoothest vectors over a graph, piece by piece.

Sugiyama (2016), sections 36.1.2 and 37.3: generalised eigenvectors :math:`Lz=\lambda Dz` of least
eigenvalue, without the constant one. A graph of m pieces has m of eigenvalue 0, and a solver may
return any basis of what they span. Here the pieces are found by search and that space is written
down; only what varies inside a piece is left to a solver.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from mlcompanion.linalg.eigen import smoothest_pairs

__all__ = []

_DENSE = 0.1  # share of entries that are not 0 from which a graph is treated as a full matrix


def smooth_vectors(W, count):
    """Embedding of the points by ``count`` vectors, their eigenvalues, and the graph's pieces.

    Each vector z has ``z' D z = 1`` and ``1' D z = 0``. Return vectors (n, count), eigenvalues
    ascending, and the piece of each point, from 0, the largest first.
    """
    piece = connected_components(W, directed=False)[1]
    sizes = np.bincount(piece)
    order = np.argsort(-sizes, kind="stable")
    piece = np.argsort(order)[piece]
    degrees = np.asarray(W.sum(axis=1)).ravel()
    if (degrees == 0).any():  # a point without an edge must weigh something
        degrees = np.where(degrees > 0, degrees, degrees.mean() or 1.0)
    vectors = piece_contrasts(piece, degrees)[:, :count]
    values = np.zeros(vectors.shape[1])
    missing = count - vectors.shape[1]
    if missing:
        values, vectors = _fill_up(W, piece, degrees, (values, vectors), missing)
    return vectors, values, piece


def piece_contrasts(piece, degrees):
    """Vectors of eigenvalue 0, constant on every piece: each piece against all smaller ones."""
    volumes = np.bincount(piece, weights=degrees)
    columns = np.zeros((len(piece), len(volumes) - 1))
    for j in range(len(volumes) - 1):
        own, rest = volumes[j], volumes[j + 1 :].sum()
        # the only two heights that balance each other and have z' D z = 1
        columns[piece == j, j] = np.sqrt(rest / own / (own + rest))
        columns[piece > j, j] = -np.sqrt(own / rest / (own + rest))
    return columns


def _fill_up(W, piece, degrees, begun, missing):
    """The vectors of least eigenvalue among those that live on one piece each."""
    values, vectors = begun
    found = []
    for j in range(piece.max() + 1):
        mine = np.flatnonzero(piece == j)
        few = min(missing, len(mine) - 1)
        if few < 1:
            continue
        inside = sparse.csr_array(W[mine][:, mine])
        for value, column in zip(*_of_one_piece(inside, degrees[mine], few)):
            found.append((value, j, mine, column))
    found.sort(key=lambda pair: pair[:2])
    fresh = np.zeros((len(piece), missing))
    for column, (_, _, mine, entries) in zip(fresh.T, found):
        column[mine] = entries
    values = np.append(values, [value for value, *_ in found[:missing]])
    return values, np.column_stack([vectors, fresh])


def _of_one_piece(W, degrees, count):
    """Least eigenvalues of a connected graph but 0, and their vectors, as rows."""
    D = sparse.diags_array(degrees)
    L = sparse.csr_array(D - W)
    if W.nnz > _DENSE * W.shape[0] ** 2:
        # the factor of a full matrix would fill up, and weights that underflow stall the search
        L = L.toarray()
        D = D.toarray()
    values, vectors = smoothest_pairs(L, count, D)
    return np.maximum(values, 0.0), vectors.T
