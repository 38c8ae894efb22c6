"""Tables of the probabilities of two variables: what they must be, and their information."""

from scipy.special import rel_entr

from mlcompanion._validation import check_array

__all__ = ["TOLERANCE", "check_table", "table_information"]

#: What sums and marginals of tables may be off by.
TOLERANCE = 1e-8


def table_information(table):
    """Mutual information in nats of the two variables of a table of probabilities.

    Parameters
    ----------
    table : array_like, shape (r, s)
        Not negative, adding up to one.

    Returns
    -------
    float

    Examples
    --------
    >>> round(table_information([[0.35, 0.15], [0.15, 0.35]]), 4)
    0.0823
    """
    table = check_table(table, "table")
    product = table.sum(axis=1)[:, None] * table.sum(axis=0)
    return float(max(rel_entr(table, product).sum(), 0.0))


def check_table(table, name, ndim=2):
    """Return a table of probabilities, or say what is wrong with it."""
    table = check_array(table, name, ndim=ndim, min_rows=1, low=0)
    if not table.size or abs(table.sum() - 1) > TOLERANCE:
        raise ValueError(f"{name} must add up to 1, got {table.sum()}")
    return table
