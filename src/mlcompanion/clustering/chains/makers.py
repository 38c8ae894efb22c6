"""Chains with planted groups.

Ukkonen (2011), sections 3.1.1 and 5.2.1.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_array, check_count, check_memory, check_rng

from .collection import Chains

__all__ = ["make_chains"]


def make_chains(n_samples, n_items, length, n_clusters=2, *, n_buckets=None, random_state=None):
    """Draw chains from groups, each with an order of buckets of items.

    A chain takes a group at random, an item set at random, and sorts it by the group's buckets;
    inside a bucket the order is random. That is how a random complete order that agrees with the
    group's would sort it.

    Parameters
    ----------
    n_samples : int
    n_items : int
        ``m``.
    length : int or (int, int)
        Items of a chain, or the least and the largest number, drawn uniformly.
    n_clusters : int
        Groups.
    n_buckets : int, optional
        Buckets of a group, as equal as can be; at most ``n_items``. Default 10, or one an item
        where there are fewer.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``chains``; ``target`` (n,), the group of each; ``buckets`` (n_clusters, m), the bucket of
        each item in each group; ``DESCR``.

    Notes
    -----
    Cost and memory O(n m). Source: Ukkonen (2011), section 5.2.1; sizes of buckets are not told.

    Examples
    --------
    >>> made = make_chains(4, 20, 5, n_clusters=2, random_state=0)
    >>> made.chains, made.buckets.shape
    (Chains(4 chains of 20 items), (2, 20))
    """
    n = check_count(n_samples, "n_samples", low=1)
    m = check_count(n_items, "n_items", low=2)
    span = [length, length] if np.ndim(length) == 0 else length
    span = check_array(span, "length", shape=(2,), dtype=np.int64, low=2, high=m)
    if span[0] > span[1]:
        raise ValueError(f"length must rise from the least to the largest, got {span.tolist()}")
    k = check_count(n_clusters, "n_clusters", low=1)
    if n_buckets is None:
        n_buckets = min(10, m)
    buckets = check_count(n_buckets, "n_buckets", low=1, high=m)
    check_memory(16 * n * m, "item sets of all chains")
    rng = check_rng(random_state)
    places = rng.permuted(np.tile(np.arange(m), (k, 1)), axis=1)
    bucket = places * buckets // m
    target = rng.integers(k, size=n)
    lengths = rng.integers(span[0], span[1] + 1, size=n)
    subsets = np.argsort(rng.random((n, m)), axis=1)[:, : span[1]]
    keys = bucket[target[:, None], subsets] + rng.random(subsets.shape)
    keys[np.arange(span[1]) >= lengths[:, None]] = np.inf
    places = np.argsort(keys, axis=1)
    items = np.take_along_axis(subsets, places, axis=1)
    items[np.arange(span[1]) >= lengths[:, None]] = -1
    return Bunch(
        chains=Chains(items, m),
        target=target,
        buckets=bucket,
        DESCR=(
            f"{n} chains over {m} items from {k} orders of {buckets} buckets.\n\n"
            "Origin: drawn as in section 5.2.1 of Ukkonen, JMLR 12 (2011), 1389-1423.\n"
        ),
    )
