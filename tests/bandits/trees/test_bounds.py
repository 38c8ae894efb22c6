import numpy as np
import pytest

from mlcompanion.bandits.trees import (
    box_constants,
    bump_of,
    bump_payoffs,
    hoo_bound,
    lattice_packing,
    lower_bound,
    near_optimality_dimension,
    packing_number,
    truncation_depth,
    visits_bound,
)
from mlcompanion.bandits.trees.bounds import bump_height


def test_truncation_depth_is_the_first_where_the_bias_is_small():
    for n in (10, 1000, 123_456):
        for nu1, rho in ((1.0, 0.5), (14.0, 0.5), (4.0, 0.8)):
            h = truncation_depth(n, nu1, rho)
            assert nu1 * rho**h <= 1 / np.sqrt(n) * (1 + 1e-9) < nu1 * rho ** (h - 1) * (1 + 1e-8)
    assert truncation_depth(4**6, 1.0, 0.5) == 6


def test_example_5s_bound():
    n = 10_000
    D = 2
    gamma = 32 * 128 ** (D / 2) / (4 ** (1 / D) - 1) * (4 ** (2 / D) + 9)
    by_hand = (1 + 4 ** (2 / D)) * np.sqrt(32 * gamma * n * np.log(n))
    constants = (4.0, 4 ** (-1 / D), 0.25)
    assert hoo_bound(n, constants, L=2, C=128 ** (D / 2)) == pytest.approx(by_hand)
    deeper = hoo_bound(n, constants, L=2, C=128 ** (D / 2), z=3)
    start = 7 * (8 * np.log(n) / (4 * 0.5**3) ** 2 + 4)
    assert deeper - by_hand == pytest.approx(start)


def test_lemma_17():
    bound = visits_bound(1000, [0.5, 0.2, 0.1], [0.25, 0.2, 0.3])
    assert bound[0] == pytest.approx(8 * np.log(1000) / 0.0625 + 4)
    assert np.isinf(bound[1:]).all()


def test_bumps_are_disjoint_and_as_high_as_told():
    n = 1000
    payoffs = bump_payoffs(n)
    eta = bump_height(n)
    assert len(payoffs) == int(np.ceil(0.5 / eta))
    centres = np.array([p.best_arm[0] for p in payoffs])
    assert np.diff(centres).min() >= 2 * eta
    x = np.linspace(0, 1, 5001)
    for payoff, centre in zip(payoffs, centres):
        np.testing.assert_allclose(payoff(x), 0.5 + np.maximum(0, eta - np.abs(x - centre)))
    assert lower_bound(n) == pytest.approx(n * eta / 4)
    C = np.sqrt(4 * np.log(4 / 3) / 0.5)
    assert lower_bound(n) == pytest.approx(0.25 * (4 * C) ** (-2 / 3) * n ** (2 / 3))
    where = bump_of(x, centres, eta)
    for k, payoff in enumerate(payoffs):
        assert (payoff(x[where != k]) <= 0.5 + 1e-12).all()


def test_the_lattice_is_what_a_greedy_search_finds():
    points = np.linspace(0, 1, 2001)[:, None]

    def apart(x, y):
        return np.abs(x - y).ravel()

    for side, radius in ((0.9, 0.0603), (0.5, 0.0207), (0.3, 0.2904)):
        inside = points[:, 0] <= side
        assert packing_number(points, inside, apart, radius) == lattice_packing(side, radius)
    assert lattice_packing(0.1, 0.2) == 0
    assert lattice_packing(1.0, 0.1, 3) == 125


def test_dimension_of_a_peak():
    eps = np.geomspace(1e-3, 1e-7, 17)
    for a, b, D in ((2.0, 2.0, 1), (2.0, 1.0, 2)):
        packings = [lattice_packing((4 * e) ** (1 / a), e ** (1 / b), D) for e in eps]
        found = near_optimality_dimension(eps, packings)
        assert found == pytest.approx(D * (1 / b - 1 / a), abs=0.1)
    with pytest.raises(ValueError, match="two different"):
        near_optimality_dimension([0.1, 0.1], [1, 2])


def test_the_printed_radius_is_right_in_one_dimension_alone():
    for dimension in (1, 2, 3):
        nu2 = box_constants(dimension).nu2
        assert (nu2 == 0.5) == (dimension == 1)
        assert nu2 >= 0.25
