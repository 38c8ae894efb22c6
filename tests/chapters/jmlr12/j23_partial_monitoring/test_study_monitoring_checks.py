import numpy as np
import pytest


def test_cases(study):
    assert len(study.cases(**study.SIZES["default"])) == 24


@pytest.mark.parametrize(
    "case",
    [
        {"experiment": "player", "scale": 0.3, "n": 100, "repeats": 3},
        {"experiment": "walls", "gamma": 3, "repeats": 2},
        {"experiment": "moments", "n": 200, "repeats": 1},
        {"experiment": "responses", "game": 0, "probe": 20, "fresh": 5, "repeats": 1},
    ],
)
def test_short_rows(study, case):
    row = study.run(case)
    assert all(np.isfinite(value).all() for value in row.values())


def test_halfway_is_between_two_sites(study):
    sites = np.array([[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])
    law = study.halfway(sites)
    distances = np.sort(((sites - law) ** 2).sum(axis=1))
    assert distances[0] == distances[1] < distances[2]


def test_grid(study, monkeypatch):
    monkeypatch.setattr(study, "GRID_N", (16, 64))
    case = {"experiment": "grid", "moves": 2, "steps": 4, "nature": "worst", "repeats": 2}
    row = study.run(case)
    assert row["product"] < 1e-12
    assert len(row["norm"]) == 2
