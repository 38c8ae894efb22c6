import numpy as np
import pytest
from scipy.sparse.csgraph import shortest_path

from mlcompanion.graphical.forests import ChowLiuForest, binary_forest, threshold_path
from mlcompanion.graphical.partitions import cell_forest, path_lengths, random_forest_edges
from mlcompanion.graphical.trees import (
    information_of_counts,
    pair_counts,
    pairwise_mutual_information,
)

RNG = np.random.default_rng(7)
X = np.column_stack([RNG.integers(0, r, 300) for r in (2, 3, 4, 2)])
X[:, 1] = (X[:, 0] + X[:, 1]) % 3
Z = X[150:]
BETAS = np.array([0.1, 0.5, 0.9])


def test_counts_alone_give_the_forest_and_the_loss_of_the_rows():
    counts, starts = pair_counts(X, [2, 3, 4, 2])
    held, _ = pair_counts(Z, [2, 3, 4, 2])
    path = threshold_path(X, BETAS, Z, n_states=[2, 3, 4, 2], smoothing=1.5)
    cell = cell_forest(counts, held, starts, 300.0**-BETAS, smoothing=1.5)
    np.testing.assert_allclose(cell.losses, -len(Z) * path.test_scores, rtol=1e-12)
    k = path.n_edges[np.argmax(path.test_scores[path.n_edges])]
    np.testing.assert_array_equal(cell.edges, path.edges[:k])
    assert cell.loss == cell.losses[k]


def test_information_of_summed_counts_is_that_of_all_rows():
    first, starts = pair_counts(X[:100], [2, 3, 4, 2])
    second, _ = pair_counts(X[100:], [2, 3, 4, 2])
    np.testing.assert_array_equal(
        information_of_counts(first + second, starts), pairwise_mutual_information(X)
    )


def test_held_out_rows_choose_the_best_of_all_thresholds():
    P = binary_forest(6, [(0, 1), (2, 3)], crossover=0.2)
    rows = P.sample(400, 1)
    out = P.sample(400, 2)
    counts, starts = pair_counts(rows, 2)
    cell = cell_forest(counts, pair_counts(out, 2)[0], starts, 400.0**-BETAS)
    losses = [
        -ChowLiuForest(beta, smoothing=2, n_states=2).fit(rows).score_samples(out).sum()
        for beta in BETAS
    ]
    assert cell.loss == pytest.approx(min(losses), rel=1e-12)
    assert cell.threshold == pytest.approx(400.0 ** -BETAS[np.argmin(losses)])


def test_a_pair_that_was_never_seen_costs_everything_without_smoothing():
    counts, starts = pair_counts([[0, 0], [1, 1]] * 5)
    held, _ = pair_counts([[0, 1]], 2)
    assert cell_forest(counts, held, starts, [0.1], smoothing=0).loss == np.inf
    assert cell_forest(counts, held, starts, [0.1, 2.0], smoothing=0).loss < 2
    assert len(cell_forest(counts, held, starts, [0.1, 2.0], smoothing=0).edges) == 0


def test_no_held_out_row_no_loss():
    counts, starts = pair_counts(X, [2, 3, 4, 2])
    assert cell_forest(counts, np.zeros_like(counts), starts, [0.1]).loss == 0


@pytest.mark.parametrize(
    ("starts", "counts", "word"),
    [([0, 1], np.eye(3), "counts"), ([1, 2], np.eye(4), "starts"), ([0, 9], np.eye(4), "starts")],
)
def test_counts_that_fit_no_columns_are_refused(starts, counts, word):
    with pytest.raises(ValueError, match=word):
        information_of_counts(counts, starts)


def test_path_lengths_are_the_shortest_ones():
    for seed in range(5):
        edges = random_forest_edges(12, 5, seed)
        graph = np.zeros((12, 12))
        graph[edges[:, 0], edges[:, 1]] = 1
        want = shortest_path(graph, directed=False, unweighted=True)
        np.testing.assert_array_equal(path_lengths(edges, 12), want)


def test_a_circle_has_no_path_lengths():
    with pytest.raises(ValueError, match="cycle"):
        path_lengths([(0, 1), (1, 2), (0, 2)], 3)


def test_of_thresholds_with_one_forest_the_largest_is_told():
    counts, starts = pair_counts([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]] * 5)
    assert cell_forest(counts, counts, starts, [0.1, 0.01, 0.05]).threshold == 0.1
