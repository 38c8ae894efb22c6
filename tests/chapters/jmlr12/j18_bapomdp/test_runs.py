"""Runs of the tasks, what they are boiled down to, and what the claims read of them."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j18_bapomdp.decades import decade_means
from mlcompanion_chapters.jmlr12.j18_bapomdp.decision_times import (
    board,
    decision_seconds,
    short_decision_seconds,
)
from mlcompanion_chapters.jmlr12.j18_bapomdp.follow_runs import follow_decades
from mlcompanion_chapters.jmlr12.j18_bapomdp.measured import (
    bound_numbers,
    follow_numbers,
    largest_error,
    rock_cases,
    rock_numbers,
    runs_of,
    time_numbers,
)
from mlcompanion_chapters.jmlr12.j18_bapomdp.rock_runs import TOTAL, rock_decades, sensor_prior
from mlcompanion_chapters.jmlr12.j18_bapomdp.studies import (
    follow_people,
    planning_times,
    rock_sensors,
    value_bounds,
)


class Rows:
    """Rows of a study with made-up results."""

    def __init__(self, rows):
        self.rows = rows

    def column(self, name, **where):
        found = [
            row[name]
            for row in self.rows
            if name in row and all(row.get(k) == v for k, v in where.items())
        ]
        assert found, where
        return np.array(found)


def test_means_of_tens():
    assert decade_means(np.arange(20.0)) == [4.5, 14.5]


def test_priors_of_the_sensor():
    accuracy = np.array([0.99, 0.9, 0.7])
    rng = np.random.default_rng(0)
    vague = sensor_prior("vague", 0, accuracy, rng)
    assert vague.shape == (4, 3, 2)
    np.testing.assert_allclose(vague.sum(axis=2), TOTAL)
    assert vague[..., 0].min() >= 0.45 * TOTAL
    assert vague[..., 0].max() <= 0.95 * TOTAL
    centred = sensor_prior("centred", 0.05, accuracy, rng)[..., 0] / TOTAL
    assert np.abs(centred - accuracy).max() <= 0.05
    assert centred.max() <= 0.99
    assert sensor_prior("beta", 16, accuracy, rng).tolist() == [[[16, 1]] * 3]


def test_who_knows_the_model_believes_rightly():
    case = {"agent": "known", "filter": "exact", "particles": 0, "episodes": 10, "seed": 0}
    row = follow_decades(case)
    assert row["belief_error"] == [0.0]
    assert row["model_error"] == [0.0]
    wrong = follow_decades({**case, "agent": "prior"})
    assert wrong["belief_error"][0] > 0.3
    known = {**rock_cases("known"), "particles": 16, "episodes": 10, "seed": 0}
    assert rock_decades(known)["belief_error"] == [0.0]
    learns = rock_decades({**known, **rock_cases("vague")})
    assert learns["belief_error"][0] > 0.02
    assert learns["model_error"][0] > 1
    assert rock_decades({**known, "exit": 10})["returns"][0] > 10


def test_times_are_taken_along_a_run():
    case = {"task": "follow", "filter": "most probable", "particles": 4, "seed": 0}
    row = decision_seconds(case, decisions=12)
    assert 0 < row["decision"] < 1
    assert 30 < row["updates"] <= 35 + 35**2
    case = {"task": "tiger", "filter": "most probable", "particles": 2, "seed": 0}
    assert short_decision_seconds(case, episodes=3)["updates"] == 14
    assert len({tuple(rock) for rock in board(4, 6).rocks.tolist()}) == 6
    assert [2, 0] not in board(4, 6).rocks.tolist()


def test_no_two_cases_are_alike():
    for study in (follow_people, rock_sensors, planning_times, value_bounds):
        for size in study.SIZES.values():
            keys = [tuple(sorted(case.items())) for case in study.cases(**size)]
            assert len(set(keys)) == len(keys)
    printed = [c for c in follow_people.cases(40, 100) if "printed" in c["filter"]]
    assert len(printed) == follow_people.PRINTED_RUNS


def made(case):
    """A result that tells its case: returns rise by ten, errors fall."""
    worth = {"weighted distance": 3.0, "most probable": 2.0, "Monte Carlo": 1.0}
    base = worth.get(case["filter"], 0.5) + case["seed"] / 10
    tens = np.arange(10.0)
    return {
        "returns": (base + tens).tolist(),
        "model_error": (2 - 0.1 * tens).tolist(),
        "belief_error": (1 - 0.1 * tens).tolist(),
    }


def test_what_the_claims_read():
    follows = Rows([case | made(case) for case in follow_people.cases(3, 100)])
    found = follow_numbers(follows)
    assert found["wd"] == pytest.approx(3 + 0.1 + 8)
    assert found["mc"] == pytest.approx(1 + 0.1 + 8), "the better one"
    assert found["e_mp"] == pytest.approx(1.2)
    assert found["e0"] == pytest.approx(1.6)
    assert found["se"] == pytest.approx(0.1 * np.sqrt(2 / 3))
    rocks = Rows([case | made(case) for case in rock_sensors.cases(2, 100)])
    numbers = rock_numbers(rocks)
    assert numbers["fig3-rocksample"]["mp"] == pytest.approx(2.05 + 7)
    assert numbers["fig3-rocksample"]["err_wd"] == pytest.approx([1, 0.3])
    assert len(numbers["fig5-centred-priors"]["late"]) == 6
    assert numbers["fig6-beta-priors"]["early"] == pytest.approx([2.55] * 4)
    assert len(numbers["fig7-noisy-sensor"]["known"]) == 4
    assert list(rock_numbers(rocks, leave=10)) == ["fig3-rocksample"]
    late = runs_of(rocks, "returns", 30, 100, **rock_cases("centred", 0.1))
    assert late == pytest.approx([8, 8.1])


def test_what_times_and_bounds_tell():
    timed = [
        case | {"decision": case["particles"] * 1e-3 * (case.get("k", 0) + 5) ** 3}
        for case in planning_times.cases(2, (3, 6), (2, 3, 4, 5, 6))
    ]
    found = time_numbers(Rows(timed))
    assert found["rock_k"] == pytest.approx(3)
    assert found["rock_n"] == pytest.approx(1)
    assert found["follow_mp"] == pytest.approx(0.25)
    rows = [
        {"experiment": "pairs", "ratio": 0.2, "informative": 90},
        {"experiment": "pairs", "ratio": 0.3, "informative": 80},
        {"experiment": "caps", "ratio5": 0.1, "ratio6": 0.0, "cut": 9, "number": 10},
    ]
    expected = {"ratio3": 0.3, "informative": 170, "ratio5": 0.1, "ratio6": 0.0, "cut": 0.9}
    assert bound_numbers(Rows(rows)) == expected


def test_errors_of_a_difference():
    rng = np.random.default_rng(0)
    samples = [rng.normal(0, s, 50) for s in (1, 2, 3)]
    errors = [sample.std(ddof=1) / np.sqrt(50) for sample in samples]
    assert largest_error(samples) == pytest.approx(np.hypot(*errors[1:]))
