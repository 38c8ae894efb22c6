"""The sea and the land: sizes, dates, places that can be looked up."""

import numpy as np
import pytest

from mlcompanion.datasets import load_nino, load_terrain


def test_nino_has_regions_and_months():
    sea = load_nino()
    assert sea.data.shape == sea.anomalies.shape == (800, 4)
    assert len(sea.feature_names) == 4
    np.testing.assert_array_equal(np.diff(sea.months), np.timedelta64(1, "M"))
    # the two great events of the record rose by more than two degrees
    winters = sea.anomalies[np.isin(sea.months, np.array(["1997-12", "2015-12"], "M8[M]")), 1]
    assert (winters > 2).all()
    # what is left after the mean of the month has no season
    month = sea.months.astype(int) % 12
    seasons = [sea.anomalies[month == m, 1].mean() for m in range(12)]
    assert np.std(seasons) < 0.1 < np.std([sea.data[month == m, 1].mean() for m in range(12)])


def test_terrain_of_the_coast_lies_where_the_sea_is():
    coast = load_terrain("coast")
    assert coast.data.shape == (91 * 120, 2)
    assert coast.shape == (91, 120)
    grid = coast.target.reshape(coast.shape)
    assert grid[:20, :20].max() < 0, "the open sea lies in the south west"
    assert grid[-20:, -20:].max() > 1000, "the mountains in the north east"


def test_terrain_of_the_fault_runs_north():
    fault = load_terrain()
    assert fault.data.shape == (344 * 403, 2)
    latitude = fault.data[:, 1].reshape(fault.shape)
    assert (np.diff(latitude[:, 0]) > 0).all()
    assert (fault.target.min(), fault.target.max()) == (236, 1076)
    with pytest.raises(ValueError, match="name"):
        load_terrain("moon")
