"""Data sets, step search and curves of the chapter."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j22_stochastic_l1 import page_runs, tuned_runs
from mlcompanion_chapters.jmlr12.j22_stochastic_l1.data_sets import (
    arcene_like,
    duke_like,
    khan_pair,
    telescope,
)
from mlcompanion_chapters.jmlr12.j22_stochastic_l1.growth import accesses, steps_on_fresh_examples
from mlcompanion_chapters.jmlr12.j22_stochastic_l1.small_telescope import curvature_gain


def density(rows):
    filled = np.count_nonzero(rows) if isinstance(rows, np.ndarray) else rows.nnz
    return filled / np.prod(rows.shape)


@pytest.mark.parametrize(("kind", "share"), [("S", 0.0594), ("D", 1.0)])
def test_the_telescope_has_the_source_s_density(kind, share):
    rows, columns, y = telescope(kind, 500)
    assert rows.shape == (500, 1010)
    assert density(rows) == pytest.approx(share, abs=0.003)
    assert set(np.unique(y)) == {-1, 1}
    assert abs(rows - columns).max() == 0
    assert abs(rows).max() <= 1


def test_stand_ins_have_the_shapes_of_the_two_sets():
    rows, _, y = duke_like()
    assert rows.shape == (44, 7129)
    assert y.sum() == 0
    rows, _, _ = arcene_like()
    assert rows.shape == (100, 10_000)
    assert density(rows) == pytest.approx(0.54, abs=0.001)
    assert khan_pair()[0].shape == (63, 2308)


def test_the_search_ends_at_the_bottom_of_the_valley(monkeypatch):
    def valley(method, data, lam, eta, n_passes, seed):
        return np.inf if eta > 20 else abs(np.log10(eta / 5e-3))

    monkeypatch.setattr(tuned_runs, "_objective", valley)
    for near in (1e-6, 1e-3, 1.0, 50.0, 100.0):
        assert tuned_runs.best_step("trunc", None, 0.1, 1, 0, near) == 5e-3
    assert len(tuned_runs.GRID) == 17


def test_rows_of_the_methods():
    data = telescope("S", 200)
    made = tuned_runs.coordinate_rows(data, 0.01, 6, 2, records=2)
    assert [row["method"] for row in made] == ["scd", "gcd"]
    assert made[0]["cyclic"] < 0.1
    row = tuned_runs.example_rows("trunc", data, 0.01, 2, 3, 0.01, tuned=1)[0]
    assert row["eta"] in tuned_runs.GRID
    assert len(row["objective"]) == 3
    assert len(row["curve_entries"]) == len(row["curve_objective"]) == 3


def test_the_race_of_the_page():
    run = page_runs.at_factor("S", 1e-2, "scd", 10)
    assert run is page_runs.at_factor("S", 1e-2, "scd", 0.1)
    assert run.passes[-1] == pytest.approx(6, rel=0.1)
    assert np.diff(run.objective).max() <= 1e-12
    assert page_runs.n_entries("S") == page_runs.small_set("S")[0].nnz


def test_growth_and_step_lengths():
    made = accesses("squared", 60, 40, 0)
    assert 0 < made["random"] < made["greedy"] * 40
    fresh = steps_on_fresh_examples("smidas", "squared", 32, 2)
    assert 0 < fresh["steps"] < fresh["limit"]
    gain = curvature_gain("S", 0.03, 1, n_rows=200)
    assert gain["column"] < gain["global"]
