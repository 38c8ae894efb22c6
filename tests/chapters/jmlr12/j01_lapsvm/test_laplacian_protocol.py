"""The protocol against its own definitions."""

from dataclasses import replace

import numpy as np
import pytest

from mlcompanion.manifold import check_interval, pcg_steps, solve_newton, solve_pcg
from mlcompanion.teaching import stored_study
from mlcompanion_chapters.jmlr12.j01_lapsvm.laplacian_protocol import (
    errors_along,
    g50c_task,
    percent_wrong,
    settled,
    split_problem,
    splits_of,
    stop_together,
    stopping_rules,
    supervised,
    training_seconds,
    tuned,
)


@pytest.fixture(scope="module")
def parts():
    task = g50c_task()
    split = splits_of(task)[0]
    return task, split, *split_problem(task, split)


def test_a_split_has_the_sizes_of_table_2(parts):
    task, (labeled, unlabeled, validation, test), problem, *_ = parts
    assert len(labeled) == len(validation) == 50
    assert len(problem.y) == len(labeled) + len(unlabeled)
    everyone = np.concatenate([labeled, unlabeled, validation, test])
    assert sorted(everyone) == list(range(550))
    assert len(splits_of(task)) == 12
    np.testing.assert_array_equal(problem.y[:50], 2 * task.y[labeled] - 1)
    assert not problem.y[50:].any()


def test_error_along_a_path_is_the_error_at_its_points(parts):
    task, (labeled, unlabeled, *_), problem, *_ = parts
    truth = task.y[np.concatenate([labeled, unlabeled])] == 1
    run = solve_pcg(problem, max_iter=4, keep_path=True)
    errors = errors_along(problem.K, truth, run.path)
    assert 100 * errors[-1] == pytest.approx(
        percent_wrong(run, (problem.K, np.where(truth, 1.0, -1.0)))
    )
    assert len(errors) == len(run.path)


def test_settled_is_the_last_excess_plus_one():
    assert settled([3, 0, 2, 0, 0], 0) == 3
    assert settled([0, 0], 0) == 0
    assert settled([1, 1], 0) == 2


def test_supervised_problem_knows_the_labelled_points_only(parts):
    *_, problem, _, test = parts
    alone = supervised(problem)
    assert len(alone.y) == 50
    assert alone.y.all()
    assert percent_wrong(solve_newton(alone), test) < 50


def test_rules_stop_at_multiples_of_theta(parts):
    *_, problem, validation, _ = parts
    for rule in stopping_rules(problem, validation).values():
        n_iter = solve_pcg(problem, stop=rule).n_iter
        assert n_iter >= 20
        assert n_iter % 10 == 0


class Table:
    """Two splits of a stored study with three pairs of weights."""

    def column(self, name, **where):
        assert where == {"set": "G50C", "method": "dual"}
        columns = {
            "wrong_val": [[5, 2, 2], [5, 2, 2]],
            "wrong_test": [[0, 10, 0], [0, 20, 0]],
            "steps": [[1, 4, 9], [1, 8, 9]],
            "n": [40, 80],
            "n_test": [100, 100],
        }
        return np.array(columns[name])


def test_weights_are_chosen_by_all_validation_sets_together():
    assert tuned(Table(), "G50C", "dual") == pytest.approx((15.0, 0.1))


def test_the_time_of_early_stopping_is_that_of_the_most_accurate_check():
    times = training_seconds(stored_study("lapsvm_cost", size="g50c"))
    assert times.keys() == {"G50C"}
    assert abs(times["G50C"].n - 362.5) <= 1  # three folds of 550 points without 50
    study = stored_study("lapsvm_cost", size="g50c")
    wrong = {
        m: study.column("wrong_test", method=m).sum() for m in ("stability", "validation", "mixed")
    }
    assert wrong[times["G50C"].check] == min(wrong.values())
    seconds = study.column("train_s", method=times["G50C"].check)
    assert times["G50C"].early == pytest.approx(np.mean(seconds))
    assert times["G50C"].steps == (1.0, 1.0)


def test_machines_stop_together_where_no_class_changes(parts):
    problem = parts[2]
    states = stop_together([problem, replace(problem, y=-problem.y)])
    theta = check_interval(len(problem.y))
    assert {state.t for state in states} == {2 * theta}  # G50C: settled between the first checks
    before = next(state for state in pcg_steps(problem) if state.t == theta)
    assert np.mean((before.f > 0) != (states[0].f > 0)) < 0.0075
