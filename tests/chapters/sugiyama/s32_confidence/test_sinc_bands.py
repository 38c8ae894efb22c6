import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s32_confidence import sinc_bands as bands


def test_the_grid_is_the_part_that_is_drawn():
    assert np.abs(bands.GRID).max() <= 2.8
    assert np.diff(bands.GRID) == pytest.approx(6 / 999)
    assert bands.curve(0.0) == 1


@pytest.mark.parametrize("n", [10, 50, 51])
def test_nothing_is_read_behind_the_pillar(n):
    x, y = bands.gap_inputs(n, 3)
    assert len(x) == len(y) == n
    assert not ((x > -0.5) & (x < 1.5)).any()
    assert (x[0], x[-1]) == (-3, 3)
    residuals = np.concatenate([np.subtract(*_pair(50, seed)) for seed in range(40)])
    assert residuals.std() == pytest.approx(0.2, rel=0.05)


def _pair(n, seed):
    x, y = bands.gap_inputs(n, seed)
    return y, bands.curve(x)


def test_designs_are_told_apart():
    assert np.ptp(np.diff(bands.sample_of("even", 0)[0][:, 0])) < 1e-12
    assert bands.sample_of("normal", 0)[0].std() < 1.5
    assert bands.sample_of("gap", 0, 20)[0].shape == (20, 1)


def test_quarters_are_the_thin_and_the_dense_places():
    sparse, dense = bands.band_widths("even", 0)
    assert sparse == pytest.approx(dense, rel=0.02)  # nothing is thin there
    X, y = bands.sample_of("normal", 1)
    std = bands.listing_model(1).fit(X, y).predict(bands.GRID[:, None], return_std=True)[1]
    near = np.array([np.sort(np.abs(g - X[:, 0]))[4] for g in bands.GRID])
    far = near >= np.quantile(near, 0.75)
    assert bands.band_widths("normal", 1)[0] == pytest.approx(std[far].mean(), rel=0.02)


def test_coverage_counts_places():
    one, two = np.mean([bands.coverage(seed) for seed in range(6)], axis=0)
    assert 0.4 < one < two < 1


def test_refits_keep_the_choice():
    X, y = bands.sample_of("even", 2)
    model = bands.listing_model(2).fit(X, y)
    std = bands.refitted(model, X, y, X, 20).std
    assert 0.02 < np.median(std) < 0.3
    np.testing.assert_array_equal(std, bands.refitted(model, X, y, X, 20).std)


def test_only_the_process_is_wide_far_away():
    found = bands.far_away(2)
    assert max(found["formula"], found["bootstrap"]) < 1e-6
    assert found["gp"] > 2
    assert found["gp_most"] <= 1


def test_resampled_widths_of_a_few_resamples():
    found = bands.resampled_widths("normal", 0, 12)
    assert 0.3 < found["ratio"] < 4
    assert -1 <= found["corr"] <= 1
    assert 0 <= found["more"] + found["less"] <= 1
