"""The hypergeometric tail against sums of binomial coefficients."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from mlcompanion.stats.tests import enrichment_pvalue


def exact(hits, drawn, marked, population):
    ways = sum(
        comb(marked, k) * comb(population - marked, drawn - k)
        for k in range(hits, min(marked, drawn) + 1)
    )
    return float(Fraction(ways, comb(population, drawn)))


def test_tails_are_sums_of_binomial_coefficients():
    for hits, drawn, marked, population in [
        (2, 47, 2, 1682),
        (7, 47, 13, 1682),
        (10, 47, 15, 1682),
        (29, 47, 633, 1682),
        (0, 5, 3, 9),
        (3, 5, 3, 9),
        (5, 5, 9, 9),
    ]:
        want = exact(hits, drawn, marked, population)
        found = enrichment_pvalue(hits, drawn, marked, population)
        assert found == pytest.approx(want, rel=1e-9)


def test_arrays_are_taken_entry_by_entry():
    found = enrichment_pvalue([2, 7], 47, [2, 13], 1682)
    np.testing.assert_allclose(found, [exact(2, 47, 2, 1682), exact(7, 47, 13, 1682)])


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((3, 5, 2, 9), "hits"),
        ((6, 5, 9, 9), "hits"),
        ((1, 10, 2, 9), "drawn"),
        ((1, 5, 10, 9), "marked"),
        (([1, 2], 5, [3, 3, 3], 9), "hits and marked"),
    ],
)
def test_bad_numbers_are_named(arguments, name):
    with pytest.raises(ValueError, match=name):
        enrichment_pvalue(*arguments)
