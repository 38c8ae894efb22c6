import numpy as np
import pytest

from mlcompanion.graphical.partitions import (
    cell_sums,
    exact_partition,
    greedy_partition,
    prefix_code_length,
)
from mlcompanion.graphical.partitions.dyadic import child_cells


class Spread:
    """Squared distance of the judged rows from the training mean."""

    def __init__(self, train, held_out):
        judged = train if held_out is None else held_out
        self.mean = train.mean()
        self.loss = float(np.trace(judged.covariance(self.mean))) * judged.n


def members(X, cell):
    """Rows in a cell, by its box."""
    inside = np.ones(len(X), dtype=bool)
    for k, (level, place) in enumerate(cell):
        low = place / 2**level
        inside &= (X[:, k] <= (place + 1) / 2**level) & ((X[:, k] > low) | (place == 0))
    return inside


def recounted(data, cell, min_rows):
    """Loss of a cell, its rows counted again among all."""
    X, Z, X_out, Z_out = data
    rows = members(X, cell)
    rows_out = members(X_out, cell)
    if rows.sum() < min_rows or not rows_out.any():
        return None
    return float(((Z_out[rows_out] - Z[rows].mean(axis=0)) ** 2).sum())


def greedy_by_recounting(data, cell, level, min_rows):
    """Leaves of the greedy tree, from the source's text."""
    here = recounted(data, cell, min_rows)
    best = (0.0, None)
    for k in range(len(cell)):
        if cell[k][0] < level:
            parts = [recounted(data, half, min_rows) for half in child_cells(cell, k)]
            if None not in parts and (here - sum(parts)) / len(data[2]) > best[0]:
                best = ((here - sum(parts)) / len(data[2]), k)
    if best[1] is None:
        return {cell}
    halves = child_cells(cell, best[1])
    return set().union(*(greedy_by_recounting(data, half, level, min_rows) for half in halves))


def best_of_all(data, cell, level, min_rows):
    """(loss, number of leaves) of every tree of a cell."""
    here = recounted(data, cell, min_rows)
    if here is None:
        return []
    found = [(here, 1)]
    for k in range(len(cell)):
        if cell[k][0] < level:
            left, right = (
                best_of_all(data, half, level, min_rows) for half in child_cells(cell, k)
            )
            found += [(a + b, m + n) for a, m in left for b, n in right]
    return found


def draw(seed, n=60, d=2, steps=2):
    rng = np.random.default_rng(seed)
    X, X_out = rng.random((2, n, d))
    centres = rng.normal(size=(steps, steps, 2)) * 2
    make = lambda x: centres[tuple((x[:, :2] * steps).astype(int).T)] + rng.normal(size=(n, 2))  # noqa: E731
    return X, make(X), X_out, make(X_out)


@pytest.mark.parametrize("seed", range(6))
def test_greedy_finds_the_tree_of_recounting(seed):
    data = draw(seed, n=120, d=3, steps=4)
    found = greedy_partition(*data, leaf=Spread, max_level=3, min_rows=3)
    assert found.tree.cells() == greedy_by_recounting(data, ((0, 0),) * 3, 3, 3)
    assert found.tree.n_leaves > 3


@pytest.mark.parametrize("seed", range(6))
def test_exact_search_finds_the_best_of_all_trees(seed):
    data = draw(seed)
    every = best_of_all(data, ((0, 0), (0, 0)), 2, 3)
    found = exact_partition(*data, leaf=Spread, max_level=2, min_rows=3)
    np.testing.assert_allclose(found.risk, min(every)[0] / 60, rtol=1e-12)
    again = sum(recounted(data, cell, 3) for cell in found.tree.cells()) / 60
    np.testing.assert_allclose(found.risk, again, rtol=1e-12)
    greedy = greedy_partition(*data, leaf=Spread, max_level=2, min_rows=3)
    assert greedy.risk >= found.risk - 1e-12


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("weight", [0.001, 0.01, 0.1])
def test_exact_search_with_a_penalty_that_does_not_add_up(seed, weight):
    X, Z = draw(seed)[:2]
    data = (X, Z, X, Z)

    def penalty(m):
        return weight * m * np.sqrt(prefix_code_length(m, 2))

    every = best_of_all(data, ((0, 0), (0, 0)), 2, 3)
    want = min(loss / 60 + penalty(m) for loss, m in every)
    found = exact_partition(X, Z, leaf=Spread, max_level=2, min_rows=3, penalty=penalty)
    np.testing.assert_allclose(found.risk + penalty(found.tree.n_leaves), want, rtol=1e-12)
    few = exact_partition(X, Z, leaf=Spread, max_level=2, min_rows=3, penalty=penalty, max_leaves=2)
    want = min(loss / 60 + penalty(m) for loss, m in every if m <= 2)
    np.testing.assert_allclose(few.risk + penalty(few.tree.n_leaves), want, rtol=1e-12)


def test_risk_falls_by_the_gains():
    found = greedy_partition(*draw(1), leaf=Spread, max_level=3, min_rows=3)
    path = found.risk_path()
    assert len(path) == found.tree.n_leaves
    np.testing.assert_allclose(path[-1], found.risk)
    assert (np.diff(path) < 0).all()
    assert (found.gains[found.tree.leaves] <= 0).all()


def test_a_cut_that_does_not_pay_is_not_made():
    data = draw(2)
    whole = greedy_partition(*data, leaf=Spread, max_level=3, min_rows=3)
    cut = whole.gains[whole.tree.feature >= 0]
    fewer = greedy_partition(*data, leaf=Spread, max_level=3, min_rows=3, min_gain=np.median(cut))
    assert 1 < fewer.tree.n_leaves < whole.tree.n_leaves
    stiff = greedy_partition(*data, leaf=Spread, max_level=3, penalty=lambda m: 1e6 * m)
    assert stiff.tree.n_leaves == 1


def test_every_leaf_has_rows_of_both_kinds():
    X, Z, X_out, Z_out = draw(3, steps=2)
    keep = X_out[:, 0] <= 0.5  # the right half holds no held-out row
    for search in (greedy_partition, exact_partition):
        found = search(X, Z, X_out[keep], Z_out[keep], leaf=Spread, max_level=2, min_rows=4)
        at = found.tree.leaves
        assert found.n_train[at].min() >= 4
        assert found.n_held_out[at].min() >= 1
        assert found.n_train[at].sum() == 60
        assert found.tree.feature[0] != 0


def test_models_belong_to_their_nodes():
    X, Z, X_out, Z_out = draw(4)
    found = greedy_partition(X, Z, X_out, Z_out, leaf=Spread, max_level=3, min_rows=3)
    boxes = found.tree.boxes()
    for model, (low, high) in zip(found.models, boxes.transpose(0, 2, 1)):
        rows = ((low < X) & (high >= X)).all(axis=1)
        np.testing.assert_allclose(model.mean, Z[rows].mean(axis=0))


def test_covariance_of_a_cell_around_any_point():
    Z = np.random.default_rng(0).normal(3, 2, (30, 4))
    sums = cell_sums(Z)
    np.testing.assert_allclose(sums.covariance(), np.cov(Z.T, bias=True))
    around = np.array([1.0, 2, 3, 4])
    np.testing.assert_allclose(sums.covariance(around), (Z - around).T @ (Z - around) / 30)


def test_rows_and_cells_of_one_data_set_give_the_same_losses():
    data = draw(5, n=200)
    exact = exact_partition(*data, leaf=Spread, max_level=2)
    rows = exact.tree.apply(data[0])
    for node in exact.tree.leaves:
        sums = cell_sums(data[1][rows == node])
        np.testing.assert_allclose(sums.mean(), exact.models[node].mean)


@pytest.mark.parametrize("search", [greedy_partition, exact_partition])
def test_bad_input_is_refused_by_name(search):
    X, Z, X_out, Z_out = draw(0)
    with pytest.raises(ValueError, match=r"X must hold values in \[0, 1\]"):
        search(X + 1, Z, leaf=Spread)
    with pytest.raises(ValueError, match="X_out needs at least 1 row"):
        search(X, Z, X_out[:0], Z_out[:0], leaf=Spread)
    with pytest.raises(ValueError, match="X_out and Z_out"):
        search(X, Z, X_out, leaf=Spread)
    with pytest.raises(ValueError, match="min_rows"):
        search(X, Z, leaf=Spread, min_rows=61)
    with pytest.raises(ValueError, match="Z must have shape"):
        search(X, Z[:-1], leaf=Spread)
