"""Forest distributions, their divergences and the estimator, against sums over all states."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.special import rel_entr
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.graphical.forests import (
    ChowLiuForest,
    ForestDistribution,
    binary_forest,
    error_shares,
    forest_kl,
    forest_of_edges,
    forest_projection,
    forest_risk,
    table_information,
    threshold_path,
    tree_run,
)
from mlcompanion.graphical.trees import pairwise_mutual_information


def graph_of(edges, d):
    A = np.zeros((d, d))
    for i, j in edges:
        A[i, j] = A[j, i] = 1
    return A


def forests(d):
    """All sets of edges without a cycle."""
    pairs = list(combinations(range(d), 2))
    for k in range(d):
        for edges in combinations(pairs, k):
            if connected_components(graph_of(edges, d), directed=False)[0] == d - k:
                yield edges


def random_forest_law(rng, edges, n_states):
    """A forest law with a random law at each root and random channels."""
    A = graph_of(edges, len(n_states))
    laws = [None] * len(n_states)
    tables = {}
    for root in range(len(n_states)):
        if laws[root] is not None:
            continue
        laws[root] = rng.dirichlet(np.ones(n_states[root]))
        order, above = breadth_first_order(A, root, directed=False)
        for v in order[1:].tolist():
            u = int(above[v])
            table = laws[u][:, None] * rng.dirichlet(np.ones(n_states[v]), n_states[u])
            laws[v] = table.sum(axis=0)
            tables[min(u, v), max(u, v)] = table if u < v else table.T
    edges = sorted(tables)
    return ForestDistribution(edges, laws, [tables[e] for e in edges])


@pytest.fixture
def rng():
    return np.random.default_rng(2)


EDGES = [(0, 2), (2, 3), (1, 4), (2, 5)]
STATES = [2, 3, 2, 4, 2, 3]


def test_the_law_is_the_product_of_its_factors(rng):
    P = random_forest_law(rng, EDGES, STATES)
    joint = P.joint()
    assert joint.sum() == pytest.approx(1)
    for x in product(*map(range, STATES)):
        want = np.prod([law[s] for law, s in zip(P.marginals, x)])
        for (i, j), table in zip(P.edges, P.tables):
            want *= table[x[i], x[j]] / (P.marginals[i][x[i]] * P.marginals[j][x[j]])
        assert joint[x] == pytest.approx(want, rel=1e-12)


def test_pairs_are_marginals_of_the_joint(rng):
    P = random_forest_law(rng, EDGES, STATES)
    joint = P.joint()
    for i, j in product(range(6), repeat=2):
        if i != j:
            want = joint.sum(axis=tuple(set(range(6)) - {i, j}))
            want = want if i < j else want.T
            np.testing.assert_allclose(P.pair_table(i, j), want, atol=1e-14)


def test_samples_have_the_law(rng):
    P = random_forest_law(rng, [(0, 1), (1, 2)], [2, 3, 2])
    X = P.sample(200_000, 0)
    counts = np.zeros((2, 3, 2))
    np.add.at(counts, tuple(X.T), 1)
    np.testing.assert_allclose(counts / len(X), P.joint(), atol=0.005)


def test_divergence_is_the_sum_over_all_states(rng):
    for _ in range(10):
        P = random_forest_law(rng, EDGES, STATES)
        Q = random_forest_law(rng, [(0, 1), (1, 2), (3, 5)], STATES)
        want = rel_entr(P.joint(), Q.joint()).sum()
        assert forest_kl(P, Q) == pytest.approx(want, rel=1e-9)
        assert forest_risk(P, Q) == pytest.approx(want, rel=1e-9)
    assert forest_kl(P, P) == pytest.approx(0, abs=1e-13)


def test_what_cannot_come_is_infinitely_far():
    P = binary_forest(3, [(0, 1)])
    Q = ForestDistribution([(0, 1)], [[0.5, 0.5]] * 3, [np.eye(2) / 2])
    assert forest_kl(P, Q) == np.inf
    assert forest_kl(Q, P) < np.inf
    assert Q.log_prob([[0, 1, 0]])[0] == -np.inf


def test_the_projection_is_the_best_of_all_forests(rng):
    for d in (3, 4):
        for _ in range(5):
            joint = rng.dirichlet(np.ones(2**d)).reshape([2] * d)
            risks = []
            for edges in forests(d):
                laws = [joint.sum(axis=tuple(set(range(d)) - {i})) for i in range(d)]
                tables = [joint.sum(axis=tuple(set(range(d)) - set(e))) for e in edges]
                Q = ForestDistribution(edges, laws, tables)
                risks.append(rel_entr(joint, Q.joint()).sum())
            best = forest_projection(joint)
            assert rel_entr(joint, best.joint()).sum() == pytest.approx(min(risks), abs=1e-12)
            assert forest_risk(joint, best) == pytest.approx(0, abs=1e-12)


def test_the_projection_of_a_forest_is_itself(rng):
    P = binary_forest(5, [(0, 3), (1, 4)], 0.2, 0.4)
    Q = forest_projection(P.joint())
    assert {tuple(e) for e in Q.edges.tolist()} == {(0, 3), (1, 4)}
    assert forest_kl(P, Q) == pytest.approx(0, abs=1e-12)


def test_the_tree_is_the_most_likely_of_all(rng):
    P = random_forest_law(rng, [(0, 1), (1, 2), (2, 3)], [2, 3, 2, 2])
    X = P.sample(80, 1)
    model = ChowLiuForest(threshold=0).fit(X)
    best = max(
        forest_of_edges(X, edges, n_states=[2, 3, 2, 2]).log_prob(X).mean() for edges in forests(4)
    )
    assert model.score(X) == pytest.approx(best, abs=1e-12)
    # and of all forests of k edges, the strongest k of the tree
    for k in range(4):
        model = ChowLiuForest(n_edges=k).fit(X)
        best = max(forest_of_edges(X, e).log_prob(X).mean() for e in forests(4) if len(e) == k)
        assert model.score(X) == pytest.approx(best, abs=1e-12)
        assert model.n_edges_ == len(model.edges_) == k


def test_the_threshold_counts_edges():
    P = binary_forest(8, [(0, 1), (0, 2), (3, 4)], 0.1)
    X = P.sample(500, 3)
    model = ChowLiuForest(beta=0.5).fit(X)
    assert {tuple(e) for e in model.edges_.tolist()} == {(0, 1), (0, 2), (3, 4)}
    assert model.threshold_ == pytest.approx(500**-0.5)
    assert (model.informations_ >= model.threshold_).all()
    assert (model.tree_informations_[model.n_edges_ :] < model.threshold_).all()
    exact = model.tree_informations_[1]
    assert ChowLiuForest(threshold=exact).fit(X).n_edges_ == 2
    assert ChowLiuForest(threshold=1).fit(X).n_edges_ == 0
    assert ChowLiuForest(threshold=0).fit(X).n_edges_ == 7
    assert model.n_params_ == 8 + 3


def test_smoothed_probabilities_are_a_law(rng):
    X = rng.integers(0, 2, (10, 4)) * [1, 1, 0, 1]
    model = ChowLiuForest(threshold=0, smoothing=2, n_states=[2, 3, 2, 2]).fit(X)
    assert model.distribution_.joint().sum() == pytest.approx(1)
    assert (model.distribution_.joint() > 0).all()
    hard = ChowLiuForest(threshold=0, n_states=[2, 3, 2, 2]).fit(X)
    np.testing.assert_array_equal(hard.tree_edges_, model.tree_edges_)
    table = model.distribution_.tables[0]
    i, j = model.edges_[0]
    counts = np.zeros(table.shape)
    np.add.at(counts, (X[:, i], X[:, j]), 1)
    np.testing.assert_allclose(table, (counts + 2 / table.size) / 12)


def test_one_tree_serves_all_thresholds(rng):
    P = random_forest_law(rng, EDGES, STATES)
    X = P.sample(60, 4)
    test = P.sample(30, 5)
    betas = np.linspace(0.1, 0.9, 9)
    path = threshold_path(X, betas, test, n_states=STATES, smoothing=1.0)
    for beta, k in zip(betas, path.n_edges):
        model = ChowLiuForest(beta, n_states=STATES, smoothing=1.0).fit(X)
        assert model.n_edges_ == k
        assert model.score(X) == pytest.approx(path.scores[k])
        assert model.score(test) == pytest.approx(path.test_scores[k])


def test_an_impossible_row_stays_impossible():
    path = threshold_path([[0, 0, 0], [1, 1, 0], [1, 1, 1]], [0.9], [[0, 1, 1]])
    assert path.test_scores[0] > -np.inf
    assert path.test_scores[-1] == -np.inf


def test_three_numbers_tell_the_error_at_every_threshold():
    edges = [(0, 1), (0, 2), (0, 3)]
    P = binary_forest(7, edges, 0.25)
    betas = np.linspace(0.2, 0.9, 15)
    n = 60
    runs = []
    wrong = np.zeros(15)
    many = np.zeros(15)
    for seed in range(30):
        X = P.sample(n, seed)
        runs.append(tree_run(pairwise_mutual_information(X, 2), edges))
        for b, beta in enumerate(betas):
            found = {tuple(e) for e in ChowLiuForest(beta).fit(X).edges_.tolist()}
            wrong[b] += found != set(edges)
            many[b] += len(found) > 3
    shares = error_shares(runs, n**-betas)
    np.testing.assert_allclose(shares.wrong, wrong / 30)
    np.testing.assert_allclose(shares.too_many, many / 30)


def test_a_cycle_is_no_forest():
    with pytest.raises(ValueError, match="edges must be those of a forest"):
        binary_forest(4, [(0, 1), (1, 2), (0, 2)])
    with pytest.raises(ValueError, match="edges must be those of a forest"):
        binary_forest(4, [(0, 1), (1, 0)])


def test_information_of_a_symmetric_channel():
    assert table_information(np.eye(2) / 2) == pytest.approx(np.log(2))
    assert table_information(np.outer([0.3, 0.7], [0.1, 0.9])) == pytest.approx(0, abs=1e-15)


def test_unseen_codes_are_refused():
    model = ChowLiuForest().fit([[0, 1], [1, 0], [1, 1]])
    with pytest.raises(ValueError, match="X must hold codes below"):
        model.score_samples([[2, 0]])


@parametrize_with_checks([ChowLiuForest()])
def test_sklearn(estimator, check):
    check(estimator)
