"""Two Gaussian clouds: the data of Sugiyama (2016), chapter 15."""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_array, check_rng

__all__ = ["make_two_bells"]

MEANS = ((-5.0, 0.0), (0.0, 3.0))
COVARIANCES = (((4.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 1.0)))


def make_two_bells(n_samples=(100, 50), random_state=None):
    r"""Draw two Gaussian clouds in the plane, one of them wide.

    .. math:: x\sim N\Bigl(\tbinom{-5}{0},\tbinom{4\ \ 0}{0\ \ 1}\Bigr)\quad\text{and}\quad
        x\sim N\Bigl(\tbinom03,I\Bigr)

    Parameters
    ----------
    n_samples : (int, int)
        Samples of each cloud.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n, 2); ``target`` (n,), 0 for the wide cloud, whose rows are first, and 1;
        ``weights`` (2,), the shares of the clouds; ``means`` (2, 2); ``covariances`` (2, 2, 2);
        ``DESCR``.

    Raises
    ------
    ValueError
        If ``n_samples`` are not two positive numbers.

    Notes
    -----
    Source: Sugiyama (2016), listing of Fig. 15.9.

    Examples
    --------
    >>> make_two_bells(random_state=0).data.shape
    (150, 2)
    """
    counts = check_array(n_samples, "n_samples", shape=(2,), dtype=int, low=1)
    normal = check_rng(random_state).normal(size=(counts.sum(), 2))
    target = np.repeat([0, 1], counts)
    means = np.array(MEANS)
    covariances = np.array(COVARIANCES)
    deviations = np.sqrt(np.diagonal(covariances, axis1=1, axis2=2))
    return Bunch(
        data=means[target] + normal * deviations[target],
        target=target,
        weights=counts / counts.sum(),
        means=means,
        covariances=covariances,
        DESCR="Two Gaussian clouds in the plane, drawn as in Sugiyama (2016), Fig. 15.9.",
    )
