"""The ladder of bounds for a coin, and ten laws."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.probability.bounds.concentration import bernstein, radius
from mlcompanion_chapters.sugiyama.s08_probability_inequalities.bound_ladder import (
    TEN_LAWS,
    coin_ladder,
    law_gaps,
    law_ratios,
    upper_limits,
)


def test_what_one_knows_buys_a_smaller_bound():
    exact, bounds = coin_ladder(0.1, 100, 0.1)
    assert exact == pytest.approx(stats.binom.sf(19, 100, 0.1))
    log = {name: bound.log for name, bound in bounds.items()}
    assert np.log(exact) < log["Chernoff"] < log["Bennett"] < log["Bernstein"] < log["Hoeffding"]
    assert log["Cantelli"] < log["Chebyshev"] < log["Markov"]


def test_tails_of_laws_are_scipys():
    tail, bound = law_gaps(TEN_LAWS["exponential"])["Markov"]
    np.testing.assert_allclose(tail, -np.exp(-bound), rtol=1e-8)  # a = 1 / bound
    tail, bound = law_gaps(TEN_LAWS["Laplace"])["Chebyshev"]
    np.testing.assert_allclose(tail, -np.sqrt(2 * np.exp(-bound)), rtol=1e-8)


@pytest.mark.parametrize("law", TEN_LAWS.values(), ids=str)
def test_no_law_exceeds_a_bound(law):
    for tail, bound in law_gaps(law).values():
        assert len(tail) >= 5
        assert (tail <= bound + 1e-9).all()


def test_ratios_are_the_largest_of_each_law():
    ratios = law_ratios()
    assert list(ratios["Chernoff"]) == list(TEN_LAWS)
    assert "normal" not in ratios["Markov"]
    tail, bound = law_gaps(TEN_LAWS["normal"])["Cantelli"]
    assert ratios["Cantelli"]["normal"] == pytest.approx(np.exp(tail - bound).max())
    squared = {name: max(found.values()) for name, found in law_ratios(power=2).items()}
    assert min(squared[name] for name in ("Cantelli", "Chebyshev", "Chernoff")) > 1
    assert squared["Markov"] < 1  # all ten have a variance: their tails fall faster than 1/a^2


def test_an_estimated_variance_may_be_zero():
    found = upper_limits(0.05, 50, 0)
    assert found["plug-in"][0] < 0.95  # without a late parcel the limit is too low
    assert found["empirical"][0] >= 0.95
    assert found["Hoeffding"][1] == pytest.approx(np.sqrt(np.log(20) / 100))
    some = upper_limits(0.5, 10_000, 0, repeats=50)["plug-in"][1]
    assert some == pytest.approx(radius(bernstein, 0.05, n=10_000, var=0.25, a=1.0), rel=1e-2)
