"""Planted chains: lengths, buckets, and equal chances."""

import numpy as np
import pytest

from mlcompanion.clustering.chains import make_chains, pair_counts


def test_every_chain_follows_its_buckets():
    made = make_chains(300, 23, (3, 9), 4, random_state=0)
    assert set(made.chains.lengths) == set(range(3, 10))
    sizes = [np.bincount(row, minlength=10) for row in made.buckets]
    assert np.ptp(sizes) <= 1
    for chain, group in zip(made.chains, made.target):
        assert (np.diff(made.buckets[group][chain]) >= 0).all()


def test_inside_a_bucket_both_orders_are_equally_likely():
    C = pair_counts(make_chains(4000, 6, 3, 1, n_buckets=2, random_state=0).chains)
    upper = np.triu_indices(6, 1)
    met = C + C.T
    share = C[upper] / met[upper]
    within = (share > 0) & (share < 1)
    assert within.sum() == 6
    assert (abs(share[within] - 0.5) < 4 * np.sqrt(0.25 / met[upper][within])).all()
    assert (abs(met[upper] - 4000 / 5) < 5 * np.sqrt(4000 * 0.16)).all()


@pytest.mark.parametrize(("n_items", "n_buckets"), [(5, 5), (10, 10), (23, 10)])
def test_by_default_ten_buckets_or_one_an_item(n_items, n_buckets):
    made = make_chains(8, n_items, 3, random_state=0)
    told = make_chains(8, n_items, 3, n_buckets=n_buckets, random_state=0)
    np.testing.assert_array_equal(made.buckets, told.buckets)
    assert made.buckets.max() == n_buckets - 1


def test_bad_sizes():
    for bad in ({"length": 1}, {"length": 11}, {"length": (4, 2)}, {"n_buckets": 11}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            make_chains(**{"n_samples": 5, "n_items": 10, "length": 3, **bad})
