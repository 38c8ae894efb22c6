"""Stand-ins: Table 1's sizes, and the Mallows model against its own probabilities."""

from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from mlcompanion_chapters.jmlr12.j08_chain_clustering.standins import mallows_orders, stand_in

TABLE1 = {
    "sushi": (5000, 100, 10, 10, 10.0),
    "mlens": (2191, 207, 6, 15, 13.3),
    "dublin": (5000, 12, 4, 6, 4.8),
    "msnbc": (5000, 17, 6, 8, 6.5),
}


@pytest.mark.parametrize("name", TABLE1)
def test_sizes_are_those_of_table_1(name):
    n, m, least, most, mean = TABLE1[name]
    D = stand_in(name)
    assert (len(D), D.n_items) == (n, m)
    assert (D.lengths.min(), D.lengths.max()) == (least, most)
    assert D.lengths.mean() == pytest.approx(mean, abs=0.06)


def test_orders_have_mallows_probabilities():
    rng = np.random.default_rng(0)
    drawn = mallows_orders(np.tile([2, 0, 3, 1], (20_000, 1)), 0.6, rng)
    place = {u: p for p, u in enumerate([2, 0, 3, 1])}
    law = {
        order: 0.6 ** sum(place[u] > place[v] for u, v in combinations(order, 2))
        for order in permutations(range(4))
    }
    total = sum(law.values())
    seen = [np.sum((drawn == order).all(axis=1)) for order in law]
    assert chisquare(seen, [20_000 * w / total for w in law.values()]).pvalue > 0.001
