"""What the page measures, at sizes that take no time."""

import numpy as np
import pytest

from mlcompanion.rl.bayes_adaptive import exact_filter, most_probable
from mlcompanion_chapters.jmlr12.j18_bapomdp.filter_checks import (
    ear_gaps,
    gap_to_listing,
    tiger_left,
)
from mlcompanion_chapters.jmlr12.j18_bapomdp.labels import LEANING, label_run
from mlcompanion_chapters.jmlr12.j18_bapomdp.plan_checks import plan_check
from mlcompanion_chapters.jmlr12.j18_bapomdp.rounding import by_hand, search
from mlcompanion_chapters.jmlr12.j18_bapomdp.sensors import expected_accuracy, told_at
from mlcompanion_chapters.jmlr12.j18_bapomdp.tiger_runs import ear_prior
from mlcompanion_chapters.jmlr12.j18_bapomdp.visible_agents import (
    agent_returns,
    machine_worth,
    two_states,
)


def test_the_weighted_filter_comes_near_and_the_printed_one_does_not():
    assert abs(tiger_left(20_000, False, 0) - 0.625) < 0.02
    assert abs(tiger_left(20_000, True, 0) - 0.5) < 0.02
    assert gap_to_listing(20_000, False, 0, 0) < 0.1 < gap_to_listing(20_000, True, 0, 0) * 10


def test_a_longer_list_is_nearer_to_the_exact_belief():
    exact, few = ear_gaps(ear_prior(), [exact_filter(), most_probable(2)], 5, n_tigers=4).values()
    many = ear_gaps(ear_prior(), [most_probable(30)], 5, n_tigers=4)["most probable"]
    assert exact.shape == few.shape == (5, 2)
    assert exact.max() == 0
    assert (few.mean(axis=0) > many.mean(axis=0)).all()


def test_the_machine_is_worth_what_it_pays_and_teaches():
    assert machine_worth(1) == 0.55
    assert machine_worth(2) == pytest.approx(1 / 2 + (2 / 3 + 0.55) / 2)
    assert machine_worth(8) > 8 * 0.55
    assert machine_worth(8, sure=1.0) == 8


def test_plans_and_paths_agree():
    found = plan_check(0)
    assert found["gap"] < 1e-12
    assert found["sizes"] == [2, 8, 128]
    assert 1 <= found["needed"] <= 128


def test_rounding_down_moves_more_than_printed_and_less_than_the_right_bound():
    assert by_hand() == pytest.approx(0.396)
    found = search(5, 2000, seed=0)
    assert found["excess"] > 0
    assert found["right"] <= 1 + 1e-9


def test_a_leaning_prior_keeps_the_names():
    run = label_run(0, LEANING, n_steps=120, last=60)
    assert run.keys() == {"loss", "exchanged", "wrong"}
    assert np.isfinite(run["loss"])


def test_agents_face_the_same_worlds():
    earned = {kind: agent_returns(kind, 300, 0) for kind in ("tree", "mean model", "sampled once")}
    assert all(np.isfinite(values).all() and len(values) == 300 for values in earned.values())
    best = 0.3 + sum(0.95**t for t in range(1, 8))
    assert max(values.max() for values in earned.values()) <= best + 1e-9
    assert two_states().n_cells == 4


def test_a_sensor_as_printed_tells_more_from_farther_away():
    assert expected_accuracy(4) == pytest.approx(0.8)
    assert told_at(2, True) == pytest.approx((0.25, 0.18872), abs=1e-4)
    assert told_at(4, True)[1] > told_at(2, True)[1]
    assert told_at(4, False)[1] < told_at(2, False)[1]


def test_the_ear_s_cells():
    assert ear_prior().means == pytest.approx([0.625, 0.375, 0.375, 0.625])
