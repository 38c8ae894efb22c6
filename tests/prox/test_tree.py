"""Tree-structured groups and the hierarchical norm: order, exactness, duality, special cases."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.cluster.hierarchy import linkage
from scipy.optimize import minimize

from mlcompanion.prox import (
    GroupNorm,
    NonNegative,
    TreeGroups,
    TreeNorm,
    compose_group_proxes,
    dual_block_ascent,
    project_elastic_ball,
    project_l1_ball,
    prox_tree,
    soft_threshold,
)
from mlcompanion.prox.tree.tree_dual import project_lq_ball
from mlcompanion.prox.tree.tree_norm import tree_norms

FIGURE_2 = [-1, 0, 0, 1, 2, 2]
NORMS = {"l2": 2, "linf": np.inf}
both = pytest.mark.parametrize("norm", NORMS)


def random_tree(rng, p, spare=0, weights=True):
    """A random recursive forest with shuffled numbers; ``spare`` more nodes than variables."""
    n = p + spare
    parent = np.array([-1] + [rng.integers(-1, j) for j in range(1, n)])
    name = rng.permutation(n)
    shuffled = np.full(n, -1)
    shuffled[name] = np.where(parent >= 0, name[parent], -1)
    node = rng.permutation(n)[:p] if rng.random() < 0.5 else rng.integers(0, n, p)
    return TreeGroups(shuffled, node, rng.uniform(0.2, 1.5, n) if weights else None)


def ordered(tree):
    """Groups and weights, children before parents; groups without variables left out."""
    chosen = [g for g in tree.order if len(tree.group(g))]
    return [tree.group(g) for g in chosen], tree.weights[chosen]


trees = st.integers(0, 10_000).map(lambda s: random_tree(np.random.default_rng(s), 8, s % 5))
vectors = arrays(float, 8, elements=st.floats(-5, 5, width=32))


# -- the groups ------------------------------------------------------------------------------------


def test_groups_of_figure_2():
    tree = TreeGroups(FIGURE_2)
    assert [set(g) for g in tree.groups()] == [
        set(range(6)), {1, 3}, {2, 4, 5}, {3}, {4}, {5}
    ]  # fmt: skip
    assert tree.depth.tolist() == [1, 2, 2, 3, 3, 3]
    assert tree.subtree(2).tolist() == [2, 4, 5]
    assert tree.work() == sum(len(g) for g in tree.groups())


@given(tree=trees)
@settings(max_examples=40, deadline=None)
def test_any_two_groups_are_nested_or_disjoint_and_children_come_first(tree):
    groups = [set(g.tolist()) for g in tree.groups()]
    for i, g in enumerate(groups):
        for h in groups[:i]:
            assert not g & h or g <= h or h <= g
    place = {g: k for k, g in enumerate(tree.order)}
    for g, above in enumerate(tree.parent):
        assert above < 0 or place[g] < place[above]
        if above >= 0:
            assert groups[g] <= groups[above]
            assert tree.depth[g] == tree.depth[above] + 1


def test_from_groups_inverts_groups_and_refuses_crossings():
    tree = random_tree(np.random.default_rng(3), 9, weights=False)
    unique = {tuple(g) for g in tree.groups() if len(g)} | {(j,) for j in range(9)}
    again = TreeGroups.from_groups(sorted(unique))
    assert {tuple(g) for g in again.groups()} == unique
    with pytest.raises(ValueError, match="crosses"):
        TreeGroups.from_groups([[0, 1], [1, 2], [0], [2]])
    with pytest.raises(ValueError, match="equal"):
        TreeGroups.from_groups([[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="cover"):
        TreeGroups.from_groups([[0, 2]])


def test_ways_to_build_a_tree():
    assert TreeGroups.balanced((10, 2)).n_features == 31
    assert TreeGroups.balanced((2, 2)).parent.tolist() == [-1, 0, 0, 1, 1, 2, 2]
    ward = TreeGroups.from_linkage(linkage(np.random.default_rng(0).normal(size=(7, 2)), "ward"))
    assert (ward.n_features, ward.n_groups) == (7, 13)
    assert len(ward.group(12)) == 7
    quad = TreeGroups.quadtree(8, 2)  # a 2 x 2 corner, its 12 neighbours as roots, 48 children
    assert (quad.parent == -1).sum() == 16
    assert quad.weights.sum() == 60
    assert quad.parent[5 * 8 + 6] == 2 * 8 + 3
    free = TreeGroups([-1, 0]).with_free()
    assert prox_tree([1.0, 1.0, 3.0], free, 100.0).tolist() == [0, 0, 3]


def test_a_support_is_rooted_or_not():
    tree = TreeGroups(FIGURE_2)
    assert tree.is_rooted([1, 0, 1, 0, 1, 0])
    assert not tree.is_rooted([1, 0, 0, 0, 1, 0])
    hollow = TreeGroups([-1, 0, 1], node=[0, 2])  # the middle node carries nothing
    assert hollow.is_rooted([1, 1])
    assert not hollow.is_rooted([0, 1])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1, 0],), "cycle"),
        (([-1, 5],), "parent"),
        (([],), "parent"),
        (([-1, 0.5],), "parent"),
        (([-1], [0, 1]), "node"),
        (([-1, 0], None, [1, -1]), "weights"),
        (([-1, 0], None, [1]), "weights"),
    ],
)
def test_bad_trees_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        TreeGroups(*arguments)


def test_bad_arguments_of_the_prox_are_refused():
    tree = TreeGroups(FIGURE_2)
    for bad, words in (
        (dict(u=np.ones(5)), "u must have 6"),
        (dict(u=np.full(6, np.nan)), "NaN"),
        (dict(lam=-1.0), "lam"),
        (dict(norm="l3"), "norm"),
        (dict(method="sort"), "method"),
        (dict(tree=[0, 1]), "tree"),
    ):
        with pytest.raises((ValueError, TypeError), match=words):
            prox_tree(**{"u": np.ones(6), "tree": tree, **bad})
    with pytest.raises(ValueError, match="size"):
        TreeGroups.quadtree(12, 3)


@pytest.mark.parametrize("labels", [[-1, 0], [0, -2]])
def test_no_group_of_a_sparse_group_tree_is_made_up(labels):
    """Label -1 once hung its variable below a root of its own, under no group."""
    with pytest.raises(ValueError, match="labels"):
        TreeGroups.sparse_group(labels)


def test_an_outsider_and_a_cluster_joined_twice_are_no_linkage():
    for rows in ([[0, 9]], [[0, 0]], [[0, 1], [0, 2]], [[3, 0], [1, 2]]):
        with pytest.raises(ValueError, match="linkage"):
            TreeGroups.from_linkage([[*row, 1.0, 2] for row in rows])


# -- the proximal operator -------------------------------------------------------------------------


@both
@given(tree=trees, u=vectors, lam=st.floats(0, 3))
@settings(max_examples=60, deadline=None)
def test_one_pass_is_the_composition_in_order_and_solves_the_dual(norm, tree, u, lam):
    v = prox_tree(u, tree, lam, norm)
    groups, weights = ordered(tree)
    np.testing.assert_allclose(
        compose_group_proxes(u, groups, lam * weights, NORMS[norm]), v, atol=1e-9
    )
    run = dual_block_ascent(u, groups, lam * weights, NORMS[norm], max_passes=2)
    np.testing.assert_allclose(run.v, v, atol=1e-9)
    assert abs(run.gap) < 1e-8
    assert len(run.changes) < 2 or run.changes[1] < 1e-9  # the second pass has nothing to do


@both
def test_the_other_order_is_wrong(norm):
    rng = np.random.default_rng(0)
    wrong = 0
    for _ in range(20):
        tree = random_tree(rng, 20, weights=False)
        u = 2 * rng.normal(size=20)
        groups, weights = ordered(tree)
        reverse = compose_group_proxes(u, groups[::-1], 0.5 * weights[::-1], NORMS[norm])
        wrong += np.abs(reverse - prox_tree(u, tree, 0.5, norm)).max() > 1e-3
        slow = dual_block_ascent(u, groups[::-1], 0.5 * weights[::-1], NORMS[norm], 500, 1e-12)
        np.testing.assert_allclose(slow.v, prox_tree(u, tree, 0.5, norm), atol=1e-6)
        assert len(slow.changes) > 2
    assert wrong == 20


@both
@given(tree=trees, u=vectors, lam=st.floats(0.05, 2))
@settings(max_examples=25, deadline=None)
def test_moreau_identity(norm, tree, u, lam):
    """What is taken away is a subgradient of the norm at what is left."""
    penalty = TreeNorm(tree, lam, norm)
    v = penalty.prox(u)
    assert np.vdot(u - v, v) == pytest.approx(penalty.value(v), abs=1e-7)
    for w in np.random.default_rng(1).normal(size=(30, 8)):
        assert np.vdot(u - v, w) <= penalty.value(w) + 1e-9


@both
def test_a_numerical_solver_finds_the_same_point(norm):
    tree = TreeGroups(FIGURE_2, weights=[0.5, 1.0, 0.7, 1.2, 0.3, 1.0])
    u = np.array([1.5, -2.0, 0.8, -1.0, 0.4, 3.0])
    penalty = TreeNorm(tree, 0.6, norm)
    v = penalty.prox(u)
    found = minimize(
        lambda x: 0.5 * np.sum((x - u) ** 2) + penalty.value(x),
        u, method="Nelder-Mead",
        options=dict(xatol=1e-10, fatol=1e-13, maxiter=40_000, maxfev=40_000, adaptive=True),
    )  # fmt: skip
    assert 0.5 * np.sum((v - u) ** 2) + penalty.value(v) <= found.fun + 1e-10
    np.testing.assert_allclose(v, found.x, atol=2e-2)


@pytest.mark.parametrize("norm", ["l2", "linf", "l0"])
@given(tree=st.integers(0, 999).map(lambda s: random_tree(np.random.default_rng(s), 8)),
       u=vectors, lam=st.floats(0, 2))  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_a_group_that_is_zero_has_zero_subgroups(norm, tree, u, lam):
    v = prox_tree(u, tree, lam, norm)
    for g in tree.groups():
        if len(g) and not v[g].any():
            assert not v[g].any()
    one_each = TreeGroups(tree.parent, weights=tree.weights)
    # with one variable a node and no exact zero in u, the support is a rooted subtree: rule (1)
    u = u + np.where(u >= 0, 0.01, -0.01)
    assert one_each.is_rooted(prox_tree(u, one_each, lam, norm) != 0)


def test_special_cases():
    rng = np.random.default_rng(5)
    u = 3 * rng.normal(size=6)
    for norm in NORMS:
        np.testing.assert_allclose(prox_tree(u, TreeGroups.flat(6), 0.8, norm),
                                   soft_threshold(u, 0.8))  # fmt: skip
        labels = [0, 1, 0, 2, 1, 2]
        tree = TreeGroups.sparse_group(labels, 0.6, 0.4)
        shrunk = GroupNorm(labels, 0.6, norm=norm).prox(soft_threshold(u, 0.4))
        np.testing.assert_allclose(prox_tree(u, tree, 1.0, norm), shrunk, atol=1e-12)
        assert prox_tree(np.zeros(6), tree, 1.0, norm).tolist() == [0] * 6
        np.testing.assert_array_equal(prox_tree(u, tree, 0.0, norm), u)
        np.testing.assert_allclose(prox_tree(u, tree, 1e9, norm), 0)


@both
def test_many_vectors_at_once_and_the_penalty_object(norm):
    rng = np.random.default_rng(6)
    tree = random_tree(rng, 8, 3)
    U = rng.normal(size=(2, 3, 8))
    one = np.array([[prox_tree(u, tree, 0.3, norm) for u in row] for row in U])
    np.testing.assert_array_equal(prox_tree(U, tree, 0.3, norm), one)
    W = U[0].T
    penalty = TreeNorm(tree, 0.3, norm)
    np.testing.assert_array_equal(penalty.prox(W), one[0].T)
    by_hand = sum(
        0.3 * w * np.linalg.norm(u[g], NORMS[norm])
        for u in U[0]
        for g, w in zip(tree.groups(), tree.weights)
        if len(g)
    )
    assert penalty.value(W) == pytest.approx(by_hand)
    assert tree_norms(U, tree, norm).shape == (2, 3, tree.n_groups)
    tied = TreeNorm(tree, 0.3, norm, tied=True)
    flat = TreeNorm(tree.repeated(3), 0.3, norm)
    assert tied.value(W) == pytest.approx(flat.value(W.ravel()))
    np.testing.assert_array_equal(tied.prox(W), flat.prox(W.ravel()).reshape(8, 3))


@both
def test_positive_prox_solves_the_constrained_problem(norm):
    """Lemma 11, against a solver with bounds."""

    def cost(x, u, penalty):
        return 0.5 * np.sum((u - x) ** 2) + penalty.value(np.maximum(x, 0))

    rng = np.random.default_rng(7)
    for _ in range(5):
        tree = random_tree(rng, 6)
        u = 2 * rng.normal(size=6)
        penalty = NonNegative(TreeNorm(tree, 0.4, norm))
        v = penalty.prox(u)
        best = 0.5 * np.sum((u - v) ** 2) + penalty.value(v)
        for start in rng.uniform(0, 2, size=(3, 6)):
            found = minimize(cost, start, (u, penalty), "Powell", bounds=[(0, None)] * 6)
            assert best <= found.fun + 1e-9


def test_counting_groups_is_solved_by_the_dynamic_program():
    """Against all 2^8 supports."""
    rng = np.random.default_rng(8)
    supports = (np.arange(256)[:, None] >> np.arange(8)) & 1
    for _ in range(15):
        tree = random_tree(rng, 8, 2)
        u = 1.5 * rng.normal(size=8)
        member = np.array([[j in set(g) for j in range(8)] for g in tree.groups()])
        counts = (supports @ member.T > 0) @ tree.weights
        costs = 0.5 * ((1 - supports) * u**2).sum(axis=1) + 0.6 * counts
        v = prox_tree(u, tree, 0.6, "l0")
        cost = 0.5 * np.sum((u - v) ** 2) + 0.6 * ((v != 0) @ member.T > 0) @ tree.weights
        assert cost == pytest.approx(costs.min(), abs=1e-10)


@given(seed=st.integers(0, 10_000), lam=st.floats(0, 3))
@settings(max_examples=60, deadline=None)
def test_heaps_find_the_levels_that_scans_find(seed, lam):
    rng = np.random.default_rng(seed)
    tree = random_tree(rng, int(rng.integers(1, 30)), int(rng.integers(0, 5)))
    u = rng.choice([0.0, 1.0, -1.0, 2.0, rng.normal()], tree.n_features)  # with ties
    scan, heap = (prox_tree(u, tree, lam, "linf", method) for method in ("scan", "heap"))
    np.testing.assert_allclose(heap, scan, atol=1e-12)


def test_long_chains_need_no_recursion():
    p = 20_000
    chain = TreeGroups(np.arange(-1, p - 1), weights=np.full(p, 1e-3))
    v = prox_tree(np.ones(p), chain, 1.0)
    assert chain.work() == p * (p + 1) // 2
    assert chain.is_rooted(v != 0)
    assert np.all(np.diff(np.abs(v)) <= 1e-12)
    u = np.random.default_rng(4).normal(size=2000)
    short = TreeGroups(np.arange(-1, 1999), weights=np.full(2000, 1e-2))
    auto, scan = (prox_tree(u, short, 1.0, "linf", method) for method in ("auto", "scan"))
    np.testing.assert_allclose(auto, scan, atol=1e-12)


def test_quadratic_bound_touches_and_lies_above():
    rng = np.random.default_rng(9)
    tree = random_tree(rng, 8)
    w = rng.normal(size=8)
    penalty = TreeNorm(tree, 0.7)
    zeta = penalty.quadratic_weights(w)
    for x in rng.normal(size=(50, 8)):
        above = penalty.value(w) + 0.5 * np.sum(zeta * (x**2 - w**2))
        assert penalty.value(x) <= above + 1e-12
        assert penalty.value(x) >= penalty.value(w) + np.vdot(zeta * w, x - w) - 1e-12
    with pytest.raises(ValueError, match="norm"):
        TreeNorm(tree, 1.0, "linf").quadratic_weights(w)


# -- the dual and the balls ------------------------------------------------------------------------


@given(v=vectors, radius=st.floats(0.1, 4), q=st.sampled_from([1, 1.5, 2, 3, np.inf]))
@settings(max_examples=40, deadline=None)
def test_lq_projection_is_nearest(v, radius, q):
    x = project_lq_ball(v, radius, q)
    assert np.linalg.norm(x, q) <= radius * (1 + 1e-6)
    for y in np.random.default_rng(0).normal(size=(20, 8)):
        y = y * radius / np.linalg.norm(y, q)
        assert np.vdot(v - x, y - x) <= 1e-5 * (1 + np.abs(v).sum())


def test_three_norms_need_more_than_one_pass():
    """Proposition 14: two nested groups, both projections active."""
    u = np.array([2.0, 1.0, 1.5])
    groups = [np.array([0, 1]), np.array([0, 1, 2])]
    run = dual_block_ascent(u, groups, [0.6, 0.8], 3, max_passes=500, tol=1e-12)
    once = dual_block_ascent(u, groups, [0.6, 0.8], 3)
    assert np.abs(once.v - run.v).max() > 1e-3
    assert once.gap > 1e-4 > abs(run.gap)
    for q in (1, 2, np.inf):
        assert abs(dual_block_ascent(u, groups, [0.6, 0.8], q).gap) < 1e-12


@given(V=arrays(float, (3, 5), elements=st.floats(-4, 4, width=32)), mu=st.floats(0, 1),
       positive=st.booleans())  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_elastic_ball_projection_is_nearest(V, mu, positive):
    X = project_elastic_ball(V, mu, positive)
    sizes = mu * np.abs(X).sum(axis=1) + (1 - mu) * (X**2).sum(axis=1)
    assert np.all(sizes <= 1 + 1e-9)
    rng = np.random.default_rng(0)
    for v, x in zip(V, X):
        for y in project_elastic_ball(rng.normal(size=(20, 5)), mu, positive) * 0.999:
            assert np.vdot(v - x, y - x) <= 1e-7 * (1 + np.abs(v).sum())
    if positive:
        assert X.min() >= 0


def test_elastic_ball_ends_are_the_two_balls():
    V = np.random.default_rng(2).normal(size=(4, 6)) * 2
    norms = np.linalg.norm(V, axis=1, keepdims=True)
    np.testing.assert_allclose(project_elastic_ball(V, 0.0), V / np.maximum(norms, 1))
    np.testing.assert_allclose(
        project_elastic_ball(V, 1.0), [project_l1_ball(v, 1.0) for v in V], atol=1e-9
    )
    with pytest.raises(ValueError, match="mu"):
        project_elastic_ball(V, 1.5)


@pytest.mark.parametrize("mu", [0.5, 1.0])
def test_atoms_on_the_border_stay_where_they_are(mu):
    """Rounding may put a row with the norm 1 on either side: it once came out inflated."""
    V = project_elastic_ball(np.random.default_rng(0).normal(size=(2000, 50)), mu)
    for _ in range(3):
        again = project_elastic_ball(V, mu)
        np.testing.assert_allclose(again, V, atol=1e-12)
        V = again
