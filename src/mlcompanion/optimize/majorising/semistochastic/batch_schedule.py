r"""How many rows the next step of a semi-stochastic method looks at.

Choromanska (2014), section 3.3.2: batches that grow along a line. Section 3.2.2, Theorem 4: batches
whose squared error falls at a given rate.
"""

import math

from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["LinearGrowth", "MeasuredGrowth", "batch_error", "batch_size"]


def batch_size(k, first, rate, cap):
    r"""Size of a batch that grows along a line, :math:`\min(b^{\rm cap},\,b^1+[(k-1)\gamma])`.

    Parameters
    ----------
    k : int
        Number of the iteration, from 1.
    first : int
        :math:`b^1`, at least 1.
    rate : float
        :math:`\gamma`, in rows an iteration; the bracket rounds, a half upwards.
    cap : int
        Largest size, at least 1.

    Returns
    -------
    int

    Notes
    -----
    Source: Choromanska (2014), section 3.3.2. The text gives no unit of the rate. Its own numbers
    make sense as fractions of the training set: multiply them by its size.

    Examples
    --------
    >>> [batch_size(k, 5, 0.005 * 1000, 1000) for k in (1, 2, 100, 1000)]
    [5, 10, 500, 1000]
    """
    k = check_count(k, "k", low=1)
    first = check_count(first, "first", low=1)
    rate = check_real(rate, "rate", low=0)
    cap = check_count(cap, "cap", low=1)
    grown = min((k - 1) * rate, cap)  # beyond the cap it may exceed what an integer holds
    return min(cap, first + math.floor(grown + 0.5))


def batch_error(size, spread, n_samples):
    r"""Mean squared error of a gradient from a batch drawn without replacement.

    :math:`E\|g_\mathcal T-\nabla f\|^2=\left(\frac1b-\frac1n\right)S^2`: of all rows, none.

    Parameters
    ----------
    size : int
        Rows b in the batch, at most n.
    spread : float
        :math:`S^2`, the variance of the rows' gradients: sum of squared distances from their mean
        over n - 1.
    n_samples : int
        Rows n to draw from.

    Returns
    -------
    float
    """
    n_samples = check_count(n_samples, "n_samples", low=1)
    size = check_count(size, "size", low=1, high=n_samples)
    spread = check_real(spread, "spread", low=0)
    return (1 / size - 1 / n_samples) * spread


class LinearGrowth:
    r"""Batches that grow along a line, :func:`batch_size`.

    Parameters
    ----------
    first : int
    rate : float
        Rows an iteration; 0 keeps the size.
    cap : int
    """

    def __init__(self, first, rate, cap):
        self.cap = check_count(cap, "cap", low=1)
        self.first = check_count(first, "first", low=1)
        self.rate = check_real(rate, "rate", low=0)

    def size(self, spreads):
        """Rows of the next batch.

        Parameters
        ----------
        spreads : array_like of float, shape (k - 1,)
            Variance of the rows' gradients in each batch so far; here only their number counts.

        Returns
        -------
        int
        """
        return batch_size(len(spreads) + 1, self.first, self.rate, self.cap)


class MeasuredGrowth:
    r"""Batches as large as it takes for the measured error to fall at a given rate.

    The first batch errs by about :math:`B_1=(1/b_1-1/n)S_1^2`, :math:`S_1^2` the variance of its
    rows' gradients. Batch k is to err by :math:`(1-\delta)^{k-1}B_1`: with the variance
    :math:`S^2` of the batch before, :math:`1/b=(1-\delta)^{k-1}B_1/S^2+1/n`.

    Parameters
    ----------
    first : int
        Rows of the first batch, at least 2: one row has no variance.
    decrease : float
        :math:`\delta` between 0 and 1, by which the squared error falls an iteration.
    n_samples : int
        Rows n to draw from.
    """

    def __init__(self, first, decrease, n_samples):
        self.n_samples = check_count(n_samples, "n_samples", low=1)
        self.first = check_count(first, "first", low=2)
        ends = {"low": 0, "high": 1, "open_low": True, "open_high": True}
        self.decrease = check_real(decrease, "decrease", **ends)

    def size(self, spreads):
        """Rows of the next batch.

        Parameters
        ----------
        spreads : array_like of float, shape (k - 1,)
            Variance of the rows' gradients in each batch so far.

        Returns
        -------
        int
        """
        spreads = check_array(spreads, "spreads", ndim=1, low=0)
        first = min(self.first, self.n_samples)
        if not len(spreads) or not spreads[-1]:
            return first
        allowed = (1 - self.decrease) ** len(spreads) * batch_error(
            first, spreads[0], self.n_samples
        )
        wanted = 1 / (allowed / spreads[-1] + 1 / self.n_samples)
        return min(max(first, math.ceil(wanted)), self.n_samples)
