import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s26_least_squares_classification.sign_regression import (
    discriminant_checks,
    excess_errors,
    kernel_assignments,
    separable_assignments,
    spiral_errors,
)


def test_the_formula_lacks_the_number_of_samples_and_needs_centred_inputs():
    found = discriminant_checks(20, random_state=1)
    assert min(found["cos_c"]) > 1 - 1e-10 < min(found["cos_i"])
    assert min(found["cos_u"]) < 0.99
    np.testing.assert_allclose(np.array(found["ratio"]) * found["sizes"], 1)


def test_the_excess_falls_with_the_sample_and_is_never_negative():
    found = excess_errors((50, 5000), 10, random_state=0)
    assert found["excess"][0] > found["excess"][1] > 0
    assert found["bayes"] == pytest.approx(0.158655, abs=1e-6)


def test_assignments_of_a_rich_model_and_of_lines():
    assert kernel_assignments(5, random_state=0) == 32
    assert [separable_assignments(n, random_state=0) for n in (3, 5, 7)] == [8, 22, 44]


def test_the_control_fails_where_the_kernels_do_not():
    kernel, line = spiral_errors(2)
    assert max(kernel) < 0.01 < 0.2 < min(line)
