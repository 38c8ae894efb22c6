"""Samples of LiNGAM models: what section 4 and Appendix A of Shimizu et al. (2011) measure."""

import numpy as np

from mlcompanion._validation import check_array
from mlcompanion.causal import adaptive_lasso_prune
from mlcompanion.datasets import make_lingam

__all__ = ["pooled_correlation", "wrong_edges"]


def pooled_correlation(moments):
    """Correlation over several samples, from the moments of each.

    Parameters
    ----------
    moments : array_like, shape (n_samples, 6)
        The number of pairs and the sums of x, y, x*x, y*y and x*y in each sample.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the array has another shape.
    """
    m, x, y, xx, yy, xy = check_array(moments, "moments", shape=(None, 6)).sum(axis=0)
    return float((xy - x * y / m) / np.sqrt((xx - x * x / m) * (yy - y * y / m)))


def wrong_edges(n, seed, rate=None):
    """Edges kept needlessly or lost by the adaptive lasso in one sparse network of six variables.

    Parameters
    ----------
    n : int
        Observations.
    seed : int
        Of the network, its noise laws and the data.
    rate : float, optional
        Of the growing weight, see :func:`~mlcompanion.causal.adaptive_lasso`; cross-validation if
        left out.

    Returns
    -------
    int
        Among the 15 pairs that the true order allows.
    """
    X, B, order = make_lingam(n, 6, n_adjacent=2, random_state=seed)
    return int(((adaptive_lasso_prune(X, order, rate=rate) != 0) != (B != 0)).sum())
