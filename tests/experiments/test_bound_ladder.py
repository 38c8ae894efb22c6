"""The ladder of bounds for a coin, and ten laws."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.experiments.bound_ladder import TEN_LAWS, coin_ladder, law_gaps


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
