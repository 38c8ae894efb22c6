"""Rows of the study against direct computations."""

import numpy as np
import pytest

from mlcompanion.datasets import make_overlapping_groups
from mlcompanion.prox import GroupPenalty
from mlcompanion.sparse import StructuredProblem
from mlcompanion_chapters.chen.l03_smoothing_proximal_gradient.spg_protocols import (
    certified_optimum,
)
from mlcompanion_chapters.chen.l03_smoothing_proximal_gradient.spg_statements import (
    ACCURACIES,
    floor,
    fobos_steps,
    lemma_ratio,
    traits,
)


@pytest.fixture(scope="module")
def small():
    data = make_overlapping_groups(2, 300, random_state=0)
    return StructuredProblem(data.X, data.y, GroupPenalty(data.groups, 2.0), 2.0)


def test_the_floor_is_that_of_least_squares():
    data = make_overlapping_groups(10, 1000, random_state=0)
    rest = data.y - data.X @ np.linalg.lstsq(data.X, data.y, rcond=None)[0]
    assert floor(1000, 0)["floor"] == pytest.approx(0.5 * rest @ rest)


def test_the_lemma_holds_on_a_path_and_not_by_miles(small):
    assert 1e-4 < lemma_ratio(small, n_steps=200) <= 1


def test_finer_accuracies_take_more_steps(small):
    least = certified_optimum(small)[1]
    steps = fobos_steps(small, 10, least)
    assert 0 < len(steps) <= len(ACCURACIES)
    assert steps == sorted(steps)


def test_traits_have_five_edges_each():
    problem = traits(50, 8, 20)
    assert problem.shape == (8, 20)
    assert problem.penalty.C.shape == (100, 20)
