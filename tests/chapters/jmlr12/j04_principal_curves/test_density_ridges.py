"""Checks on density ridges, against closed forms and with the algorithm broken."""

import numpy as np
import pytest

from mlcompanion.datasets import PLANAR_MIXTURES
from mlcompanion.manifold import GaussianMixtureField, scms
from mlcompanion_chapters.jmlr12.j04_principal_curves import density_ridges
from mlcompanion_chapters.jmlr12.j04_principal_curves.density_ridges import (
    anisotropic_moves,
    ascend,
    finite_differences,
    gaussian_gap,
    is_principal,
    local_inverse_factor,
    monotone_violations,
    path_gap,
    printed_order,
    printed_step,
    random_gaussian,
    ridge_search,
)


@pytest.fixture
def three():
    return GaussianMixtureField(*PLANAR_MIXTURES["three"])


def test_random_gaussian_is_so_far_away():
    mean, C = random_gaussian(4, np.random.default_rng(0), distance=5.0)
    assert np.linalg.norm(mean) == pytest.approx(5 * np.sqrt(np.linalg.eigvalsh(C)[-1]))


def test_finite_differences_of_a_cubic():
    def function(x):
        return x[:, 0] ** 2 * x[:, 1] + 3 * x[:, 1]

    gradient, hessian = finite_differences(function, [2.0, 1.0], 1e-3)
    assert gradient == pytest.approx([4, 7])
    assert hessian == pytest.approx(np.array([[2, 4], [4, 0]]), abs=1e-6)


def test_definition_four_by_hand():
    H = np.diag([-1.0, -5.0])
    assert is_principal([1.0, 0.0], H, 1)
    assert not is_principal([1.0, 0.1], H, 1)
    assert not is_principal([1.0, 0.0], -H, 1)  # a valley


def test_gaussians_are_projected_as_by_pca():
    worst, cases = gaussian_gap(3, 2, 5, 0)
    assert worst < 1e-10
    assert cases == 2 * 5 * 2


def test_the_principal_set_is_monotone_and_its_paths_are_not(three):
    starts = three.sample(15, np.random.default_rng(0))
    points, violations = monotone_violations(three, starts, 1)
    assert points == 15
    assert violations == 0
    assert path_gap(three, starts, 1.0) > 0.01


def test_points_beside_the_ridge_violate_the_definition(three, monkeypatch):
    starts = three.sample(5, np.random.default_rng(0))
    real = scms(three, starts)

    def beside(*arguments, **options):
        return type(real)(**{**vars(real), "points": real.points + np.array([0.03, 0.06])})

    monkeypatch.setattr(density_ridges, "scms", beside)
    assert monotone_violations(three, starts, 1)[1] >= 10


def test_ascent_is_scms_and_counts_falls(three, monkeypatch):
    starts = three.sample(20, np.random.default_rng(1))
    points, residual, bends, falls, paths = ascend(three, starts, 1)
    assert np.allclose(points, scms(three, starts).points, atol=1e-4)
    assert residual.max() <= 1e-6
    assert bends.min() > 0
    assert falls == 0
    assert np.array_equal(paths[0], starts)
    module = "mlcompanion_chapters.jmlr12.j04_principal_curves.density_ridges.constrained_move"
    monkeypatch.setattr(module, lambda x, at, V: -0.1 * np.ones_like(x))
    assert ascend(three, starts, 1, max_iter=30)[3] > 0


def test_the_printed_step_moves_ridge_points():
    found = printed_step(3, 20, 0)
    assert np.median(found["printed_move"]) > 0.5
    assert found["right_move"].max() < 1e-10
    assert found["right_shift"].max() < 1e-10


def test_the_printed_order_leaves_the_principal_axis():
    printed, right = printed_order(3, 20, 0)
    assert np.median(printed) > 0.5
    assert right.max() < 1e-8


def test_the_factor_is_one():
    ratio, gap = local_inverse_factor(3, 0)
    assert ratio == pytest.approx(1, abs=1e-5)
    assert gap < 1e-4


def test_only_elongated_kernels_need_the_rescaled_step():
    projected, rescaled = anisotropic_moves("full", 2, 5, 0)
    assert len(projected) == 10
    assert np.median(projected) > 1e-3
    assert rescaled.max() < 1e-8
    assert anisotropic_moves("spherical", 1, 5, 0)[0].max() < 1e-8


def test_search_counts_what_does_not_arrive():
    found = ridge_search("tee", 1, 20, 0, max_iter=2)
    assert found["starts"] == 20
    assert found["unsettled"] > 0
    assert found["failures"] >= found["unsettled"]


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: ridge_search("cube", 1, 5, 0), "cloud"),
        (lambda: anisotropic_moves("round", 1, 5, 0), "kind"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
