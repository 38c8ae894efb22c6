import numpy as np
import pytest

from mlcompanion.datasets import make_mackey_glass


def test_the_series_is_the_listing_line_by_line():
    u, n, d = 17, 200, 20
    N = n + 130
    z = np.zeros(u + N + d + 2)  # from 1, as in the listing
    z[1 : u + 2] = 1.2
    for t in range(u + 1, u + N + d + 1):
        z[t + 1] = 0.9 * z[t] + 0.2 * z[t - u] / (1 + z[t - u] ** 10)
    np.testing.assert_allclose(make_mackey_glass(N + d).clean, z[u + 1 : u + N + d + 1], rtol=1e-12)


def test_burn_in_moves_the_window_and_noise_stays_outside():
    long = make_mackey_glass(80).clean
    np.testing.assert_array_equal(make_mackey_glass(30, burn_in=50).clean, long[50:])
    noisy = make_mackey_glass(4000, noise=0.1, random_state=0)
    np.testing.assert_array_equal(noisy.clean[:80], long)
    assert np.std(noisy.y - noisy.clean) == pytest.approx(0.1, rel=0.05)
    still = make_mackey_glass(3).y
    assert still[0] == 1.2


def test_a_short_delay_settles_and_the_long_one_does_not():
    settled = make_mackey_glass(50, tau=2, burn_in=2000).clean
    np.testing.assert_allclose(settled, 1.0, atol=1e-3)
    assert make_mackey_glass(500, burn_in=2000).clean.std() > 0.15


def test_numbers_out_of_range_are_refused():
    for bad in ({"tau": 0}, {"start": -1.0}, {"noise": -0.1}, {"burn_in": -1}, {"n_samples": 0}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            make_mackey_glass(**bad)
    assert np.isfinite(make_mackey_glass(60, start=1e200).y).all()
