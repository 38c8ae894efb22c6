"""The searches find what is broken, and nothing else."""

from fractions import Fraction

import numpy as np
import pytest

from mlcompanion.probability.bounds.inequalities import cantelli, chebyshev_interval
from mlcompanion_chapters.sugiyama.s08_probability_inequalities import (
    expectation_searches,
    sum_bounds,
    tail_searches,
)

NAMES = ["union", "Markov", "Cantelli up", "Cantelli down", "Chebyshev", "interval"]


def test_true_bounds_stand_and_cut_ones_fall():
    found = tail_searches.random_violations(200, 0)
    assert list(found) == NAMES
    assert [bad for bad, _ in found.values()] == [0] * 6
    assert min(cases for _, cases in found.values()) == 200
    assert list(tail_searches.attained_violations(30, 0).values()) == [30] * 6
    assert list(tail_searches.attained_violations(30, 0, cut=10).values()) == [0] * 6


def test_whole_numbers_are_the_bounds_of_fractions():
    x, w = tail_searches.random_laws(20, 1, n_points=(3, 3))
    for points, weights in zip(x.tolist(), w.tolist()):
        total = sum(weights)
        mean = Fraction(sum(p * q for p, q in zip(points, weights)), total)
        var = sum(q * (p - mean) ** 2 for p, q in zip(points, weights)) / total
        e = 40
        one = (np.array([points]), np.array([weights]))
        sides = tail_searches._cantelli(*one, np.array([[e * total]]), 1)
        tail = Fraction(sum(q for p, q in zip(points, weights) if p - mean >= e), total)
        assert Fraction(int(sides[0][0, 0]), total**3) == tail * (var + e**2)
        if var > 0:
            ratio = sides[1][0, 0] / total**3 / (var + e**2)
            assert float(ratio) == pytest.approx(cantelli(e, var=float(var)).value, rel=1e-12)
        sides = tail_searches._interval(*one, np.array([[-30]]), np.array([[50]]))
        bound = np.exp(chebyshev_interval(-30, 50, float(mean), float(var)).log)
        assert sides[1][0, 0] / (4 * total**2) / 40**2 == pytest.approx(bound, rel=1e-12)


def test_squaring_fails_below_zero_only():
    negative, positive = tail_searches.squaring_failures(1000, 0)
    assert negative > 0
    assert positive == 0


def test_sums_stay_below_their_bounds():
    worst, control, cases = sum_bounds.search_sums(15, 0, n_variables=(1, 2, 20))
    assert (worst <= 1 + 1e-9).all()
    assert (control > 1).all()
    assert cases > 100


def test_a_sum_of_coins_is_binomial():
    masses = np.tile([0.7, 0.3, 0.0], (6, 1))
    law = sum_bounds._convolved(np.tile([0, 20, 1], (6, 1)), masses)
    tails = [sum_bounds.binomial_tail(6, 0.3, k / 6 - 0.3) for k in range(7)]
    np.testing.assert_allclose(np.cumsum(law[::-20])[::-1], tails, atol=1e-14)


def test_the_formulas_hold_with_their_constants_only():
    excess, control = sum_bounds.formula_excess(300, 0)
    assert (excess <= 1e-10).all()
    assert (control > 1e-7).all()
    assert (sum_bounds.best_t_gaps(20, 0) <= 1e-4).all()


def test_crossings_on_paper():
    assert sum_bounds.crossover(50, lambda eps: 1.0) == pytest.approx(3 / 16)
    sharp = sum_bounds.crossover(50, lambda eps: 1 - sum_bounds.rare_coin(eps))
    p = sum_bounds.rare_coin(sharp)
    assert p * (1 - p) == pytest.approx(sharp)
    assert sharp * (4 + 4 * (1 - p) / 3) == pytest.approx(1)


def test_tails_of_averages_of_coins():
    tails, variances = sum_bounds.average_tails([0.9, 0.1], [100, 200], 0.1)
    np.testing.assert_allclose(tails, sum_bounds.binomial_tail([100, 200], 0.1, 0.1))
    np.testing.assert_allclose(variances, [0.0009, 0.00045])


def test_expectations():
    assert max(expectation_searches.worst_violations(200, 0).values()) <= 1e-10
    assert max(expectation_searches.equality_gaps(50, 0).values()) <= 1e-9
    assert expectation_searches.half_power_breaks(500, 0) > 0
    left, right = expectation_searches.holder_sides(300, 0, low=0.1, high=0.9)
    assert np.mean(left > right + 1e-9) > 0.9
    assert not (left < right - 1e-9).any()
    left, right = expectation_searches.holder_sides(300, 0, low=1.1, high=10)
    assert not (left > right + 1e-9).any()
