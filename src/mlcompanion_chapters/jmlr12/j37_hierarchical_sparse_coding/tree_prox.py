"""What Jenatton et al. (2011) state about the proximal operator of a tree, put to the test.

Duality gaps certify a solution without a second solver; work is counted while the algorithm runs.
"""

from time import process_time

import numpy as np

from mlcompanion._validation import check_in
from mlcompanion.prox import TreeGroups, dual_block_ascent, prox_tree
from mlcompanion.prox.balls.projections import project_l1_ball

__all__ = [
    "SHAPES",
    "certified_gap",
    "one_pass_gaps",
    "other_norm_violations",
    "project_rows",
    "random_forest",
    "rooted_supports",
    "scaling_costs",
    "sparse_lambda",
]

_DRAWS = 100  # of an input, until its result is neither full nor nearly empty
_ENTRIES = 1_000_000  # a timed call treats so many: the interpreter's share is nothing

#: Trees by name: number of nodes and generator to the parents of the nodes.
SHAPES = {
    "chain": lambda p, rng: np.arange(-1, p - 1),
    "balanced": lambda p, rng: (np.arange(p) - 1) // 2,
    "random": lambda p, rng: np.array([-1, *(rng.integers(0, j) for j in range(1, p))]),
    "forest": lambda p, rng: np.array([-1, *(rng.integers(-1, j) for j in range(1, p))]),
}


def random_forest(shape, p, seed):
    """A tree of a named shape with weights uniform on [0.5, 2], see :data:`SHAPES`."""
    rng = np.random.default_rng(seed)
    parent = SHAPES[check_in(shape, "shape", SHAPES)](p, rng)
    return TreeGroups(parent, weights=rng.uniform(0.5, 2, p))


def sparse_lambda(u, tree, norm, low=0.2, high=0.8):
    """An amount of shrinkage that sets between ``low`` and ``high`` of the entries to zero.

    None if there is no such amount: whole subtrees vanish at once.
    """
    left = 0.0
    right = float(np.abs(u).sum())
    for _ in range(60):
        lam = (left + right) / 2
        zero = (prox_tree(u, tree, lam, norm) == 0).mean()
        if low <= zero <= high:
            return lam
        left, right = (lam, right) if zero < low else (left, lam)
    return None


def _sparse_problem(tree, norm, seed):
    """Gaussian input, drawn anew until some amount of shrinkage leaves a fifth to four fifths."""
    rng = np.random.default_rng(seed)
    for _ in range(_DRAWS):
        u = rng.normal(size=tree.n_features)
        lam = sparse_lambda(u, tree, norm)
        if lam is not None:
            return u, lam
    raise ValueError(f"p: nothing sets a fifth to four fifths of {len(u)} entries to zero")


def certified_gap(u, groups, thresholds, q):
    """One pass over the groups in their order; relative duality gap plus excess over a constraint.

    Returns
    -------
    gap : float
        Primal minus dual value over half the square of ``u``, plus the largest relative excess.
    v : ndarray
        The result of the pass.
    """
    run = dual_block_ascent(u, groups, thresholds, q)
    dual = {2: 2, np.inf: 1}[q]
    sizes = np.array([np.linalg.norm(block[g], dual) for block, g in zip(run.xi, groups)])
    excess = max(0.0, float((sizes / thresholds - 1).max()))
    return abs(run.gap) / (0.5 * u @ u) + excess, run.v


def one_pass_gaps(n_trees, p, seed):
    """Proposition 5: gaps after one pass over random trees, children first and parents first.

    Returns
    -------
    dict
        ``l2``, ``linf``: gaps; ``reverse_l2``, ``reverse_linf``: with parents first; ``agree``:
        distance of the pass from the fast operator. One entry a tree.
    """
    found = {key: [] for key in ("l2", "linf", "reverse_l2", "reverse_linf", "agree")}
    for k in range(n_trees):
        tree = random_forest(list(SHAPES)[k % len(SHAPES)], p, seed + k)
        groups = [tree.group(g) for g in tree.order]
        off = 0.0
        for norm, q in (("l2", 2), ("linf", np.inf)):
            u, lam = _sparse_problem(tree, norm, seed + k)
            t = lam * tree.weights[tree.order]
            gap, v = certified_gap(u, groups, t, q)
            found[norm].append(gap)
            found[f"reverse_{norm}"].append(certified_gap(u, groups[::-1], t[::-1], q)[0])
            off = max(off, np.abs(v - prox_tree(u, tree, lam, norm)).max())
        found["agree"].append(off)
    return {key: np.array(values) for key, values in found.items()}


def rooted_supports(n_trees, p, seed):
    """Rule (1): how many results have a living node below a dead one, with l2 and l-infinity norms.

    Returns
    -------
    supports, broken, broken_positive : int
        Results looked at; violations of the operator and of it on the positive part of the input.
    """
    broken = broken_positive = 0
    for k in range(n_trees):
        tree = random_forest(list(SHAPES)[k % len(SHAPES)], p, seed + k)
        for norm in ("l2", "linf"):
            u, lam = _sparse_problem(tree, norm, seed + k)
            plain, positive = (prox_tree(x, tree, lam, norm) for x in (u, np.maximum(u, 0)))
            broken += not tree.is_rooted(plain != 0)
            broken_positive += not tree.is_rooted(positive != 0)
    return 2 * n_trees, broken, broken_positive


def project_rows(V, radii, q):
    """Project every row on the ball of its radius in the lq norm, by two nested bisections.

    Parameters
    ----------
    V : ndarray, shape (m, n)
    radii : ndarray, shape (m,)
    q : float
        1 to infinity.
    """
    sizes = np.abs(V)
    radii = np.asarray(radii)[:, None]
    if q == np.inf:
        return np.clip(V, -radii, radii)
    if q == 1:
        return np.array([project_l1_ball(v, r) for v, r in zip(V, radii[:, 0])])
    norms = np.linalg.norm(V, q, axis=1, keepdims=True)
    if q == 2:
        return V * np.minimum(1, radii / norms)

    def shrunk(mu):
        low = np.zeros_like(sizes)
        high = sizes.copy()
        for _ in range(60):  # x + mu x^(q - 1) = |v| grows with x
            middle = 0.5 * (low + high)
            over = middle + mu * middle ** (q - 1) > sizes
            high = np.where(over, middle, high)
            low = np.where(over, low, middle)
        return 0.5 * (low + high)

    # log mu
    low = np.full_like(radii, -40.0)
    high = np.full_like(radii, 40.0)
    for _ in range(80):
        middle = 0.5 * (low + high)
        outside = np.linalg.norm(shrunk(np.exp(middle)), q, axis=1, keepdims=True) > radii
        low = np.where(outside, middle, low)
        high = np.where(outside, high, middle)
    return np.where(norms > radii, np.sign(V) * shrunk(np.exp(high)), V)


def other_norm_violations(q, n_draws, seed):
    """Proposition 14: is one pass over two nested groups a solution for lq norms?

    Three variables within six, entries uniform on [1, 3] with two of the three at least 0.5 apart,
    thresholds 0.5 and 0.4 of the groups' dual norms.

    Returns
    -------
    ndarray, shape (n_draws,)
        Distance of the inner block from what its condition asks for, over its threshold.
    """
    dual = {1: np.inf, np.inf: 1}.get(q) or q / (q - 1)
    rng = np.random.default_rng(seed)
    U = rng.uniform(1, 3, (20 * n_draws, 6))
    U = U[np.ptp(U[:, :3], axis=1) >= 0.5][:n_draws]
    inner, outer = (f * np.linalg.norm(part, dual, axis=1)
                    for f, part in ((0.5, U[:, :3]), (0.4, U)))  # fmt: skip
    xi_g = project_rows(U[:, :3], inner, dual)
    rest = np.hstack([U[:, :3] - xi_g, U[:, 3:]])
    xi_h = project_rows(rest, outer, dual)
    wanted = project_rows(U[:, :3] - xi_h[:, :3], inner, dual)
    return np.linalg.norm(xi_g - wanted, axis=1) / inner


def _one_group_after_another(u, tree, lam):
    """Algorithm 2 for l2 norms on a tree numbered in preorder, and how many entries it reads."""
    v = u.copy()
    read = 0
    ends = (
        [g + len(tree.subtree(g)) for g in range(tree.n_groups)] if tree.n_groups < 5000 else None
    )
    for g in range(tree.n_groups - 1, -1, -1):
        part = v[g : ends[g] if ends else None]
        read += len(part)
        size = np.linalg.norm(part)
        part *= max(0.0, 1 - lam * tree.weights[g] / size) if size else 0.0
    return v, read


def scaling_costs(shape, p, seed, repeats=5):
    """Lemmas 7 and 8: time of Algorithm 3, entries that Algorithm 2 reads, and their agreement.

    Parameters
    ----------
    shape : {"chain", "balanced"}
    p : int
        Balanced trees run Algorithm 2 up to 3,000 nodes only.
    seed, repeats : int

    Returns
    -------
    dict
        ``sec``, the best time of Algorithm 3 a vector; ``read``, entries that Algorithm 2 read (if
        it ran), ``share``, that over ``p`` times the depth; ``agree``, the largest difference of
        the two results (up to 3,000 nodes).
    """
    check_in(shape, "shape", ("chain", "balanced"))
    parent = SHAPES[shape](p, None)
    tree = TreeGroups(parent)
    rows = max(1, _ENTRIES // p)
    lam = 1e-2
    U = np.random.default_rng(seed).normal(size=(rows, p))
    prox_tree(U[:1, :10], TreeGroups(parent[:10]), lam)  # compile
    best = np.inf
    for _ in range(repeats):
        start = process_time()
        V = prox_tree(U, tree, lam)
        best = min(best, process_time() - start)
    found = {"sec": best / rows}
    u = U[0]
    fast = V[0]
    if shape == "chain" or p <= 3000:
        order = tree.order[::-1]  # preorder: groups are slices
        place = np.argsort(order)
        above = np.where(tree.parent[order] >= 0, place[tree.parent[order]], -1)
        slow, read = _one_group_after_another(u[order], TreeGroups(above), lam)
        depth = p if shape == "chain" else int(tree.depth.max())
        found |= {"read": read, "share": read / (p * depth)}
        if p <= 3000:
            found["agree"] = float(np.abs(slow - fast[order]).max())
    return found
