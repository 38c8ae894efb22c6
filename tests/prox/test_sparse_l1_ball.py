import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.prox import SparseL1Ball, project_l1_ball
from mlcompanion.prox.balls.sparse_l1_ball import COUNT, KEY, LEFT, PRIORITY, RIGHT, SUM

few = settings(max_examples=30, deadline=None)


def check_tree(w):
    """Search order, heap order, and the two sums of every node."""
    links = w._links
    sizes = w._sizes

    def walk(node, low, high):
        if node == 0:
            return 0, 0.0
        here = sizes[node, KEY], node
        assert low is None or (sizes[low, KEY], low) < here
        assert high is None or here < (sizes[high, KEY], high)
        for child in links[node, [LEFT, RIGHT]]:
            assert child == 0 or links[child, PRIORITY] <= links[node, PRIORITY]
        left = walk(links[node, LEFT], low, node)
        right = walk(links[node, RIGHT], node, high)
        count = left[0] + right[0] + 1
        total = left[1] + right[1] + sizes[node, KEY]
        assert links[node, COUNT] == count
        assert abs(sizes[node, SUM] - total) <= 1e-12 * max(1, total)
        return count, total

    assert walk(w._root, None, None)[0] == np.count_nonzero(w.to_dense())


@few
@given(seed=st.integers(0, 10**6), coarse=st.booleans(), begin=st.booleans())
def test_every_step_is_the_dense_projection(seed, coarse, begin):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    z = float(rng.choice([0.1, 1.0, 10.0]))
    start = rng.normal(size=n) if begin else None
    w = SparseL1Ball(n, z, start, random_state=seed)
    dense = project_l1_ball(start, z) if begin else np.zeros(n)
    for _ in range(40):
        k = int(rng.integers(0, 6))
        indices = rng.integers(0, n, k)
        delta = rng.normal(size=k) * rng.choice([0.01, 0.5, 5])
        delta = np.round(delta) if coarse else delta  # ties, and steps to exactly zero
        w.step(indices, delta)
        np.add.at(dense, indices, delta)
        dense = project_l1_ball(dense, z)
        np.testing.assert_allclose(w.to_dense(), dense, atol=1e-11)
        np.testing.assert_allclose(w.values(np.arange(n)), w.to_dense(), atol=0)
        assert abs(w.norm - np.abs(dense).sum()) <= 1e-11
    check_tree(w)


def test_long_runs_keep_their_digits():
    """The level passes 1e6 times the radius several times; the sizes are written afresh."""
    rng = np.random.default_rng(0)
    w = SparseL1Ball(20, 0.01)
    dense = np.zeros(20)
    highest = 0.0
    for _ in range(3000):
        indices = rng.integers(0, 20, 3)
        delta = 20 * rng.normal(size=3)
        w.step(indices, delta)
        np.add.at(dense, indices, delta)
        dense = project_l1_ball(dense, 0.01)
        highest = max(highest, w.level)
    assert 1e3 < highest <= 1e4 + 100
    assert w.level < highest
    np.testing.assert_allclose(w.to_dense(), dense, atol=1e-9)
    check_tree(w)


def test_depth_grows_like_the_logarithm():
    """What the cost of a step is made of: the depth of the tree, not its size."""
    deepest = []
    for n in (10**2, 10**4):
        rng = np.random.default_rng(1)
        w = SparseL1Ball(n, 1.0, rng.uniform(0.5, 1.5, n) / n)
        for _ in range(300):
            w.step(rng.integers(0, n, 5), rng.normal(size=5) / n)
        assert len(w.depths()) == w.n_nonzero
        deepest.append(w.depths().max())
    assert deepest[1] <= 3 * deepest[0]
    assert deepest[1] <= 5 * np.log2(10**4)


def test_an_empty_tree_has_no_depth():
    assert SparseL1Ball(3).depths().size == 0
    assert SparseL1Ball(3).step([0], [0.5]).depths().tolist() == [1]


def test_the_seed_changes_the_tree_and_nothing_else():
    runs = []
    for seed in (0, 1):
        w = SparseL1Ball(10, 1.0, random_state=seed)
        for i in range(30):
            w.step([i % 10, (3 * i) % 10], [0.3, -0.2])
        runs.append(w.to_dense())
    np.testing.assert_allclose(*runs, atol=1e-14)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: SparseL1Ball(0), "n_features"),
        (lambda: SparseL1Ball(3, radius=0.0), "radius"),
        (lambda: SparseL1Ball(3, start=[1.0]), "start"),
        (lambda: SparseL1Ball(3).step([3], [1.0]), "indices"),
        (lambda: SparseL1Ball(3).step([-1], [1.0]), "indices"),
        (lambda: SparseL1Ball(3).step([0.5], [1.0]), "indices"),
        (lambda: SparseL1Ball(3).step([0, 1], [1.0]), "delta"),
        (lambda: SparseL1Ball(3).step([0], [np.nan]), "delta"),
    ],
)
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError, match=name):
        call()
