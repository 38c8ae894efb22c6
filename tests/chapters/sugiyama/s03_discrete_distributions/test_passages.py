"""The distances of the chapter's passages from law to law, in digits known from elsewhere."""

import pytest

from mlcompanion.probability import Binomial, Hypergeometric, Poisson, total_variation


@pytest.mark.parametrize(
    ("marked", "draws", "distance"),
    [(10, 10, 0.028), (30, 10, 0.026), (50, 10, 0.026), (90, 90, 0.539)],
)
def test_hypergeometric_and_binomial_law(marked, draws, distance):
    law = Hypergeometric(100, marked, draws)
    assert total_variation(law, law.with_replacement()) == pytest.approx(distance, abs=5e-4)


@pytest.mark.parametrize(
    ("n", "distance"), [(10, 0.0864), (100, 0.00761), (1000, 0.000752), (10_000, 0.0000751)]
)
def test_binomial_and_poisson_law(n, distance):
    assert total_variation(Binomial(n, 3 / n), Poisson(3)) == pytest.approx(distance, rel=2e-3)
