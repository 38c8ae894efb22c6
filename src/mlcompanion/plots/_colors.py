"""Colours by the names of the book's palette."""

from matplotlib.colors import to_rgb

from ..teaching import COLORS

__all__ = ["CYCLE", "color_of", "tint"]

#: Classes and categories, in this order.
CYCLE = ("blue", "orange", "green", "purple", "sky", "amber", "grey")


def color_of(name):
    """The palette's colour of that name, or ``name`` itself."""
    return COLORS.get(name, name)


def tint(color, share):
    """``share`` of the colour mixed with white, as red, green, blue."""
    return tuple(1 - share * (1 - part) for part in to_rgb(color_of(color)))
