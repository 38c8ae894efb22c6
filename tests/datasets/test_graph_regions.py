import numpy as np
import pytest

from mlcompanion.datasets import (
    graph_precisions,
    make_graph_chain,
    make_graph_grid,
    make_graph_regions,
    random_graphs,
    region_boxes,
    region_labels,
)
from mlcompanion.datasets._graph_regions import draw_normal


@pytest.mark.parametrize("layout", ["one", "two"])
def test_regions_tile_the_square_with_the_sizes_told(layout):
    boxes = region_boxes(layout)
    areas = np.prod(boxes[:, :, 1] - boxes[:, :, 0], axis=1)
    assert sorted(areas.tolist()) == [1 / 64] * 16 + [1 / 16] * 4 + [1 / 4] * 2
    X = np.random.default_rng(0).random((500, 3))
    inside = ((boxes[:, :, 0] < X[:, None, :2]) & (X[:, None, :2] <= boxes[:, :, 1])).all(axis=2)
    assert (inside.sum(axis=1) == 1).all()
    np.testing.assert_array_equal(region_labels(X, layout), inside.argmax(axis=1))


def test_boundaries_belong_to_the_left():
    assert region_labels([[0, 0], [0.5, 0.5], [0.5, 1], [1, 0.5]]).tolist() == [0, 15, 21, 20]


def test_random_graphs_have_the_edges_and_degrees_asked_for():
    graphs = random_graphs(40, random_state=1)
    assert (graphs == graphs.transpose(0, 2, 1)).all()
    assert (graphs.sum(axis=(1, 2)) == 20).all()
    assert graphs.sum(axis=1).max() <= 4
    assert len({g.tobytes() for g in graphs}) == 40
    assert np.linalg.eigvalsh(graph_precisions(graphs)).min() > 0
    with pytest.raises(ValueError, match="n_edges must be at most"):
        random_graphs(1, 4, 6, 2)


def test_rows_of_a_region_have_its_precision():
    data = make_graph_regions(40_000, d=2, p=6, n_edges=4, random_state=2)
    for r in (20, 21):
        rows = data.Y[region_labels(data.X) == r]
        found = np.linalg.inv(rows.T @ rows / len(rows))
        np.testing.assert_allclose(found, data.precisions[r], atol=0.06)
    assert data.Y_out.shape == data.Y.shape


def test_a_chain_moves_by_single_edges():
    chain = make_graph_chain(3000, random_state=3)
    sizes = chain.graphs.sum(axis=(1, 2)) // 2
    assert sizes[0] == 10
    assert sizes.min() >= 5
    assert sizes.max() <= 15
    assert chain.graphs.sum(axis=1).max() <= 4
    changed = (chain.graphs[1:] != chain.graphs[:-1]).sum(axis=(1, 2)) // 2
    assert changed.max() <= 2
    # 3000 steps with chance 0.05 of each of two changes, a few stopped at the limits
    assert 220 < changed.sum() < 320


def test_a_grid_moves_from_the_left_or_from_below():
    grid = make_graph_grid(20, random_state=4)
    graphs = grid.graphs.reshape(20, 20, 20, 20)
    for i in range(1, 20):
        for j in range(1, 20):
            steps = [(graphs[i, j] != graphs[a, b]).sum() // 2 for a, b in ((i - 1, j), (i, j - 1))]
            assert min(steps) <= 2
    np.testing.assert_allclose(grid.X[[0, 1, 20]], [[0, 0], [0, 1 / 19], [1 / 19, 0]])


def test_rows_of_moving_graphs_have_their_precisions():
    chain = make_graph_chain(2, p=3, n_edges=1, max_degree=2, random_state=5)
    stack = np.repeat(graph_precisions(chain.graphs)[:1], 40_000, axis=0)
    rows = draw_normal(stack, np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.inv(np.cov(rows.T)), stack[0], atol=0.03)
