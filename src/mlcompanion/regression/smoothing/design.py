"""The evenly spaced design on which the criteria of this room stand, and its checks."""

import numpy as np

from mlcompanion._validation import check_array

__all__ = []


def spacing(x, name="x"):
    """The distance between neighbours of sorted, evenly spaced places, or say what is wrong.

    Equal to a millionth of the distance, and to what rounding leaves of large numbers.
    """
    x = check_array(x, name, ndim=1, min_rows=2)
    steps = np.diff(x)
    step = (x[-1] - x[0]) / (len(x) - 1)
    if not (step > 0 and steps.min() > 0):
        raise ValueError(f"{name} must be sorted, each value above the one before it")
    slack = 1e-6 * step + 4 * np.finfo(float).eps * np.abs(x).max()
    if np.abs(steps - step).max() > slack:
        raise ValueError(
            f"{name} must be evenly spaced, got steps from {steps.min():.3g} to {steps.max():.3g}"
        )
    return step


def design_and_outputs(x, y):
    """The spacing of ``x`` and ``y`` as a table of one or more columns."""
    step = spacing(x)
    n = len(np.asarray(x))
    y = check_array(y, "y", shape=(n, *([None] * (np.ndim(y) == 2))))
    if y.ndim == 2 and not y.shape[1]:
        raise ValueError(f"y must have at least one column, got shape {y.shape}")
    return step, y.reshape(n, -1)
