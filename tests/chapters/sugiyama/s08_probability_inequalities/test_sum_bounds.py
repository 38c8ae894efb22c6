"""A bound with a wrong exponent is caught by the claim on sums."""

import numpy as np
import pytest

from mlcompanion.probability.bounds import TailBound
from mlcompanion_chapters.sugiyama.s08_probability_inequalities import sum_bounds


def test_each_bound_has_nearly_the_right_exponent():
    shares = sum_bounds.exponent_shares()
    assert ((shares >= 1) & (shares <= 1.1)).all()


@pytest.mark.parametrize("factor", [0.8, 1.2])
@pytest.mark.parametrize(("place", "name"), [(1, "hoeffding"), (2, "bernstein"), (3, "bennett")])
def test_an_exponent_that_is_a_fifth_off_is_caught(monkeypatch, place, name, factor):
    right = getattr(sum_bounds, name)

    def wrong(*args, **kwargs):
        return TailBound(factor * right(*args, **kwargs).log)

    monkeypatch.setattr(sum_bounds, name, wrong)
    share = sum_bounds.exponent_shares()[place]
    assert not 1 <= share <= 1.1


def test_tails_of_two_kinds_are_those_of_their_sum():
    pays = np.array([1.0, 0.5])
    p = np.array([0.5, 0.5])
    log_tail, eps = sum_bounds._tail_of_two_kinds(1, pays, p, 0.3)  # both coins must pay
    assert (log_tail, eps) == (pytest.approx(np.log(0.25)), pytest.approx(0.375))


def test_bounds_of_a_sum_are_the_formulas_of_its_variables(monkeypatch):
    """Two different laws, written out: the variances are averaged, the widths by their squares."""
    x = np.array([[0, 20, 1], [0, 10, 1]])  # in steps of 1/20
    masses = np.array([[0.9, 0.1, 0.0], [0.5, 0.5, 0.0]])
    monkeypatch.setattr(sum_bounds, "_random_variables", lambda n, rng: (x, masses))
    log_tail, (chernoff, hoeffding, bernstein, bennett) = sum_bounds.sum_gaps(2, 0)
    np.testing.assert_allclose(np.exp(log_tail), [0.55, 0.1, 0.05])  # sums of 0.5, 1 and 1.5
    beyond = np.array([0.5, 1.0, 1.5]) - 0.35
    total = 0.09 + 0.0625
    a = 0.9
    np.testing.assert_allclose(hoeffding, -2 * beyond**2 / (1 + 0.25))
    np.testing.assert_allclose(bernstein, -(beyond**2) / (2 * total + 2 * a * beyond / 3))
    u = a * beyond / total
    np.testing.assert_allclose(bennett, -total / a**2 * ((1 + u) * np.log1p(u) - u))
    t = np.geomspace(1e-2, 1e2, 100_000)[:, None]
    cgf = np.log((0.9 + 0.1 * np.exp(t)) * (0.5 + 0.5 * np.exp(t / 2)))
    least = (cgf - t * (beyond + 0.35)).min(axis=0)
    np.testing.assert_allclose(chernoff, least, atol=1e-4)
