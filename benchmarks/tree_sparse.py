"""Hierarchical sparsity: the tree prox, FISTA and dictionary learning against SPAMS.

SPAMS is the library of the paper's authors, in C++. The races of the prox and of FISTA assert the
same solution. Dictionary learning is not convex and SPAMS learns online: there the two run for
about as long, and the note gives the objective that each reaches on the same signals.
"""

import numpy as np
from scipy.sparse import csc_matrix

from _race import duel, equal, least, peer, row
from mlcompanion.datasets import load_test_image
from mlcompanion.optimize import Quadratic
from mlcompanion.prox import TreeGroups, TreeNorm, prox_tree
from mlcompanion.sparse import TreeDictionaryLearning
from mlcompanion.sparse.tree.tree_dictionary import tree_codes
from mlcompanion.sparse.tree.wavelet_denoising import wavelet2

TITLE = "Hierarchical sparse coding"
CHAPTER = "jmlr12/37_hierarchical_sparse_coding"


def spams_tree(tree):
    """Our forest in the layout of SPAMS, below one artificial root without variables."""
    parent = tree.layout.parent
    first = tree.layout.first
    n = tree.n_groups
    child_of = csc_matrix(
        (np.ones(n, dtype=bool), (np.arange(1, n + 1), parent + 1)), shape=(n + 1, n + 1)
    )
    return {
        "eta_g": np.concatenate([[0.0], tree.layout.weights]),
        "groups": child_of,
        "own_variables": np.concatenate([[0], first[:-1]]).astype(np.int32),
        "N_own_variables": np.concatenate([[0], np.diff(first)]).astype(np.int32),
    }


def columns(v, tree):
    """Vectors in the rows of ``v`` as Fortran columns in the order of SPAMS."""
    return np.asfortranarray(np.atleast_2d(v)[:, tree.layout.variables].T)


def patches(n, size, seed):
    """Random patches of a test image, centred and of norm one."""
    image = load_test_image("camera").data
    rng = np.random.default_rng(seed)
    corners = rng.integers(0, 512 - size, size=(n, 2))
    P = np.array([image[r : r + size, c : c + size].ravel() for r, c in corners])
    P -= P.mean(axis=1, keepdims=True)
    return P / np.maximum(np.linalg.norm(P, axis=1, keepdims=True), 1e-9)


def race_prox(spams, name, tree, u, lam, norm):
    """One proximal operator, the same result."""
    U = columns(u, tree)
    forest = spams_tree(tree)
    options = dict(lambda1=lam, regul=f"tree-{norm}", numThreads=1)

    def same(ours, theirs):
        np.testing.assert_allclose(columns(ours, tree), theirs, atol=1e-8)

    return duel(
        "tree prox", f"{name}, {norm}", lambda: prox_tree(u, tree, lam, norm),
        "spams proximalTree", lambda: spams.proximalTree(U, forest, False, **options),
        same=same, note="same result",
    )  # fmt: skip


def race_fista(spams, n_signals, norm):
    """Codes of many patches on a fixed dictionary of 151 atoms, to the same objective."""
    tree = TreeGroups.balanced((10, 2, 2, 2))
    lam = 0.05
    D = patches(151, 16, 0)
    X = patches(n_signals, 16, 1)
    penalty = TreeNorm(tree, lam, norm)

    def ours():
        return tree_codes(X, D, penalty, tol=1e-5, max_iter=2000)

    Y = np.asfortranarray(X.T)
    A = np.asfortranarray(D[tree.layout.variables].T)
    start = np.zeros((151, n_signals), order="F")
    forest = spams_tree(tree)
    n_iter = ours().n_iter
    steps = n_iter if norm == "l2" else 2 * n_iter  # its own rule stops linf too early
    options = dict(lambda1=lam, regul=f"tree-{norm}", loss="square", numThreads=1, it0=10_000,
                   tol=0.0, max_it=steps, compute_gram=True)  # fmt: skip

    def value(W):
        codes = np.empty((151, n_signals))
        codes[tree.layout.variables] = W
        square = Quadratic(D @ D.T, D @ X.T, 0.5 * np.vdot(X, X))
        return square.value(codes) + penalty.value(codes)

    return duel(
        "FISTA on a tree", f"{n_signals} patches, 151 atoms, {norm}", ours, "spams fistaTree",
        lambda: spams.fistaTree(Y, A, start, forest, False, **options), repeats=3,
        same=lambda run, W: equal(rtol=1e-3)(value(W), run.objective[-1]),
        note=lambda run, W: f"objective ours/peer - 1 = {run.objective[-1] / value(W) - 1:.0e}",
    )  # fmt: skip


def race_dictionary(spams, n_signals, seconds):
    """Dictionary learning: objective reached on the training signals."""
    tree = TreeGroups.balanced((10, 2))
    lam = 0.1
    X = patches(n_signals, 8, 2)
    penalty = TreeNorm(tree, lam, "linf")
    model = TreeDictionaryLearning(tree, lam, n_alternations=15, random_state=0)
    mine, _ = least(lambda: model.fit(X), 1)
    Y = np.asfortranarray(X.T)
    forest = spams_tree(tree)
    options = dict(K=31, lambda1=lam, regul="tree-linf", tree=forest, iter=-seconds, batchsize=256,
                   numThreads=1, verbose=False)  # fmt: skip
    other, D = least(lambda: spams.structTrainDL(Y, **options), 1)
    theirs = np.empty((31, 64))
    theirs[tree.layout.variables] = np.asarray(D).T
    reached = [
        tree_codes(X, C, penalty, tol=1e-6, max_iter=3000).objective[-1] / n_signals
        for C in (model.components_, theirs)
    ]
    note = f"objective ours {reached[0]:.4f}, peer {reached[1]:.4f} (online)"
    size = f"{n_signals} patches of 8 x 8, 31 atoms"
    reason = f"the peer works for the {seconds} s that it is given: compare the objectives"
    return row("dictionary learning", size, mine, "spams structTrainDL", other, note, reason)


def rows():
    """The prox on three trees, FISTA, dictionary learning."""
    spams = peer("spams", "spams-bin")
    if spams is None:
        return
    rng = np.random.default_rng(0)
    image = load_test_image("camera").data
    noisy = wavelet2(image + 25 * rng.normal(size=image.shape)).ravel()
    quad = TreeGroups.quadtree(512, 6)
    chain = TreeGroups(np.arange(-1, 1999), weights=np.full(2000, 0.01))
    atoms = TreeGroups.balanced((10, 2, 2, 2))
    for norm in ("l2", "linf"):
        yield race_prox(spams, "262,144 wavelets", quad, noisy, 20.0, norm)
        many = rng.normal(size=(5000, 151))
        yield race_prox(spams, "5,000 vectors, 151 nodes", atoms, many, 0.3, norm)
        yield race_prox(spams, "chain of 2,000", chain, rng.normal(size=2000), 1.0, norm)
    for norm in ("l2", "linf"):
        yield race_fista(spams, 200, norm)
    yield race_dictionary(spams, 2000, 1)
