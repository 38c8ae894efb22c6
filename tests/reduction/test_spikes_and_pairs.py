"""The phase transition, dependence of pairs, and the generators of hidden signals."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency
from sklearn.metrics import mutual_info_score

from mlcompanion.datasets import make_facing_arcs, make_spiked_gaussian
from mlcompanion.reduction import mi_permutation_test, spike_overlap, spike_threshold

RNG = np.random.default_rng(2)


# -- the transition ----------------------------------------------------------------------------


def simulated_overlap(n, d, noise, repeats, signal=1.0):
    found = []
    for seed in range(repeats):
        drawn = make_spiked_gaussian(n, d, [signal], noise, seed)
        left = np.linalg.svd(drawn.data, full_matrices=False)[2][0]
        found.append((left @ drawn.basis[0]) ** 2)
    return np.mean(found)


# Forty decompositions of up to 400 rows in 400 dimensions.
@pytest.mark.parametrize(("n", "noise", "signal"), [(400, 0.5, 1.0), (200, 1.2, 2.0), (60, 1.0, 1)])
def test_the_limit_is_near_at_four_hundred_dimensions(n, noise, signal):
    found = simulated_overlap(n, 400, noise, 15, signal)
    assert spike_overlap(n, 400, signal, noise) == pytest.approx(found, abs=0.06)


def test_nothing_below_the_threshold_and_all_in_the_end():
    assert spike_threshold(1000, 1.0, 0.5) == 62.5
    at = spike_threshold(1000, 0.7, 0.4)
    below, above = spike_overlap([0.99 * at, 1.01 * at], 1000, 0.7, 0.4)
    assert below == 0
    assert 0 < above < 0.02
    assert spike_overlap(1e15, 1000, 0.7, 0.4) == pytest.approx(1)
    assert spike_overlap(50, 1000, 0.0, 0.4) == 0
    for unit in (1e-150, 1e150):
        found = spike_overlap([50, 500], 1000, 0.7 * unit, 0.4 * unit)
        np.testing.assert_allclose(found, spike_overlap([50, 500], 1000, 0.7, 0.4))


# -- pairs -------------------------------------------------------------------------------------


def test_information_is_scikit_learns_and_p_values_find_what_is_there():
    x = RNG.normal(size=300)
    X = np.column_stack([x, x**2 + 0.3 * RNG.normal(size=300), RNG.normal(size=300)])
    found = mi_permutation_test(X, 199, bins=5, random_state=0)
    assert found.pairs.tolist() == [[0, 1], [0, 2], [1, 2]]
    edges = [np.linspace(c.min(), c.max(), 6)[1:-1] for c in X.T]
    codes = [np.digitize(c, e) for c, e in zip(X.T, edges)]
    for (i, j), value in zip(found.pairs, found.information):
        assert value == pytest.approx(mutual_info_score(codes[i], codes[j]), abs=1e-12)
    assert found.p_values[0] == 1 / 200
    assert found.p_values[1:].min() > 0.01
    assert found.rejected() == pytest.approx(1 / 3)


def test_p_values_agree_with_the_chi_squared_law():
    """2 n times the information is the statistic of the likelihood-ratio test of a table."""
    X = RNG.normal(size=(400, 2))
    X[:, 1] += 0.22 * X[:, 0]
    found = mi_permutation_test(X, 1999, bins=3, random_state=1)
    edges = [np.linspace(c.min(), c.max(), 4)[1:-1] for c in X.T]
    table = np.zeros((3, 3))
    np.add.at(table, tuple(np.digitize(c, e) for c, e in zip(X.T, edges)), 1)
    peer = chi2_contingency(table, lambda_="log-likelihood")
    assert 2 * 400 * found.information[0] == pytest.approx(peer.statistic)
    assert found.p_values[0] == pytest.approx(peer.pvalue, abs=0.02)


def test_independent_pairs_are_rejected_as_often_as_the_level_says():
    shares = [
        mi_permutation_test(
            np.random.default_rng(s).normal(size=(60, 6)), 99, random_state=s
        ).rejected(0.1)
        for s in range(30)
    ]
    assert 0.06 < np.mean(shares) < 0.14


def test_origin_units_ties_and_constants():
    X = np.round(RNG.normal(size=(80, 3)), 1)
    want = mi_permutation_test(X, 50, random_state=0)
    for a, b in ((1e6, 1.0), (0.0, 1e-12), (-1e3, 1e9)):
        found = mi_permutation_test(a * b + b * X, 50, random_state=0)
        np.testing.assert_allclose(found.information, want.information)
        np.testing.assert_array_equal(found.p_values, want.p_values)
    flat = mi_permutation_test(np.column_stack([X[:, 0], np.full(80, 0.1)]), 20, random_state=0)
    assert flat.information[0] == pytest.approx(0, abs=1e-12)
    assert flat.p_values[0] == 1
    with pytest.raises(ValueError, match="X must have at least two columns"):
        mi_permutation_test(X[:, :1])


# -- generators --------------------------------------------------------------------------------


def test_arcs_face_each_other_and_no_line_parts_them():
    drawn = make_facing_arcs(4000, 20, snr=2.0, random_state=0)
    assert np.bincount(drawn.target).tolist() == [2400, 1600]
    big, small = drawn.plane[drawn.target == 0], drawn.plane[drawn.target == 1]
    np.testing.assert_allclose(np.linalg.norm(big, axis=1), 1)
    assert np.linalg.norm(small, axis=1).max() < 0.75
    # the small arc lies in the half-disc that the big one spans
    assert small[:, 1].mean() == pytest.approx(0.3 - 0.4 / np.pi, abs=0.01)
    noise_power = 20 * drawn.noise**2
    assert drawn.plane.var(axis=0).sum() / noise_power == pytest.approx(2, rel=0.03)
    rest = drawn.data - drawn.plane @ drawn.basis
    assert rest.std() == pytest.approx(drawn.noise, rel=0.02)
    np.testing.assert_allclose(drawn.basis @ drawn.basis.T, np.eye(2), atol=1e-12)


def test_a_second_draw_has_the_same_plane_and_noise():
    first = make_facing_arcs(30, 40, random_state=0)
    second = make_facing_arcs(30, 40, share=0.9, basis=first.basis, random_state=1)
    np.testing.assert_array_equal(first.basis, second.basis)
    assert np.bincount(second.target).tolist() == [27, 3]
    with pytest.raises(ValueError, match="basis must hold two orthogonal rows"):
        make_facing_arcs(30, 40, basis=np.ones((2, 40)))


def test_spikes_stand_on_orthogonal_directions():
    drawn = make_spiked_gaussian(3000, 50, [2.0, 1.0], 0.1, 0)
    np.testing.assert_allclose(drawn.basis @ drawn.basis.T, np.eye(2), atol=1e-12)
    np.testing.assert_allclose(drawn.scores.std(axis=0), [2, 1], rtol=0.05)
    assert (drawn.data - drawn.scores @ drawn.basis).std() == pytest.approx(0.1, rel=0.01)
