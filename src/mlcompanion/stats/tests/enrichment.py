r"""Enrichment: does a selection hold more marked items than chance would put there?

The hypergeometric tail of Chen (2013), Table 4.2.
"""

import numpy as np
from scipy.stats import hypergeom

from mlcompanion._validation import check_array, check_count

__all__ = ["enrichment_pvalue"]


def enrichment_pvalue(hits, drawn, marked, population):
    r"""Probability that a random draw holds at least so many marked items.

    .. math:: \Pr(H\ge h)=\sum_{k\ge h}\binom mk\binom{N-m}{n-k}\Big/\binom Nn

    Parameters
    ----------
    hits : int or array_like of int
        h, marked items among those drawn.
    drawn : int
        n, items drawn without replacement.
    marked : int or array_like of int
        m, marked items in the population, one number for all or one for each of ``hits``.
    population : int
        N.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a number is negative, or more items are drawn, marked or hit than there are.

    Notes
    -----
    Cost: O(drawn) for each value.
    Source: Chen (2013), section 4.4.3.1, Table 4.2.

    Examples
    --------
    Two of two marked among 47 of 1,682:

    >>> print(f"{enrichment_pvalue(2, 47, 2, 1682):.2e}")
    7.65e-04
    """
    population = check_count(population, "population", low=1)
    drawn = check_count(drawn, "drawn", low=0, high=population)
    marked = check_array(marked, "marked", dtype=np.int64, low=0, high=population)
    hits = check_array(hits, "hits", dtype=np.int64, low=0, high=drawn)
    try:
        hits, marked = np.broadcast_arrays(hits, marked)
    except ValueError as error:
        shapes = f"{hits.shape} and {marked.shape}"
        raise ValueError(f"hits and marked must have one shape, got {shapes}") from error
    if (hits > marked).any():
        raise ValueError("hits must not exceed marked")
    return hypergeom.sf(hits - 1, population, marked, drawn)[()]  # sf is Pr(H > h)
