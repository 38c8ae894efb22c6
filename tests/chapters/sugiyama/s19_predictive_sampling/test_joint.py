import numpy as np
import pytest
from scipy import stats

from mlcompanion_chapters.sugiyama.s19_predictive_sampling import joint


def test_a_step_draws_from_the_conditional_laws():
    x = np.array([0.5, 1.0, 3.0])
    state = np.array([0.0, 2.0])
    rng = np.random.default_rng(0)
    made = np.array([joint.step(state, x, rng) for _ in range(4000)])
    mean = stats.norm(2 * x.sum() / 7, 7**-0.5)
    assert stats.kstest(made[:, 0], mean.cdf).pvalue > 0.01
    rates = 1 + ((x - made[:, :1]) ** 2).sum(axis=1) / 2
    assert (made[:, 1] * rates).mean() == pytest.approx(4.5, rel=0.05)
