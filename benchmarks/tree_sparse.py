"""Hierarchical sparsity: the tree prox, FISTA and dictionary learning against SPAMS.

SPAMS is the library of the paper's authors, in C++. The races of the prox and of FISTA assert the
same solution. Dictionary learning is not convex and SPAMS learns online: there the two run for
about as long, and the note gives the objective that each reaches on the same signals. Run
``python benchmarks/tree_sparse.py``. Times are printed, never asserted.
"""

from time import perf_counter

import numpy as np
from scipy.sparse import csc_matrix
from threadpoolctl import threadpool_limits

from mlcompanion.datasets import load_test_image
from mlcompanion.optimize import Quadratic
from mlcompanion.prox import TreeGroups, TreeNorm, prox_tree
from mlcompanion.sparse import TreeDictionaryLearning, tree_codes, wavelet2

try:
    import spams
except ImportError:
    spams = None

REPEATS = 5


def timed(function, *arguments, repeats=REPEATS, **options):
    """Result and least time of some calls."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = function(*arguments, **options)
        times.append(perf_counter() - start)
    return result, min(times)


def spams_tree(tree):
    """Our forest in the layout of SPAMS, below one artificial root without variables."""
    parent, first = tree._parent, tree._first
    n = tree.n_groups
    child_of = csc_matrix(
        (np.ones(n, dtype=bool), (np.arange(1, n + 1), parent + 1)), shape=(n + 1, n + 1)
    )
    return {
        "eta_g": np.concatenate([[0.0], tree._weights]),
        "groups": child_of,
        "own_variables": np.concatenate([[0], first[:-1]]).astype(np.int32),
        "N_own_variables": np.concatenate([[0], np.diff(first)]).astype(np.int32),
    }


def columns(v, tree):
    """Vectors in the rows of ``v`` as Fortran columns in the order of SPAMS."""
    return np.asfortranarray(np.atleast_2d(v)[:, tree._variables].T)


def patches(n, size, seed):
    """Random patches of a test image, centred and of norm one."""
    image, rng = load_test_image("camera").data, np.random.default_rng(seed)
    corners = rng.integers(0, 512 - size, size=(n, 2))
    P = np.array([image[r : r + size, c : c + size].ravel() for r, c in corners])
    P -= P.mean(axis=1, keepdims=True)
    return P / np.maximum(np.linalg.norm(P, axis=1, keepdims=True), 1e-9)


def row(race, size, ours, peer, other, note):
    ratio = other / ours
    return dict(race=race, size=size, ours_s=ours, peer=peer, peer_s=other, ratio=ratio, note=note)


def race_prox(name, tree, u, lam, norm):
    """One proximal operator, the same result."""
    ours, mine = timed(prox_tree, u, tree, lam, norm)
    U, forest = columns(u, tree), spams_tree(tree)
    options = dict(lambda1=lam, regul=f"tree-{norm}", numThreads=1)
    peer, other = timed(spams.proximalTree, U, forest, False, **options)
    np.testing.assert_allclose(columns(ours, tree), peer, atol=1e-8)
    return row("tree prox", f"{name}, {norm}", mine, "spams proximalTree", other, "same result")


def race_fista(n_signals, norm):
    """Codes of many patches on a fixed dictionary of 151 atoms, to the same objective."""
    tree, lam = TreeGroups.balanced((10, 2, 2, 2)), 0.05
    D = patches(151, 16, 0)
    X = patches(n_signals, 16, 1)
    penalty = TreeNorm(tree, lam, norm)
    run, mine = timed(tree_codes, X, D, penalty, tol=1e-5, max_iter=2000, repeats=2)
    Y, A = np.asfortranarray(X.T), np.asfortranarray(D[tree._variables].T)
    start = np.zeros((151, n_signals), order="F")
    steps = run.n_iter if norm == "l2" else 2 * run.n_iter  # its own rule stops linf too early
    options = dict(lambda1=lam, regul=f"tree-{norm}", loss="square", numThreads=1, it0=10_000,
                   tol=0.0, max_it=steps, compute_gram=True)  # fmt: skip
    W, other = timed(spams.fistaTree, Y, A, start, spams_tree(tree), False, repeats=2, **options)
    codes = np.empty_like(run.w)
    codes[tree._variables] = W
    value = Quadratic(D @ D.T, D @ X.T, 0.5 * np.vdot(X, X)).value(codes) + penalty.value(codes)
    assert abs(value - run.objective[-1]) < 1e-3 * value
    note = f"objective ours/peer - 1 = {run.objective[-1] / value - 1:.0e}"
    size = f"{n_signals} patches, 151 atoms, {norm}"
    return row("FISTA on a tree", size, mine, "spams fistaTree", other, note)


def race_dictionary(n_signals, seconds):
    """Dictionary learning: objective reached on the training signals."""
    tree, lam = TreeGroups.balanced((10, 2)), 0.1
    X, penalty = patches(n_signals, 8, 2), TreeNorm(TreeGroups.balanced((10, 2)), lam, "linf")
    model = TreeDictionaryLearning(tree, lam, n_alternations=15, random_state=0)
    model, mine = timed(model.fit, X, repeats=1)
    D, other = timed(
        spams.structTrainDL, np.asfortranarray(X.T), K=31, lambda1=lam, regul="tree-linf",
        tree=spams_tree(tree), iter=-seconds, batchsize=256, numThreads=1, verbose=False,
        repeats=1,
    )  # fmt: skip
    theirs = np.empty((31, 64))
    theirs[tree._variables] = np.asarray(D).T
    reached = [
        tree_codes(X, C, penalty, tol=1e-6, max_iter=3000).objective[-1] / n_signals
        for C in (model.components_, theirs)
    ]
    note = f"objective ours {reached[0]:.4f}, peer {reached[1]:.4f} (online)"
    size = f"{n_signals} patches of 8 x 8, 31 atoms"
    return row("dictionary learning", size, mine, "spams structTrainDL", other, note)


def main():
    """Run the races; print a table; return its rows."""
    if spams is None:
        print("spams is not installed (pip install spams-bin): nothing to race against")
        return []
    rng = np.random.default_rng(0)
    image = load_test_image("camera").data
    noisy = wavelet2(image + 25 * rng.normal(size=image.shape)).ravel()
    quad = TreeGroups.quadtree(512, 6)
    chain = TreeGroups(np.arange(-1, 1999), weights=np.full(2000, 0.01))
    atoms = TreeGroups.balanced((10, 2, 2, 2))
    rows = []
    with threadpool_limits(1):  # one core for everyone
        for norm in ("l2", "linf"):
            rows.append(race_prox("262,144 wavelets", quad, noisy, 20.0, norm))
            many = rng.normal(size=(5000, 151))
            rows.append(race_prox("5,000 vectors, 151 nodes", atoms, many, 0.3, norm))
            rows.append(race_prox("chain of 2,000", chain, rng.normal(size=2000), 1.0, norm))
        rows += [race_fista(200, norm) for norm in ("l2", "linf")]
        rows.append(race_dictionary(2000, 1))
    for r in rows:
        times = f"{r['ours_s'] * 1e3:>8.2f} ms {r['peer_s'] * 1e3:>9.2f} ms {r['ratio']:>7.1f}x"
        print(f"{r['race']:<20}{r['size']:<36}{times}  {r['peer']} ({r['note']})")
    return rows


if __name__ == "__main__":
    main()
