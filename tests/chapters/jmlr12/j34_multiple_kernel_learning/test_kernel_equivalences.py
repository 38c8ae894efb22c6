"""The references of the multiple kernel checks, on problems that can be solved by hand."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j34_multiple_kernel_learning import kernel_equivalences as checks
from mlcompanion_chapters.jmlr12.j34_multiple_kernel_learning import kernel_mixing as mixing

Y = np.array([1.0, -1.0])


def test_machine_of_two_points():
    """Opposite points at distance 2: w = 1, so the optimal value is one half."""
    np.testing.assert_allclose(checks.machine_value(np.outer(Y, Y), Y, 10.0), 0.5)


def test_the_cone_programme_takes_the_better_of_two_kernels():
    Ks = np.array([np.outer(Y, Y), 4 * np.outer(Y, Y)])
    np.testing.assert_allclose(checks.cone_optimum(Ks, Y, 10.0), 1 / 8, rtol=1e-4)


@pytest.mark.parametrize("p", [4 / 3, 2.0])
def test_sphere_and_dual_agree_and_the_printed_exponents_do_not(p):
    y, Ks = checks.random_problem(30, 3, 0)
    least = checks.sphere_minimum(Ks, y, 1.0, p)
    np.testing.assert_allclose(checks.dual_optimum(Ks, y, 1.0, p), least, rtol=2e-3)
    assert abs(checks.dual_optimum(Ks, y, 1.0, p, printed=True) - least) > 0.02 * least


def test_searches_find_the_known_best():
    found = checks.alignment_searches(n_sets=2, n_draws=200, n_ascents=5)
    assert all(-1e-3 < value <= 1e-6 for value in found["best_lin"] + found["best_con"])


def test_one_optimum_of_a_small_problem():
    found = checks.one_optimum(n_random=1)
    assert max(found["spread"]) < 1e-3
    assert len(found["values"]) == 2


def test_weights_summed_as_printed_fail_the_check_of_the_norm(monkeypatch):
    def as_printed(lengths, p):
        return lengths ** (2 / (p + 1)) / (lengths[:p] ** (2 * p / (p + 1))).sum() ** (1 / p)

    monkeypatch.setattr(checks, "group_lasso_weights", as_printed)
    assert checks.bounded_sum_checks(20)["all_kernels"] > 1e-3


def test_slips_of_the_paper():
    off = checks.bounded_sum_checks(20)
    assert off["all_kernels"] < 1e-12 < off["printed"]
    priced = checks.priced_duals(1)
    assert priced["right"][0] < 1e-3 < priced["printed"][0]
    y, Ks = checks.random_problem(40, 3, 1, spread=4.0)
    gates = checks.constant_gates(Ks, y)
    assert gates["printed"] < 0.1
    assert gates["right"] >= 1 - 1e-6


def test_numeral_stacks_have_unit_diagonals_and_disjoint_rows():
    data = mixing.numeral_stacks(("zer", "mor"), n_train=20, n_test=10)
    np.testing.assert_allclose(np.diagonal(data.Ks, axis1=1, axis2=2), 1)
    assert data.Ks_test.shape == (2, 10, 20)
    assert set(np.unique(data.y)) == {-1, 1}
    stops = mixing.stops(data)
    assert all(0 <= share <= 1 for share in stops.values())
    curves = mixing.mixtures(data, [0.0, 1.0])
    assert curves["value"][0] != curves["value"][1]
    old, new = mixing.with_noise(data, 3)
    assert (old.shape, new.shape) == ((5, 20, 20), (5, 10, 20))
    np.testing.assert_array_equal(old[:2], data.Ks)
    (one, many) = mixing.collapse(data, (1, 2))
    assert many[1] < one[1]


def test_a_gate_solves_the_plane_and_none_does_not():
    X, y = mixing.crossing()
    without, _ = mixing.gated_machine(X, y, 0.0)
    sharp, _ = mixing.gated_machine(X, y, 2.0)
    assert np.mean(np.sign(without(X)) == y) < 0.9
    assert np.mean(np.sign(sharp(X)) == y) > 0.97
    assert mixing.learnt_gate(X, y).score(X, y) > 0.95
