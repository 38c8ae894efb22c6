"""Seconds and counts that only a study can settle: messages, shortest paths, largest coordinates.

Seconds are the processor's, median of some runs, both sides compiled and on one core.
"""

from time import process_time

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion._jit import njit
from mlcompanion.graphical.messages import (
    LInfNeighbors,
    TropicalMatrix,
    all_pairs_shortest_paths,
    chain_map,
    clique_max_marginal,
    linf_distances,
)
from mlcompanion.sequences import viterbi

CHAIN_NODES = 1000
RACE_SECONDS = 0.05


def seconds(call, runs):
    """Median seconds of a call; a fast one is made several times in a run."""
    call()
    start = process_time()
    call()
    times = max(1, int(RACE_SECONDS / max(process_time() - start, 1e-6)))
    found = []
    for _ in range(runs):
        start = process_time()
        for _ in range(times):
            call()
        found.append((process_time() - start) / times)
    return float(np.median(found))


def chain_times(n, runs, nodes=CHAIN_NODES, seed=0):
    """A chain of a thousand nodes with one shared matrix, whose sorting is included."""
    rng = np.random.default_rng([seed, n])
    unary = rng.random((nodes, n))
    pairwise = rng.random((n, n))
    matrix = TropicalMatrix(pairwise.T)
    sort = seconds(lambda: TropicalMatrix(pairwise.T), runs)
    searched = seconds(lambda: chain_map(unary, matrix), runs)
    naive = seconds(lambda: chain_map(unary, matrix, method="naive"), runs)
    rows = seconds(lambda: viterbi(unary[0], pairwise, places=unary[1:]), runs)
    same = chain_map(unary, matrix).value == chain_map(unary, matrix, method="naive").value
    moves = nodes - 1
    return {
        "sorted": seconds(lambda: chain_map(unary, pairwise), runs),
        "naive": naive,
        "ratio": rows / searched,
        "edges": sort / max((naive - searched) / moves, 1e-12) if naive > searched else np.inf,
        "equal": bool(same),
    }


def clique_times(n, runs, seed=0):
    """A clique of three, sorting included."""
    pair, left, right = np.random.default_rng([seed, n]).random((3, n, n))
    return {
        method: seconds(lambda m=method: clique_max_marginal(pair, left, right, method=m), runs)
        for method in ("sorted", "naive")
    }


def path_times(n, runs, seed=0):
    """All shortest paths of a complete graph with uniform lengths, three ways."""
    D = np.random.default_rng([seed, n]).random((n, n))
    methods = {"ours": "products", "fw": "floyd-warshall", "karger": "hidden-paths"}
    row = {
        name: seconds(lambda m=method: all_pairs_shortest_paths(D, m), runs)
        for name, method in methods.items()
    }
    wanted = all_pairs_shortest_paths(D, "floyd-warshall").lengths
    # down to blocks of four, so that the products of a small graph are counted too
    found = all_pairs_shortest_paths(D, block=4)
    row["reads"] = found.n_products
    row["wrong"] = int((np.abs(found.lengths - wanted) > 1e-12).sum())
    for method in ("products", "hidden-paths"):
        lengths = all_pairs_shortest_paths(D, method).lengths
        row["wrong"] += int((np.abs(lengths - wanted) > 1e-12).sum())
    return row


@njit
def plain_distances(A):
    """Largest-coordinate distances by the plain loop."""
    n, width = A.shape
    out = np.zeros((n, n))
    for x in range(n):
        for y in range(x + 1, n):
            top = 0.0
            for i in range(width):
                gap = abs(A[x, i] - A[y, i])
                if gap > top:
                    top = gap
            out[x, y] = top
            out[y, x] = top
    return out


def linf_counts(n, seed):
    """Entries read for all pairs of n points in n dimensions and for one query."""
    rng = np.random.default_rng([seed, n])
    A = rng.random((n, n))
    query = rng.random((1, n))
    found = linf_distances(A)
    model = LInfNeighbors().fit(A)
    to_query = model.distances(query)
    wrong = (np.abs(found.values - cdist(A, A, "chebyshev")) > 1e-12).sum()
    wrong += (np.abs(to_query - cdist(query, A, "chebyshev")) > 1e-12).sum()
    return {"mat": found.n_products, "query": model.n_products_, "wrong": int(wrong)}


def crossing_times(n, runs, seed=0):
    """Seconds of both methods, for distances and for a product, sorting included."""
    A, B = np.random.default_rng([seed, n]).random((2, n, n))
    return {
        "linf": seconds(lambda: linf_distances(A), runs),
        "linf_naive": seconds(lambda: plain_distances(A), runs),
        "prod": seconds(lambda: TropicalMatrix(A, "min-sum").matmul(B), runs),
        "prod_naive": seconds(lambda: TropicalMatrix(A, "min-sum").matmul(B, "naive"), runs),
    }


def crossing(sizes, ours, naive):
    """The smallest size from which on ours takes less time; the next one if there is none."""
    at = len(sizes)
    while at and ours[at - 1] < naive[at - 1]:
        at -= 1
    step = sizes[1] - sizes[0]
    return int(sizes[at]) if at < len(sizes) else int(sizes[-1] + step)
