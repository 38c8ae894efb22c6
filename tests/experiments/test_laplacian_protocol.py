"""The protocol against its own definitions."""

import numpy as np
import pytest

from mlcompanion.experiments.laplacian_protocol import (
    errors_along,
    g50c_task,
    percent_wrong,
    settled,
    split_problem,
    splits_of,
    stopping_rules,
    supervised,
)
from mlcompanion.manifold import solve_newton, solve_pcg


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
