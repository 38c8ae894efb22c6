"""What the page and its studies run of section 4."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j28_kpca_variance_inflation.arcs import (
    CURES,
    arc_errors,
    learning_curve,
    plane_error,
    points_needed,
    width_errors,
)
from mlcompanion_chapters.jmlr12.j28_kpca_variance_inflation.digits import (
    digit_errors,
    digit_split,
    rejected_pairs,
)
from mlcompanion_chapters.jmlr12.j28_kpca_variance_inflation.series import series_errors


def test_the_arcs_are_lost_and_found():
    row = arc_errors(100, 400, 1.0, 0.1, 0, shares=(0.6, 0.9))
    assert row["raw"] == [pytest.approx(0.4, abs=0.02), pytest.approx(0.1, abs=0.02)]
    assert row["batch"][1] == pytest.approx(0.3, abs=0.03)
    assert max(row["map"]) < 0.05
    assert max(row["sd"]) < 0.1
    assert set(CURES) < row.keys()


def test_widths_share_a_draw_and_agree_with_the_estimator():
    rows = width_errors(100, 400, 1.0, 0, (0.1, 0.5))
    assert [row["c"] for row in rows] == [0.1, 0.5]
    single = arc_errors(100, 400, 1.0, 0.1, 0)
    assert rows[0]["raw"] == single["raw"][0]
    assert rows[0]["batch"] == single["batch"][0]
    assert plane_error(100, 0.1, 0) == 0


def test_a_curve_keeps_the_shares_and_ends_at_its_largest_size():
    rows = learning_curve(100, 6.0, 0.1, 0, (20, 40))
    assert [row["n"] for row in rows] == [20, 40]
    assert all(0 <= row[k] <= 1 for row in rows for k in ("train", "raw", "batch"))


def test_points_needed_between_two_sizes():
    assert points_needed((100, 400), (0.3, 0.1), 0.2) == pytest.approx(200)
    assert points_needed((100, 400), (0.1, 0.1), 0.2) == 100
    assert points_needed((100, 400), (0.3, 0.3), 0.2) is None


@pytest.mark.parametrize("kind", ["blocks", "pixels"])
def test_splits_have_ten_of_each_digit_twice_and_none_in_common(kind):
    X, y, X_new, truth = digit_split(0, kind)
    assert len(X) == len(X_new) == 100
    assert y.sum() == truth.sum() == 10
    assert not (X[:, None] == X_new).all(axis=2).any()
    assert np.abs(X).max() <= 1


def test_digit_errors_and_the_gate():
    row = digit_errors(0)
    for gate in ("gate", "lenient"):
        assert row[gate] == (row["batch"] if row[f"open_{gate}"] else row["raw"])
    assert 50 < row["q"] < 75
    assert max(row["batch"], row["affine"]) <= 0.2
    # ten eights among nineteen images: always saying no would err on 10/19
    assert row["skew_raw"] * 19 == pytest.approx(round(row["skew_raw"] * 19))
    assert row["skew_raw"] <= 0.55
    assert 0 <= rejected_pairs(0, draws=40, components=4) <= 1


def test_a_series_without_much_noise_is_told_apart():
    row = series_errors(0.02, 0, side=32, q=5)
    assert row["batch"] < 0.05
    assert row["open"] == 1
