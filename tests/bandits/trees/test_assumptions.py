"""Constants against brute force and against the source's own examples."""

import numpy as np
import pytest

from mlcompanion.bandits.trees import (
    DyadicTree,
    box_constants,
    local_weak_constant,
    power_peak,
    tree_dissimilarity,
    variation_constants,
    wavy_payoff,
    weak_lipschitz_constant,
    weak_lipschitz_violations,
)

GRID = np.linspace(0, 1, 301)
APART = np.abs(GRID[:, None] - GRID)


def test_the_constant_is_the_least_without_a_violation():
    payoff = wavy_payoff()
    values = payoff(GRID)
    c = weak_lipschitz_constant(values, payoff.best, APART)
    assert weak_lipschitz_violations(values, payoff.best, c * APART) == 0
    assert weak_lipschitz_violations(values, payoff.best, 0.99 * c * APART) > 0


def test_violations_are_those_of_the_definition():
    payoff = wavy_payoff()
    x = GRID[::10]
    f = payoff(x)
    count = 0
    for a, fa in zip(x, f):
        for b, fb in zip(x, f):
            ell = abs(a - b)
            count += payoff.best - fb > payoff.best - fa + max(payoff.best - fa, ell) + 1e-12
    found = weak_lipschitz_violations(f, payoff.best, np.abs(x[:, None] - x))
    assert found == pytest.approx(count / len(x) ** 2)


def test_figure_2_needs_thirteen():
    payoff = wavy_payoff()
    x = np.linspace(0, 1, 2001)
    c = weak_lipschitz_constant(payoff(x), payoff.best, np.abs(x[:, None] - x))
    assert c == pytest.approx(13.1, abs=0.1)
    needed = variation_constants(payoff, DyadicTree(0, 1), 0.5, 8)
    by_hand = payoff.best - payoff(np.linspace(0, 1, 10_001)).min()
    assert needed[0] == pytest.approx(by_hand, rel=1e-5)
    half = payoff.best - payoff(np.linspace(0.5, 1, 10_001)).min()
    assert needed[1] == pytest.approx(2 * half, rel=1e-5)


def test_a_function_that_meets_the_assumption_needs_no_more():
    assert weak_lipschitz_constant(1 - GRID, 1.0, APART) == pytest.approx(1)
    needed = variation_constants(power_peak(0.3, 1.0), DyadicTree(0, 1), 0.5)
    assert needed.max() <= 1
    assert weak_lipschitz_constant([0.5, 0.5], 0.5, np.zeros((2, 2))) == 0
    assert weak_lipschitz_constant([1.0, 0.0], 1.0, np.zeros((2, 2))) == np.inf


@pytest.mark.parametrize("a", [1.0, 1.5, 2.0, 3.0])
def test_example_4_local_constant(a):
    x = np.linspace(0, 1, 401)
    found = local_weak_constant(-(x**a), 0.0, np.abs(x[:, None] - x) ** a)
    assert found == pytest.approx(2 ** (a - 1), rel=0.01)
    assert found <= 2 ** (a - 1) * (1 + 1e-9)


@pytest.mark.parametrize("norm", ["max", "euclidean"])
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_boxes_meet_a1(dimension, norm):
    nu1, rho, nu2 = box_constants(dimension, 1.5, 2.0, norm)
    tree = DyadicTree(np.zeros(dimension), np.ones(dimension))
    for h in range(3 * dimension + 1):
        sides = tree.region(h, 1)[1] - tree.region(h, 1)[0]
        length = sides.max() if norm == "max" else np.linalg.norm(sides)
        assert 2.0 * length**1.5 <= nu1 * rho**h * (1 + 1e-12)
        assert nu2 * rho**h <= 2.0 * (sides.min() / 2) ** 1.5 * (1 + 1e-12)


def test_the_trees_own_dissimilarity_meets_a1():
    tree = DyadicTree([0, 0], [1, 1])
    rng = np.random.default_rng(0)
    for h in range(6):
        box = tree.region(h, int(rng.integers(1, 2**h + 1)))
        points = box[0] + (box[1] - box[0]) * rng.random((30, 2))
        ells = [tree_dissimilarity(x, y, tree, 3.0, 0.6) for x, y in zip(points, points[::-1])]
        assert max(ells) <= 3.0 * 0.6**h
    assert tree_dissimilarity(points[0], points[0], tree, 3.0, 0.6) == 0


def test_best_below_a_value_is_refused():
    with pytest.raises(ValueError, match="best must be no less"):
        weak_lipschitz_constant([0.5, 0.6], 0.55, np.zeros((2, 2)))


@pytest.mark.parametrize(("unit", "origin"), [(1.0, 1e6), (1.0, -1e6), (1e-9, 0.0), (1e9, 1e12)])
def test_ties_of_drops_and_gaps_are_ties_far_from_zero(unit, origin):
    places = np.linspace(0, 1, 6)
    values = origin + unit * (1 - places)
    apart = unit * np.abs(np.subtract.outer(places, places))
    assert weak_lipschitz_violations(values, origin + unit, apart) == 0
    # drops that the gap covers but for rounding ask for nothing
    steps = origin + unit * np.array([0.9, 0.8])
    assert weak_lipschitz_constant(steps, origin + unit, 0.01 * apart[:2, :2]) == 0
