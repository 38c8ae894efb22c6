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
