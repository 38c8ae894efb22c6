"""The population search can fail, and the full determinant agrees with the low-rank one."""

import numpy as np
import pytest

from mlcompanion.causal import kernel_mi
from mlcompanion_chapters.jmlr12.j03_direct_lingam.lingam_population import (
    full_kernel_mi,
    random_models,
    search_population,
)


def test_lemmas_hold_and_cancelling_models_are_among_them():
    found = search_population(*random_models(200, 5, 0, cancel=50))
    assert found.models == 200
    assert found.cancelling >= 50
    assert (found.wrong, found.bad_orders) == (0, 0)


def test_correlation_in_place_of_independence_fails():
    def uncorrelated(A, residuals):
        return np.zeros(residuals.shape[:3], dtype=bool)  # residuals never are correlated

    assert search_population(*random_models(50, 4, 1), dependent=uncorrelated).wrong > 0


def test_a_wrong_residual_fails():
    def without_regression(A, residuals):
        return (np.abs(A)[:, :, None] * np.abs(A)[:, None] > 1e-9).any(axis=3)

    assert search_population(*random_models(50, 4, 2), dependent=without_regression).wrong > 0


@pytest.mark.parametrize("center", [True, False])
def test_full_determinant_is_the_low_rank_one(center):
    x, y = np.random.default_rng(0).uniform(size=(2, 120))
    full = full_kernel_mi(x, y + 0.3 * x, 0.02, 1.0, center=center)
    low = kernel_mi(x, y + 0.3 * x, kappa=0.02, sigma=1.0, center=center)
    assert low == pytest.approx(full, rel=1e-2)
