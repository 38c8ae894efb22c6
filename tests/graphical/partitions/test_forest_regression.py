from collections import Counter

import numpy as np
import pytest

from mlcompanion.datasets import region_boxes, region_labels
from mlcompanion.graphical.forests import ChowLiuForest, binary_forest
from mlcompanion.graphical.partitions import (
    FoCART,
    cell_forest,
    exact_partition,
    forest_tree_penalty,
    make_forest_regions,
    prefix_code_length,
    random_forest_edges,
)
from mlcompanion.graphical.partitions.forest_cells import BETAS
from mlcompanion.graphical.partitions.forest_rows import state_marks
from mlcompanion.graphical.trees import pair_counts


def halves(n, seed):
    """Two cells of one covariate, each with a chain of its own among three responses."""
    rng = np.random.default_rng(seed)
    x = rng.random((n, 2))
    laws = [binary_forest(3, edges, 0.1) for edges in ([(0, 1)], [(1, 2)])]
    Y = np.where(x[:, :1] <= 0.5, laws[0].sample(n, rng), laws[1].sample(n, rng))
    return x, Y


X, Y = halves(400, 0)
X_OUT, Y_OUT = halves(400, 1)
MODEL = FoCART().fit(X, Y, X_OUT, Y_OUT)


def test_each_half_has_its_forest():
    left, right = MODEL.edges([[0.5, 0.9], [0.50001, 0.9]])
    assert left[0].tolist() == [0, 1]
    assert right[0].tolist() == [1, 2]
    assert MODEL.tree_.feature.tolist() == [0, -1, -1]
    few = FoCART(betas=[0.3]).fit(X, Y, X_OUT, Y_OUT)
    assert few.path_lengths([[0.1, 0], [0.9, 0]], 0, 1).tolist() == [1, np.inf]


def test_a_cell_is_the_chow_liu_forest_of_its_rows():
    inside = X[:, 0] <= 0.5
    inside_out = X_OUT[:, 0] <= 0.5
    best = max(
        (ChowLiuForest(threshold=400**-beta, smoothing=2).fit(Y[inside]) for beta in BETAS),
        key=lambda model: model.score(Y_OUT[inside_out]),
    )
    np.testing.assert_array_equal(MODEL.edges([[0.1, 0.1]])[0], best.edges_)
    np.testing.assert_allclose(
        MODEL.log_prob(X_OUT[inside_out], Y_OUT[inside_out]),
        best.score_samples(Y_OUT[inside_out]),
    )


def test_the_risk_is_minus_the_score_and_gains_add_up():
    assert MODEL.risk_ == pytest.approx(-MODEL.score(X_OUT, Y_OUT))
    pooled = FoCART(min_gain=np.log(4)).fit(X, Y, X_OUT, Y_OUT)
    assert pooled.tree_.n_leaves == 1
    assert pooled.risk_ - MODEL.risk_ == pytest.approx(MODEL.gains_[0])


def test_the_error_of_a_gain_is_that_of_its_rows():
    pooled = FoCART(min_gain=5).fit(X, Y, X_OUT, Y_OUT)
    change = MODEL.log_prob(X_OUT, Y_OUT) - pooled.log_prob(X_OUT, Y_OUT)
    assert change.mean() == pytest.approx(MODEL.gains_[0])
    assert MODEL.gain_errors_[0] == pytest.approx(change.std() / np.sqrt(len(change)))


def test_a_cut_has_to_gain_so_many_errors():
    ratio = MODEL.gains_[0] / MODEL.gain_errors_[0]
    kept = FoCART(min_errors=0.99 * ratio).fit(X, Y, X_OUT, Y_OUT)
    assert kept.tree_.cells() == MODEL.tree_.cells()
    gone = FoCART(min_errors=1.01 * ratio).fit(X, Y, X_OUT, Y_OUT)
    assert gone.tree_.n_leaves == 1
    assert gone.risk_ == pytest.approx(-gone.score(X_OUT, Y_OUT))
    assert np.isnan(gone.gain_errors_).all()


def test_what_is_cut_short_is_what_the_search_would_have_left():
    rows = make_forest_regions(1500, 3, 6, part=3, random_state=3)[:4]
    whole = FoCART().fit(*rows)
    worth = whole.gains_ >= 2 * whole.gain_errors_
    node = 0
    queue = [0]
    kept = []
    while queue:
        node = queue.pop(0)
        if whole.tree_.feature[node] >= 0 and worth[node]:
            queue += [whole.tree_.left[node], whole.tree_.left[node] + 1]
        else:
            kept.append(tuple(map(tuple, whole.tree_.boxes()[node].tolist())))
    short = FoCART(min_errors=2).fit(*rows)
    boxes = short.tree_.boxes()[short.tree_.leaves].tolist()
    assert {tuple(map(tuple, box)) for box in boxes} == set(kept)
    assert short.tree_.n_leaves < whole.tree_.n_leaves


def test_the_greedy_tree_is_the_best_of_all_for_a_cut_that_pays_at_once():
    limits = 400.0 ** -np.array(BETAS)
    starts = np.array([0, 2, 4])

    def leaf(train, out):
        return cell_forest(train.products, out.products, starts, limits)

    marks = [np.eye(2)[rows].reshape(-1, 6) for rows in (Y, Y_OUT)]
    best = exact_partition(X, marks[0], X_OUT, marks[1], leaf=leaf, max_level=2)
    assert FoCART(max_level=2).fit(X, Y, X_OUT, Y_OUT).risk_ >= best.risk - 1e-12


def test_marks_without_first_states_count_the_same_pairs():
    codes = np.random.default_rng(0).integers(0, [2, 3, 4], (50, 3))
    model = FoCART(max_level=0, n_states=[2, 3, 4]).fit(np.zeros((50, 1)), codes,
                                                         np.zeros((50, 1)), codes)  # fmt: skip
    counts, starts = pair_counts(codes, [2, 3, 4])
    want = cell_forest(counts, counts, starts, 50.0 ** -np.array(BETAS))
    assert state_marks(codes, [2, 3, 4]).shape == (50, 6)
    np.testing.assert_allclose(model.cells_[0].losses, want.losses)
    assert model.risk_ == pytest.approx(want.loss / 50)


def test_without_held_out_rows_a_random_half_is_held_out():
    model = FoCART(random_state=0).fit(X, Y)
    assert model.n_train_[0] == model.n_held_out_[0] == 200
    again = FoCART(random_state=0).fit(X, Y)
    assert again.risk_ == model.risk_


def test_the_penalty_is_the_sources():
    bits = prefix_code_length(3, 2)
    want = 20 * 3 * np.sqrt((4 * np.log(100) + bits * np.log(2)) / 200)
    assert forest_tree_penalty(3, 100, 20, 2) == pytest.approx(want)


def test_a_penalty_decides_without_held_out_rows():
    free = FoCART(criterion="penalized", gamma=0.02).fit(X, Y)
    assert free.tree_.feature.tolist() == [0, -1, -1]
    assert FoCART(criterion="penalized", gamma=10).fit(X, Y).tree_.n_leaves == 1
    assert free.n_held_out_.tolist() == [0, 0, 0]
    assert free.risk_ == pytest.approx(-free.score(X, Y))


def test_states_that_only_held_out_rows_have():
    other = Y_OUT.copy()
    other[0, 0] = 2
    model = FoCART().fit(X, Y, X_OUT, other)
    assert model.n_states_.tolist() == [3, 2, 2]
    assert np.isfinite(model.risk_)
    with pytest.raises(ValueError, match="y must hold codes below"):
        FoCART().fit(X, Y, X_OUT, Y_OUT).score(X_OUT, other)


def test_states_beyond_those_told_are_refused():
    with pytest.raises(ValueError, match="y must hold codes below n_states"):
        FoCART(n_states=[2, 1, 2]).fit(X, Y)
    with pytest.raises(ValueError, match="y_val must hold codes below"):
        FoCART(n_states=2).fit(X, Y, X_OUT, 2 * Y_OUT)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((X + 1, Y), r"X must hold values in \[0"),
        ((X, Y - 1), "y must hold"),
        ((X, Y + 0.5), "y must be an array of whole"),
        ((X, Y, X_OUT, Y_OUT - 1), "y_val must hold"),
        ((X[1:], Y), "y must have shape"),
        ((X, Y, X_OUT), "given together"),
        ((X, Y, X_OUT[:, :1], Y_OUT), "X_val must have shape"),
        ((X, Y, X_OUT, Y_OUT[:, :2]), "y_val must have shape"),
    ],
)
def test_bad_rows_are_refused_by_name(arguments, word):
    with pytest.raises(ValueError, match=word):
        FoCART().fit(*arguments)


def test_a_cell_without_held_out_rows_is_no_cell():
    only_left = X_OUT[:, 0] <= 0.5
    model = FoCART(max_level=1).fit(X, Y, X_OUT[only_left], Y_OUT[only_left])
    assert 0 not in model.tree_.feature
    assert (model.n_held_out_ > 0).all()


def test_rows_follow_their_regions_law():
    data = make_forest_regions(40_000, 2, random_state=1)
    inside = data.Y[region_labels(data.X) == 21]
    edges = data.laws[21].edges
    differ = (inside[:, edges[:, 0]] != inside[:, edges[:, 1]]).mean(axis=0)
    assert np.abs(differ - 0.8).max() < 0.02
    assert np.abs(inside.mean(axis=0) - 0.5).max() < 0.03
    found = ChowLiuForest(threshold=0.05).fit(inside).edges_
    assert {tuple(e) for e in found.tolist()} == {tuple(e) for e in edges.tolist()}


def test_every_labelled_tree_is_as_likely():
    rng = np.random.default_rng(0)
    seen = Counter(tuple(random_forest_edges(4, None, rng).ravel().tolist()) for _ in range(3200))
    assert len(seen) == 16
    assert max(seen.values()) < 1.4 * min(seen.values())


def test_trees_have_the_size_that_was_asked():
    assert len(random_forest_edges(7, 3, 0)) == 4
    assert random_forest_edges(1).shape == (0, 2)
    assert len(random_forest_edges(5, 1, 0)) == 0


def test_the_example_of_the_source_is_recovered():
    data = make_forest_regions(5000, 4, random_state=11)
    model = FoCART(min_errors=2).fit(*data[:4])
    boxes = model.tree_.boxes()[model.tree_.leaves]
    assert (boxes[:, 2:] == [0, 1]).all()
    found = {tuple(box.ravel().tolist()) for box in boxes[:, :2]}
    assert found == {tuple(box.ravel().tolist()) for box in region_boxes()}
    assert model.n_features_in_ == 4
