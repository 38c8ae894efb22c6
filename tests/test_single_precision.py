"""Probabilities that come in single precision are probabilities: their sum is off by 1e-8."""

import numpy as np
import pytest

from mlcompanion.bayes.sampling import metropolis_hastings_table
from mlcompanion.learning_theory.active.disagreement import doubtful_mass
from mlcompanion.probability import Dirichlet
from mlcompanion.probability.bounds import jensen
from mlcompanion.stats.tests import chi2_gof

SINGLE = np.array([0.4, 0.4, 0.2], dtype=np.float32)  # sums to 1 + 1.5e-8
DOUBLE = SINGLE.astype(float) / SINGLE.astype(float).sum()

CALLS = {
    "Dirichlet": lambda p: Dirichlet([2.0, 3.0, 4.0]).logpdf(p),
    "Dirichlet of rows": lambda p: Dirichlet([2.0, 3.0, 4.0]).logpdf(np.array([p, p[::-1]])),
    "jensen": lambda p: jensen(np.square, [1.0, 2.0, 5.0], p),
    "metropolis_hastings_table": lambda p: metropolis_hastings_table(
        np.log([0.2, 0.3, 0.5]), np.tile(p, (3, 1))
    ),
    "doubtful_mass": lambda p: doubtful_mass([0.1, 0.2, 0.3], 0.25, p),
    "chi2_gof": lambda p: chi2_gof([10, 12, 8], p).pvalue,
}


@pytest.mark.parametrize("name", CALLS)
def test_masses_in_single_precision_are_masses(name):
    assert abs(SINGLE.astype(float).sum() - 1) > 1e-8
    np.testing.assert_allclose(CALLS[name](SINGLE), CALLS[name](DOUBLE), rtol=1e-6, atol=1e-6)


def test_what_is_off_by_more_is_refused_still():
    for shares in (DOUBLE * (1 + 1e-8), SINGLE * np.float32(1.001)):
        assert Dirichlet([2.0, 3.0, 4.0]).logpdf(shares) == -np.inf
    with pytest.raises(ValueError, match="probabilities"):
        chi2_gof([10, 12, 8], DOUBLE * (1 + 1e-8))
