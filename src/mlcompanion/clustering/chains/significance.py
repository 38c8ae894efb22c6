"""Whether clusters of chains are more than noise: a randomisation test.

Ukkonen (2011), sections 4.1 and 5.4.
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_count, check_has, check_rng

from .collection import check_chains
from .swaps import exchangeable_chains

__all__ = ["RandomizationTest", "randomization_test"]

#: Swaps for each ranked item: about what the source needs on its four data sets, 21 to 171.
SWAPS_PER_ITEM = 100


class RandomizationTest(NamedTuple):
    """How the data compare with random collections of the same pair counts.

    Attributes
    ----------
    p_value : float
        Share of the collections, the data among them, that are clustered at least as well.
    error : float
        Reconstruction error of the data.
    null : ndarray, shape (n_samples,)
        Errors of the random collections.
    """

    p_value: float
    error: float
    null: np.ndarray


def randomization_test(
    estimator, chains, *, n_samples=99, n_swaps=None, random_state=None, progress=False
):
    r"""Compare the clustering error of chains with that of random copies.

    .. math:: \hat p=\frac{|\{i:\mathcal A(\tilde D_i)\le\mathcal A(D)\}|+1}{h+1}

    Parameters
    ----------
    estimator : ChainKMeans or OrderKMeans
        Anything with ``fit(chains)`` and ``inertia_``; clones are fitted.
    chains : Chains
    n_samples : int
        ``h``, random copies.
    n_swaps : int, optional
        Steps of the walk to each; default 100 for each ranked item.
    random_state : int, Generator, RandomState or None
        Of the walks; the estimator has its own.
    progress : bool
        Show a bar.

    Returns
    -------
    RandomizationTest

    Notes
    -----
    Under the hypothesis that the data were drawn uniformly among all collections that swaps can
    reach, :math:`\Pr(\hat p\le\alpha)\le\alpha`. Cost: h + 1 fits and O(h s log m).
    Source: Ukkonen (2011), sections 4.1 and 4.3.
    """
    check_has(estimator, "estimator", "fit")
    check_chains(chains)
    n_samples = check_count(n_samples, "n_samples", low=1)
    if n_swaps is None:
        n_swaps = SWAPS_PER_ITEM * int(chains.lengths.sum())
    n_swaps = check_count(n_swaps, "n_swaps", low=1)
    rng = check_rng(random_state)
    error = float(clone(estimator).fit(chains).inertia_)
    copies = exchangeable_chains(chains, n_samples, n_swaps, rng)
    bar = progress_bar(copies, progress, total=n_samples)
    null = np.array([clone(estimator).fit(copy).inertia_ for copy in bar])
    # Errors that rounding tells apart are equal; what no copy beats is never called worse.
    no_worse = np.count_nonzero(null <= error * (1 + 1e-12))
    return RandomizationTest((no_worse + 1) / (n_samples + 1), error, null)
