"""How often the graph of the spirals falls into pieces: Sugiyama (2016), section 37.3."""

import numpy as np
from scipy.sparse.csgraph import connected_components

from mlcompanion.manifold import knn_graph

from .spirals import spiral_draw

__all__ = ["one_piece_shares"]


def one_piece_shares(repeats, counts=(9, 10), random_state=0):
    """Share of draws in which the graph of the spirals is in one piece, by number of neighbours."""
    rng = np.random.default_rng(random_state)
    whole = np.zeros(len(counts))
    for _ in range(repeats):
        X, _ = spiral_draw(random_state=rng)
        graphs = [knn_graph(X, k, weights="binary") for k in counts]
        whole += [connected_components(W, directed=False)[0] == 1 for W in graphs]
    return whole / repeats
