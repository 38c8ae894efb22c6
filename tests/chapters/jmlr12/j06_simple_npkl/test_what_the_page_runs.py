"""What page and studies of J6 run, on small cases."""

import numpy as np
import pytest

from mlcompanion.kernel_methods.pairs import closed_form_kernel, pairwise_constraints
from mlcompanion_chapters.jmlr12.j06_simple_npkl import clusters, iris, maps, page, sets, theorems


@pytest.mark.parametrize("name", sets.TABLE_2)
def test_sets_have_the_sizes_of_table_1(name):
    X, y = sets.table_2_set(name)
    sizes = dict(zip(sets.TABLE_2, (100, 214, 270, 150, 208, 100, 178)))
    columns = dict(zip(sets.TABLE_2, (2, 9, 13, 4, 60, 3, 12)))
    classes = dict(zip(sets.TABLE_2, (2, 6, 2, 3, 2, 2, 3)))
    assert X.shape == (sizes[name], columns[name])
    assert len(np.unique(y)) == classes[name]


@pytest.mark.parametrize("name", sets.TABLE_8)
def test_a_hundred_points_of_two_classes(name):
    X, y = sets.largest_two(name, 1)
    assert len(X) == 100
    assert set(y) == {0, 1}


def test_the_pages_list_of_pairs_only_grows():
    y = np.repeat([0, 1, 2], 50)
    short = page.first_pairs(y, 40)
    long = page.first_pairs(y, 90)
    kept = long.multiply(abs(short))
    assert (kept != short).nnz == 0
    assert long.nnz == 180
    wrong = page.first_pairs(y, 90, wrong=0.3)
    assert (abs(wrong) != abs(long)).nnz == 0
    assert 10 < (wrong != long).nnz // 2 < 45


def test_some_of_the_pairs_are_pairs_that_were_given():
    T = pairwise_constraints(np.arange(30) % 2, 60, random_state=0)
    few = clusters.some_pairs(T, 20, 1)
    assert few.nnz == 40
    assert (few.multiply(abs(T)) != few).nnz == 0
    assert (few != few.T).nnz == 0


def test_held_out_pairs_choose_a_constant_of_the_list():
    X, y = sets.table_2_set("iris")
    T = pairwise_constraints(y, 120, random_state=0)
    assert clusters.held_out_constant(X, T, 3, 0) in clusters.CONSTANTS


def test_when_99_per_cent_were_climbed():
    assert clusters.climbed([0.0, 0.5, 0.98, 0.995, 1.0]) == 3
    assert clusters.climbed([2.0, 2.0]) == 0


def test_rows_of_the_large_studies():
    row = clusters.large_row(120, 200, 0, 20)
    assert 0 < row["km"] <= 100
    assert row["shl_seconds"] > 0
    row = clusters.active_row(120, 0.8, (0.5,), 0)
    assert {"act_0.5", "rnd_0.5", "full"} <= row.keys()


def test_no_trial_beats_the_closed_form_and_a_worse_kernel_is_caught():
    for p in (1.0, 1.5, 2.0):
        row = theorems.closed_form_row(0, p, count=100, n=10)
        assert max(row.values()) < 1e-9
    A = theorems.random_symmetric(10, np.random.default_rng(0))
    wrong = closed_form_kernel(A, 4.0).dense()  # the kernel of another power
    wrong /= np.linalg.norm(wrong)
    assert np.vdot(A, wrong) < np.vdot(A, closed_form_kernel(A).dense()) * (1 - 1e-4)


def test_the_accelerated_reference_is_where_the_slope_ends():
    problem, _, _ = theorems.instance(4)
    best = theorems.accelerated(problem, np.zeros(len(problem.patterns)), problem.curvature())
    free = best.alpha > 1e-9
    assert np.abs(best.slope[free]).max() < 1e-5
    assert best.slope[~free].max(initial=-1.0) < 1e-5


def test_ascents_keep_their_promise_and_a_step_too_long_is_caught():
    row = theorems.ascent_row(1, n_steps=30, n_points=10)
    assert row["bad_printed"] == row["bad_sharp"] == 0
    assert 0 < row["worst"] <= 1
    problem, C, _ = theorems.instance(1)
    start = np.full(len(problem.patterns), C)
    states = list(theorems.ascend(problem, start, step=20 / problem.curvature(), max_iter=20))
    assert theorems.shortfalls(states, problem.curvature() / 20)[0] > 0


def test_distance_patterns_outgrow_the_sharp_constant():
    row = theorems.distance_row(0, 20)
    assert row["sharp"] > 1 > row["right"]


def test_the_printed_kernel_for_p_1_can_be_worse_than_none():
    assert theorems.printed_trace_kernel(3) < 0


def test_rows_on_iris():
    assert 50 < iris.constant_row(0, 0.1)["acc"] <= 100
    assert iris.rank_row(0)["apart_bound"] == 12
    assert iris.graph_row(0).keys() == {"either", "mutual"}
    assert iris.size_row(0, 0.2, budget=2.0)["ended"]
    assert clusters.wrong_row(0, 0.0)["ll"] > 80
    assert 30 < clusters.wine_row(0, 0.1, 5, 1)["ll"] <= 100


def test_maps_are_scored_on_points_that_were_held_out():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 100)
    assert maps.neighbours_right(3.0 * np.eye(2)[y], y) == 100
    row = maps.map_row("wine", 0)
    assert all(0 <= row[name] <= 100 for name in ("kpca", "mve", "spe"))
