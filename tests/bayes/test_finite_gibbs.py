from itertools import product

import numpy as np
import pytest

from mlcompanion.bayes import (
    gibbs_sweep_finite,
    log_marginal_likelihood,
    log_prob_finite_beta_bernoulli,
)

X = np.array([[1.0], [1.4]])


def density(Z):
    return log_marginal_likelihood(X, Z, 0.8, 1.0)


@pytest.mark.parametrize("likelihood", [None, density])
def test_the_sweep_has_the_enumerated_law(likelihood):
    every = [np.array(bits).reshape(2, 2) for bits in product((0, 1), repeat=4)]
    log_p = np.array([log_prob_finite_beta_bernoulli(Z, 1.3) for Z in every])
    if likelihood:
        log_p += [likelihood(Z) for Z in every]
    exact = np.exp(log_p - np.logaddexp.reduce(log_p))
    rng = np.random.default_rng(0)
    Z = np.ones((2, 2), dtype=bool)
    hits = np.zeros((20, 16))
    for sweep in range(2000):
        Z = gibbs_sweep_finite(Z, 1.3, likelihood, random_state=rng)
        hits[sweep // 100, Z.ravel() @ [8, 4, 2, 1]] += 1 / 100
    error = hits.std(axis=0, ddof=1) / np.sqrt(20) + 1e-3
    assert np.all(abs(hits.mean(axis=0) - exact) < 4.5 * error)


def test_empty_columns_stay_and_none_is_refused():
    Z = np.zeros((3, 5), dtype=int)
    assert gibbs_sweep_finite(Z, 1e-9, random_state=0).shape == (3, 5)
    with pytest.raises(ValueError, match="Z needs"):
        gibbs_sweep_finite(np.zeros((3, 0)), 1.0)
    with pytest.raises(ValueError, match="log_likelihood"):
        gibbs_sweep_finite(Z, 1.0, lambda Z: np.nan)
