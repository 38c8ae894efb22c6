import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from mlcompanion.graphical.classifiers import MDLDiscretizer, TANClassifier, network_score
from mlcompanion.graphical.classifiers.tan import rooted_parents
from mlcompanion_chapters.jmlr12.j33_factorized_cll import (
    learners,
    mixed_trees,
    random_trees,
    source_sets,
)

#: Rows, attributes and classes of Table 1; of vote the complete rows, of glass what occurs.
PRINTED = {
    "australian": (690, 14, 2),
    "breast": (683, 9, 2),
    "corral": (128, 6, 2),
    "german": (1000, 20, 2),
    "glass": (214, 9, 6),
    "glass2": (163, 9, 2),
    "heart": (270, 13, 2),
    "hepatitis": (80, 19, 2),
    "iris": (150, 4, 3),
    "lymphography": (148, 18, 4),
    "mofn-3-7-10": (1324, 10, 2),
    "pima": (768, 8, 2),
    "segment": (2310, 19, 7),
    "vehicle": (846, 18, 4),
    "vote": (232, 16, 2),
    "waveform-21": (5000, 21, 3),
}


@pytest.mark.parametrize("name", PRINTED)
def test_sets_have_the_printed_sizes(name):
    X, y, _ = source_sets.rows_of(name)
    assert (*X.shape, len(np.unique(y))) == PRINTED[name]


def test_pima_counts_twice():
    assert len(source_sets.entries(dict.fromkeys(source_sets.AT_HAND, 0))) == 20


def test_divisions_are_disjoint_and_as_large_as_printed():
    y = source_sets.rows_of("segment")[1]
    train, test = source_sets.parts("segment", y, 3)[0]
    assert (len(train), len(test)) == (1540, 770)
    assert not set(train) & set(test)
    folds = source_sets.divisions("iris")
    assert all(np.bincount(f.y_test).tolist() == [10, 10, 10] for f in folds)
    for division in folds:
        assert (division.X.max(axis=0) < division.n_states).all()
        assert (division.X_test.max(axis=0) < division.n_states).all()


def test_cut_points_do_not_know_the_test_part():
    X, y, measured = source_sets.rows_of("heart")
    train, _ = source_sets.parts("heart", y, 0)[0]
    inside = source_sets.divisions("heart")[0]
    cut = MDLDiscretizer().fit(X[train][:, measured], y[train])
    np.testing.assert_array_equal(cut.n_bins_, inside.n_states[measured])
    outside = source_sets.divisions("heart", cut_with_all=True)
    assert len({tuple(d.n_states) for d in outside}) == 1


def test_german_s_marks_become_codes_again():
    X, _, measured = source_sets.rows_of("german")
    assert measured.sum() == 7
    assert set(np.unique(X[:, 0])) == {0, 1, 2, 3}


def test_votes_of_neighbours_keep_ties():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (60, 5))
    y = rng.integers(0, 3, 60)
    A = learners.marks(X, [3] * 5)
    votes = learners.neighbour_votes(A, y, A[:9], 3, 3)
    for row, got in zip(X[:9], votes):
        distance = (row != X).sum(axis=1)
        near = distance <= np.sort(distance)[2]
        np.testing.assert_array_equal(got, np.bincount(y[near], minlength=3))
    one = learners.neighbour_votes(A, y, A[:9], 1, 3)
    clear = one.sum(axis=1) == 1
    peer = KNeighborsClassifier(1, metric="hamming").fit(X, y)
    np.testing.assert_array_equal(one.argmax(axis=1)[clear], peer.predict(X[:9])[clear])


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("SVM", {"kernel": "linear"}),
        ("SVM2", {"kernel": "poly", "degree": 2, "gamma": 1.0}),
        ("SVMG", {"kernel": "rbf", "gamma": 0.1}),
    ],
)
def test_kernels_of_equal_attributes_are_those_of_marks(kind, options):
    rng = np.random.default_rng(1)
    X = rng.integers(0, 3, (80, 4))
    y = (X[:, 0] == X[:, 1]).astype(int)
    A = learners.marks(X, [3] * 4)
    K = learners._kernel(kind, A @ A.T, 4, 0.1)
    ours = SVC(kernel="precomputed").fit(K, y).decision_function(K)
    np.testing.assert_allclose(ours, SVC(**options).fit(A, y).decision_function(A), atol=1e-2)


@pytest.mark.parametrize("name", [*learners.NETWORKS, "C4.5", "1-NN", "SVM", "LogR"])
def test_every_learner_judges_corral(name):
    accuracy, tested, used = learners.judge(name, source_sets.divisions("corral"))
    assert tested == 128
    assert accuracy > 0.8
    assert used >= 0


def test_random_trees_are_uniform():
    rng = np.random.default_rng(0)
    seen = {}
    for _ in range(3200):
        edges = random_trees.random_tree(4, rng)
        key = tuple(sorted(tuple(sorted(map(int, e))) for e in edges))
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == 16
    assert min(seen.values()) > 140


def test_agreement_is_spearman_s_over_trees():
    found = random_trees.rank_agreement("corral", 30)
    X, y = random_trees.training_codes("corral")
    rng = np.random.default_rng(0)
    values = []
    for _ in range(30):
        parents = rooted_parents(random_trees.random_tree(6, rng), 6)
        values.append([network_score(parents, X, y, c) for c in ("fcll", "ll", "cll")])
    fcll, ll, cll = np.array(values).T
    assert found == pytest.approx((spearmanr(fcll, cll)[0], spearmanr(ll, cll)[0]))


def test_trees_of_share_zero_are_those_of_likelihood():
    part = source_sets.divisions("segment")[0]
    tree = mixed_trees.mixed_tree("segment", 0.0, 1)
    model = TANClassifier("ll", n_states=part.n_states).fit(part.X, part.y)
    assert tree.edges == mixed_trees.edge_set(model)
    assert tree.accuracies.tolist() == [model.score(part.X_test, part.y_test)]


def test_copies_err_as_often_as_told():
    X, y = mixed_trees.copied_law(0.1)
    assert (X[:, 0] == X[:, 1]).all()
    assert np.mean(X[:, 0] != y) == 0.1


def test_pairs_of_corral_tell_together():
    assert random_trees.tree_interaction("corral") == pytest.approx(0.386, abs=1e-3)
