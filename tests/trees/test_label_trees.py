"""Algorithm 6 against a plain dictionary version, and what trees and rows share."""

import numpy as np
import pytest
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.trees import OneAgainstAll, OnlinePartitionTree, RandomLabelTree

MODELS = [OnlinePartitionTree(), RandomLabelTree(), OneAgainstAll()]
names = {"ids": lambda model: type(model).__name__}


def corners(b, n, seed, spread=0.2):
    rng = np.random.default_rng(seed)
    y = np.arange(2**b).repeat(n)
    means = ((y[:, None] >> np.arange(b)) & 1) * 2.0 - 1
    return means + spread * rng.normal(size=means.shape), y


@pytest.mark.parametrize("model", MODELS, **names)
def test_scikit_learn_accepts_it(model):
    check_estimator(model, on_skip=None)


class Node:
    """A node of the plain version, with its statistics in dictionaries."""

    def __init__(self, d):
        self.w = np.zeros(d)
        self.m_c, self.n_c = {}, {}
        self.m_t = self.n_t = 0
        self.sent, self.children = set(), None


def plain_tree(rows, labels, step, most_inner):
    """Algorithm 6, written for reading."""
    root, inner = Node(rows.shape[1]), 0
    for x, y in zip(rows, labels):
        node = root
        while node is not None:
            h = node.w @ x
            node.n_c[y] = node.n_c.get(y, 0) + 1
            node.n_t += 1
            if node.children is None and inner >= most_inner:
                break
            clipped = min(max(h, -1), 1)
            node.m_c[y] = node.m_c.get(y, 0) + clipped
            node.m_t += clipped
            right = node.m_c[y] / node.n_c[y] - node.m_t / node.n_t > 1e-12
            target = 1 if right else -1
            node.sent.add(h > 0)
            if target * h < 1:
                node.w = node.w + step * target * x
            if node.children is None and len(node.sent) == 2:
                node.children, inner = (Node(len(x)), Node(len(x))), inner + 1
            node = node.children[int(right)] if node.children else None
    return root


def plain_label(node, x):
    label = None
    while node is not None:
        if node.n_c:
            label = min(node.n_c, key=lambda y: (-node.n_c[y], y))
        node = node.children[int(node.w @ x > 0)] if node.children else None
    return label


@pytest.mark.parametrize("most_inner", [5, 40])
def test_the_compiled_tree_is_the_plain_one(most_inner):
    X, y = corners(4, 40, seed=0)
    order = np.random.default_rng(1).permutation(len(X))
    X, y = X[order], y[order]
    model = OnlinePartitionTree(most_inner, step=0.1, n_epochs=2, shuffle=False).fit(X, y)
    rows = model.regressor_rows(X)
    root = plain_tree(np.tile(rows, (2, 1)), np.tile(y, 2), 0.1, most_inner)
    fresh, _ = corners(4, 10, seed=2)
    want = [plain_label(root, x) for x in model.regressor_rows(fresh)]
    assert model.predict(fresh).tolist() == want
    assert model.n_inner_ <= most_inner


def test_stream_and_passes_are_the_same():
    X, y = corners(5, 30, seed=3)
    order = np.random.default_rng(1).permutation(len(X))
    X, y = X[order], y[order]
    whole = OnlinePartitionTree(row_length=2.0, shuffle=False, n_epochs=1).fit(X, y)
    parts = OnlinePartitionTree(row_length=2.0)
    for start in range(0, len(X), 7):
        rows = slice(start, start + 7)
        parts.partial_fit(X[rows], y[rows], np.arange(32))
    np.testing.assert_array_equal(parts.children_, whole.children_)
    np.testing.assert_array_equal(parts.weights_, whole.weights_)
    assert parts.t_ == whole.t_ == len(X)


def test_separated_groups_are_told_apart_on_short_paths():
    X, y = corners(6, 60, seed=4)
    fresh, truth = corners(6, 10, seed=5)
    tree = OnlinePartitionTree(random_state=0).fit(X, y)
    rand = RandomLabelTree(random_state=0).fit(X, y)
    error = np.mean(tree.predict(fresh) != truth)
    assert error < 0.06
    assert np.mean(rand.predict(fresh) != truth) > 5 * error
    assert tree.depth_ <= 9
    assert rand.depth_ == 6
    assert rand.n_nodes_ == 127
    assert tree.path_lengths(fresh).max() <= tree.depth_
    assert OneAgainstAll(n_epochs=10, random_state=0).fit(X, y).score(fresh, truth) == 1


def test_memory_is_of_the_labels_that_a_node_has_met():
    X, y = corners(8, 30, seed=6)
    tree = RandomLabelTree(random_state=0).fit(X, y)
    assert tree.n_pairs_ == 256 * 9  # a pair on each of nine levels for each label


def test_shares_of_a_leaf_and_guesses():
    X, y = corners(4, 40, seed=7, spread=0.8)
    tree = OnlinePartitionTree(random_state=0).fit(X, y)
    shares = tree.predict_proba(X)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert (tree.classes_[shares.argmax(axis=1)] == tree.predict(X)).all()
    guesses = tree.predict_topk(X, 16)
    assert (guesses[:, 0] == tree.predict(X)).all()
    assert (np.sort(guesses, axis=1) == np.arange(16)).all()
    hits = [(tree.predict_topk(X, n) == y[:, None]).any(axis=1).mean() for n in (1, 3, 16)]
    assert hits[0] < hits[1] < hits[2] == 1


def test_random_guesses_come_from_the_nearest_leaves():
    tree = RandomLabelTree(random_state=0).fit(np.eye(8), np.arange(8))
    place = np.argsort(tree.order_)
    first, second = tree.predict_topk(np.eye(8), 2).T
    assert (place[first] // 2 == place[second] // 2).all()


@pytest.mark.parametrize("model", MODELS, **names)
def test_units_and_names_of_labels_change_nothing(model):
    X, y = corners(3, 40, seed=8)
    words = np.array(list("hgfedcba"))[y]
    plain = model.set_params(random_state=0).fit(X, words).predict(X)
    assert (model.fit(1e6 * X, words).predict(1e6 * X) == plain).all()
    assert (model.fit(1e-200 * X, words).predict(1e-200 * X) == plain).all()
    assert (model.fit(np.round(100 * X).astype(int), words).score(100 * X, words)) > 0.5


def test_weights_are_in_the_callers_units():
    X, y = corners(3, 40, seed=9)
    model = OneAgainstAll(random_state=0).fit(50 * X, y)
    scores = 50 * X @ model.coef_.T + model.intercept_
    np.testing.assert_allclose(scores, model.decision_function(50 * X), atol=1e-12)
    tree = OnlinePartitionTree(random_state=0).fit(50 * X, y)
    right = 50 * X @ tree.weights_[0, :-1] + tree.weights_[0, -1] > 0
    below = tree.apply(X * 50)
    left_child = tree.children_[0, 0]
    path = below.copy()
    while (deep := ~np.isin(path, tree.children_[0])).any():
        path[deep] = tree.nodes_.parent[path[deep]]
    assert ((path != left_child) == right).all()


def test_constant_rows_and_single_labels_make_a_root():
    tree = OnlinePartitionTree(random_state=0).fit(np.zeros((6, 2)), [0, 0, 0, 0, 1, 1])
    assert (tree.predict(np.zeros((2, 2))) == 0).all()
    stream = OnlinePartitionTree().partial_fit(np.ones((5, 2)), np.ones(5, int), classes=[0, 1, 2])
    assert stream.depth_ == 0
    assert stream.predict([[0.0, 9.0]]).tolist() == [1]


def test_forgetting_frees_labels_that_were_sent_one_way():
    X, y = corners(7, 60, seed=100)
    lost = [
        128 - len(np.unique(OnlinePartitionTree(forget=f, random_state=0).fit(X, y).predict(X)))
        for f in (0, 0.03)
    ]
    assert lost[1] <= lost[0]
    assert lost[1] <= 2


def test_a_squared_step_never_overshoots():
    X = np.vstack([np.eye(3), [[1e6, 0, 0]]])
    model = OneAgainstAll(step=0.5, row_length=1.0, shuffle=False, n_epochs=50)
    assert np.isfinite(model.fit(X, [0, 1, 2, 0]).coef_).all()


@pytest.mark.parametrize("model", MODELS, **names)
def test_bad_input_is_refused(model):
    X, y = corners(2, 5, seed=0)
    with pytest.raises(ValueError, match="at least two classes"):
        model.fit(X, np.zeros(len(X)))
    started = type(model)().partial_fit(X, y, classes=np.arange(4))
    with pytest.raises(ValueError, match=r"labels outside classes: \[7\]"):
        started.partial_fit(X[:1], [7])
    with pytest.raises(ValueError, match="classes must stay"):
        started.partial_fit(X, y, classes=np.arange(5))
    with pytest.raises(ValueError, match="step must be"):
        type(model)(step=0).fit(X, y)
    with pytest.raises(ValueError, match="loss must be"):
        type(model)(loss="log").fit(X, y)
    with pytest.raises(ValueError, match="row_length must be"):
        type(model)(row_length=0.0).fit(X, y)


def test_bad_numbers_of_nodes_and_guesses():
    X, y = corners(2, 5, seed=0)
    with pytest.raises(ValueError, match="max_inner must be"):
        OnlinePartitionTree(0).fit(X, y)
    with pytest.raises(ValueError, match="forget must be"):
        OnlinePartitionTree(forget=2).fit(X, y)
    with pytest.raises(ValueError, match="n_guesses must be"):
        OnlinePartitionTree().fit(X, y).predict_topk(X, 5)
