"""Bounds on a probability side by side."""

import numpy as np

from .._validation import check_array, check_real
from ._colors import color_of

__all__ = ["bound_bars"]


def bound_bars(ax, bounds, *, exact=None, colors=None, floor=1e-8):
    """Draw bounds on one probability as bars on a logarithmic axis, the first on top.

    A bound of 1 says nothing: its bar is pale and says so. One below ``floor`` is a short bar.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    bounds : dict of str to float
        Names, and values between 0 and 1.
    exact : float, optional
        The probability itself, drawn as a line.
    colors : sequence of colors, optional
        One for each bound.
    floor : float
        Where the axis begins.
    """
    floor = check_real(floor, "floor", low=0, high=1, open_low=True, open_high=True)
    values = check_array(list(bounds.values()), "bounds", ndim=1, min_rows=1, low=0, high=1)
    for y, value in enumerate(values):
        end = max(value, 1.5 * floor)  # a bar below the floor could not be seen
        color = "blue" if colors is None else colors[y]
        words = "less"
        if value == 1:
            color = "light"
            words = "says nothing"
        elif value > floor:
            words = f"{value:.2g}"
        ax.barh(y, end - floor, left=floor, color=color_of(color), height=0.7)
        ax.text(1.4 * end, y, words, va="center", fontsize=11)
    if exact is not None:
        ax.axvline(max(exact, floor), color=color_of("black"), lw=1.5)
    ax.set_yticks(range(len(values)), list(bounds), fontsize=11)
    ax.set(xscale="log", xlim=(floor, 1e3), ylim=(len(values) - 0.4, -0.6))
    ax.set_xticks(10.0 ** np.arange(np.ceil(np.log10(floor)), 1, 2))
