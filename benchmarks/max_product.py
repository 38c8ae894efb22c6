"""Max-product messages: sorted searches against brute force that the processor runs in parallel.

Four races: the best string of a chain (the strings are equal), a product of matrices over
(max, +), all shortest paths, and largest-coordinate distances (equal to 1e-12, or to the last bit).
"""

import numpy as np
from scipy.sparse.csgraph import floyd_warshall
from scipy.spatial.distance import cdist

from _race import duel, equal, peer, row
from mlcompanion.graphical.messages import (
    TropicalMatrix,
    all_pairs_shortest_paths,
    chain_map,
    linf_distances,
)
from mlcompanion.teaching import log_slope

TITLE = "Max-product messages"
CHAPTER = "jmlr12/07_max_product"
CHAIN = "The best string of a chain"
PRODUCT = "Products over (max, +)"
PATHS = "All shortest paths"
COORDINATES = "Largest-coordinate distances"
LENGTH = 300
SORTING = "brute force in plain order is several entries an instruction; the search jumps in memory"


def exponents(sizes, times):
    """The slope over all sizes, and that of the last doubling."""
    return f"{log_slope(sizes, times):.2f} (last doubling {np.log2(times[-1] / times[-2]):.2f})"


def race_chains():
    """A hidden Markov model with 50 symbols; the moves are sorted once, before the clock starts."""
    hmm = peer("hmmlearn.hmm", "hmmlearn")
    if hmm is None:
        return
    sizes = (64, 128, 256, 512, 1024)
    found = []
    for n in sizes:
        rng = np.random.default_rng(n)
        model = hmm.CategoricalHMM(n, n_features=50)
        model.startprob_ = rng.dirichlet(np.ones(n))
        model.transmat_ = rng.dirichlet(np.ones(n), size=n)
        model.emissionprob_ = rng.dirichlet(np.ones(50), size=n)
        seen = rng.integers(0, 50, LENGTH)
        prior = TropicalMatrix(np.log(model.transmat_).T)
        emitted = np.log(model.emissionprob_).T
        start = np.log(model.startprob_)

        def ours(prior=prior, emitted=emitted, start=start, seen=seen):
            unary = emitted[seen]
            unary[0] += start
            return chain_map(unary, prior).states

        found.append(duel(
            CHAIN, f"{n:,} states, {LENGTH} places", ours, "hmmlearn CategoricalHMM.decode",
            lambda model=model, seen=seen: model.decode(seen[:, None])[1],
            same=equal(rtol=0, atol=0), note="the same string", reason=SORTING,
        ))  # fmt: skip
        yield found[-1]
    mine, other = (exponents(sizes, [r[key] for r in found]) for key in ("ours_s", "peer_s"))
    yield row(
        f"{CHAIN}: growth with the states", f"{sizes[0]} to {sizes[-1]:,} states",
        found[-1]["ours_s"], "hmmlearn CategoricalHMM.decode", found[-1]["peer_s"],
        f"exponents {mine}, hmmlearn {other}; 1.5 and 2 of the products: with few states ours is "
        "fixed costs, with many the peer's table leaves the cache",
    )  # fmt: skip


def race_products():
    """Uniform matrices; both sides give values and indices, ours sorts within the clock."""
    gemm = peer("tropical_gemm", "tropical-gemm")
    sizes = (64, 256, 512, 1024)
    against = []
    for n in sizes:
        A, B = np.random.default_rng(n).random((2, n, n))

        def ours(A=A, B=B):
            return TropicalMatrix(A).matmul(B).values

        size = f"{n:,} by {n:,}"
        if gemm is not None:
            against.append(duel(
                PRODUCT, size, ours, "tropical-gemm, with indices",
                lambda A=A, B=B: np.reshape(gemm.maxplus_matmul_with_argmax_f64(A, B)[0], A.shape),
                same=equal(rtol=0, atol=0), note="the same entries", reason=SORTING, repeats=3,
            ))  # fmt: skip
            yield against[-1]
        if n <= 256:
            yield duel(
                PRODUCT, size, ours, "NumPy, row by row",
                lambda A=A, B=B: np.array([(row[:, None] + B).max(axis=0) for row in A]),
                same=equal(rtol=0, atol=0), note="the same entries", reason=SORTING, repeats=3,
            )  # fmt: skip
    if against:
        ratios = [line["ratio"] for line in against]
        ahead = [f"{n:,}" for n, ratio in zip(sizes, ratios) if ratio >= 1]
        until = f"none up to {sizes[-1]:,} rows: the ratio grows from {ratios[0]:.2f}"
        yield row(
            f"{PRODUCT}: crossover", f"{sizes[0]} to {sizes[-1]:,} rows", against[-1]["ours_s"],
            "tropical-gemm, with indices", against[-1]["peer_s"],
            f"at {ahead[0]} rows" if ahead else f"{until} to {ratios[-1]:.2f}", SORTING,
        )  # fmt: skip


def race_paths():
    """Complete graphs with uniform lengths."""
    for n in (64, 128, 256, 512, 1024):
        D = np.random.default_rng(n).random((n, n))
        np.fill_diagonal(D, 0)
        yield duel(
            PATHS, f"{n:,} nodes",
            lambda D=D: all_pairs_shortest_paths(D, block=64, early_stop=True).lengths,
            "SciPy floyd_warshall", lambda D=D: floyd_warshall(D),
            same=equal(rtol=0, atol=1e-12), repeats=3,
            note="same lengths to 1e-12; most of ours is sorting blocks, which caps the gain",
            reason="blocks of a small graph are small, and sorting them costs what it saves",
        )  # fmt: skip


def race_coordinates():
    """Uniform points, as many as coordinates."""
    for n in (64, 256, 512, 1024):
        A = np.random.default_rng(n).random((n, n))
        yield duel(
            COORDINATES, f"{n:,} points, {n:,} coordinates",
            lambda A=A: linf_distances(A).values, "SciPy cdist, chebyshev",
            lambda A=A: cdist(A, A, "chebyshev"), same=equal(rtol=0, atol=0),
            note="the same distances", reason=SORTING, repeats=3,
        )  # fmt: skip


def rows():
    """Chains, products, paths, distances."""
    yield from race_chains()
    yield from race_products()
    yield from race_paths()
    yield from race_coordinates()
