import numpy as np
from scipy.integrate import quad

from mlcompanion_chapters.jmlr12.j11_convolved_gp.furnace import answer, blurred, readings
from mlcompanion_chapters.jmlr12.j11_convolved_gp.warming import WarmingProbes


def test_the_covariance_with_the_hidden_function_is_the_integral():
    probes = WarmingProbes([2.0, 20.0])
    exact = quad(lambda s: np.exp(-2.0 * s) * np.exp(-((1.0 - s - 0.7) ** 2) / (2 * 0.04)), 0, 4)[0]
    found = probes.latent_pair(0, [[1.0]], 0, [[0.7]])[0, 0]
    np.testing.assert_allclose(found, exact, rtol=0.03)
    values = np.linalg.eigvalsh(probes.ff([np.linspace(0, 2, 9)] * 2))
    assert values[0] > -1e-9 * values[-1]


def test_the_gap_is_filled_by_the_other_probes():
    assert len(readings().X[3]) < len(readings().X[0]) == 61
    assert answer("full").gap_error < 0.2 * answer("alone").gap_error
    assert answer("pitc", 30).gap_error < 2 * answer("full").gap_error


def test_no_window_leaves_a_function_as_it_is():
    u = np.sin(np.arange(5.0))
    np.testing.assert_array_equal(blurred(u, np.arange(5.0), np.inf), u)
    np.testing.assert_allclose(blurred(np.ones(5), np.arange(5.0), 1.0), 1.0)
