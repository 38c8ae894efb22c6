import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s38_outlier_detection import detection_race as race


@pytest.mark.parametrize("data", race.DATA)
def test_a_split(data):
    clean, test, usual = race.split(data, 0)
    assert len(test) == len(usual)
    assert clean.shape[1] == test.shape[1]
    assert not usual[-10:].any()
    # no clean point is under test
    assert not any((row == test).all(axis=1).any() for row in clean)


def test_areas_of_easy_outliers_are_high():
    found = race.areas("generated", 3)
    assert found.keys() == {*race.BLIND, *race.INFORMED}
    assert all(0.5 < area <= 1 for area in found.values())
    assert np.mean(list(found.values())) > 0.8


def test_areas_over_the_width():
    found, taken = race.areas_by_width("generated", [0], (0.25, 1.0))
    assert found.shape == (1, 2)
    assert taken[0] in (0.25, 0.5, 1, 2, 4)
