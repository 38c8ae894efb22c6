"""The checks on bases and kernels at small sizes, and that they notice what is wrong."""

import numpy as np
import pytest

from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression import cross_validate_grid, poly_basis
from mlcompanion.resampling import fold_labels
from mlcompanion_chapters.sugiyama.s21_learning_models import learning_models as models


@pytest.mark.parametrize("name", ["powers", "waves", "bumps", "steps", "hinges"])
def test_families_have_as_many_functions_as_asked(name):
    Phi = models.family(name, 5)(np.linspace(-6, 6, 40))
    assert Phi.shape == (40, 5)
    assert np.linalg.matrix_rank(Phi) == 5


def test_what_is_left_is_one_less_the_squared_correlation():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 40))
    left = models.left_over(poly_basis(x, 1), y, centred=True)
    assert left == pytest.approx(1 - np.corrcoef(x, y)[0, 1] ** 2)
    assert models.left_over(x[:, None], np.column_stack([3 * x, x**2])) == pytest.approx(
        [0, 1 - np.sum(x**3) ** 2 / np.sum(x**2) / np.sum(x**4)]
    )


def test_ranks_of_products_and_sums():
    found = models.design_ranks((1, 2, 3), 200, random_state=0)
    assert found == {"products": [(3, 3), (9, 9), (27, 27)], "sums": [(3, 3), (6, 5), (9, 7)]}
    assert models.design_ranks((3,), 20, random_state=0)["products"] == [(27, 20)]


def test_sums_miss_interactions():
    found = models.interactions(20, 10, random_state=0)
    assert max(found["mult_left"].max(), found["add_own"].max()) < 1e-20
    assert found["add_left"].min() > 0.05
    assert found["add_product"] == pytest.approx(1)


def test_bumps_are_local_and_powers_are_not():
    found = models.near_and_far(0, n=200, n_test=2000)
    assert found["inside"] < found["near"] < found["rim"]
    assert found["far"] < 1e-3 < 10 < found["far_mult"]


def test_fewer_centres_need_a_smaller_penalty():
    full = models.centre_error(200, 0.1, 200, 300)
    few = models.centre_error(20, 0.1, 200, 300)
    assert models.centre_error(20, 0.01, 200, 300) < few
    assert full < few


def test_folded_errors_are_those_of_refitting():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(40, 2))
    y = rng.normal(size=40)
    lams = np.array([0.01, 1.0])
    labels = fold_labels(40, 5, 3)
    expected = cross_validate_grid(X, y, [0.8], lams, 5, 3)[0]
    np.testing.assert_allclose(
        models.folded_errors(rbf_kernel(X, sigma=0.8), y, lams, labels), expected, rtol=1e-8
    )


def test_a_curve_is_learned_in_many_dimensions():
    assert models.dimension_error("curve", 30, 0, n=80, n_test=200) < 0.3
    assert models.dimension_error("cube", 10, 0, n=80, n_test=200) > 0.5


def test_cores_follow_their_chains_and_guessing_is_told_apart():
    cores, bay = models.drill_cores(300, 0)
    assert {len(core) for core in cores} == set(range(10, 41))
    assert set("".join(cores)) == set("SGCM")
    first = sum(core.count("SG") for core in np.array(cores)[bay > 0])
    assert first != sum(core.count("SG") for core in np.array(cores)[bay < 0])
    assert models.sequence_errors(0, 100, 200)["err"] < 0.2
    blind = models.sequence_errors(0, 100, 200, kernel=lambda a, b: np.ones((len(a), len(b))))
    assert blind["err"] > 0.35
