"""The runs behind the stored study, at small sizes."""

import numpy as np

from mlcompanion.experiments.kernel_methods import multiclass_runs as runs
from mlcompanion.kernel_methods.msvm_parts import KINDS


def test_digits_are_read_better_than_by_chance():
    rows = runs.digit_errors(0, size=40)
    assert [row["type"] for row in rows] == list(KINDS)
    assert all(row["lam"] in runs.LAMS and 2 < row["percent"] < 45 for row in rows)
    assert all(row["training"] > 0 and row["steps"] >= 40 for row in runs.digit_seconds(0, size=40))


def test_an_early_stop_costs_little():
    for row in runs.program_gaps(0, size=25):
        assert 0 <= row["obj"] < 0.03
        assert row["diff"] <= 8


def test_soils_and_letters():
    rows = runs.soil_errors(0, size=60)
    assert all(3 < row["percent"] < 50 for row in rows)
    K, y = runs.letters(5, 52, 0)
    assert np.bincount(y).tolist() == [10] * 5
    np.testing.assert_allclose(np.diag(K), 1)
    found = runs.bound_seconds("WW", 5, 0, m=50)
    assert 0 < found["share"] < 1
    assert found["bounds"] >= 2
