"""Chances that chains agree: against SciPy's hypergeometric law and simulation."""

from math import factorial

import numpy as np
import pytest
from scipy.stats import hypergeom

from mlcompanion.clustering.chains import (
    agreement_chances,
    agreement_gap_bound,
    agreement_graph,
    make_chains,
    planted_graph,
)


@pytest.mark.parametrize(("m", "length"), [(5, 2), (10, 4), (20, 6), (30, 30), (200, 5)])
def test_chances_of_common_items(m, length):
    law = hypergeom(m, length, length)
    p = sum(law.pmf(i) for i in range(2, length + 1))
    q = sum(law.pmf(i) / factorial(i) for i in range(2, length + 1))
    found = agreement_chances(m, length)
    assert float(found.same) == pytest.approx(p, rel=1e-9)
    assert float(found.other) == pytest.approx(q, rel=1e-9)
    assert found.gap == found.same - found.other
    if 2 * length < m:
        assert found.gap < found.same < agreement_gap_bound(m, length)


def test_the_bound_needs_short_chains():
    with pytest.raises(ValueError, match="length"):
        agreement_gap_bound(10, 5)


def test_edges_of_planted_chains_come_that_often():
    made = make_chains(600, 12, 4, 2, n_buckets=12, random_state=0)
    G = agreement_graph(made.chains) > 0
    same = made.target[:, None] == made.target
    np.fill_diagonal(same, False)
    assert G[same].mean() == pytest.approx(float(agreement_chances(12, 4).same), abs=0.01)


def test_a_planted_graph_has_its_chances():
    labels = np.repeat([0, 1], 300)
    G = planted_graph(labels, 0.3, 0.1, random_state=0)
    assert (G == G.T).all()
    assert not G.diagonal().any()
    inside = G[:300, :300].sum() / (300 * 299)
    assert inside == pytest.approx(0.3, abs=0.01)
    assert G[:300, 300:].mean() == pytest.approx(0.1, abs=0.01)
