"""Tables whose best classifier is known: corral, m of n bits, and three waves.

Corral and mofn are of Kohavi and John (1997), the waves of Breiman and others (1984); Carvalho and
others (2011) classify them with networks.
"""

from itertools import product

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_rng

__all__ = ["make_corral", "make_mofn", "make_waveforms"]


def make_corral():
    """Make corral: all patterns of five bits, four times, and a sixth that tells of the class.

    The class is (A0 and A1) or (B0 and B1). The fifth bit is irrelevant; the sixth agrees with the
    class in three rows of four.

    Returns
    -------
    Bunch
        ``data`` (128, 6) and ``target`` (128,) of 0 and 1, ``feature_names``.
    """
    bits = np.array(list(product((0, 1), repeat=5)))
    target = (bits[:, 0] & bits[:, 1]) | (bits[:, 2] & bits[:, 3])
    data = np.repeat(np.column_stack([bits, target]), 4, axis=0)
    data[3::4, 5] ^= 1  # one of each four copies disagrees
    return Bunch(
        data=data,
        target=np.repeat(target, 4),
        feature_names=["A0", "A1", "B0", "B1", "irrelevant", "correlated"],
        DESCR="Corral (Kohavi and John 1997), made by rule: 128 rows, 6 bits, 2 classes.",
    )


def make_mofn(n=None, m=3, k=7, n_bits=10, *, random_state=None):
    """Make m-of-n: are at least ``m`` of the first ``k`` bits 1?

    Parameters
    ----------
    n : int, optional
        Number of random rows; by default every pattern stands once, in rising order.
    m, k, n_bits : int
        ``1 <= m <= k <= n_bits``, at most 20 bits.
    random_state : int, Generator or None

    Returns
    -------
    Bunch
        ``data`` (n, n_bits) and ``target`` (n,) of 0 and 1.
    """
    n_bits = check_count(n_bits, "n_bits", low=1, high=20)
    k = check_count(k, "k", low=1, high=n_bits)
    m = check_count(m, "m", low=1, high=k)
    rng = check_rng(random_state)
    if n is None:
        data = np.array(list(product((0, 1), repeat=n_bits)))
    else:
        data = rng.integers(0, 2, (check_count(n, "n", low=1), n_bits))
    target = (data[:, :k].sum(axis=1) >= m).astype(int)
    return Bunch(data=data, target=target, DESCR=f"At least {m} of the first {k} of {n_bits} bits.")


def make_waveforms(n=300, *, random_state=None):
    """Make waveform-21: mixtures of two of three triangular waves at 21 places, with noise.

    A row is u h + (1 - u) h' + e, with u uniform on [0, 1] and e standard normal at each place.

    Parameters
    ----------
    n : int
    random_state : int, Generator or None

    Returns
    -------
    Bunch
        ``data`` (n, 21), ``target`` (n,) of 0, 1, 2: which pair of waves.
    """
    n = check_count(n, "n", low=1)
    rng = check_rng(random_state)
    places = np.arange(1, 22)
    waves = np.array([np.maximum(6 - np.abs(places - top), 0) for top in (11, 15, 7)])
    pairs = np.array([(0, 1), (0, 2), (1, 2)])
    target = rng.integers(0, 3, n)
    u = rng.random((n, 1))
    first, second = pairs[target].T
    data = u * waves[first] + (1 - u) * waves[second] + rng.standard_normal((n, 21))
    return Bunch(data=data, target=target, DESCR="Waveform (Breiman and others 1984), 21 places.")
