"""The source's theorems by computation, against what is known of them."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad

from mlcompanion_chapters.jmlr12.j25_correlated_errors import statements


def test_curvature_is_the_integral():
    def second(x):
        return 300 * (6 * x * (1 - x) ** 3 - 18 * x**2 * (1 - x) ** 2 + 6 * x**3 * (1 - x))

    assert statements.curvature() == pytest.approx(quad(lambda x: second(x) ** 2, 0, 1)[0])


def test_the_exact_term_nears_the_formula_and_a_wrong_one_does_not():
    terms = statements.extra_terms(sizes=(200, 800), lags=(0, 2))
    assert terms["mcv"] == pytest.approx([1, 1], abs=0.06)
    assert len(terms["slope"]) == 12
    assert len(terms["left"]) == len(terms["fall"]) == 16


def test_best_bandwidth_by_brute_force():
    from mlcompanion.regression.smoothing import smoothing_kernel
    from mlcompanion_chapters.jmlr12.j25_correlated_errors.source_data import curve, places

    n, phi = 60, 0.5
    found = statements.best_interior_bandwidth(n, (phi,), n_steps=30)[0]
    hs = np.geomspace(0.4, 2.2, 30)
    hs *= statements.amise_bandwidth("epanechnikov", n, statements.curvature(), [0.3])
    x = places(n)
    apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    errors = []
    for h in hs:
        W = smoothing_kernel()(apart / (h * n))
        W /= W.sum(axis=1, keepdims=True)
        reach = int(h * n)
        inside = slice(reach, n - reach)
        bias = (W @ curve(x) - curve(x))[inside]
        variance = np.diag(W @ (0.3 * phi**apart) @ W.T)[inside]
        errors.append(np.mean(bias**2 + variance))
    assert found == pytest.approx(hs[np.argmin(errors)])


def test_the_printed_determinant_is_zero_and_the_matrix_is_not():
    determinant, entry = statements.three_point_matrix()
    assert determinant == 0
    assert entry == 630 * (4 * Fraction(4, 25) - 1) ** 2 * Fraction(16, 625)


def test_random_matrices_with_a_hole_are_indefinite():
    assert statements.indefinite_matrices(20) == (0, 80)


def test_remainders_have_a_limit():
    found = statements.remainders(sizes=(1000, 100_000))
    np.testing.assert_allclose(found["rem"], found["lim"], rtol=0.1)


def test_the_corrected_density_is_the_closed_form():
    sums = statements.spectral_sums()
    assert sums["right"] < 1e-12 < sums["imag"]
