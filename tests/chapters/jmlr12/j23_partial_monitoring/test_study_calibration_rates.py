import pytest


@pytest.fixture(autouse=True)
def short(study, monkeypatch):
    for name in ("SEEN_N", "COMPLEX_N", "GRID_N"):
        monkeypatch.setattr(study, name, (64, 256))


def test_cases(study):
    assert len(study.cases(**study.SIZES["default"])) == 40


@pytest.mark.parametrize(
    "case",
    [
        {"experiment": "full", "game": "random 0", "nature": "meeting"},
        {"experiment": "complex", "actions": 3, "nature": "worst"},
        {"experiment": "grid", "points": 11, "nature": "halfway", "compared": "near"},
    ],
)
def test_short_rows(study, case):
    row = study.run({**case, "repeats": 3})
    for value in row.values():
        assert not isinstance(value, list) or len(value) == 2


def test_the_misplaced_grid_loses_four_fifths(study, monkeypatch):
    monkeypatch.setattr(study, "SEEN_N", (256, 4096))
    lost = study.run({"experiment": "control", "repeats": 3})["mean"]
    assert lost[1] == pytest.approx(0.8, abs=0.08)


def test_cells_of_the_borders_are_more_than_the_areas(study):
    row = study.run({"experiment": "cells", "actions": 3, "repeats": 2})
    assert row["areas"] == 3 < row["cells"]
