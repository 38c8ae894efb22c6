import math
from decimal import Decimal, getcontext

import numpy as np
import pytest

from mlcompanion.probability import Binomial, Geometric, Hypergeometric, Poisson
from mlcompanion_chapters.sugiyama.s03_discrete_distributions.counting_laws import (
    closed_form_gap,
    decay_of_counts,
    experiment_scores,
    hypergeometric_mgf,
    mgf_by_sum,
    multiplied_power,
    random_law,
    series_poles,
    squared_power,
)

FAMILIES = ("uniform", "binomial", "hypergeometric", "Poisson", "negative binomial", "geometric")


@pytest.mark.parametrize("family", FAMILIES)
def test_random_laws_differ_and_their_closed_forms_hold(family):
    rng = np.random.default_rng(0)
    laws = [random_law(family, rng) for _ in range(20)]
    assert len(set(laws)) > 15
    assert max(map(closed_form_gap, laws)) < 1e-9


def test_a_wrong_closed_form_is_seen():
    class Wrong(Poisson):
        def var(self):
            return 1.01 * self.rate

    assert closed_form_gap(Wrong(3.0)) == pytest.approx(0.03 / 4.03, rel=1e-6)


def test_scores_are_in_standard_errors():
    law = Binomial(20, 0.3)
    scores = []
    for seed in range(200):
        scores.append(experiment_scores(law.rvs(500, seed), law))
    # Absolute standard normal numbers have mean square 1 and exceed 1.96 in 5 % of cases.
    np.testing.assert_allclose(np.mean(np.square(scores), axis=0), 1, atol=0.35)
    mean_score, _ = experiment_scores(law.rvs(500, 0) + 1, law)
    assert mean_score > 5


def test_the_printed_series():
    assert hypergeometric_mgf(100, 10, 10, 0.3) == pytest.approx(1.40391857, abs=5e-9)
    law = Hypergeometric(60, 25, 12)
    assert hypergeometric_mgf(60, 25, 12, -0.7) == pytest.approx(mgf_by_sum(law, -0.7), rel=1e-12)
    with pytest.raises(ValueError, match="n must be between 0 and 10"):
        hypergeometric_mgf(100, 90, 90, 0.1)
    assert series_poles(100, 90, 90) == 11
    assert series_poles(100, 10, 10) == 0


def test_sums_stop_where_they_are_told():
    law = Geometric(0.5)
    assert mgf_by_sum(law, 0.0, reach=3) == pytest.approx(7 / 8)
    assert mgf_by_sum(law, 0.2) == pytest.approx(0.5 / (1 - 0.5 * math.exp(0.2)), rel=1e-12)


@pytest.mark.parametrize("exponent", [1, 2, 13, 1000])
def test_powers(exponent):
    getcontext().prec = 40
    right = float(Decimal("0.9997") ** exponent)
    assert multiplied_power(0.9997, exponent) == pytest.approx(right, rel=1e-12)
    power, products = squared_power(0.9997, exponent)
    assert power == pytest.approx(right, rel=1e-12)
    binary = bin(exponent)[3:]
    assert products == len(binary) + binary.count("1")


def test_decay_of_geometric_and_other_counts():
    draws = np.repeat(np.arange(8), 128_000 // 2 ** np.arange(8))
    slope, determination = decay_of_counts(draws)
    assert slope == pytest.approx(-math.log(2), rel=1e-3)
    assert determination > 0.9999
    assert decay_of_counts(Poisson(3.0).rvs(100_000, 0))[1] < 0.9
