"""Neighbour joining and distances of trees against dendropy and scikit-bio.

The trees are asserted equal: Robinson-Foulds distance 0. The slope of log time in the number of
nodes follows, and recursive grouping beside Chow-Liu grouping on the hidden chain.
"""

import numpy as np

from _race import duel, least, peer, row
from mlcompanion.graphical.latent import (
    LatentTree,
    correlation_distance,
    hidden_chain,
    learn_latent_tree,
    neighbor_joining,
    random_latent_tree,
    robinson_foulds,
    with_random_lengths,
)
from mlcompanion.probability import Wishart
from mlcompanion.teaching import log_slope

TITLE = "Latent trees: neighbour joining and Robinson–Foulds distances"
CHAPTER = "jmlr12/19_latent_trees"


def distances(m, n=100_000):
    """Estimated distances of a hidden chain with m observed nodes."""
    tree = with_random_lengths(hidden_chain(m), 0)
    law = Wishart(tree.correlations(), n)
    D = correlation_distance(law.rvs(random_state=0)[0])
    return 0.5 * (D + D.T)  # scikit-bio asks for equal digits


def tree_of(children, name, m):
    """A tree of ours from a peer's: its leaves are named by numbers."""
    edges = []
    fresh = [m]

    def visit(node):
        below = [visit(child) for child in children(node)]
        if not below:
            return int(name(node))
        own = fresh[0]
        fresh[0] += 1
        edges.extend((own, child) for child in below)
        return own

    return lambda root: (visit(root), LatentTree(m, edges))[1]


def same_tree(ours, theirs):
    """Raise unless the trees are equal."""
    assert robinson_foulds(ours, theirs) == 0


def joining_races():
    """From a matrix of distances to the tree."""
    for m in (80, 320):
        D = distances(m)
        if (skbio := peer("skbio", "scikit-bio")) is not None:
            matrix = skbio.DistanceMatrix(D, [str(j) for j in range(m)])

            def same_skbio(ours, theirs, m=m):
                same_tree(ours, tree_of(lambda v: v.children, lambda v: v.name, m)(theirs))

            yield duel(
                "neighbour joining", f"m = {m}", lambda D=D: neighbor_joining(D), "scikit-bio",
                lambda matrix=matrix: skbio.tree.nj(matrix), same=same_skbio, note="equal trees",
            )  # fmt: skip
        if m == 80 and (dendropy := peer("dendropy")) is not None:
            names = dendropy.TaxonNamespace([str(j) for j in range(m)])
            table = {a: {b: D[int(a.label), int(b.label)] for b in names} for a in names}

            def by_dendropy(names=names, table=table):
                matrix = dendropy.PhylogeneticDistanceMatrix()
                matrix.compile_from_dict(table, names)
                return matrix.nj_tree()

            def same_dendropy(ours, theirs, m=m):
                leaf = lambda v: v.taxon.label  # noqa: E731
                root = theirs.seed_node
                same_tree(ours, tree_of(lambda v: v.child_nodes(), leaf, m)(root))

            yield duel(
                "neighbour joining", f"m = {m}", lambda D=D: neighbor_joining(D), "dendropy",
                by_dendropy, same=same_dendropy, note="equal trees", repeats=2,
            )  # fmt: skip


def comparison_races(m=80):
    """The distance between two trees."""
    trees = [neighbor_joining(random_latent_tree(2 * m, seed).distances()) for seed in (0, 1)]
    size = min(tree.n_observed for tree in trees)
    trees = [neighbor_joining(tree.distances()[:size, :size]) for tree in trees]
    if (skbio := peer("skbio", "scikit-bio")) is not None:
        theirs = [skbio.TreeNode.read([newick(tree)]) for tree in trees]

        def equal_numbers(ours, other):
            assert ours == other

        yield duel(
            "Robinson–Foulds distance", f"m = {size}", lambda: robinson_foulds(*trees),
            "scikit-bio", lambda: theirs[0].compare_rfd(theirs[1], rooted=False),
            same=equal_numbers, note="same number",
        )  # fmt: skip


def newick(tree):
    """The tree as text, from its last node."""
    around = tree.neighbors()

    def write(node, parent):
        below = [write(child, node) for child in around[node] if child != parent]
        return f"({','.join(below)})" if below else str(node)

    return write(tree.n_nodes - 1, -1) + ";"


def own_times():
    """How neighbour joining grows, and grouping without and with the spanning tree."""
    sizes = (160, 320, 640)
    tables = [distances(m) for m in sizes]
    times = [least(lambda D=D: neighbor_joining(D))[0] for D in tables]
    yield row("neighbour joining, by nodes", f"m = {sizes}", times[-1], "ours", None,
              f"slope {log_slope(sizes, times):.2f}")  # fmt: skip
    D = distances(80)
    slow = least(lambda: learn_latent_tree(D, "rg", n_samples=100_000))[0]
    fast = least(lambda: learn_latent_tree(D, "clrg", n_samples=100_000))[0]
    yield row("CLRG beside RG, hidden chain", "m = 80", fast, "RG, ours", slow,
              "RG compares all pairs in one compiled pass; CLRG's time goes into moving from star "
              "to star, so that the paper's factor of a hundred is not reached")  # fmt: skip


def rows():
    """All races of the record."""
    np.seterr(all="raise", under="ignore")
    yield from joining_races()
    yield from comparison_races()
    yield from own_times()
