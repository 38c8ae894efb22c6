import math

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.bandits.linear import quadratic_variation
from mlcompanion_chapters.jmlr12.j05_benign_bandits import benign_checks as checks
from mlcompanion_chapters.jmlr12.j05_benign_bandits import benign_games as games


def test_costs_have_the_wanted_variation():
    costs = games.benign_costs(2000, 0.4, 50.0, 0)
    assert quadratic_variation(costs) == pytest.approx(50, rel=0.02)
    assert np.linalg.norm(costs.mean(axis=0)) == pytest.approx(0.4, abs=0.02)
    assert quadratic_variation(games.benign_costs(10, 0.4, 0.0, 0)) == pytest.approx(0, abs=1e-20)


@pytest.mark.parametrize("kind", games.SEQUENCES)
def test_sequences_have_length_one(kind):
    costs = games.sequence_of(kind, 3, 30, 0)
    assert np.linalg.norm(costs, axis=1) == pytest.approx(1)


def test_regret_in_the_ball():
    costs = np.array([[0.6, 0.0], [0.0, 0.8]])
    plays = np.array([[[1.0, 0.0], [0.0, -1.0]]])
    assert games.regret_in_ball(plays, costs) == pytest.approx([0.6 - 0.8 + 1.0])


def test_regret_in_a_polytope_is_against_its_best_vertex():
    costs = np.array([[0.6, 0.0], [0.0, 0.8]])
    plays = np.array([[[0.5, 0.0], [0.0, -0.5]]])
    square = games.PolytopeBarrier.cube(2)  # half a side is the root of one half
    best = -(0.6 + 0.8) / np.sqrt(2)
    assert games.regret_in_polytope(plays, costs, square) == pytest.approx([0.3 - 0.4 - best])


@pytest.mark.parametrize("variation", [0.3, 2.0, 7.5])
def test_greatest_weighted_sum_is_the_programmes(variation):
    weights = 1 / np.arange(1, 13)
    found = minimize(
        lambda x: -weights @ x, np.full(12, 0.1), method="SLSQP", bounds=[(0, 1)] * 12,
        constraints={"type": "ineq", "fun": lambda x: variation - x @ x}, tol=1e-12,
    )  # fmt: skip
    assert checks.greatest_weighted_sum([variation], 12) == pytest.approx([-found.fun], abs=1e-6)


def test_a_reservoir_with_a_wrong_share_is_seen():
    good = checks.reservoir_chi_square(3000, 0)
    bad = checks.reservoir_chi_square(30_000, 0, slack=1)
    assert good < 93.2 < bad
    assert checks.coordinate_reservoir(2000, 0) < 36.2


def test_reservoir_spread_near_its_exact_factor():
    spread, touched = checks.reservoir_spread(3000, 0, checkpoints=(10, 100))
    assert spread == pytest.approx([3 / 9, 93 / 99], abs=0.1)
    assert abs(touched) < 4


def test_lemmas_hold_on_a_few():
    over, iid, before = checks.mean_variation(60, 0)
    assert over <= 1 <= before
    assert iid > 0.98
    assert checks.drift_of_means(30, 0) <= 0
    low, rise = checks.curvature_on_segments(500, 0)
    assert 0.0625 <= low < 0.125
    assert rise >= 0.0945 - 1e-4


def test_slips():
    assert checks.harmonic_slips(5, 1000) == (5, 4, 0)  # the first line is saved by its slack
    printed, proof = checks.theta_slopes()
    assert printed > 0.9
    assert proof == pytest.approx(0.5)


def test_bias_and_instability():
    found = checks.bias_of_estimates(24, 0)
    assert max(found["bias_f"], found["bias_y"]) < 1e-12
    assert found["outside"] == 0
    assert found["control"] > 0.04
    stable, unstable, excess, actual = checks.instability_runs(2000, 5.0, 1)
    assert stable[0] < checks.instability_bound(actual) < unstable[0] + 1e3
    assert excess <= 1e-9
    assert actual == pytest.approx(5, rel=0.05)
    assert checks.instability_bound(0.0) == 8
    assert math.isclose(checks.instability_bound(1.0), 128 * 9 / 75 + 4 * math.log(2) + 8)


def test_steps_of_a_short_game():
    barrier = games.bodies(2)["polytope"]
    size, ratio = games.step_sizes(barrier, games.sequence_of("sphere", 2, 300, 0), 1 / 50, 0)
    assert size <= 0.5
    assert ratio <= 1
