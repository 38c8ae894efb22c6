r"""Covariates that decide which variables depend on each other: 22 regions, a chain, a grid.

Chen (2013), sections 6.5.1 and 7.5.1. The figure with the regions is lost; their sizes are told:
sixteen of 1/64 of the square, four of 1/16, and two quadrants. How they lie is reconstructed here.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng

__all__ = [
    "GraphRegions",
    "MovingGraphs",
    "draw_normal",
    "graph_precisions",
    "make_graph_chain",
    "make_graph_grid",
    "make_graph_regions",
    "random_graphs",
    "region_boxes",
    "region_labels",
]


def region_boxes(layout="one"):
    """The 22 regions of the unit square: sixteen small ones, four middle ones, two large ones.

    Parameters
    ----------
    layout : {"one", "two"}
        "one": the small ones tile a quadrant. "two": two opposite quadrants hold eight small and
        two middle ones each, those of a kind in opposite quarters.

    Returns
    -------
    ndarray, shape (22, 2, 2)
        Lower and upper end of each side. The small ones (0 to 15) come first, then the middle ones
        (16 to 19). With "one" they tile the quadrants at the origin and opposite. Region 20 is the
        quadrant right of the origin's, 21 that above it.

    Notes
    -----
    Areas 1/64, 1/16 and 1/4 are the source's; the places are ours, since its figure is lost.
    Source: Chen (2013), section 6.5.1.1, Figure 6.1.
    """
    check_in(layout, "layout", ("one", "two"))
    quarters = [(i / 4, j / 4) for i in range(2) for j in range(2)]
    far = [(0.5 + a, 0.5 + b) for a, b in quarters]
    divided = quarters
    whole = far
    if layout == "two":
        divided = [quarters[0], quarters[3], far[0], far[3]]
        whole = [quarters[1], quarters[2], far[1], far[2]]
    corners = [(a + i / 2, b + j / 2) for a, b in divided for i, j in quarters]
    corners += whole
    corners += [(0.5, 0.0), (0.0, 0.5)]
    low = np.array(corners)
    width = np.repeat([1 / 8, 1 / 4, 1 / 2], [16, 4, 2])
    return np.stack([low, low + width[:, None]], axis=2)


def region_labels(X, layout="one"):
    """Region, 0 to 21, of each point by its first two covariates.

    Parameters
    ----------
    X : array_like, shape (n, d)
        In the unit cube, d at least 2. A boundary belongs to the region on its left, or below.
    layout : {"one", "two"}
        As for :func:`region_boxes`.

    Returns
    -------
    ndarray of int, shape (n,)
    """
    X = check_array(X, "X", ndim=2, min_rows=1, low=0, high=1)
    if X.shape[1] < 2:
        raise ValueError(f"X must have at least two columns, got shape {X.shape}")
    # a point on a border belongs to the lower region
    place = np.maximum(np.ceil(X[:, :2] * 8).astype(int) - 1, 0)
    eighth = np.empty((8, 8), dtype=int)  # region of each eighth of the sides
    for r, ((a, b), (c, d)) in enumerate((region_boxes(layout) * 8).astype(int)):
        eighth[a:b, c:d] = r
    return eighth[place[:, 0], place[:, 1]]


def random_graphs(n_graphs, p=20, n_edges=10, max_degree=4, random_state=None):
    """Random graphs with so many edges, no node with more than ``max_degree``.

    Parameters
    ----------
    n_graphs, p, n_edges, max_degree : int
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of bool, shape (n_graphs, p, p)
        Symmetric, the diagonal False. Each graph is uniform among those allowed.

    Notes
    -----
    Graphs are drawn again until the degrees fit. Source: Chen (2013), section 6.5.1.1.
    """
    n_graphs = check_count(n_graphs, "n_graphs", low=1)
    p = check_count(p, "p", low=2)
    n_edges = check_count(n_edges, "n_edges", high=p * (p - 1) // 2)
    max_degree = check_count(max_degree, "max_degree", high=p - 1)
    if 4 * n_edges > p * max_degree + p:  # then hardly a draw fits
        raise ValueError(
            f"n_edges must be at most {(p * max_degree + p) // 4} for p = {p} and max_degree = "
            f"{max_degree}, got {n_edges}"
        )
    rng = check_rng(random_state)
    pairs = np.transpose(np.triu_indices(p, 1))
    graphs = np.zeros((n_graphs, p, p), dtype=bool)
    for graph in graphs:
        while True:
            chosen = pairs[rng.choice(len(pairs), n_edges, replace=False)]
            if np.bincount(chosen.ravel(), minlength=p).max() <= max_degree:
                break
        graph[chosen[:, 0], chosen[:, 1]] = True
        graph |= graph.T
    return graphs


def graph_precisions(graphs, weight=0.245):
    """Precision matrices with unit diagonal and one number on each edge.

    Parameters
    ----------
    graphs : array_like of bool, shape (..., p, p)
    weight : float
        The source's .245 keeps them positive definite up to four edges a node.

    Returns
    -------
    ndarray, shape (..., p, p)
    """
    graphs = check_array(graphs, "graphs", dtype=bool)
    if graphs.ndim < 2 or graphs.shape[-1] != graphs.shape[-2]:
        raise ValueError(f"graphs must have shape (..., p, p), got {graphs.shape}")
    return np.eye(graphs.shape[-1]) + check_real(weight, "weight") * graphs


def draw_normal(precisions, random_state=None):
    """Draw one normal row of mean zero for each precision matrix of a stack.

    Parameters
    ----------
    precisions : array_like of shape (n, p, p)
        Symmetric and positive definite.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of shape (n, p)

    Raises
    ------
    ValueError
        If a matrix is not positive definite.

    Notes
    -----
    Cost: O(n p³).
    """
    precisions = check_array(precisions, "precisions", ndim=3, min_rows=1)
    if precisions.shape[1] != precisions.shape[2]:
        raise ValueError(f"precisions must have shape (n, p, p), got {precisions.shape}")
    rng = check_rng(random_state)
    try:
        half = np.linalg.cholesky(precisions)
    except np.linalg.LinAlgError as error:
        raise ValueError("precisions must be positive definite") from error
    z = rng.standard_normal(precisions.shape[:2])
    # with the precision L L', L'^-1 z has the covariance L'^-1 L^-1
    return np.linalg.solve(np.swapaxes(half, 1, 2), z[:, :, None])[:, :, 0]


class GraphRegions(NamedTuple):
    """What :func:`make_graph_regions` returns.

    Attributes
    ----------
    X, X_out : ndarray, shape (n_samples, d)
        Covariates, uniform on the cube; the second set is held out.
    Y, Y_out : ndarray, shape (n_samples, p)
        Responses.
    precisions : ndarray, shape (22, p, p)
        Of the regions.
    graphs : ndarray of bool, shape (22, p, p)
    """

    X: np.ndarray
    Y: np.ndarray
    X_out: np.ndarray
    Y_out: np.ndarray
    precisions: np.ndarray
    graphs: np.ndarray


def make_graph_regions(
    n_samples=10_000,
    d=10,
    p=20,
    *,
    n_edges=10,
    max_degree=4,
    weight=0.245,
    layout="one",
    random_state=None,
):
    r"""Responses whose graph is another one in each of 22 regions of two covariates.

    Parameters
    ----------
    n_samples : int
        Rows to learn from, and as many held out.
    d : int
        Covariates; only the first two matter.
    p, n_edges, max_degree : int
        Of the random graphs.
    weight : float
        Entry of the precision matrix on an edge; the diagonal is 1.
    layout : {"one", "two"}
        As for :func:`region_boxes`.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    GraphRegions

    Notes
    -----
    Source: Chen (2013), section 6.5.1.1; the regions are those of :func:`region_boxes`.

    Examples
    --------
    >>> data = make_graph_regions(50, random_state=0)
    >>> data.Y.shape, int(data.graphs[0].sum()) // 2
    ((50, 20), 10)
    """
    n_samples = check_count(n_samples, "n_samples", low=1)
    d = check_count(d, "d", low=2)
    rng = check_rng(random_state)
    graphs = random_graphs(22, p, n_edges, max_degree, rng)
    precisions = graph_precisions(graphs, weight)
    X, X_out = rng.random((2, n_samples, d))
    Y = _of_regions(region_labels(X, layout), precisions, rng)
    Y_out = _of_regions(region_labels(X_out, layout), precisions, rng)
    return GraphRegions(X, Y, X_out, Y_out, precisions, graphs)


def _of_regions(labels, precisions, rng):
    """Rows of the regions' normal laws, one factor a region."""
    Y = rng.standard_normal((len(labels), precisions.shape[1]))
    for r in np.unique(labels):
        rows = labels == r
        Y[rows] = np.linalg.solve(np.linalg.cholesky(precisions[r]).T, Y[rows].T).T
    return Y


class MovingGraphs(NamedTuple):
    """What :func:`make_graph_chain` and :func:`make_graph_grid` return.

    Attributes
    ----------
    X : ndarray, shape (n, d)
        Equally spaced covariates, the same for both sets of rows.
    Y, Y_out : ndarray, shape (n, p)
        Two responses for each.
    graphs : ndarray of bool, shape (n, p, p)
        The graph at each covariate.
    """

    X: np.ndarray
    Y: np.ndarray
    Y_out: np.ndarray
    graphs: np.ndarray


def _step(graph, chance, limits, max_degree, rng):
    """Remove an edge with some chance, then add one, between the limits."""
    graph = graph.copy()
    remove, add = rng.random(2) < chance
    edges = np.argwhere(np.triu(graph))
    if remove and len(edges) > limits[0]:
        i, j = edges[rng.integers(len(edges))]
        graph[i, j] = graph[j, i] = False
    n_edges = np.count_nonzero(graph) // 2
    free = graph.sum(axis=1) < max_degree
    open_pairs = np.argwhere(np.triu(~graph & np.outer(free, free), 1))
    if add and n_edges < limits[1] and len(open_pairs):
        i, j = open_pairs[rng.integers(len(open_pairs))]
        graph[i, j] = graph[j, i] = True
    return graph


def _moving(X, graphs, weight, rng):
    precisions = graph_precisions(graphs, weight)
    return MovingGraphs(X, draw_normal(precisions, rng), draw_normal(precisions, rng), graphs)


def make_graph_chain(
    n_samples=10_000, p=20, *, n_edges=10, max_degree=4, weight=0.245, random_state=None
):
    """A graph that drifts along a line: each step may lose an edge and may gain one.

    Parameters
    ----------
    n_samples : int
        Equally spaced points of [0, 1], at least 2.
    p, n_edges, max_degree : int
        Of the first graph; the number of edges stays within five of ``n_edges``.
    weight : float
        Entry of the precision matrix on an edge.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    MovingGraphs

    Notes
    -----
    Chance 0.05 of each change at each step. Source: Chen (2013), section 6.5.1.2, chain.
    """
    n_samples = check_count(n_samples, "n_samples", low=2)
    rng = check_rng(random_state)
    n_edges = check_count(n_edges, "n_edges")
    limits = (max(n_edges - 5, 0), n_edges + 5)
    steps = [random_graphs(1, p, n_edges, max_degree, rng)[0]]
    for _ in range(n_samples - 1):
        steps.append(_step(steps[-1], 0.05, limits, max_degree, rng))
    X = np.linspace(0, 1, n_samples)[:, None]
    return _moving(X, np.array(steps), weight, rng)


def make_graph_grid(side=100, p=20, *, n_edges=10, max_degree=4, weight=0.245, random_state=None):
    """A graph that drifts over a square grid: each is made from its left or lower neighbour.

    Parameters
    ----------
    side : int
        Points along a side, at least 2.
    p, n_edges, max_degree, weight, random_state
        As for :func:`make_graph_chain`.

    Returns
    -------
    MovingGraphs
        The second covariate runs fastest.

    Notes
    -----
    Source: Chen (2013), section 6.5.1.2, two-way grid.
    """
    side = check_count(side, "side", low=2)
    rng = check_rng(random_state)
    n_edges = check_count(n_edges, "n_edges")
    limits = (max(n_edges - 5, 0), n_edges + 5)
    made = {(0, 0): random_graphs(1, p, n_edges, max_degree, rng)[0]}
    for i in range(side):
        for j in range(side):
            before = [place for place in ((i - 1, j), (i, j - 1)) if place in made]
            if before:
                base = made[before[rng.integers(len(before))]]
                made[i, j] = _step(base, 0.05, limits, max_degree, rng)
    axis = np.linspace(0, 1, side)
    X = np.column_stack([np.repeat(axis, side), np.tile(axis, side)])
    return _moving(X, np.array(list(made.values())), weight, rng)
