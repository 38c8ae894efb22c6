"""The runs behind the stored study, at small sizes."""

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from mlcompanion.kernel_methods.multiclass.msvm_parts import KINDS, slacks_msvm2
from mlcompanion_chapters.jmlr12.j36_msvmpack import multiclass_runs as runs


def test_digits_are_read_better_than_by_chance():
    rows = runs.digit_errors(0, size=100)
    assert [row["type"] for row in rows] == [*KINDS, "rest"]
    assert all(row["lam"] in runs.DIGIT_LAMS and 5 < row["percent"] < 45 for row in rows)
    assert all(row["training"] > 0 and row["steps"] >= 40 for row in runs.digit_seconds(0, size=40))


def test_an_early_stop_costs_little():
    for row in runs.program_gaps(0, size=30):
        assert 0 <= row["obj"] < 0.03
        assert row["diff"] <= 8


def test_no_window_of_dna_is_met_twice():
    X, y = runs.splice_windows(0)
    assert len(np.unique(X, axis=0)) == len(X) == len(y) == 3005
    assert np.bincount(y).min() > 600


def test_windows_of_dna_are_told_apart_as_well_as_by_a_neighbour():
    rows = runs.splice_errors(2, size=600)
    X, y = (part[:600] for part in runs.splice_windows(0))
    tested = np.arange(600) % 5 == 2
    peer = KNeighborsClassifier(5).fit(X[~tested], y[~tested])
    assert [row["type"] for row in rows] == list(KINDS)
    assert all(row["lam"] in runs.LAMS and row["n"] == 480 for row in rows)
    assert all(0 < row["percent"] < 100 * (1 - peer.score(X[tested], y[tested])) for row in rows)


def test_letters():
    K, y = runs.letters(5, 52, 0)
    assert np.bincount(y).tolist() == [10] * 5
    np.testing.assert_allclose(np.diag(K), 1)
    found = runs.bound_seconds("WW", 5, 0, m=50)
    assert 0 < found["share"] < 1
    assert found["bounds"] >= 2


def test_the_printed_programs_find_the_slacks_that_sorting_finds():
    v = np.random.default_rng(0).normal(size=(60, 9))
    assert np.allclose(runs.slacks_by_programs(v), slacks_msvm2(v), atol=1e-12)


def test_quadratic_programs_make_the_bound_of_msvm2_dearer():
    found = runs.bound_seconds("MSVM2", 5, 0, m=50)
    assert found["printed"] > found["share"]
