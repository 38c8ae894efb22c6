"""Histogram, affine and quantile cures against Algorithm 1 written out, and their contracts."""

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_facing_arcs
from mlcompanion.reduction import (
    AffineRenormalizer,
    GatedRenormalizer,
    HistogramEqualizer,
    KernelPCA,
    QuantileRenormalizer,
)

RNG = np.random.default_rng(5)
TRAIN = RNG.normal(size=(30, 3)) ** 3
TEST = 0.1 * RNG.normal(size=(30, 3)) + 0.4
WHOLE_BATCH = "a row's rank depends on the batch: the method looks at all of it"


@parametrize_with_checks(
    [HistogramEqualizer(), HistogramEqualizer("spline")],
    expected_failed_checks=lambda _: {"check_methods_subset_invariance": WHOLE_BATCH},
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def algorithm_1(train, test):
    """Written out as printed, column by column."""
    out = np.empty_like(test)
    for d in range(train.shape[1]):
        f_sort = np.sort(train[:, d])
        order = np.argsort(test[:, d])
        h = f_sort
        if len(train) != len(test):
            h = CubicSpline(np.arange(1, len(train) + 1), f_sort)(
                np.linspace(1, len(train), len(test))
            )
        for n, place in enumerate(order):
            out[place, d] = h[n]
    return out


@pytest.mark.parametrize("m", [30, 10, 47])
def test_the_spline_is_the_printed_algorithm(m):
    test = RNG.normal(size=(m, 3))
    found = HistogramEqualizer("spline").fit(TRAIN).transform(test)
    np.testing.assert_allclose(found, algorithm_1(TRAIN, test), atol=1e-12)


def test_equal_sizes_give_the_sorted_training_values():
    for kind in ("linear", "spline"):
        found = HistogramEqualizer(kind).fit(TRAIN).transform(TEST)
        np.testing.assert_allclose(np.sort(found, axis=0), np.sort(TRAIN, axis=0), atol=1e-12)
        assert (np.argsort(found, axis=0) == np.argsort(TEST, axis=0)).all()


def test_straight_lines_keep_the_order_and_a_spline_can_turn_it():
    steps = np.repeat([0.0, 1.0, 1.001, 5.0], [6, 1, 6, 1])[:, None]
    batch = np.arange(60.0)[:, None]
    straight = HistogramEqualizer().fit(steps).transform(batch)[:, 0]
    curved = HistogramEqualizer("spline").fit(steps).transform(batch)[:, 0]
    assert np.diff(straight).min() >= 0
    assert straight.min() == 0
    assert straight.max() == 5
    assert np.diff(curved).min() < 0


def test_ties_stay_ties_and_one_row_gets_the_medians():
    cure = HistogramEqualizer().fit(TRAIN)
    tied = cure.transform(np.repeat(TEST[:4], 2, axis=0))
    np.testing.assert_array_equal(tied[::2], tied[1::2])
    np.testing.assert_allclose(cure.transform(TEST[:1])[0], np.median(TRAIN, axis=0))


@pytest.mark.parametrize("cure", [HistogramEqualizer(), HistogramEqualizer("spline")])
def test_units_and_origin(cure):
    want = cure.fit(TRAIN).transform(TEST)
    for a, b in ((1e6, 1.0), (0.0, 1e-12), (0.0, 1e150)):
        found = cure.fit(a + b * TRAIN).transform(TEST)
        np.testing.assert_allclose((found - a) / b, want, atol=1e-8)
        np.testing.assert_array_equal(cure.fit(TRAIN).transform(a + b * TEST), want)


@pytest.mark.parametrize("cure", [AffineRenormalizer(), QuantileRenormalizer()])
def test_units_and_origin_of_two_samples(cure):
    new = RNG.normal(size=(9, 3))
    want = cure.fit(TRAIN, TEST).transform(new)
    for a, b in ((1e6, 1.0), (0.0, 1e-12), (0.0, 1e150), (-3.0, 7.0)):
        found = cure.fit(a + b * TRAIN, TEST).transform(new)
        np.testing.assert_allclose((found - a) / b, want, atol=1e-7)
        found = cure.fit(TRAIN, a + b * TEST).transform(a + b * new)
        np.testing.assert_allclose(found, want, atol=1e-6)


def test_the_affine_map_gives_left_out_points_the_training_moments():
    cure = AffineRenormalizer().fit(TRAIN, TEST)
    found = cure.transform(TEST)
    np.testing.assert_allclose(found.mean(axis=0), TRAIN.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(found.std(axis=0), TRAIN.std(axis=0))
    np.testing.assert_allclose(cure.scale_, TRAIN.std(axis=0) / TEST.std(axis=0))


def test_a_component_that_does_not_vary_becomes_its_mean():
    flat = np.column_stack([TEST[:, 0], np.full(30, 0.1)])
    for cure in (AffineRenormalizer(), QuantileRenormalizer()):
        found = cure.fit(TRAIN[:, :2], flat).transform(flat)
        assert np.isfinite(found).all()
        assert np.ptp(found[:, 1]) < 1e-12
    assert AffineRenormalizer().fit(TRAIN[:, :2], flat).scale_[1] == 0


def test_the_quantile_map_is_monotone_and_meets_the_histogram():
    cure = QuantileRenormalizer().fit(TRAIN, TEST)
    np.testing.assert_allclose(
        cure.transform(TEST), HistogramEqualizer().fit(TRAIN).transform(TEST), atol=1e-12
    )
    grid = np.linspace(-3, 4, 200)[:, None] * np.ones(3)
    found = cure.transform(grid)
    assert np.diff(found, axis=0).min() >= 0
    # each point by itself, and beyond the ends on the line of the affine cure
    np.testing.assert_array_equal(cure.transform(grid[7:8]), found[7:8])
    slopes = np.diff(found, axis=0)[[0, -1]] / np.diff(grid, axis=0)[[0, -1]]
    np.testing.assert_allclose(slopes, np.tile(cure.scale_, (2, 1)), rtol=1e-9)


def test_the_gate_opens_where_left_out_points_are_told_apart():
    y = np.repeat([0, 1], 15)
    shifted = TRAIN + 20 * y[:, None]
    classifier = LinearDiscriminantAnalysis()
    gate = GatedRenormalizer(classifier).fit(shifted, 0.01 * shifted, y)
    assert gate.open_
    assert gate.loo_error_ == 0
    assert gate.baseline_ == 0.5
    assert GatedRenormalizer(classifier, refit=False).fit(shifted, 0.01 * shifted, y).open_
    want = HistogramEqualizer().fit(shifted).transform(TEST)
    np.testing.assert_array_equal(gate.transform(TEST), want)
    noise = RNG.normal(size=shifted.shape)
    shut = GatedRenormalizer(classifier, baseline=0.1).fit(shifted, noise, y)
    assert not shut.open_
    np.testing.assert_array_equal(shut.transform(TEST), TEST)


def test_a_classifier_that_knows_the_label_opens_too_often():
    """Nothing can be learned here: thirty points in twenty random columns, left-out ones alike."""
    y = np.repeat([0, 1], 15)
    errors = {True: [], False: []}
    for seed in range(20):
        X = np.random.default_rng(seed).normal(size=(30, 20))
        for refit, found in errors.items():
            gate = GatedRenormalizer(LinearDiscriminantAnalysis(), refit=refit).fit(X, X, y)
            found.append(gate.loo_error_)
    assert np.mean(errors[False]) < 0.25
    assert np.mean(errors[True]) == pytest.approx(0.5, abs=0.1)


def test_the_arcs_are_cured():
    train = make_facing_arcs(200, 500, random_state=0)
    model = KernelPCA(2, kernel="rbf", sigma=0.05**0.5).fit(train.data)
    F = model.transform(train.data)
    classify = LinearDiscriminantAnalysis().fit(F, train.target)
    assert classify.score(F, train.target) > 0.99
    batch = HistogramEqualizer().fit(F)
    single = QuantileRenormalizer().fit(F, model.leave_one_out())
    for share in (0.6, 0.9):
        new = make_facing_arcs(200, 500, share=share, basis=train.basis, random_state=1)
        G = model.transform(new.data)
        assert classify.score(G, new.target) == pytest.approx(share, abs=0.03)
        assert classify.score(single.transform(G), new.target) > 0.97
        # the batch is forced to the shares of training
        right = classify.score(batch.transform(G), new.target)
        assert right == pytest.approx(1 - (share - 0.6), abs=0.03)


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda: HistogramEqualizer("cubic").fit(TRAIN), "interpolation"),
        (lambda: AffineRenormalizer().fit(TRAIN, TEST[:, :2]), "X_loo"),
        (lambda: QuantileRenormalizer().fit(TRAIN, TEST * np.nan), "X_loo"),
        (lambda: GatedRenormalizer(None).fit(TRAIN, TEST, [0] * 30), "classifier"),
        (lambda: GatedRenormalizer(LinearDiscriminantAnalysis()).fit(TRAIN, TEST, [0]), "y must"),
        (
            lambda: GatedRenormalizer(LinearDiscriminantAnalysis()).fit(TRAIN, TEST[:9], [0] * 30),
            "X_loo",
        ),
    ],
)
def test_bad_input_is_named(call, word):
    with pytest.raises((ValueError, TypeError), match=word):
        call()
