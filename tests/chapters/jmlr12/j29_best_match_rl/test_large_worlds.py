"""Protocols of Tables 4 and 5 and of a step's time."""

import numpy as np
import pytest

from mlcompanion.rl import run_episodes
from mlcompanion_chapters.jmlr12.j29_best_match_rl import (
    car_runs,
    large_maze_runs,
    large_worlds,
    step_times,
)


def test_returns_without_a_discount():
    steps = np.array([1, 3, 500, 500])
    costs = -0.1 * (1 - 0.99 ** (steps - 1)) / 0.01
    returns = costs + 0.99 ** (steps - 1) * np.array([100, 100, 100, -0.1])
    found = large_maze_runs.plain_returns(returns, steps)
    np.testing.assert_allclose(found, [100, 99.8, 50.1, -50], rtol=1e-12)


def test_a_row_of_the_large_maze(monkeypatch):
    monkeypatch.setattr(large_maze_runs, "EPISODES", 50)
    row = large_maze_runs.maze_row("bm-1", "easy", 2, seed=0)
    assert len(row["plain"]) == len(row["discounted"]) == 2
    assert len(row["curve"]) == 2
    assert np.mean(row["curve"]) == pytest.approx(np.mean(row["plain"]), abs=0.01)
    assert all(0 < share < 1 for share in row["share"])
    full = large_maze_runs.maze_row("ps-15", "easy", 1, seed=0)
    assert full["share"] == [1.0]


def test_the_moves_that_enter_the_smallest_model_are_few():
    task = large_maze_runs.large_maze_task()
    outcomes = (task.mdp.P > 0).sum(axis=2)
    assert outcomes.max() == 15
    assert task.max_steps == 500
    shares = [
        run_episodes(large_maze_runs.LEARNERS[name], task, 3, random_state=0).model_share[0]
        for name in ("bm-1", "bm-3", "bm-5", "bm-15")
    ]
    assert 0 < shares[0] < shares[1] < shares[2] < shares[3] == 1


def test_a_row_of_the_car():
    row = car_runs.car_row("sarsa-20", "valley", 3, seed=0)
    assert len(row["mean"]) == len(row["late"]) == 3
    assert len(row["curve"]) == 20
    assert np.mean(row["curve"]) == pytest.approx(np.mean(row["mean"]), abs=0.02)
    assert set(car_runs.TABLE_5) <= set(car_runs.LEARNERS)


def test_seconds_of_a_step_have_no_start_in_them():
    learner = car_runs.LEARNERS["sarsa-20"]
    seconds = step_times._seconds(learner, car_runs.CarTask(), 20, 3, 0.0)
    assert 0 < seconds < 1e-3


class Stored:
    """A study by hand: rows of which columns are asked for by the fields of their case."""

    def __init__(self, rows):
        self.rows = rows

    def column(self, name, **fields):
        return [row[name] for row in self.rows if fields.items() <= row.items()]


def test_what_the_car_says():
    rows = [
        {"learner": name, "start": start, "mean": [-100.0 - k, -300.0 - k], "late": [-90.0, -500.0]}
        for k, name in enumerate(car_runs.LEARNERS)
        for start in car_runs.STARTS
    ]
    study = Stored(rows)
    found = large_worlds.table_5(study)
    assert found["ret"] == [-200, -201, -202, -203, -204, -205]
    # each mean of two numbers that lie 200 apart has the standard error 100
    assert found["se"] == pytest.approx(100 * 2**0.5)
    stuck = large_worlds.stuck_cars(study)
    assert stuck["stuck"] == stuck["stuck_er"] == [0.5, 0.5, 0.5]
    assert stuck["mean_half"] == -207
    assert large_worlds.start_of_the_car(study)["sarsa"] == [-202, -202]


def test_what_the_maze_says():
    rows = [
        {
            "learner": name,
            "maze": maze,
            "plain": [k, k + 2.0],
            "discounted": [0.0, 1.0],
            "share": [0.5],
        }
        for k, name in enumerate(large_maze_runs.LEARNERS)
        for maze in large_maze_runs.MAZES
    ]
    found = large_worlds.table_4(Stored(rows))
    assert found["ps"] == [1, 2, 3, 4]
    assert found["bm"] == [5, 6, 7, 8]
    assert (found["lvm"], found["q"]) == (9, 10)
    assert found["se"] == pytest.approx(2**0.5)
    assert large_worlds.easier_maze(Stored(rows))["bm"] == [5, 8]


def test_ratios_of_times():
    names = ["dyna bm", "dyna dps", "dyna ps", "dyna q-lambda", "dyna bm-four"]
    names += [f"large {kind}-{n}" for kind in ("ps", "bm") for n in large_maze_runs.MODEL_SIZES]
    names += ["car bm-20", "car er-20", "car sarsa-20"]
    rows = [{name: float(k + race) for k, name in enumerate(names)} for race in (1, 2, 9)]
    found = large_worlds.times_of_steps(Stored(rows))
    assert found["dyna"] == [3 / 2, 4 / 2, 5 / 2]
    assert found["four"] == 6 / 5
    assert found["car"] == [15 / 17, 15 / 16]


def test_the_worst_episode():
    found = large_worlds.worst_episode()
    assert found["discounted"] == pytest.approx(found["closed"], abs=1e-12)
    assert found["plain"] == pytest.approx(-50)
