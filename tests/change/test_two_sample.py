"""Permutation tests by quadratic forms against permutations done one by one; the L1 distance."""

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import norm

from mlcompanion.change import l1_distance, two_sample_test
from mlcompanion.density.contrasts import energy_distance, lsdd, median_distance, mmd2
from mlcompanion.resampling import random_splits


@pytest.fixture
def samples():
    rng = np.random.default_rng(5)
    return rng.normal(0, 1, (12, 2)), rng.normal(0.7, 1, (9, 2))


@pytest.mark.parametrize("measure", ["energy", "mmd", "lsdd"])
def test_every_permutation_is_a_distance(samples, measure):
    X, Y = samples
    both = np.concatenate(samples)
    width = median_distance(both)
    direct = {
        "energy": energy_distance,
        "mmd": mmd2,
        "lsdd": lambda A, B: lsdd(A, B, sigma=width, lam=0.1 * width**2).l2,
    }[measure]
    found = two_sample_test(X, Y, measure, n_draws=99, random_state=1)
    assert found.statistic == pytest.approx(direct(X, Y), rel=1e-9)
    splits = random_splits(12, 9, 99, np.random.default_rng(1))
    each = [direct(both[split], both[~split]) for split in splits]
    assert found.pvalue == (1 + np.sum(np.array(each) >= found.statistic - 1e-12)) / 100


@pytest.mark.parametrize("measure", ["energy", "mmd", "lsdd"])
def test_level_and_units(measure):
    rng = np.random.default_rng(0)
    pvalues = []
    for _ in range(200):
        both = rng.normal(size=(40, 1))
        pvalues.append(
            two_sample_test(both[:20], both[20:], measure, n_draws=39, random_state=rng).pvalue
        )
    assert 0.01 <= np.mean(np.array(pvalues) <= 0.05) <= 0.1
    X, Y = rng.normal(size=(30, 2)), rng.normal(0.5, 1, size=(30, 2))
    plain = two_sample_test(X, Y, measure, random_state=3).pvalue
    assert two_sample_test(X + 1e5, Y + 1e5, measure, random_state=3).pvalue == plain
    assert two_sample_test(1e9 * X, 1e9 * Y, measure, random_state=3).pvalue == plain


@pytest.mark.parametrize("measure", ["mmd", "lsdd"])
@pytest.mark.parametrize("place", [0, -1])
def test_one_far_point_hides_no_difference(measure, place):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(40, 2)), rng.normal(2, 1, size=(40, 2))
    X[place] = 1e20  # as where a value is missing
    options = {"n_draws": 99, "sigma": 2.0, "random_state": 0}
    assert two_sample_test(X, Y, measure, **options).pvalue == 0.01


def test_equal_and_constant_samples():
    ones = np.ones((6, 2))
    for measure in ("energy", "mmd", "lsdd"):
        found = two_sample_test(ones, ones, measure, random_state=0)
        assert found.statistic == pytest.approx(0, abs=1e-12)
        assert found.pvalue == 1


def test_spread_is_seen_where_the_means_agree():
    rng = np.random.default_rng(2)
    X, Y = rng.normal(0, 1, (60, 1)), rng.normal(0, 3, (60, 1))
    for measure in ("energy", "mmd", "lsdd"):
        assert two_sample_test(X, Y, measure, random_state=0).pvalue <= 0.01


def test_bad_measures_are_refused(samples):
    with pytest.raises(ValueError, match="measure"):
        two_sample_test(*samples, "t")
    with pytest.raises(ValueError, match="Y"):
        two_sample_test(samples[0], samples[1][:, :1])
    with pytest.raises(ValueError, match="lam"):
        two_sample_test(*samples, "lsdd", lam=0)


@pytest.mark.parametrize("shift", [0.0, 1.0, 2.0, 6.0])
def test_l1_distance_of_normals(shift):
    rng = np.random.default_rng(7)
    X, Y = rng.normal(0, 1, (400, 1)), rng.normal(shift, 1, (250, 1))
    truth = 2 * (2 * norm.cdf(shift / 2) - 1)
    found = l1_distance(X, Y, lam=[0.001, 0.01], random_state=0)
    assert abs(found.distance - truth) <= 0.2
    assert found.held_out.shape == (4, 2)


def test_hinge_loss_of_atoms_against_linear_programming():
    """On few values, each many times, kernels this narrow leave every value a level of its own."""
    p, q = np.array([6, 3, 1]), np.array([2, 3, 5])
    X = np.repeat([0.0, 1, 2], p)[:, None]
    Y = np.repeat([0.0, 1, 2], q)[:, None]
    found = l1_distance(X, Y, sigma=0.05, lam=1e-6, folds=2, random_state=0)
    cost = np.concatenate([p / 10, q / 10, np.zeros(3)])
    A = -np.block(
        [[np.eye(3), np.zeros((3, 3)), np.eye(3)], [np.zeros((3, 3)), np.eye(3), -np.eye(3)]]
    )
    best = linprog(cost, A, -np.ones(6), bounds=[(0, None)] * 6 + [(None, None)] * 3)
    assert found.in_sample == pytest.approx(2 - best.fun, abs=0.01)
    assert 2 - best.fun == pytest.approx(np.abs(p - q).sum() / 10)


def test_narrow_kernels_tell_all_samples_apart_in_sample_only():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(50, 1)), rng.normal(size=(50, 1))
    found = l1_distance(X, Y, sigma=1e-4, lam=1e-4, random_state=0)
    assert found.in_sample > 1.9
    assert found.distance < 0.5


def test_l1_distance_in_other_units_and_far_from_zero():
    rng = np.random.default_rng(4)
    X, Y = rng.normal(size=(40, 2)), rng.normal(0.5, 1.2, size=(30, 2))
    plain = l1_distance(X, Y, lam=[0.01, 0.1], random_state=0).held_out
    for a, b in ((0, 1e-9), (0, 1e9), (1e6, 1.0), (1e12, 1e6)):
        moved = l1_distance(a + b * X, a + b * Y, lam=[0.01, 0.1], random_state=0).held_out
        np.testing.assert_allclose(moved, plain, atol=1e-3)
