import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j16_x_armed_bandits import page_checks as checks
from mlcompanion_chapters.jmlr12.j16_x_armed_bandits import tree_runs as runs


def test_trees_are_denser_near_the_top():
    ratios, deep = runs.refinement(1000, range(3))
    assert min(ratios) > 3
    assert len(deep) == 3


def test_dimensions_are_those_of_example_3():
    expected = [D * (1 / b - 1 / a) for D, a, b in checks.TRIPLES] * 2
    np.testing.assert_allclose(checks.peak_dimensions(), expected, atol=0.1)


@pytest.mark.parametrize("a", [1.0, 2.0, 3.0])
def test_the_local_constant_is_attained_and_not_passed(a):
    assert checks.peak_lipschitz(a) == pytest.approx(2 ** (a - 1), rel=1e-9)


def test_balls_of_the_printed_size_do_not_fit():
    for dimension in (1, 2, 3):
        assert checks.ball_excess(dimension, 0.5) == pytest.approx(2 ** (1 - 1 / dimension))
    with_half = checks.ball_excess(2, 0.5, n_side=8)  # a grid without the centre finds less
    assert with_half > checks.ball_excess(2, 0.5)


def test_rough_curves_are_harder():
    assert checks.hoelder_exponent(0.25) > checks.hoelder_exponent(0.5) > 2 / 3


def test_the_machines_accuracy_is_a_cliff():
    payoff = checks.svm_payoff(n_levels=16)
    assert payoff([0.1])[0] < 0.7 < 0.9 < payoff([0.6])[0]


def test_checkpoints_stand_beside_the_restarts():
    rounds = runs.local_checkpoints(5, [4]).tolist()
    assert rounds == [2, 6, 13, 14, 16, 30, 62]


def test_mean_visits_add_up_at_every_depth():
    visits = runs.mean_visits(2000, 2, 2)
    assert visits[0].tolist() == [2000]
    assert visits[1].sum() == 2000  # the root is never played
    assert visits[2].sum() == 1998  # each half is played once


def test_strategies_meet_all_bumps():
    few = {s: runs.bump_regrets(s, 200, 2) for s in runs.STRATEGIES}
    assert {len(found) for found in few.values()} == {len(few["HOO"])}
    assert runs.chain_found(0.0, 500, 16, 2) == 0
