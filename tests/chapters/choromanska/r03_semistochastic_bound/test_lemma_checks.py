"""The checks of lemmas and misprints, each against what must come out."""

import numpy as np
import pytest

from mlcompanion_chapters.choromanska.r03_semistochastic_bound import lemma_checks


def test_sampling_lemmas_hold():
    found = lemma_checks.sampling_lemmas(6)
    assert found["bias"] < 1e-12
    assert found["viol2"] == 0
    assert found["resid_same"] < 1e-8


def test_a_random_size_is_biased():
    found = lemma_checks.random_batch_size()
    assert found["bias_random"] == pytest.approx(0.25)  # gradients (1, 0), (0, 1), (-1, 1/2)
    assert found["bias_fixed"] < 1e-15


def test_the_gradient_grows_with_the_penalty_alone():
    found, closed_form = lemma_checks.lipschitz_checks(pairs=40, models=4)
    assert closed_form < 1e-8
    assert found["g_reg"][2] == pytest.approx(100 * found["g_reg"][1], rel=0.05)
    assert found["g_zero"] <= 1
    assert found["quotient"] <= 1


def test_curvature_vanishes_far_out():
    found = lemma_checks.curvature_far_out()
    assert min(found["min_ff"]) > 0.1
    assert found["flat"] < 1e-5
    assert found["near"] == pytest.approx(1 / 12, rel=1e-4)
    F, codes = lemma_checks._axis_points(3)
    at_ten = lemma_checks._second_differences(F, codes, np.full(3, 10.0))
    assert np.linalg.eigvalsh(at_ten).min() == pytest.approx(found["far"][0], rel=1e-2)


def test_the_printed_constants_are_violated():
    found = lemma_checks.constants_of_theorem_4()
    assert found["printed_l"] < found["ratio_l"] <= found["right_l"]
    assert found["ratio_rho"] < found["printed_rho"]
    assert found["ratio_rho"] >= 0.999 * found["right_rho"]
    assert found["ratio_lin"] < found["rho_unit"]
