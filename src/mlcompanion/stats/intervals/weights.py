"""What weighted samples are worth."""

from mlcompanion._validation import check_array

__all__ = ["effective_sample_size"]


def effective_sample_size(weights):
    r"""How many equally weighted samples are worth as much: :math:`(\sum_iw_i)^2/\sum_iw_i^2`.

    Parameters
    ----------
    weights : array_like, shape (n,)
        Not negative, not all zero.

    Returns
    -------
    float
        From 1, if one sample has all the weight, to n.

    Raises
    ------
    ValueError
        If a weight is negative or all are zero.

    Notes
    -----
    Cost: O(n). The variance of a weighted mean of independent terms of equal variance is that of a
    plain mean of so many.

    Examples
    --------
    >>> effective_sample_size([2.0, 2.0, 0.0, 0.0])
    2.0
    """
    weights = check_array(weights, "weights", ndim=1, min_rows=1, low=0)
    if not weights.any():
        raise ValueError("weights must not all be zero")
    weights = weights / weights.max()  # squares neither over nor under
    return float(weights.sum() ** 2 / (weights @ weights))
