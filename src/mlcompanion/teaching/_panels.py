"""Panels of a widget's picture: how many stand beside each other, and where it can be cut.

A phone is half as wide as the book's column. A picture of two panels is cut between them, and the
page sets them one above the other; one of a single panel is drawn so narrow that its letters can be
read on either (``NARROW``). So each state is drawn once.
"""

from itertools import pairwise

import numpy as np
from matplotlib.axis import Axis
from matplotlib.text import Text

__all__ = ["NARROW", "Panels", "columns"]

#: Inches of a panel whose letters have 11 px on a phone 390 px wide.
NARROW = 5.2
_PHONE = 345  # px of the page that a picture has there
_BAR = 0.1  # of the width: axes as narrow as a colour bar belong to the panel before them
_PAPER = 250  # grey values above are paper
_INCH = 72  # points: a picture without words has no letters that are smaller


def columns(fig):
    """The panels beside each other, as pairs of their left and right ends in parts of the width."""
    boxes = sorted(ax.get_position().intervalx.tolist() for ax in fig.axes if ax.get_visible())
    found = []
    for left, right in boxes:
        if found and (left < found[-1][1] - 0.01 or right - left < _BAR):
            found[-1][1] = max(right, found[-1][1])
        else:
            found.append([left, right])
    return found


def from_their_labels(panels, fig):
    """The panels of a drawn figure, each from its vertical label on.

    A label between two panels belongs to the right one, however wide the blank strip behind it is.
    """
    width = fig.bbox.width
    for ax in fig.axes:
        words = ax.yaxis.label
        if not ax.get_visible() or not words.get_text().strip():
            continue
        place = ax.get_position().x0
        own = next(panel for panel in panels if panel[0] <= place + 0.01 and place < panel[1])
        own[0] = min(own[0], words.get_window_extent().x0 / width)
    return panels


class Panels:
    """What all pictures of a widget leave blank, and the panels of the last one."""

    def __init__(self):
        self._inked = {}
        self._columns = []
        self._least = _INCH

    def look(self, image, fig):
        """Take note of a picture and of the figure that was drawn."""
        inked = (np.asarray(image.convert("L")) < _PAPER).any(axis=0)
        for words in (*fig.texts, *fig.legends):  # not between two words of a title either
            across = words.get_window_extent()
            inked[max(0, int(across.x0)) : max(0, int(across.x1))] = True
        # a cut must be blank in every state
        self._inked[image.width] = inked | self._inked.get(image.width, False)
        self._columns = from_their_labels(columns(fig), fig)
        shown = [text for text in _texts(fig) if text.get_visible() and text.get_text().strip()]
        self._least = min([self._least, *(text.get_fontsize() for text in shown)])

    def cuts(self, width):
        """Where pictures of this many pixels can be cut, in parts of the width; 0 and 1 included.

        Between two panels it is the middle of the widest strip that no state has inked. If there is
        none (a legend or a title runs across), the panels stay together.
        """
        blank = ~self._inked[width]
        places = [0.0]
        for (_, left), (right, _) in pairwise(self._columns):
            start = round(left * width)
            stop = round(right * width)
            run = _longest(blank[start:stop])
            if run[1] - run[0] >= width / 360:
                places.append(round((start + sum(run) / 2) / width, 4))
        return [*places, 1.0]

    def letters(self, width, cuts):
        """Pixels of the smallest letters on a phone, of a figure so many inches wide."""
        widest = max(b - a for a, b in pairwise(cuts)) * width * 72  # in the points of letters
        return round(float(self._least * _PHONE / widest), 1)


def _texts(artist):
    """The texts of a drawn figure; what searches Matplotlib's way builds ticks that nobody drew."""
    if isinstance(artist, Text):
        yield artist
    if isinstance(artist, Axis):
        children = _drawn_parts(artist)
    else:
        children = artist.get_children()
    for child in children:
        yield from _texts(child)


def _drawn_parts(axis):
    """Label, power of ten and ticks of an axis, as far as there are any."""
    made = vars(axis)
    return [axis.label, axis.offsetText, *made.get("majorTicks", ()), *made.get("minorTicks", ())]


def _longest(flags):
    """First and last place (excluded) of the longest run of true values."""
    edges = np.flatnonzero(np.diff(np.r_[False, flags, False].astype(int)))
    runs = edges.reshape(-1, 2)
    if not len(runs):
        return 0, 0
    return tuple(runs[np.argmax(runs[:, 1] - runs[:, 0])].tolist())
