import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j11_convolved_gp import covariance_checks as checks
from mlcompanion_chapters.jmlr12.j11_convolved_gp import errata


@pytest.mark.parametrize("n_inputs", [1, 2])
def test_the_closed_form_is_found_right(n_inputs):
    ff, fu, low, narrow = checks.covariance_errors(3, n_inputs, seed=5)
    assert max(ff, fu) < 1e-8
    assert low > -1e-10
    assert narrow < 1e-2


def test_a_precision_read_as_a_variance_would_be_seen(monkeypatch):
    plain = checks.ConvolvedGaussianKernel
    monkeypatch.setattr(checks, "ConvolvedGaussianKernel", lambda S, P, L: plain(S, 1 / P, L))
    assert checks.covariance_errors(3, 1, seed=5)[0] > 0.01


def test_joint_is_separate_without_noise_at_common_places_alone():
    assert checks.separate_gaps(0, 0.0, True) < 1e-8
    assert checks.separate_gaps(0, 0.1, True) > 1e-3
    assert checks.separate_gaps(0, 0.0, False) > 1e-3


def test_bands_are_counted():
    inside, shrink = checks.latent_bands(5, 30, 10, seed=0)
    assert inside.shape == (5, 10)
    assert (shrink < 1).all()


def test_the_errata_are_seen():
    errors = errata.gradient_errors(2, 0)
    assert max(errors["plus"]) < 1e-4 < 0.1 < min(errors["minus"])
    printed, right = errata.block_factor_errors(3, 0)
    assert min(printed) > 0.01
    np.testing.assert_allclose(right, 0, atol=1e-9)
