"""Questions and answers of different sizes, given as two lists."""

from mlcompanion._validation import check_list

__all__ = ["check_pairs"]


def check_pairs(xs, ys, names=("xs", "ys")):
    """Return two lists of one length, or say which is too long."""
    xs = check_list(xs, names[0])
    ys = check_list(ys, names[1])
    if len(xs) != len(ys):
        raise ValueError(
            f"{names[0]} and {names[1]} must have one length, got {len(xs)} and {len(ys)}"
        )
    return xs, ys
