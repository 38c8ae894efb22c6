import numpy as np
import pytest

from mlcompanion.datasets import make_corral, make_mofn, make_waveforms


def test_corral_has_each_pattern_four_times():
    b = make_corral()
    assert b.data.shape == (128, 6)
    patterns, counts = np.unique(b.data[:, :5], axis=0, return_counts=True)
    assert len(patterns) == 32
    assert (counts == 4).all()
    a0, a1, b0, b1, _, told = b.data.T.astype(bool)
    np.testing.assert_array_equal((a0 & a1) | (b0 & b1), b.target == 1)
    assert np.mean(told == (b.target == 1)) == 0.75


def test_m_of_n_counts():
    b = make_mofn()
    assert b.data.shape == (1024, 10)
    assert len(np.unique(b.data, axis=0)) == 1024
    np.testing.assert_array_equal(b.target, np.count_nonzero(b.data[:, :7], axis=1) > 2)
    assert make_mofn(30, random_state=0).data.shape == (30, 10)
    with pytest.raises(ValueError, match="m must"):
        make_mofn(m=8)


def test_waves_have_their_means():
    b = make_waveforms(30_000, random_state=0)
    for label, (top, other) in enumerate(((11, 15), (11, 7), (15, 7))):
        x = np.arange(1, 22)
        mean = (np.maximum(6 - abs(x - top), 0) + np.maximum(6 - abs(x - other), 0)) / 2
        np.testing.assert_allclose(b.data[b.target == label].mean(axis=0), mean, atol=0.08)
    assert np.bincount(b.target).min() > 9_500
