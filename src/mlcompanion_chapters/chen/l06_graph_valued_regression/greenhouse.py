"""Eight sensors of a greenhouse whose graph depends on how far the roof vent is open."""

import numpy as np

from mlcompanion.datasets import draw_normal, graph_precisions

__all__ = ["GRAPHS", "MARKS", "SENSORS", "greenhouse", "regime"]

SENSORS = ("roof", "door", "bed 1", "bed 2", "bed 3", "soil", "tank", "fan")

#: The same, short enough for a node.
MARKS = ("R", "D", "B1", "B2", "B3", "S", "T", "F")

#: Edges with the vent nearly shut, half open, and wide open.
EDGES = (
    ((0, 1), (2, 3), (3, 4), (4, 5), (5, 6), (2, 7)),
    ((0, 2), (1, 7), (3, 5), (4, 6), (0, 4)),
    ((0, 7), (7, 5), (7, 3), (1, 6), (4, 1), (5, 2)),
)


def _graph(edges):
    graph = np.zeros((8, 8), dtype=bool)
    graph[tuple(np.transpose(edges))] = True
    return graph | graph.T


GRAPHS = np.array([_graph(edges) for edges in EDGES])


def regime(x):
    """0 up to half open, 1 up to three quarters, 2 beyond."""
    x = np.asarray(x)
    return (x > 0.5).astype(int) + (x > 0.75)


def greenhouse(n, seed, weight=0.3):
    """Openings between 0 and 1, and readings of the eight sensors in standard units."""
    rng = np.random.default_rng([seed, n])
    x = rng.random(n)
    precisions = graph_precisions(GRAPHS, weight)
    return x[:, None], draw_normal(precisions[regime(x)], rng)
