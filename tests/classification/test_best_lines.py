"""Lines with the fewest errors against linear programmes over all assignments."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from mlcompanion.classification import zero_one_lines
from mlcompanion.classification.rules.best_lines import line_assignments


def separable(X, y):
    rows = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(3), rows, -np.ones(len(X)), bounds=(None, None)).status == 0


@pytest.mark.parametrize("X", [
    np.random.default_rng(0).normal(size=(6, 2)) * [1e6, 1e-3],
    np.array([[0, 0], [1, 0], [2, 0], [0, 1], [1, 1.0]]),  # three on a line, parallels
    np.array([[0, 0], [1, 2], [2, 4], [3, 6.0]]),
])  # fmt: skip
def test_assignments_are_those_of_linear_programmes(X):
    labels, normals, offsets = line_assignments(X)
    found = {tuple(row) for row in labels}
    assert len(found) == len(labels)
    every = [
        y
        for y in product((-1, 1), repeat=len(X))
        if separable(X / X.std(axis=0).clip(1e-9), np.array(y))
    ]
    assert found == set(every)
    np.testing.assert_array_equal(np.sign(normals @ X.T + offsets[:, None]), labels)


@pytest.mark.parametrize("units", [(1e12, 1.0), (1.0, 1e12), (1e-12, 1.0), (1e-9, 1e9)])
def test_units_of_the_axes_change_no_assignment(units):
    points = np.random.default_rng(1).normal(size=(8, 2))
    lattice = np.array([[i, j] for i in range(3) for j in range(3)], dtype=float)
    for X in (points, lattice):
        want = {tuple(row) for row in line_assignments(X)[0]}
        labels, normals, offsets = line_assignments(X * units)
        assert {tuple(row) for row in labels} == want
        np.testing.assert_array_equal(np.sign(normals @ (X * units).T + offsets[:, None]), labels)
    assert len(line_assignments(points * units)[0]) == 8**2 - 8 + 2


def test_the_fewest_errors_and_all_who_make_them():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(9, 2))
    y = rng.choice([-1, 1], 9)
    best = zero_one_lines(X, y)
    by_errors = {}
    for flips in product((1, -1), repeat=9):
        wrong = flips.count(-1)
        if wrong <= best.errors and separable(X, y * np.array(flips)):
            by_errors.setdefault(wrong, set()).add(tuple(y * np.array(flips)))
    assert min(by_errors) == best.errors
    assert by_errors[best.errors] == {tuple(row) for row in best.labels}
    answers = np.sign(best.normals @ X.T + best.offsets[:, None])
    assert ((answers != y).sum(axis=1) == best.errors).all()


def test_what_no_line_can_answer_is_refused():
    with pytest.raises(ValueError, match="X"):
        zero_one_lines([[0, 0], [0, 0], [1, 1]], [1, -1, 1])
    with pytest.raises(ValueError, match="y"):
        zero_one_lines([[0, 0], [0, 1], [1, 1]], [1, 0, 1])
